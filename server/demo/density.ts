/**
 * How densely the demo keeps its traffic: the younger the denser, so that the usual windows show plenty while fifteen days stay small.
 * A moment of traffic is kept as long as its own random number lies below the share of its age: what is kept of the past is always part of
 * what was heard live. Must not: know the database, or what traffic is.
 */
export type Traffic = 'acars' | 'adsb';
export type Density = 'live' | 'day' | 'days' | 'past';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The whole time that the demo covers. */
export const historyMs = 15 * 24 * hourMs;
/** Traffic is written and thinned out in spans of this length, which begin at whole quarters of an hour. */
export const spanMs = 15 * minuteMs;

/** `share` of all moments, for traffic younger than `youngerThanMs`. */
type Step = { readonly density: Density; readonly share: number; readonly youngerThanMs: number };

/** About 20,000 rows of ACARS and 100,000 of ADS-B in all; the lists open on 2 hours, 24 hours, 1 hour and 3 days. */
const steps: Readonly<Record<Traffic, readonly Step[]>> = {
  acars: [
    { density: 'live', share: 0.95, youngerThanMs: 2.25 * hourMs },
    { density: 'day', share: 0.2, youngerThanMs: 25 * hourMs },
    { density: 'past', share: 0.0165, youngerThanMs: historyMs },
  ],
  adsb: [
    { density: 'live', share: 1, youngerThanMs: 1.25 * hourMs },
    { density: 'day', share: 0.0935, youngerThanMs: 25 * hourMs },
    { density: 'days', share: 0.034, youngerThanMs: 73 * hourMs },
    { density: 'past', share: 0.0065, youngerThanMs: historyMs },
  ],
};

/** Which share of all moments is kept at this density. */
export function shareOf(traffic: Traffic, density: Density): number {
  const step = steps[traffic].find((one) => one.density === density);
  if (!step) throw new Error(`${traffic} has no density ${density}`);
  return step.share;
}

/** How densely a span is kept that ended so long ago; null = no longer. */
export const densityAt = (traffic: Traffic, ageMs: number): Density | null =>
  steps[traffic].find(({ youngerThanMs }) => ageMs < youngerThanMs)?.density ?? null;

export const spanBegin = (ms: number): number => Math.floor(ms / spanMs) * spanMs;

/** `open` = begun live and perhaps cut off: it may hold any part of what was heard live. */
export type SpanState = Density | 'open';
/** What is known to be written: the state of each span, by the epoch ms at which it begins. */
export type Written = ReadonlyMap<number, SpanState>;
/** Neighbouring spans of the same state that are to be written, or thinned out, in one go; `toMs` is not included. */
export type Job = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly density: Density;
  /** null = nothing is there. */
  readonly was: SpanState | null;
};

/** Spans of one job hold about as many moments as fit a few batches of rows. */
const mostMoments = 1500;

/**
 * What is to be done so that every whole span before `nowMs` is written at the density of its age: missing ones are written, denser ones
 * thinned out. The newest first. `momentsPerSpan` = of all moments.
 */
export function jobsFor(traffic: Traffic, written: Written, nowMs: number, momentsPerSpan: number): Job[] {
  const jobs: Job[] = [];
  let moments = 0;
  for (let fromMs = spanBegin(nowMs) - spanMs; ; fromMs -= spanMs) {
    const toMs = fromMs + spanMs;
    const density = densityAt(traffic, nowMs - toMs);
    if (density === null) return jobs;
    const was = written.get(fromMs) ?? null;
    if (was === density) continue;
    const last = jobs.at(-1);
    moments += momentsPerSpan * shareOf(traffic, density);
    if (last && last.fromMs === toMs && last.density === density && last.was === was && moments < mostMoments) {
      jobs[jobs.length - 1] = { ...last, fromMs };
    } else {
      jobs.push({ fromMs, toMs, density, was });
      moments = momentsPerSpan * shareOf(traffic, density);
    }
  }
}
