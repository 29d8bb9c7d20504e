/**
 * Which frames become rows (decision 10). An aircraft sends several frames a second, and most repeat the last one. Per aircraft and kind: the
 * first frame, then one of each interval, and every change of what a person looks for.
 * Own file: a pure rule with limits that owners set.
 */

import { ReplyGuard } from '../../map/reply-guard.ts';
import { Generations } from '../mode-s/aircraft.ts';
import type { Decoded } from '../mode-s/decode.ts';
import { sentSquawk, trackDegOf } from '../mode-s/fields.ts';
import { distanceM, type Place } from '../mode-s/geometry.ts';
import { emergencyStateOf } from '../mode-s/squitter.ts';
import type { SbsMessage } from '../mode-s/text-input.ts';

type Position = Place & { readonly atMs: number; readonly trackDeg: number | null; readonly altitudeFt: number | null };
/** State of an aircraft at one station for this rule. */
type Known = {
  /** When a row of each kind was stored. */
  readonly storedAtMs: Map<string, number>;
  readonly values: Map<string, Value>;
  position: Position | null;
  trackDeg: number | null;
};
/** `guard` = which values of replies count. */
type Value = { value: string; readonly guard: ReplyGuard<string> };

const maxAircraft = 20_000;
const forgottenMs = 900_000;
/** Kinds that are not of interest often take ten times as long. */
const restFactor = 10;
const turnDeg = 15;
const climbFt = 1000;
const soonestMs = 5000;
/** 1,900 kt. Farther is another aircraft, not a turn. */
const fastestMPerMs = 1;

export class KeepRule {
  readonly #baseMs: number | null;
  /** Makes the interval so many times wider. */
  factor = 1;
  readonly #aircraft = new Generations<Known>({ size: maxAircraft, ageMs: forgottenMs });

  /** @param seconds interval of positions and velocities, null = every frame */
  constructor(seconds: number | null) {
    this.#baseMs = seconds === null ? null : seconds * 1000;
  }

  isSelected(sighting: Sighting): boolean {
    if (this.#baseMs === null) return true;
    const known = this.#of(sighting);
    const { kind, timeMs, isOften } = sighting;
    // Not short-circuited: each value is remembered.
    const hasChanged = sighting.values.filter((one) => isChange(known, one, sighting)).length > 0;
    const intervalMs = this.#baseMs * this.factor * (isOften ? 1 : restFactor);
    const isDue = isOver(known.storedAtMs.get(kind), timeMs, intervalMs);
    if (!hasChanged && !isDue && !hasMoved(sighting, known)) return false;
    known.storedAtMs.set(kind, timeMs);
    if (sighting.place) known.position = positionOf(sighting, sighting.place, known);
    return true;
  }

  #of({ address, timeMs, trackDeg }: Sighting): Known {
    const found = this.#aircraft.get(address, timeMs);
    const known = found ?? { storedAtMs: new Map(), values: new Map(), position: null, trackDeg: null };
    if (!found) this.#aircraft.set(address, known, timeMs);
    known.trackDeg = trackDeg ?? known.trackDeg;
    return known;
  }
}

/** A clock that was set back starts again. */
const isOver = (lastMs: number | undefined, nowMs: number, intervalMs: number): boolean =>
  lastMs === undefined || Math.abs(nowMs - lastMs) >= intervalMs;

const positionOf = ({ timeMs, altitudeFt }: Sighting, { lat, lon }: Place, { trackDeg }: Known): Position => ({
  lat,
  lon,
  atMs: timeMs,
  trackDeg,
  altitudeFt,
});

function isChange({ values }: Known, [name, value]: readonly [string, string], { isProof, timeMs }: Sighting): boolean {
  const known = values.get(name);
  const guard = known?.guard ?? new ReplyGuard<string>();
  if (isProof) guard.prove(value, timeMs);
  const counts = isProof || guard.counts(value, timeMs);
  if (!known) values.set(name, { value, guard });
  if (!known || !counts || value === known.value) return false;
  known.value = value;
  return true;
}

