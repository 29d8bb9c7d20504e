import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LateAnswer, withOfflineCopy } from './with-offline-copy.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Unreached extends Error {}
const refusal = new Error('403');
const slowMs = 900;

/** A promise that is settled from outside. */
function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A race with all that it is told; `outcome` is what it gave, or the error that it threw. */
function run(stored: () => Promise<string | null>) {
  const live = promised<string>();
  const told: { slow: number; reads: number; late: LateAnswer<string, 'timeout'>[] } = { slow: 0, reads: 0, late: [] };
  let outcome: unknown;
  const copied = withOfflineCopy<string, string, 'timeout'>({
    live: () => live.promise,
    stored: () => {
      told.reads += 1;
      return stored();
    },
    unreached: (error) => (error instanceof Unreached ? 'timeout' : null),
    slowMs,
    slow: () => {
      told.slow += 1;
    },
    late: (answer) => told.late.push(answer),
  });
  copied.then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  return { live, told, outcome: () => outcome, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
const copy = (text: string | null) => async () => text;

describe('OFF-03: the server answers in time', () => {
  test('the live answer is given, and the store is not even read', async () => {
    const race = run(copy('copy'));
    await race.after(slowMs - 1);
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
    await race.after(60_000);
    expect(race.told).toEqual({ slow: 0, reads: 0, late: [] });
  });
  test('a refusal is thrown: an answer of the server is not covered up by a copy', async () => {
    const race = run(copy('copy'));
    race.live.reject(refusal);
    await race.after(0);
    expect(race.outcome()).toBe(refusal);
    expect(race.told.reads).toBe(0);
  });
  test('C53: not reached gives the copy and says why', async () => {
    const race = run(copy('copy'));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'timeout' });
    expect(race.told.slow).toBe(0);
  });
  test('not reached and nothing stored says just that', async () => {
    const race = run(copy(null));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'nothing', why: 'timeout' });
  });
  test('not reached and a question that the copy cannot answer: the person hears why', async () => {
    const meaningless = new Error('This must be a number.');
    const race = run(() => Promise.reject(meaningless));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toBe(meaningless);
  });
});

describe('OFF-03: the server is slow', () => {
  test('the copy is shown at the bound, not before, and a live answer replaces it', async () => {
    const race = run(copy('copy'));
    await race.after(slowMs - 1);
    expect(race.outcome()).toBeUndefined();
    await race.after(1);
    expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'slow' });
    expect(race.told).toMatchObject({ slow: 1, late: [] });
    race.live.resolve('live');
    await race.after(1);
    expect(race.told.late).toEqual([{ kind: 'answered', value: 'live' }]);
  });
  test('a time-out after the copy says why, a refusal after it is told', async () => {
    for (const [error, late] of [
      [new Unreached(), { kind: 'not reached', why: 'timeout' }],
      [refusal, { kind: 'failed', error: refusal }],
    ] as const) {
      const race = run(copy('copy'));
      await race.after(slowMs);
      race.live.reject(error);
      await race.after(1);
      expect(race.told.late).toEqual([late]);
    }
  });
  test('with nothing stored it is told to be slow and waits for the answer, whatever it is', async () => {
    const answered = run(copy(null));
    await answered.after(slowMs + 3000);
    expect(answered.outcome()).toBeUndefined();
    expect(answered.told.slow).toBe(1);
    answered.live.resolve('live');
    await answered.after(1);
    expect(answered.outcome()).toEqual({ from: 'live', value: 'live' });
    expect(answered.told.late).toEqual([]);

    const refused = run(copy(null));
    await refused.after(slowMs);
    refused.live.reject(refusal);
    await refused.after(0);
    expect(refused.outcome()).toBe(refusal);

    const lost = run(copy(null));
    await lost.after(slowMs);
    lost.live.reject(new Unreached());
    await lost.after(0);
    expect(lost.outcome()).toEqual({ from: 'nothing', why: 'timeout' });
  });
  test('an answer that comes while the store is still being read wins over the copy', async () => {
    const reading = promised<string>();
    const race = run(() => reading.promise);
    await race.after(slowMs);
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
    reading.resolve('copy');
    await race.after(60_000);
    expect(race.told.late).toEqual([]);
  });
  test('a copy that cannot be read is no reason to stop waiting', async () => {
    const race = run(() => Promise.reject(new Error('broken store')));
    await race.after(slowMs + 500);
    expect(race.outcome()).toBeUndefined();
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
  });
});
