/** Ranges of the chosen stations. Without a response there are none and no error. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import type { StationOutline } from '../../../../contract/entities/map.ts';
import { type ApiResponse, resource } from '../../../api/resource.ts';
import { readAny } from '../../../api/response.ts';
import { send } from '../../../api/send.ts';
import { useAudience } from '../../../session/use-session.ts';
import { useMapShare } from '../map-context.ts';

const refreshMs = 10 * 60_000;
const call = api.map.ranges;

const rangesQuery = (chosen: readonly string[] | null) =>
  resource<readonly StationOutline[]>({
    key: [call.id, chosen?.join() ?? null],
    request: (config) => send(call, { query: chosen ? { stationId: chosen.join() } : {}, ...config }, readAny),
    read: (body) => call.response.parse(body).stations,
    // Of the choices one copy: the stations chosen last.
    copy: { call, variant: chosen ? 'chosen' : 'own' },
  });

/** null = none chosen, or none received yet. */
export function useRanges(): ApiResponse<readonly StationOutline[]> | null {
  const { display } = useMapShare();
  const audience = useAudience();
  // By default those that the user feeds, for an admin none.
  const chosen = display.ranges ?? (audience === 'admin' ? [] : null);
  const isRequested = chosen === null || chosen.length > 0;
  const { data } = useQuery({
    ...rangesQuery(chosen),
    enabled: isRequested,
    placeholderData: chosen ? keepPreviousData : undefined,
    refetchInterval: refreshMs,
    meta: { isQuiet: true },
  });
  if (!isRequested || data === undefined) return null;
  return chosen === null ? data : { ...data, value: data.value.filter(({ stationId }) => chosen.includes(stationId)) };
}
