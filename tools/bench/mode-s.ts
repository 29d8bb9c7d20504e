/** Mode S frames on one core, against JSON.parse of their rows and against their parity alone; and what passes of noise. */

import { SourceCounters } from '../../server/base/ingest-counters.ts';
import { SourceMeter } from '../../server/base/source-meter.ts';
import { BeastReader } from '../../server/mode-s/beast.ts';
import { remainder } from '../../server/mode-s/crc.ts';
import { ModeSDecoder } from '../../server/mode-s/decode.ts';
import { rawMessage } from '../../server/mode-s/raw-message.ts';
import { rowOf } from '../../server/mode-s/row.ts';
import { StationFeed } from '../../server/radio/station-feed.ts';
import { allCall, asBeast } from '../../tests/recordings/mode-s-encoder.ts';
import { flights } from '../../tests/recordings/mode-s-flights.ts';
import { medians } from './median.mjs';

const rounds = 7;
const atLeast = 200_000;
/** A packet of TCP. */
const pieceBytes = 1448;
const noiseFrames = 1_000_000;
const knownAddresses = 500;
const meter = new SourceMeter();
const feedOptions = { station: '1001', repairs: false, keepSeconds: 30 } as const;
const startMs = Date.UTC(2026, 10, 21, 12);

export async function measure(): Promise<object[]> {
  return [...(await speed()), ...noise()];
}

/** Nanoseconds of CPU for each of `count` frames. */
async function nanoseconds(count: number, work: () => void): Promise<number> {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / count;
}

async function speed(): Promise<object[]> {
  const frames = flights.flatMap((flight) => flight.frames.map(({ bytes }) => bytes));
  const perRound = Math.ceil(atLeast / frames.length);
  const count = perRound * frames.length;
  /** Frames 20 ms apart. Each round starts with an empty decoder. */
  const decoding = (isRowMade: boolean) => () =>
    nanoseconds(count, () => {
      const decoder = new ModeSDecoder({ station: null, repairs: false });
      let timeMs = startMs;
      for (let round = 0; round < perRound; round++)
        for (const bytes of frames) {
          timeMs += 20;
          const decoded = decoder.decode(bytes, timeMs, 100);
          if (typeof decoded === 'string') throw new Error(`A frame was refused: ${decoded}`);
          if (isRowMade) rowOf(decoded);
        }
    });
  const decoder = new ModeSDecoder({ station: null, repairs: false });
  const rows = frames.flatMap((bytes, at) => {
    const decoded = decoder.decode(bytes, startMs + at * 20, 100);
    return typeof decoded === 'string' ? [] : [JSON.stringify(rowOf(decoded))];
  });
  const stream = Uint8Array.from(frames.flatMap((bytes, at) => asBeast(bytes, at + 1, 90)));
  let sum = 0;
  const results = await medians(
    {
      parsed: () =>
        nanoseconds(count, () => {
          for (let round = 0; round < perRound; round++) for (const row of rows) sum += JSON.parse(row).timestamp;
        }),
      parity: () =>
        nanoseconds(count, () => {
          for (let round = 0; round < perRound; round++) for (const bytes of frames) sum += remainder(bytes);
        }),
      read: () =>
        nanoseconds(count, () => {
          const [reader, beastDecoder] = [new BeastReader(), new ModeSDecoder({ station: null, repairs: false })];
          let timeMs = startMs;
          for (let round = 0; round < perRound; round++)
            for (let from = 0; from < stream.length; from += pieceBytes)
              for (const { bytes, signal } of reader.read(stream.subarray(from, from + pieceBytes))) {
                timeMs += 20;
                beastDecoder.decode(bytes, timeMs, signal);
              }
        }),
      received: () =>
        nanoseconds(count, () => {
          const feed = new StationFeed(feedOptions, {
            counters: new SourceCounters(),
            store: () => true,
            accepted: () => {},
          });
          feed.place = { lat: 0, lon: 0 };
          let timeMs = startMs;
          for (let round = 0; round < perRound; round++) {
            for (const bytes of frames) {
              timeMs += 20;
              feed.takeFrame(rawMessage(bytes, 0, 100), timeMs, timeMs, meter);
            }
            feed.takeReports();
            feed.takeCounts();
          }
        }),
      decoded: decoding(false),
      rows: decoding(true),
    },
    rounds,
  );
  if (Number.isNaN(sum)) throw new Error('A row has no timestamp.');
  const each = (name: keyof typeof results): string =>
    `${results[name].toFixed(0)} ns, ${(1000 / results[name]).toFixed(2)} million a second`;
  return [
    {
      name: 'a Mode S frame decoded into a row of 53 columns, against JSON.parse of that row',
      value: results.rows / results.parsed,
      limit: 0.6,
      detail: `${each('rows')}; JSON.parse ${each('parsed')}; CPU of one core, medians of ${rounds} rounds of ${count} frames`,
    },
    {
      name: 'a Mode S frame read from Beast and decoded, against decoding alone',
      value: results.read / results.decoded,
      limit: 2.5,
      detail: each('read'),
    },
    {
      name: 'a Mode S frame decoded, counted, thinned and given to the map, against decoding alone',
      value: results.received / results.decoded,
      limit: 12,
      detail: each('received'),
    },
    {
      name: 'a Mode S frame decoded, against its parity alone',
      value: results.decoded / results.parity,
      limit: 12,
      detail: `${each('decoded')}; parity ${each('parity')}`,
    },
  ];
}

/** The same noise each time. */
function* randomFrames(): Generator<Uint8Array> {
  let state = 0x2545f491;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let n = 0; n < noiseFrames; n++) {
    const bytes = Uint8Array.from({ length: next() & 0x100 ? 14 : 7 }, () => next() >>> 12);
    bytes[0] = bytes.length === 14 ? (bytes[0] ?? 0) | 0x80 : (bytes[0] ?? 0) & 0x7f;
    yield bytes;
  }
}

/** All within a second, next to aircraft that are really there. */
function noise(): object[] {
  const decoder = new ModeSDecoder({ station: null, repairs: false });
  for (let n = 0; n < knownAddresses; n++)
    for (const ms of [0, 1]) decoder.decode(allCall(0x400000 + n * 977), startMs + ms);
  const before = decoder.addresses;
  let accepted = 0;
  let positions = 0;
  let at = 0;
  for (const bytes of randomFrames()) {
    const decoded = decoder.decode(bytes, startMs + 2 + at++ / 1000);
    if (typeof decoded === 'string') continue;
    accepted++;
    if (decoded.located && decoded.located.by !== 'bad') positions++;
  }
  const detail = `${knownAddresses} known addresses, ${decoder.addresses - before} new addresses, none of them confirmed`;
  return [
    { name: `frames accepted of ${noiseFrames} random ones`, value: accepted, limit: 100, isExact: true, detail },
    { name: `positions from ${noiseFrames} random frames`, value: positions, limit: 0, isExact: true, detail },
  ];
}
