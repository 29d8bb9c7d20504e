/**
 * Density of demo traffic by age: recent windows are full while fifteen days stay small.
 * An event remains as long as its random number is below the share of its age: history is always a subset of what was live.
 */
import { hourMs, minuteMs } from '../../contract/durations.ts';
export type Traffic = 'acars' | 'adsb';
export type Density = 'live' | 'hours' | 'day' | 'days' | 'past';

/** The whole period of the demo. */
export const historyMs = 15 * 24 * hourMs;
/** Traffic is written and thinned out in spans of this length, aligned to quarter-hours. */
export const spanMs = 15 * minuteMs;

/** `share` of all events, for traffic younger than `youngerThanMs`. */
type Step = { readonly density: Density; readonly share: number; readonly youngerThanMs: number };

/**
 * About 35,000 ACARS and 100,000 ADS-B rows in total. The lists open on 2 hours, 24 hours, 1 hour and 3 days. Steps of ACARS are about a half, so that
 * no chart of messages has a cliff.
 */
const steps: Readonly<Record<Traffic, readonly Step[]>> = {
  acars: [
    { density: 'live', share: 0.95, youngerThanMs: 2.25 * hourMs },
    { density: 'hours', share: 0.46, youngerThanMs: 6 * hourMs },
    { density: 'day', share: 0.2, youngerThanMs: 25 * hourMs },
    { density: 'days', share: 0.068, youngerThanMs: 73 * hourMs },
    { density: 'past', share: 0.022, youngerThanMs: historyMs },
  ],
  adsb: [
    { density: 'live', share: 1, youngerThanMs: 1.25 * hourMs },
    { density: 'day', share: 0.0935, youngerThanMs: 25 * hourMs },
    { density: 'days', share: 0.034, youngerThanMs: 73 * hourMs },
    { density: 'past', share: 0.0065, youngerThanMs: historyMs },
  ],
};

/** Share of all events that remain at this density. */
export function shareOf(traffic: Traffic, density: Density): number {
  const step = steps[traffic].find((one) => one.density === density);
  if (!step) throw new Error(`${traffic} has no density ${density}`);
  return step.share;
}

/** Density of a span that ended this long ago. null = removed. */
export const densityAt = (traffic: Traffic, ageMs: number): Density | null =>
  steps[traffic].find(({ youngerThanMs }) => ageMs < youngerThanMs)?.density ?? null;

export const spanBegin = (ms: number): number => Math.floor(ms / spanMs) * spanMs;

/** `open` = started live and possibly interrupted: it may contain any part of the live traffic. */
export type SpanState = Density | 'open';
/** Known state of the spans, by their start in epoch ms. */
export type Written = ReadonlyMap<number, SpanState>;
/** Adjacent spans of the same state to write or thin out together. `toMs` is exclusive. */
export type Job = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly density: Density;
  /** null = empty. */
  readonly was: SpanState | null;
};

/** Spans of a job contain about as many events as fit a few batches of rows. */
const maxMoments = 1500;

/**
 * Work to do so that every whole span before `nowMs` has the density of its age: missing ones are written, denser ones
 * thinned out. The newest first. `momentsPerSpan` = of all events.
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
    if (last && last.fromMs === toMs && last.density === density && last.was === was && moments < maxMoments) {
      jobs[jobs.length - 1] = { ...last, fromMs };
    } else {
      jobs.push({ fromMs, toMs, density, was });
      moments = momentsPerSpan * shareOf(traffic, density);
    }
  }
}
