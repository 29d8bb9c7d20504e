import { expect, test } from 'vitest';
import { densityAt, historyMs, jobsFor, type SpanState, shareOf, spanBegin, spanMs, type Traffic } from './density.ts';

const now = Date.UTC(2026, 10, 21, 9, 7);
const moments = { acars: spanMs / 4000, adsb: spanMs / 250 };
const both: readonly Traffic[] = ['acars', 'adsb'];

/** Does all that is to be done at `nowMs`, as the writer would; resolves to the number of spans that were touched. */
function catchUp(traffic: Traffic, written: Map<number, SpanState>, nowMs: number): number {
  let touched = 0;
  for (const job of jobsFor(traffic, written, nowMs, moments[traffic])) {
    for (let begin = job.fromMs; begin < job.toMs; begin += spanMs, touched++) written.set(begin, job.density);
  }
  for (const begin of written.keys()) if (densityAt(traffic, nowMs - begin - spanMs) === null) written.delete(begin);
  return touched;
}
const selectedMoments = (traffic: Traffic, written: ReadonlyMap<number, SpanState>): number =>
  [...written.values()].reduce(
    (sum, density) => sum + moments[traffic] * shareOf(traffic, density === 'open' ? 'live' : density),
    0,
  );

test('an empty demo gets its fifteen days, the newest first and in jobs of a bounded size', () => {
  for (const traffic of both) {
    const jobs = jobsFor(traffic, new Map(), now, moments[traffic]);
    expect(jobs[0]?.toMs).toBe(spanBegin(now));
    expect(jobs.slice(1).map(({ toMs }) => toMs)).toEqual(jobs.slice(0, -1).map(({ fromMs }) => fromMs));
    const coveredMs = now - (jobs.at(-1)?.fromMs ?? 0);
    expect(coveredMs).toBeGreaterThan(historyMs);
    expect(coveredMs).toBeLessThan(historyMs + 2 * spanMs);
    for (const { fromMs, toMs, density } of jobs) {
      const size = ((toMs - fromMs) / spanMs) * moments[traffic] * shareOf(traffic, density);
      expect(size).toBeLessThanOrEqual(Math.max(1500, moments[traffic]));
    }
    const written = new Map<number, SpanState>();
    catchUp(traffic, written, now);
    expect(jobsFor(traffic, written, now, moments[traffic])).toEqual([]);
  }
});

test('the amount does not grow over weeks: live traffic is thinned out and dropped after fifteen days', () => {
  for (const traffic of both) {
    const written = new Map<number, SpanState>();
    catchUp(traffic, written, now);
    const atFirst = selectedMoments(traffic, written);
    let touched = 0;
    for (let passedMs = spanMs; passedMs <= 20 * 86_400_000; passedMs += spanMs) {
      written.set(spanBegin(now + passedMs) - spanMs, 'live'); // the server has run
      touched += catchUp(traffic, written, now + passedMs);
      expect(written.size).toBeLessThanOrEqual(historyMs / spanMs + 1);
      if (passedMs % (7 * spanMs) > 0) continue;
      expect(Math.abs(selectedMoments(traffic, written) / atFirst - 1)).toBeLessThan(0.01);
    }
    // Each span is thinned out once a step of its age, and never again.
    const steps = traffic === 'acars' ? 4 : 3;
    expect(touched / (20 * 96)).toBeGreaterThan(steps - 0.1);
    expect(touched / (20 * 96)).toBeLessThan(steps + 0.1);
  }
});

test('after a time off, missing traffic is written and old traffic thinned out, to the same amount', () => {
  for (const offMs of [3_600_000, 9 * 86_400_000, 400 * 86_400_000]) {
    for (const traffic of both) {
      const written = new Map<number, SpanState>();
      catchUp(traffic, written, now);
      const atFirst = selectedMoments(traffic, written);
      catchUp(traffic, written, now + offMs);
      expect(Math.abs(selectedMoments(traffic, written) / atFirst - 1)).toBeLessThan(0.01);
    }
  }
});

test('an interrupted span is written again; spans of different states are different jobs', () => {
  const begin = spanBegin(now) - 40 * spanMs;
  const written = new Map<number, SpanState>();
  catchUp('adsb', written, now);
  written.set(begin, 'open').set(begin - spanMs, 'live');
  expect(jobsFor('adsb', written, now, moments.adsb)).toEqual([
    { fromMs: begin, toMs: begin + spanMs, density: 'day', was: 'open' },
    { fromMs: begin - spanMs, toMs: begin, density: 'day', was: 'live' },
  ]);
});
