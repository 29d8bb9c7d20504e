/** Whether an aircraft is about to land, or has landed, by what its messages and positions state. Pure. Own file: tested without a database. */
import { minuteMs } from '../../contract/durations.ts';
import type { arrivalBases } from '../../contract/entities/briefing.ts';
import { distanceNmi, type Place } from '../base/geometry.ts';

/** Epoch ms. null = not reported. */
type ArrivalLeg = {
  readonly offMs: number | null;
  readonly onMs: number | null;
  readonly inMs: number | null;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly hasLanded: boolean;
};
/** An estimate of the arrival: when it was sent, and what it states. */
export type StatedEta = { readonly sentMs: number; readonly etaMs: number };
/** A received position. `altFt` 0 = on the ground, null = not known. */
export type ArrivalPosition = Place & { readonly atMs: number; readonly altFt: number | null };

export type ArrivalEvidence = {
  readonly leg: ArrivalLeg;
  /** Any order. */
  readonly etas: readonly StatedEta[];
  /** Oldest first. */
  readonly positions: readonly ArrivalPosition[];
  /** null = the place of the destination is not known. */
  readonly destination: Place | null;
  readonly nowMs: number;
};
/** `atMs` = of the landing, with `in` of the gate arrival. */
type DerivedArrival = {
  readonly state: 'landing' | 'landed';
  readonly atMs: number | null;
  readonly basis: (typeof arrivalBases)[number];
};

/** About to land: so long before a stated estimate. */
export const soonMs = 20 * minuteMs;
/** An estimate that passed longer ago than this without any sign of the aircraft states nothing. */
const overdueMs = 30 * minuteMs;
/** About to land: so near its destination and so low, twice. */
export const nearNmi = 40;
export const lowFt = 10_000;
/** Between two positions that agree, and since the newer one. */
const togetherMs = 10 * minuteMs;
const currentMs = 15 * minuteMs;
/** Pressure altitudes jump by less than this, and a vectored aircraft flies away for a moment. */
const levelFt = 100;
const awayNmi = 2;
/** Ground speed of an approach, if two positions give none: knots. */
const approachKt = 180;
const minKt = 90;

/** null = neither. */
export function arrivalOf(evidence: ArrivalEvidence): DerivedArrival | null {
  const { leg } = evidence;
  if (leg.onMs !== null) return { state: 'landed', atMs: leg.onMs, basis: 'on' };
  if (leg.inMs !== null) return { state: 'landed', atMs: leg.inMs, basis: 'in' };
  if (leg.hasLanded) return { state: 'landed', atMs: null, basis: 'ground' };
  return byEstimate(evidence) ?? byPositions(evidence);
}

/** The newest estimate of the flight. null = none. */
export function newestEta({ leg, etas }: Pick<ArrivalEvidence, 'leg' | 'etas'>): number | null {
  const from = leg.offMs ?? leg.firstMs;
  const own = etas.filter(({ sentMs, etaMs }) => sentMs >= leg.firstMs && etaMs > from);
  return own.toSorted((a, b) => b.sentMs - a.sentMs)[0]?.etaMs ?? null;
}

function byEstimate(evidence: ArrivalEvidence): DerivedArrival | null {
  const etaMs = newestEta(evidence);
  if (etaMs === null) return null;
  const { nowMs } = evidence;
  return etaMs - nowMs <= soonMs && nowMs - etaMs <= overdueMs ? { state: 'landing', atMs: etaMs, basis: 'eta' } : null;
}

/** One position may be wrong: two must agree that it descends to the airport. */
function byPositions({ leg, positions, destination, nowMs, etas }: ArrivalEvidence): DerivedArrival | null {
  const [before, newest] = positions.slice(-2);
  if (!before || !newest || !destination || before.atMs < leg.firstMs) return null;
  if (newest.atMs <= before.atMs || newest.atMs - before.atMs > togetherMs || nowMs - newest.atMs > currentMs)
    return null;
  const distances = [before, newest].map((one) => distanceNmi(one, destination));
  const [distanceBefore = Infinity, distance = Infinity] = distances;
  const isLow = [before, newest].every(({ altFt }) => altFt !== null && altFt > 0 && altFt <= lowFt);
  const isDescending = (newest.altFt ?? 0) <= (before.altFt ?? 0) + levelFt;
  if (!isLow || !isDescending || distanceBefore > nearNmi || distance > nearNmi || distance > distanceBefore + awayNmi)
    return null;
  const hours = (newest.atMs - before.atMs) / (60 * minuteMs);
  const knots = distanceNmi(before, newest) / hours;
  const flownKt = knots >= minKt && knots <= 2 * approachKt ? knots : approachKt;
  const byPosition = newest.atMs + (distance / flownKt) * 60 * minuteMs;
  const stated = newestEta({ leg, etas });
  // An estimate that passed without a landing is wrong.
  const atMs = stated !== null && stated > nowMs && stated < nowMs + 2 * soonMs ? stated : Math.max(nowMs, byPosition);
  return { state: 'landing', atMs: Math.round(atMs / minuteMs) * minuteMs, basis: 'position' };
}
