import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// The test files of a worker share modules. A retry that another file has planned would be pending here.
vi.resetModules();
const { connection, retryWaitMs } = await import('./connection.ts');

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  connection.reached(Date.now() + 1);
  vi.useRealTimers();
});

test('the wait grows from about 5 s to 30 s, with jitter', () => {
  expect(retryWaitMs(0, 0.5)).toBe(5000);
  expect(retryWaitMs(0, 0)).toBe(4000);
  expect(retryWaitMs(0, 1)).toBe(6000);
  expect([1, 2, 3].map((attempt) => retryWaitMs(attempt, 0.5))).toEqual([8000, 12_800, 20_480]);
  for (const chance of [0, 0.5, 1]) expect(retryWaitMs(50, chance)).toBeLessThanOrEqual(30_000);
});

describe('C53 C51: a server out of reach', () => {
  test('is retried automatically until it responds', () => {
    let tries = 0;
    const stop = connection.onRetry(() => {
      tries += 1;
      if (tries < 4) connection.failed('refused');
      else connection.reached(Date.now());
    });
    connection.failed('refused');
    expect(connection.get()).toMatchObject({ state: 'refused', since: 1_000_000 });
    expect(connection.get().nextTryAt).toBeGreaterThan(1_000_000);
    vi.advanceTimersByTime(120_000);
    expect(tries).toBe(4);
    expect(connection.get()).toMatchObject({ state: 'reached', nextTryAt: null });
    stop();
  });

  test('a late response to another request ends the outage, and the planned retry still repeats what failed', () => {
    let tries = 0;
    const stop = connection.onRetry(() => {
      tries += 1;
      connection.reached(Date.now());
    });
    connection.failed('timeout');
    vi.advanceTimersByTime(1000);
    connection.reached(Date.now());
    connection.reached(Date.now());
    expect(connection.get()).toMatchObject({ state: 'reached', nextTryAt: null });
    vi.advanceTimersByTime(120_000);
    expect(tries).toBe(1);
    stop();
  });

  test('many failures of one round schedule one retry', () => {
    let tries = 0;
    const stop = connection.onRetry(() => {
      tries += 1;
    });
    connection.failed('timeout');
    const { nextTryAt } = connection.get();
    connection.failed('timeout');
    connection.failed('timeout');
    expect(connection.get().nextTryAt).toBe(nextTryAt);
    vi.advanceTimersByTime(6000);
    expect(tries).toBe(1);
    stop();
  });

  test('a retry without a reported result is followed by the next', () => {
    let tries = 0;
    const stop = connection.onRetry(() => {
      tries += 1;
    });
    connection.failed('portal');
    vi.advanceTimersByTime(90_000);
    expect(tries).toBeGreaterThan(2);
    stop();
  });

  test('states the reason and the start', () => {
    connection.failed('no-network');
    vi.setSystemTime(1_002_000);
    connection.failed('no-network');
    expect(connection.get()).toMatchObject({ state: 'no-network', since: 1_000_000 });
    connection.failed('portal');
    expect(connection.get()).toMatchObject({ state: 'portal', since: 1_002_000 });
  });
});

test('C53: a response sent before the network was lost does not end the outage; a later one does', () => {
  const sentBefore = Date.now() - 300;
  connection.failed('no-network');
  connection.reached(sentBefore);
  expect(connection.get().state).toBe('no-network');
  vi.setSystemTime(1_000_500);
  connection.reached(1_000_400);
  expect(connection.get().state).toBe('reached');
});

test('C51: a late response ends the outage of a slow server', () => {
  const sentBefore = Date.now() - 9000;
  connection.failed('timeout');
  connection.reached(sentBefore);
  expect(connection.get().state).toBe('reached');
});

test('only a reachable server is called slow', () => {
  const end = connection.slow();
  expect(connection.get().state).toBe('slow');
  end();
  expect(connection.get().state).toBe('reached');
  connection.failed('timeout');
  const endAgain = connection.slow();
  expect(connection.get().state).toBe('timeout');
  endAgain();
  expect(connection.get().state).toBe('timeout');
});

test('C51: responses to other requests do not end a slow response; its own end does, also after an outage', () => {
  const ends = [connection.slow(), connection.slow()];
  connection.reached(Date.now());
  ends[0]?.();
  connection.reached(Date.now());
  expect(connection.get().state).toBe('slow');
  connection.failed('refused');
  expect(connection.get().state).toBe('refused');
  connection.reached(Date.now());
  expect(connection.get().state).toBe('slow');
  ends[1]?.();
  expect(connection.get().state).toBe('reached');
});

test('responses in time notify no one, so that nothing is rendered again', () => {
  const listener = vi.fn();
  const stop = connection.subscribe(listener);
  vi.setSystemTime(1_005_000);
  connection.reached(Date.now());
  expect(listener).not.toHaveBeenCalled();
  expect(connection.get().lastReachedAt).toBe(1_005_000);
  stop();
});
