/** What the rule of stored rows looks at, from a decoded frame or a line of SBS. */
import type { Decoded } from '../mode-s/decode.ts';
import type { Place } from '../mode-s/geometry.ts';
import type { SbsMessage } from '../mode-s/sbs.ts';
import { trackDegOf } from '../mode-s/velocity.ts';

export type Sighting = {
  readonly address: number;
  readonly timeMs: number;
  /** One frame can be noise: its values count when they are repeated. */
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
      (content?.kind === 'emergency' && content.state !== 0) ||
      specialSquawks.has(squawk ?? ''),
    values: valuesOf(frame, squawk),
    place,
    altitudeFt: content?.kind === 'position' ? (content.altitude?.feet ?? null) : null,
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
  if (content?.kind === 'identification') values.push(['identification', `${content.category} ${content.text}`]);
  if (content?.kind === 'emergency') values.push(['emergency', String(content.state)]);
  if (reply?.commB?.identification) values.push(['register 20', reply.commB.identification]);
  return values;
}

function squawkOf({ reply, squitter }: Decoded): string | null {
  const content = squitter?.content;
  return reply?.squawk ?? (content?.kind === 'emergency' ? content.squawk : null);
}

/** SBS has no parity, but its program has checked the frame. */
export function sightingOfSbs(message: SbsMessage, timeMs: number): Sighting {
  const { address, type, lat, lon, squawk, callSign, altitudeFt, trackDeg, isOnGround, speedKt } = message;
  const place = lat === null || lon === null ? null : { lat, lon };
  const values: [string, string][] = [];
  if (squawk !== null) values.push(['squawk', squawk]);
  if (callSign !== null) values.push(['identification', callSign]);
  if (isOnGround !== null && place) values.push(['ground', String(isOnGround)]);
  return {
    address,
    timeMs,
    isProof: true,
    kind: `MSG,${type}`,
    isOften: place !== null || speedKt !== null || specialSquawks.has(squawk ?? ''),
    values,
    place,
    altitudeFt,
    trackDeg,
  };
}
