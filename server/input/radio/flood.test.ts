import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SourceCounters } from '../../base/ingest-counters.ts';
import { SourceMeter } from '../../base/source-meter.ts';
import { ConnectionState, startListener } from './connections.ts';
import { readRadio } from './radio-config.ts';
import { Flood, sourceReader } from './source-reader.ts';
import { StationFeed } from './station-feed.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test.each([
  ['avr', '*5d4b12340a0b0c;\n'],
  ['sbs', 'MSG,8,1,1,4B1234,1,,,,,,,,,,,,,,,,0\n'],
] as const)(
  'of a flood on one connection (%s) 50,000 frames of each second are read; the others are counted',
  (format, line) => {
    const [counters, meter] = [new SourceCounters(), new SourceMeter()];
    const feed = new StationFeed(
      { station: '1001', repairs: false, keepSeconds: 30 },
      { counters, store: () => true, accepted: () => {} },
    );
    const read = sourceReader(format, () => feed, meter);
    const dropped = () => meter.reasons().filter(({ kind }) => kind === 'dropped');
    const noon = Date.UTC(2026, 10, 23, 12);
    read(Buffer.from(line.repeat(50_000)), noon);
    expect(dropped()).toEqual([]);
    read(Buffer.from(line.repeat(7)), noon + 900);
    expect(dropped()).toEqual([{ kind: 'dropped', reason: 'more than 50,000 frames/s on one connection', count: 7 }]);
    expect(counters).toMatchObject({ received: 50_007, dropped: 7 });
    read(Buffer.from(line), noon + 1000);
    expect(dropped()).toMatchObject([{ count: 7 }]);
  },
);

test('of a lasting flood an even sample is read, in step with no order of frames; one second after it everything', () => {
  const flood = new Flood();
  const readIn = (second: number, frames: number): number[] =>
    Array.from({ length: frames }, (_, at) => at).filter(
      (at) => !flood.isTooMuch(second * 1000 + (at * 1000) / frames),
    );
  // Its size is known after a second.
  expect(readIn(1, 200_000).at(-1)).toBe(49_999);
  const read = readIn(2, 200_000);
  expect(read.length).toBeGreaterThan(49_990);
  for (const quarter of [0, 1, 2, 3])
    expect(read.filter((at) => Math.floor(at / 50_000) === quarter).length / 12_500).toBeCloseTo(1, 2);
  // Halves of positions may arrive in turns.
  expect(read.filter((at) => at % 2 === 0).length / 25_000).toBeCloseTo(1, 2);
  readIn(3, 1000);
  expect(readIn(4, 1000)).toHaveLength(1000);
});

test('a burst after a silence is read as far as the limit', () => {
  const flood = new Flood();
  const readAt = (ms: number, frames: number): number =>
    Array.from({ length: frames }).filter(() => !flood.isTooMuch(ms)).length;
  expect([readAt(0, 80_000), readAt(30_000, 60_000)]).toEqual([50_000, 50_000]);
});

test('a port of frames accepts 5 connections of one host; others are refused and counted', async () => {
  const [source] = readRadio({ RADIO: 'beast-listen://127.0.0.1:0' }).sources;
  if (!source) throw new Error('no source');
  const [state, meter] = [new ConnectionState(), new SourceMeter()];
  const listener = await startListener(source, () => () => {}, state, meter);
  stops.push(listener.stop);
  const open = (): Socket => {
    const socket = connect(listener.port, '127.0.0.1').on('error', () => {});
    stops.push(() => socket.destroy());
    return socket;
  };
  const first = open();
  for (let count = 1; count < 7; count++) open();
  await expect
    .poll(() => meter.reasons())
    .toEqual([{ kind: 'refused', reason: 'more than 5 connections of one host', count: 2 }]);
  expect(state.connections).toBe(5);
  first.destroy();
  await expect.poll(() => state.connections).toBe(4);
  open();
  await expect.poll(() => state.connections).toBe(5);
});
