/** What a message states about the flight of its aircraft (decision 16). Pure. */
import type { Place, Sighting } from './derive-flights.ts';
import { type MovementReport, readMovementText } from './movement-texts.ts';

/** Fields of an ACARS message. Texts as received. */
export type SightedMessage = {
  readonly atMs: number;
  readonly flight: string | null;
  readonly error: number | null;
  readonly label: string | null;
  readonly text: string | null;
  readonly dsta: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altFt: number | null;
  readonly isOnGround: boolean | null;
};

/** Above every airport: no aircraft is on the ground there. */
const surelyAloftFt = 15_000;
const upper = (text: string | null): string | null => text?.trim().toUpperCase() ?? null;

export function sightingOf({ atMs, lat, lon, altFt, ...message }: SightedMessage): Sighting {
  const reported = withDestination(readMovementText(message.label, message.text), upper(message.dsta));
  const flight = upper(message.flight);
  // A name with reception errors may be another one.
  const isSureName = (message.error ?? 0) === 0 && isFlightNumber(flight);
  const isAloft = message.isOnGround === false || (altFt ?? 0) >= surelyAloftFt;
  return {
    atMs,
    untilMs: atMs,
    flight: isSureName ? flight : (reported?.flight ?? null),
    callSign: null,
    isOnGround: message.isOnGround === true ? true : isAloft ? false : null,
    place: placeOf(lat, lon, altFt, message.isOnGround === true),
    reported,
  };
}

/** null without a position. */
export const placeOf = (
  lat: number | null,
  lon: number | null,
  altFt: number | null,
  isOnGround: boolean,
): Place | null => (lat === null || lon === null ? null : { lat, lon, altFt, isOnGround });

/** Some receivers extract the destination from texts. */
function withDestination(reported: MovementReport | null, dsta: string | null): MovementReport | null {
  if (dsta === null || !/^[A-Z]{4}$/.test(dsta) || reported?.to) return reported;
  const nothingElse = { flight: null, from: null, movement: null, scheduledOut: null, scheduledIn: null };
  return { ...(reported ?? nothingElse), to: dsta };
}

/** XA0000 and similar mean none. */
const isFlightNumber = (flight: string | null): boolean => /^[A-Z0-9]{2}(?!0000)\d{1,4}[A-Z]?$/.test(flight ?? '');
