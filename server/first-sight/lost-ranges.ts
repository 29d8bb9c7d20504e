/** Finds directions that a station lost against its month. Pure. */
import type { LostRange } from '../../contract/entities/first-sight.ts';
import { sightSectorDeg } from '../../contract/entities/first-sight.ts';

/** A bearing of the comparison, in degrees. */
const bearingDeg = 10;
const bearings = 360 / bearingDeg;
const lostBelow = 0.6;
/** Fewer neighbouring bearings are chance. */
const fewestNeighbours = 3;
/** Days on which a bearing reached its usual range, so that a single far reception is not usual. */
const fewestUsualDays = 3;
/** A shorter range is not significant. */
const leastNmi = 40;
const dayMs = 86_400_000;

/** `now` and each day have one value a sector, 0 = nothing received. A station without receptions has lost nothing: it is silent. */
export function lostRanges(
  now: readonly number[],
  days: ReadonlyMap<string, readonly number[]>,
  today: string,
): LostRange[] {
  const ofNow = perBearing(now);
  if (ofNow.every((nmi) => nmi === 0)) return [];
  const ofDays = [...days].map(([day, sectors]) => ({ day, nmi: perBearing(sectors) })).sort(byDay);
  const month = ofNow.map((_, at) => Math.max(0, ...ofDays.map(({ nmi }) => nmi[at] ?? 0)));
  const usualDays = month.map((farthest, at) =>
    ofDays.filter(({ day, nmi }) => day < today && (nmi[at] ?? 0) >= lostBelow * farthest).map(({ day }) => day),
  );
  const isLost = month.map(
    (farthest, at) =>
      farthest >= leastNmi &&
      (ofNow[at] ?? 0) < lostBelow * farthest &&
      (usualDays[at]?.length ?? 0) >= fewestUsualDays,
  );
  return runsOf(isLost)
    .filter(({ length }) => length >= fewestNeighbours)
    .map(({ first, length }) => {
      const places = Array.from({ length }, (_, at) => (first + at) % bearings);
      const lastUsual =
        places
          .map((at) => usualDays[at]?.at(-1) ?? today)
          .sort()
          .at(-1) ?? today;
      return {
        fromDeg: first * bearingDeg,
        toDeg: ((first + length) * bearingDeg) % 360,
        nowNmi: Math.max(...places.map((at) => ofNow[at] ?? 0)),
        monthNmi: Math.max(...places.map((at) => month[at] ?? 0)),
        since: new Date(Date.parse(`${lastUsual}T00:00:00Z`) + dayMs).toISOString().slice(0, 10),
      };
    });
}

const byDay = (a: { readonly day: string }, b: { readonly day: string }): number => (a.day < b.day ? -1 : 1);

const perBearing = (sectors: readonly number[]): number[] => {
  const each = bearingDeg / sightSectorDeg;
  return Array.from({ length: bearings }, (_, at) => Math.max(0, ...sectors.slice(at * each, at * each + each)));
};

/** Runs of true around the circle. */
function runsOf(flags: readonly boolean[]): { readonly first: number; readonly length: number }[] {
  const gap = flags.indexOf(false);
  if (gap === -1) return [{ first: 0, length: flags.length }];
  const runs: { first: number; length: number }[] = [];
  for (let step = 1; step <= flags.length; step++) {
    const at = (gap + step) % flags.length;
    if (!flags[at]) continue;
    const last = runs.at(-1);
    if (last && (last.first + last.length) % flags.length === at) last.length++;
    else runs.push({ first: at, length: 1 });
  }
  return runs;
}
