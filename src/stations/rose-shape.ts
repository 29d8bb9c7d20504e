/** Ranges of a station by bearing: outline in a square of 100, north up, and their text. Bearings are of equal width from north on. Pure. */
import { measureText, spokenText, type Units } from '../lib/units.ts';

/** nmi by bearing. null = nothing received. */
export type Bearings = readonly (number | null)[];

const radius = 48;
const stepNmi = 50;

/** Distance at the rim: at least `minNmi`, in steps of 50 nmi. */
export const rimOf = (minNmi: number, ...outlines: readonly Bearings[]): number =>
  Math.max(minNmi, Math.ceil(Math.max(0, ...outlines.flat().map((nmi) => nmi ?? 0)) / stepNmi) * stepNmi);

/** One outline around the centre: an arc per bearing, steps between them. */
export function rosePath(outline: Bearings, rimNmi: number): string {
  if (!outline.some((nmi) => (nmi ?? 0) > 0)) return '';
  const widthDeg = 360 / outline.length;
  const arcs = outline.map((nmi, at) => {
    const far = ((nmi ?? 0) / rimNmi) * radius;
    const [x1, y1] = pointAt(at * widthDeg, far);
    const [x2, y2] = pointAt((at + 1) * widthDeg, far);
    return `${x1} ${y1}A${far.toFixed(1)} ${far.toFixed(1)} 0 0 1 ${x2} ${y2}`;
  });
  return `M${arcs.join('L')}Z`;
}

function pointAt(degrees: number, far: number): readonly [string, string] {
  const angle = (degrees * Math.PI) / 180;
  return [(50 + far * Math.sin(angle)).toFixed(1), (50 - far * Math.cos(angle)).toFixed(1)];
}

/** `Farthest 250 nmi at 135°`: the middle of the bearing. null = nothing received. */
export function rangeText(outline: Bearings, { distance }: Units, isSpoken = false): string | null {
  const farthest = Math.max(0, ...outline.map((nmi) => nmi ?? 0));
  if (farthest === 0) return null;
  const widthDeg = 360 / outline.length;
  const middle = Math.floor((outline.indexOf(farthest) + 0.5) * widthDeg);
  return `Farthest ${(isSpoken ? spokenText : measureText)(distance, farthest)} at ${middle}°`;
}

/** Bearings joined to wider ones, each with its farthest. */
export function wider(outline: Bearings, widthDeg: number): (number | null)[] {
  const each = Math.max(1, Math.round((widthDeg * outline.length) / 360));
  return Array.from({ length: Math.ceil(outline.length / each) }, (_, at) => {
    const known = outline.slice(at * each, (at + 1) * each).filter((nmi) => nmi !== null);
    return known.length > 0 ? Math.max(...known) : null;
  });
}

/** Shorter than this share of the month is a finding, over three neighbouring bearings of 10 degrees. */
const shortShare = 0.6;
const minBearings = 3;
/** Shorter ranges prove nothing. */
const minNmi = 20;

/** `330° to 30°`: where the day is below this share of the month. */
export function shortSpans(day: Bearings, month: Bearings, share = shortShare): string[] {
  const [now, usual] = [wider(day, 10), wider(month, 10)];
  const count = usual.length;
  const isShort = usual.map((nmi, at) => nmi !== null && nmi >= minNmi && (now[at] ?? 0) < nmi * share);
  if (count === 0 || isShort.every(Boolean)) return count === 0 ? [] : ['all directions'];
  const spans: string[] = [];
  for (let at = 0; at < count; at++) {
    if (!isShort[at] || isShort[(at + count - 1) % count]) continue;
    let length = 1;
    while (isShort[(at + length) % count]) length++;
    if (length >= minBearings) spans.push(`${at * 10}° to ${((at + length) * 10) % 360}°`);
  }
  return spans;
}