/** A turn or a climb since the last stored position. */
function hasMoved({ place, timeMs, altitudeFt }: Sighting, { position, trackDeg }: Known): boolean {
  if (!place || !position) return false;
  const sinceMs = timeMs - position.atMs;
  if (sinceMs < soonestMs || distanceM(position, place) > sinceMs * fastestMPerMs) return false;
  const climbedFt =
    altitudeFt === null || position.altitudeFt === null ? 0 : Math.abs(altitudeFt - position.altitudeFt);
  if (climbedFt >= climbFt) return true;
  return trackDeg !== null && position.trackDeg !== null && turnOf(trackDeg, position.trackDeg) >= turnDeg;
}

const turnOf = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

// ---- What the rule of stored rows looks at, from a decoded frame or a line of SBS.

export type Sighting = {
  readonly address: number;
  readonly timeMs: number;
  /** One frame can be noise: which of its values count is decided by the guard of replies (decision 9). */
  readonly isProof: boolean;
  /** Rows of one kind replace each other. */
  readonly kind: string;
  /** Of interest often: positions, velocities, emergencies. */
  readonly isOften: boolean;
  /** Values whose change is a row. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly place: Place | null;
  readonly altitudeFt: number | null;
  readonly trackDeg: number | null;
};

const specialSquawks = new Set(['7500', '7600', '7700']);

export function sightingOf(frame: Decoded): Sighting {
  const { address, timeMs, isProof, located, squitter } = frame;
  const content = squitter?.content;
  const place = located && located.by !== 'bad' ? located : null;
  const squawk = squawkOf(frame);
  return {
    address,
    timeMs,
    isProof,
    kind: kindOf(frame),
    isOften:
      place !== null ||
      content?.kind === 'velocity' ||
      content?.kind === 'altitude' ||
      (emergencyStateOf(content) ?? 0) !== 0 ||
      specialSquawks.has(squawk ?? ''),
    values: valuesOf(frame, squawk),
    place,
    altitudeFt: content?.kind === 'position' || content?.kind === 'altitude' ? (content.altitude?.feet ?? null) : null,
    trackDeg: content?.kind === 'velocity' && content.ground ? trackDegOf(content.ground) : null,
  };
}

/** A position without a place waits for its other half: it must not take the turn of one with a place. */
function kindOf({ df, squitter, register, located }: Decoded): string {
  if (!squitter) return `DF ${df} ${register ?? ''}`;
  const { content, type, sub } = squitter;
  if (content?.kind === 'position') return `${content.isSurface ? 'surface' : 'air'} ${located?.by ?? 'waiting'}`;
  return content?.kind ?? `${type}/${sub}`;
}

function valuesOf({ capability, reply, isOnGround, squitter }: Decoded, squawk: string | null): [string, string][] {
  const values: [string, string][] = [];
  const content = squitter?.content;
  if (squawk !== null) values.push(['squawk', squawk]);
  if (capability !== null) values.push(['capability', String(capability)]);
  if (reply) values.push(['flight status', String(reply.flightStatus)]);
  if (isOnGround !== null && content?.kind === 'position') values.push(['ground', String(isOnGround)]);
  if (content?.kind === 'identification') values.push(['category', content.category], ['callsign', content.text ?? '']);
  const emergency = emergencyStateOf(content);
  if (emergency !== null) values.push(['emergency', String(emergency)]);
  if (reply?.commB?.identification) values.push(['callsign', reply.commB.identification]);
  return values;
}

function squawkOf({ reply, squitter }: Decoded): string | null {
  const content = squitter?.content;
  const isSent = content?.kind === 'emergency' || content?.kind === 'test squawk';
  return reply?.squawk ?? (isSent ? sentSquawk(content) : null);
}

/** MSG,5 to 8 are replies: their program may have taken them from one frame. */
export function sightingOfSbs(message: SbsMessage, timeMs: number): Sighting {
  const { address, type, lat, lon, squawk, callSign, trackDeg, isOnGround, speedKt } = message;
  const place = lat === null || lon === null ? null : { lat, lon };
  const values: [string, string][] = [];
  if (squawk !== null) values.push(['squawk', squawk]);
  if (callSign !== null) values.push(['callsign', callSign]);
  if (isOnGround !== null && place) values.push(['ground', String(isOnGround)]);
  return {
    address,
    timeMs,
    isProof: type <= 4,
    kind: `MSG,${type}`,
    isOften: place !== null || speedKt !== null || specialSquawks.has(squawk ?? ''),
    values,
    place,
    altitudeFt: message.altitudeFt ?? message.geometricFt,
    trackDeg,
  };
}
