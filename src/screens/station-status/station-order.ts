/** Filters and orders stations, worst first. The order does not change while a row is read. Pure. */
import { type HealthState, healthStates } from '../../../contract/entities/station-health.ts';

export type Orderable = {
  readonly stationId: string;
  readonly state: HealthState;
  readonly lastMessageAt: string | null;
};

/** Worst first. Within a status the newest last message first, since that is news. Then by number. */
export function worstFirst<S extends Orderable>(stations: readonly S[]): S[] {
  const rank = (station: S): number => healthStates.indexOf(station.state);
  const number = (station: S): number => Number(station.stationId);
  return stations.toSorted((a, b) => {
    const byState = rank(a) - rank(b);
    if (byState !== 0) return byState;
    // Feeding stations are ordered by number: their last messages change constantly.
    if (a.state === 'feeding' || a.lastMessageAt === b.lastMessageAt) return number(a) - number(b);
    return (b.lastMessageAt ?? '') < (a.lastMessageAt ?? '') ? -1 : 1;
  });
}

/** The previous order without removed stations, new ones at the end. */
export function keepOrder<S extends Orderable>(before: readonly string[], stations: readonly S[]): S[] {
  const left = new Map(stations.map((station) => [station.stationId, station]));
  const remaining = before.flatMap((id) => {
    const station = left.get(id);
    left.delete(id);
    return station ? [station] : [];
  });
  return [...remaining, ...worstFirst([...left.values()])];
}

/** Whether the order is outdated. Only statuses count. */
export const isOutOfOrder = (stations: readonly Orderable[]): boolean =>
  stations.some(({ state }, at) => {
    const before = stations[at - 1];
    return before !== undefined && healthStates.indexOf(before.state) > healthStates.indexOf(state);
  });

/** Every typed word occurs in number, place or status of the station, case-insensitive. */
export function matching<S>(stations: readonly S[], wordsOf: (station: S) => string, typed: string): readonly S[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return stations;
  return stations.filter((station) => {
    const text = wordsOf(station).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
