/**
 * Which stations are shown, and in which order: worst first, and a row that is being read does not move away when the next answer comes. Pure.
 * Must not: know how a station is drawn.
 */
import { type HealthState, healthStates } from '../../../contract/entities/station-health.ts';

export type Orderable = {
  readonly stationId: string;
  readonly state: HealthState;
  readonly lastMessageAt: string | null;
};

/** Worst first; of one state whose last message is newest, since that is news; then by number. */
export function worstFirst<S extends Orderable>(stations: readonly S[]): S[] {
  const rank = (station: S): number => healthStates.indexOf(station.state);
  const number = (station: S): number => Number(station.stationId);
  return stations.toSorted((a, b) => {
    const byState = rank(a) - rank(b);
    if (byState !== 0) return byState;
    // Those that feed stand by number: their last messages change places all the time.
    if (a.state === 'feeding' || a.lastMessageAt === b.lastMessageAt) return number(a) - number(b);
    return (b.lastMessageAt ?? '') < (a.lastMessageAt ?? '') ? -1 : 1;
  });
}

/** The order that was, without those that are gone and with new ones at the end. */
export function keepOrder<S extends Orderable>(before: readonly string[], stations: readonly S[]): S[] {
  const left = new Map(stations.map((station) => [station.stationId, station]));
  const kept = before.flatMap((id) => {
    const station = left.get(id);
    left.delete(id);
    return station ? [station] : [];
  });
  return [...kept, ...worstFirst([...left.values()])];
}

/** Would another order be worst first? Only states count. */
export const isOutOfOrder = (stations: readonly Orderable[]): boolean =>
  stations.some(({ state }, at) => {
    const before = stations[at - 1];
    return before !== undefined && healthStates.indexOf(before.state) > healthStates.indexOf(state);
  });

/** Every typed word stands somewhere in the station's number, place or state; letter case does not matter. */
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
