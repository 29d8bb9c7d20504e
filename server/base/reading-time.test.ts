import { expect, test } from 'vitest';
import { inProgress } from './pieces.ts';
import { ReadingTime } from './reading-time.ts';

/** Work of a fixed time, as measured: a busy machine makes it longer, never shorter. */
const workFor = (ms: number): void => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
};

test('a flood is read whole and in order, with rests in which other work runs; each connection has its turn', async () => {
  const time = new ReadingTime();
  const read: string[] = [];
  const pieces = 20;
  let others = 0;
  const other = setInterval(() => others++, 1);
  const rests = { a: 0, b: 0 };
  const flood = (name: 'a' | 'b') =>
    time.readPieces(
      Uint8Array.from({ length: pieces * 2048 }, (_, at) => at / 2048),
      ([first = -1]) => {
        workFor(2);
        read.push(`${name}${first}`);
      },
      () => rests[name]++,
    );
  await Promise.all([flood('a'), flood('b')]);
  clearInterval(other);
  const of = (name: string) => read.filter((one) => one.startsWith(name));
  for (const name of ['a', 'b'] as const) {
    expect(of(name)).toEqual(Array.from({ length: pieces }, (_, at) => name + at));
    expect(rests[name]).toBeGreaterThan(0);
  }
  expect(read.indexOf('b0')).toBeLessThan(read.indexOf(`a${pieces - 1}`));
  expect(others).toBeGreaterThan(0);
});

test('what needs less than half of the time is read at once', async () => {
  let nowMs = 0;
  const time = new ReadingTime(() => nowMs);
  let rests = 0;
  for (let n = 0; n < 100; n++) {
    nowMs += 3;
    const read = (): void => {
      nowMs += 2;
    };
    await time.readPieces(new Uint8Array(1000), read, () => rests++);
  }
  expect(rests).toBe(0);
});

test.each([
  // 8 ms of work, of which 2 need no rest.
  ['half of the time without a request', 0, 6],
  ['15 % while a request is in progress: 6 of 40 ms', 1, 34],
])('%s', (_, requests, restMs) => {
  let nowMs = 0;
  const time = new ReadingTime(() => nowMs);
  inProgress.requests += requests;
  try {
    time.spend(() => {
      nowMs += 8;
    });
    nowMs += restMs - 1;
    expect(time.isOver).toBe(true);
    nowMs += 1;
    expect(time.isOver).toBe(false);
  } finally {
    inProgress.requests -= requests;
  }
});
