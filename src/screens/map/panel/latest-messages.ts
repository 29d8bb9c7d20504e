/**
 * The latest ACARS messages of an aircraft, and where its lists are: as far as the audience of the map may see them (MAP-08, C112).
 * Must not: draw.
 */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import type { AcarsPerAircraft } from '../../../../contract/entities/messages.ts';
import { type ListPage, listQuery } from '../../../api/queries.ts';

const fewMessages = 5;
const windowHours = 24;
export const latestWindow = 'the last 24 hours';

export type LatestMessages = {
  readonly page: ListPage<AcarsPerAircraft> | null;
  readonly hasFailed: boolean;
};

/** Of its address or its tail, as the server joins them (decision 17). `company` null = the map of all. Stored copies without the network. */
export function useLatestMessages(icao: string, company: string | null): LatestMessages {
  const request = {
    filters: { modeS: icao },
    window: { hours: windowHours },
    sort: null,
    offset: 0,
    limit: fewMessages,
  } as const;
  const { data, isError } = useQuery({
    ...(company === null
      ? listQuery(api.acarsMessage.withExtData, request)
      : listQuery(api.acarsMessage.withExtDataCompany, request, company === '' ? {} : { company })),
    meta: { isQuiet: true },
  });
  return { page: (data ?? null) as ListPage<AcarsPerAircraft> | null, hasFailed: isError };
}

export type ListLink = {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
};

/** The lists that have this aircraft in their filter. Pure. */
export function listLinks(icao: string, aircraftId: number | null, isCompanyMap: boolean): readonly ListLink[] {
  if (isCompanyMap)
    return [
      { label: 'ACARS raw', to: '/akrx', search: { icao } },
      { label: 'ACARS per aircraft', to: '/acarsWithExtDataCompany', search: { modeS: icao } },
      { label: 'ADS-B', to: '/adsbCompany', search: { icao } },
    ];
  return [
    { label: 'ACARS raw', to: '/akrxAll', search: { icao } },
    { label: 'ACARS per aircraft', to: '/acarsWithExtData', search: { modeS: icao } },
    { label: 'ADS-B', to: '/adsb', search: { icao } },
    ...(aircraftId === null ? [] : [{ label: 'Flights', to: `/flights/${aircraftId}`, search: {} }]),
  ];
}
