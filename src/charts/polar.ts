/** Geometry of the polar chart: sectors, outline, readout. Pure. */
import { measured } from '../lib/format.ts';

/** A direction starts at `angleDeg` (0 = north, clockwise) and is as wide as the sectors of its query. */
type PolarPoint = { readonly angleDeg: number; readonly distanceNmi: number };
export type PolarSeries = { readonly name: string; readonly points: readonly PolarPoint[] };
/** Nautical miles east and north of the station. */
type PlanePoint = { readonly eastNmi: number; readonly northNmi: number };

/** STAT-05: larger values are drawn at the edge, with a note (C64). */
export const rimNmi = 400;
export const ringsNmi = [100, 200, 300, rimNmi] as const;

/** Points as sectors: each direction once with its farthest distance, clockwise. Invalid points are skipped. */
export function sectorsOf(points: readonly PolarPoint[]): readonly PolarPoint[] {
  const farthest = new Map<number, number>();
  for (const { angleDeg, distanceNmi } of points) {
    if (!Number.isFinite(angleDeg) || !Number.isFinite(distanceNmi) || distanceNmi < 0) continue;
    const angle = ((angleDeg % 360) + 360) % 360;
    farthest.set(angle, Math.max(distanceNmi, farthest.get(angle) ?? 0));
  }
  return [...farthest].map(([angleDeg, distanceNmi]) => ({ angleDeg, distanceNmi })).sort(byAngle);
}
const byAngle = (a: PolarPoint, b: PolarPoint): number => a.angleDeg - b.angleDeg;

export function planePoint(angleDeg: number, distanceNmi: number): PlanePoint {
  const radians = (angleDeg * Math.PI) / 180;
  const drawn = Math.min(distanceNmi, rimNmi);
  return { eastNmi: drawn * Math.sin(radians), northNmi: drawn * Math.cos(radians) };
}

const centre: PlanePoint = { eastNmi: 0, northNmi: 0 };
/** Narrower sectors are joined by straight lines. Wider ones are arcs: one distance for their whole width. */
const arcFromDeg = 3;
const arcStepDeg = 2;
/** Tolerance for directions rounded to whole degrees. */
const touchDeg = 0.01;

/** Closed outline of sectors of `widthDeg`. Without receptions it returns to the centre. */
export function outlineOf(sectors: readonly PolarPoint[], widthDeg: number): readonly PlanePoint[] {
  const outline: PlanePoint[] = [];
  sectors.forEach((sector, at) => {
    const before = sectors[at === 0 ? sectors.length - 1 : at - 1] as PolarPoint;
    const after = sectors[(at + 1) % sectors.length] as PolarPoint;
    const isFirst = !touches(before, sector, widthDeg);
    const isLast = !touches(sector, after, widthDeg);
    if (isFirst) outline.push(centre);
    outline.push(...edgeOf(sector, widthDeg, isFirst, isLast));
    if (isLast) outline.push(centre);
  });
  return outline;
}

function touches(before: PolarPoint, after: PolarPoint, widthDeg: number): boolean {
  const apart = (after.angleDeg - before.angleDeg + 360) % 360;
  return apart > 0 && apart <= widthDeg + touchDeg;
}

function edgeOf(
  { angleDeg, distanceNmi }: PolarPoint,
  widthDeg: number,
  isFirst: boolean,
  isLast: boolean,
): PlanePoint[] {
  const at = (degrees: number): PlanePoint => planePoint(angleDeg + degrees, distanceNmi);
  if (widthDeg >= arcFromDeg) {
    const steps = Math.ceil(widthDeg / arcStepDeg);
    return Array.from({ length: steps + 1 }, (_, step) => at((step * widthDeg) / steps));
  }
  return [...(isFirst ? [at(0)] : []), at(widthDeg / 2), ...(isLast ? [at(widthDeg)] : [])];
}

/** The sector of a direction. null = no receptions there. */
export function sectorAt(sectors: readonly PolarPoint[], widthDeg: number, angleDeg: number): PolarPoint | null {
  return sectors.find((sector) => (angleDeg - sector.angleDeg + 360) % 360 < widthDeg) ?? null;
}

type PolarFacts = {
  readonly farthest: PolarPoint | null;
  readonly medianNmi: number | null;
  /** Beyond the edge. */
  readonly beyond: number;
  /** Degrees without receptions. */
  readonly silentDeg: number;
};

/** Summary next to the chart. */
export function polarFacts(sectors: readonly PolarPoint[], widthDeg: number): PolarFacts {
  const sorted = sectors.map(({ distanceNmi }) => distanceNmi).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return {
    farthest: sectors.reduce<PolarPoint | null>(
      (best, one) => (best === null || one.distanceNmi > best.distanceNmi ? one : best),
      null,
    ),
    medianNmi: low === undefined || high === undefined ? null : (low + high) / 2,
    beyond: sorted.filter((distance) => distance > rimNmi).length,
    silentDeg: Math.max(0, Math.round(360 - sectors.length * widthDeg)),
  };
}

/** `45°`, `40° to 50°`. */
export function directionText(angleDeg: number, widthDeg: number): string {
  const from = Math.round(angleDeg * 10) / 10;
  return widthDeg <= 1 ? `${from}°` : `${from}° to ${Math.round((angleDeg + widthDeg) * 10) / 10}°`;
}
/** `271 nmi`, short ranges with one decimal. */
export function distanceText(nmi: number): string {
  return measured(nmi < 10 ? Math.round(nmi * 10) / 10 : Math.round(nmi), 'nmi');
}

/** `45°: 271 nmi`; of several stations each by its name. */
export function describeDirection(series: readonly PolarSeries[], widthDeg: number, angleDeg: number): string {
  const start = Math.floor(angleDeg / widthDeg) * widthDeg;
  const distances = series.map(({ name, points }) => {
    const sector = sectorAt(points, widthDeg, angleDeg);
    const distance = sector ? distanceText(sector.distanceNmi) : 'no receptions';
    return series.length === 1 ? distance : `${name} ${distance}`;
  });
  return `${directionText(start, widthDeg)}: ${distances.join(', ')}`;
}
