/** Counts active, inactive and never active stations, which add up to all. Pure. */
import { parseInstant } from '../../../contract/params.ts';
import type { StationRow } from '../../api/stations.ts';

export type StationCounts = { readonly inactive: readonly string[]; readonly never: readonly string[] };
type StationActivity = Pick<StationRow, 'stationId' | 'lastActiveTime'>;

/** `active` = count of API-43. The others, longest inactive first. null = the list is older than the count. */
export function stationCounts(stations: readonly StationActivity[], active: number): StationCounts | null {
  const timed = stations.map(({ stationId, lastActiveTime }) => ({
    stationId,
    at: lastActiveTime === null ? null : parseInstant(lastActiveTime),
  }));
  const never = timed.filter(({ at }) => at === null);
  const count = timed.length - never.length - active;
  if (count < 0) return null;
  const oldestFirst = timed.filter(({ at }) => at !== null).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const idOf = ({ stationId }: StationActivity | { readonly stationId: string }): string => stationId;
  return { inactive: oldestFirst.slice(0, count).map(idOf), never: never.map(idOf) };
}
