/** Stations that received the newest messages of aircraft: requested when such a message is known. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import type { HeardBy } from '../../../../contract/entities/map.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import { companyQuery } from '../../../data/company-query.ts';
import { send } from '../../../data/send.ts';
import { useMapShare } from '../map-context.ts';
import type { Aircraft } from './aircraft.ts';

const nothing: readonly HeardBy[] = [];

type MessageTime = Pick<Aircraft, 'icao' | 'messageAt'>;

/** Without a response there are no stations and no error. */
export function useHeardBy(aircraft: readonly MessageTime[]): readonly HeardBy[] {
  const { company } = useMapShare();
  const { data } = useQuery({
    // A newer message has other stations.
    queryKey: ['heard-by', company, aircraft.map(({ icao, messageAt }) => `${icao} ${messageAt}`)],
    queryFn: async ({ signal }) => {
      const icao = aircraft.map((one) => one.icao).join(',');
      const query = { icao, ...companyQuery(company) };
      return (await send(api.map.heardBy, { query, cause: 'poll', signal })).heardBy;
    },
    enabled: aircraft.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    meta: { isQuiet: true },
  });
  const requested = new Set(aircraft.map(({ icao }) => aircraftKey(icao)));
  const found = data?.filter(({ icao }) => requested.has(aircraftKey(icao))) ?? nothing;
  return found.length > 0 ? found : nothing;
}
