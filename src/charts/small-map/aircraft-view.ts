/** Aircraft of a small map. Pure. */
import type { Location } from '../../../contract/entities/map.ts';
import { parseInstant } from '../../../contract/params.ts';

export type MapAircraft = {
  readonly icao: string;
  readonly lat: number;
  readonly lon: number;
  readonly angle: number | null;
  readonly altitudeFt: number | null;
  readonly isOnGround: boolean | null;
  /** Only where new messages are shown. */
  readonly lastMessageAt?: string | null;
};

const liveMs = 60_000;
/** Of a server that sends no times every position counts. */
export const liveAircraft = (rows: readonly Location[], now: number): MapAircraft[] =>
  rows.filter(({ seenAt }) => {
    const at = seenAt === null ? null : parseInstant(seenAt);
    return at === null || now - at < liveMs;
  });

const newestMs = 60_000;
const maxRings = 12;
/** Aircraft with a message since the last response, newest first. None in the first one: nothing is known about what is new. */
export function newMessages(
  before: readonly MapAircraft[] | null,
  next: readonly MapAircraft[],
  now: number,
): MapAircraft[] {
  if (before === null) return [];
  const known = new Map(before.map(({ icao, lastMessageAt }) => [icao, lastMessageAt ?? '']));
  return next
    .filter(({ icao, lastMessageAt }) => {
      const at = lastMessageAt ? parseInstant(lastMessageAt) : null;
      const earlier = known.get(icao);
      return at !== null && now - at < newestMs && earlier !== undefined && (lastMessageAt ?? '') > earlier;
    })
    .sort((a, b) => ((a.lastMessageAt ?? '') < (b.lastMessageAt ?? '') ? 1 : -1))
    .slice(0, maxRings);
}
