import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LateResult, race as startRace } from './race.ts';

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

/** A race and its reports. `outcome` is its result or error. */
function run(stored: () => Promise<string | null>) {
  const live = promised<string>();
  const reports: { slow: number; ended: number; reads: number; late: LateResult<string, 'timeout'>[] } = {
    slow: 0,
    ended: 0,
    reads: 0,
    late: [],
  };
  const waits: string[] = [];
  let outcome: unknown;
  const copied = startRace<string, 'timeout'>({
    live: () => live.promise,
    stored: () => {
      reports.reads += 1;
      return stored();
    },
    unreached: (error) => (error instanceof Unreached ? 'timeout' : null),
    slowMs,
    slow: () => {
      reports.slow += 1;
      return () => {
        reports.ended += 1;
      };
    },
    late: (response) => reports.late.push(response),
    waiting: (wait) => waits.push(wait ? `${wait.server}${wait.isReading ? ', reading' : ''}` : 'over'),
  });
  copied.then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  return { live, reports, waits, outcome: () => outcome, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
const copy = (text: string | null) => async () => text;

describe('OFF-03: a response in time', () => {
  test('the live response is returned, and the store is not read', async () => {
    const race = run(copy('copy'));
    await race.after(slowMs - 1);
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
    await race.after(60_000);
    expect(race.reports).toEqual({ slow: 0, ended: 0, reads: 0, late: [] });
  });
  test('a refusal is thrown and not replaced by a copy', async () => {
    const race = run(copy('copy'));
    race.live.reject(refusal);
    await race.after(0);
    expect(race.outcome()).toBe(refusal);
    expect(race.reports.reads).toBe(0);
  });
  test('C53: an unreachable server gives the copy and the reason', async () => {
    const race = run(copy('copy'));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'timeout' });
    expect(race.reports.slow).toBe(0);
  });
  test('unreachable without a copy gives just the reason', async () => {
    const race = run(copy(null));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'nothing', why: 'timeout' });
  });
  test('unreachable and a query that the copy does not cover gives the reason', async () => {
    const meaningless = new Error('Enter a number.');
    const race = run(() => Promise.reject(meaningless));
    race.live.reject(new Unreached());
    await race.after(0);
    expect(race.outcome()).toBe(meaningless);
  });
});

describe('OFF-03: the server is slow', () => {
  test('the copy is shown at the deadline, not before, and a live response replaces it', async () => {
    const race = run(copy('copy'));
    await race.after(slowMs - 1);
    expect(race.outcome()).toBeUndefined();
    await race.after(1);
    expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'slow' });
    expect(race.reports).toMatchObject({ slow: 1, ended: 0, late: [] });
    race.live.resolve('live');
    await race.after(1);
    expect(race.reports).toMatchObject({ ended: 1, late: [{ kind: 'succeeded', value: 'live' }] });
  });
  test('a timeout after the copy gives the reason, and a refusal after it is reported', async () => {
    for (const [error, late] of [
      [new Unreached(), { kind: 'unreachable', why: 'timeout' }],
      [refusal, { kind: 'failed', error: refusal }],
    ] as const) {
      const race = run(copy('copy'));
      await race.after(slowMs);
      race.live.reject(error);
      await race.after(1);
      expect(race.reports).toMatchObject({ ended: 1, late: [late] });
    }
  });
  test('without a copy it reports a slow server and waits for the response, whatever it is', async () => {
    const successful = run(copy(null));
    await successful.after(slowMs + 3000);
    expect(successful.outcome()).toBeUndefined();
    expect(successful.reports.slow).toBe(1);
    successful.live.resolve('live');
    await successful.after(1);
    expect(successful.outcome()).toEqual({ from: 'live', value: 'live' });
    expect(successful.reports.late).toEqual([]);

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
    for (const { reports } of [successful, refused, lost]) expect(reports.ended).toBe(1);
  });
  test('a response during the reading of the store wins over the copy', async () => {
    const reading = promised<string>();
    const race = run(() => reading.promise);
    await race.after(slowMs);
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
    reading.resolve('copy');
    await race.after(60_000);
    expect(race.reports.late).toEqual([]);
  });
  test('an unreadable copy does not end the wait', async () => {
    const race = run(() => Promise.reject(new Error('broken store')));
    await race.after(slowMs + 500);
    expect(race.outcome()).toBeUndefined();
    race.live.resolve('live');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
  });
});

/** In seconds: up to what a busy phone or a frozen server was seen to need. */
const delaysS = [1, 3, 10, 30] as const;

describe('OFF-03: the store is slow', () => {
  test.each(delaysS)(
    'unreachable, and the store answers after %i s: it waits, says so, and returns the copy',
    async (s) => {
      const reading = promised<string>();
      const race = run(() => reading.promise);
      race.live.reject(new Unreached());
      await race.after(s * 1000 - 1);
      expect([race.outcome(), race.waits]).toEqual([undefined, ['timeout, reading']]);
      reading.resolve('copy');
      await race.after(0);
      expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'timeout' });
      expect(race.waits.at(-1)).toBe('over');
    },
  );
  test('nothing is stored is the result only after the store has answered', async () => {
    const reading = promised<null>();
    const race = run(() => reading.promise as unknown as Promise<string | null>);
    race.live.reject(new Unreached());
    await race.after(600_000);
    expect(race.outcome()).toBeUndefined();
    reading.resolve(null);
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'nothing', why: 'timeout' });
  });
  test('a server that fails while the store is read does not read it again', async () => {
    const reading = promised<string>();
    const race = run(() => reading.promise);
    await race.after(slowMs);
    race.live.reject(new Unreached());
    await race.after(30_000);
    expect(race.waits).toEqual(['slow, reading', 'timeout, reading']);
    reading.resolve('copy');
    await race.after(0);
    expect(race.outcome()).toEqual({ from: 'stored', value: 'copy', why: 'timeout' });
    expect(race.reports.reads).toBe(1);
  });
});

test.each(delaysS)('OFF-03: a server that answers after %i s is waited for, and is not unreachable', async (s) => {
  const race = run(copy(null));
  await race.after(s * 1000 - 1);
  expect([race.outcome(), race.waits]).toEqual([undefined, ['slow, reading', 'slow']]);
  race.live.resolve('live');
  await race.after(0);
  expect(race.outcome()).toEqual({ from: 'live', value: 'live' });
  expect(race.waits.at(-1)).toBe('over');
});
