import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BeastReader } from './beast.ts';
import { bytesOf, hexOf } from './bits.ts';
import { readInPieces } from './pieces-for-file.ts';

/** A message with its escapes. */
function written(type: number, payload: readonly number[]): number[] {
  return [0x1a, type, ...payload.flatMap((byte) => (byte === 0x1a ? [0x1a, 0x1a] : [byte]))];
}
const clock = [0x00, 0x00, 0x0b, 0x2c, 0x1a, 0x1a];
const frame = [...(bytesOf('8D4840D6202CC371C32CE0576098') ?? [])];
const long = written(0x33, [...clock, 200, ...frame]);
const read = (bytes: readonly number[]) => {
  const reader = new BeastReader();
  return { messages: reader.read(Uint8Array.from(bytes)), counts: reader.counts, reader };
};

test('reads counter, signal and bytes', () => {
  const { messages } = read(long);
  expect(messages).toEqual([
    { bytes: Uint8Array.from(frame), counter: 0x0b2c1a1a, signal: 200, isMlat: false, receiver: null },
  ]);
});

describe('in pieces', () => {
  const message = fc.oneof(
    fc.tuple(fc.constant(0x31), fc.array(fc.constantFrom(0x1a, 0x31, 0x33, 0), { minLength: 8, maxLength: 8 })),
    fc.tuple(fc.constant(0x32), fc.array(fc.constantFrom(0x1a, 0x33, 7), { minLength: 13, maxLength: 13 })),
    fc.tuple(fc.constant(0x33), fc.array(fc.constantFrom(0x1a, 0x32, 9), { minLength: 20, maxLength: 20 })),
  );
  test('of any size, with any byte escaped, messages are the same', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (all, sizes) => {
          // The last byte is never 0, so that Mode A/C is no heartbeat.
          const payloads = all.map(([type, payload]) => [type, [...payload, 5]] as const);
          const bytes = Uint8Array.from(payloads.flatMap(([type, payload]) => written(type, payload)));
          const reader = new BeastReader();
          const found = readInPieces(reader, bytes, sizes).map((one) => hexOf(one.bytes));
          expect(found).toEqual(payloads.map(([, payload]) => hexOf(Uint8Array.from(payload.slice(7)))));
          expect(reader.counts).toMatchObject({ cut: 0, skippedBytes: 0 });
        },
      ),
    );
  });
});

describe('around messages', () => {
  test('a message that is cut by the next is dropped and counted', () => {
    const { messages, counts } = read([...long.slice(0, 15), ...long]);
    expect(messages.length).toBe(1);
    expect(counts).toMatchObject({ messages: 1, cut: 1 });
  });

  test('a connection that starts within a message loses that one only', () => {
    for (let from = 1; from < long.length; from++)
      expect(read([...long.slice(from), ...long, ...long]).messages.length, `from ${from}`).toBeGreaterThanOrEqual(1);
  });

  test('garbage and unknown types are skipped', () => {
    const others = [
      ...written(0x34, Array(21).fill(1)),
      ...written(0xe4, [...Array(36).fill(0x41)]),
      ...written(0x50, [1, 2, 3]),
      ...written(0xe8, Array(8).fill(0x1a)),
      ...Array(1000).fill(0x55),
    ];
    const { messages, counts } = read([...others, ...long, ...others, ...long, 0x1a]);
    expect(messages.length).toBe(2);
    // Twice the garbage, which follows a known message.
    expect(counts.skippedBytes).toBe(2000);
  });

  test('a heartbeat is no Mode A code', () => {
    const { messages, counts } = read([
      ...written(0x31, Array(9).fill(0)),
      ...written(0x31, [0, 0, 0, 0, 0, 1, 9, 0x12, 0x34]),
    ]);
    expect(messages).toEqual([
      { bytes: Uint8Array.from([0x12, 0x34]), counter: 1, signal: 9, isMlat: false, receiver: null },
    ]);
    expect(counts.heartbeats).toBe(1);
  });

  test('a calculated position is marked', () => {
    const { messages } = read(written(0x33, [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54, 0, ...frame]));
    expect(messages).toMatchObject([{ isMlat: true, counter: null, signal: null }]);
  });

  /** Seen in the output of readsb 3.14.1642 with UAT input. The others are in its `readsb.h`, and in its dumps. */
  test.each([
    ['a message of UAT', [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x55]],
    ['a frame that is not to be forwarded', [0xff, 0x00, 0x4d, 0x4c, 0x41, 0x60]],
    ['a frame of a dump', Array(6).fill(0xff)],
  ])('%s has a mark in place of the counter, which is no time', (_, mark) => {
    const { messages } = read(written(0x33, [...mark, 200, ...frame]));
    expect(messages).toMatchObject([{ isMlat: false, counter: null, signal: 200 }]);
  });

  test('the id of a receiver holds until the next one', () => {
    const id = (last: number) => written(0xe3, [1, 2, 3, 4, 5, 6, 7, last]);
    const heartbeat = written(0x31, Array(9).fill(0));
    const bytes = [...long, ...id(0x1a), ...long, ...heartbeat, ...long, ...id(8), ...long];
    expect(read(bytes).messages.map(({ receiver }) => receiver)).toEqual([
      null,
      '010203040506071a',
      '010203040506071a',
      '0102030405060708',
    ]);
  });

  test('messages without a frame are known: status of a Radarcape, ping, command, UUID of a feeder, time of a dump', () => {
    const others = [
      ...written(0x34, Array(21).fill(1)),
      ...written(0xe4, Array(36).fill(0x41)),
      ...written(0x50, [1, 2, 0x1a]),
      ...written(0x57, [0x4f]),
      ...written(0xe8, Array(8).fill(0x1a)),
    ];
    const { messages, counts } = read([...others, ...long, ...others, ...long]);
    expect(messages.length).toBe(2);
    expect(counts).toMatchObject({ skippedBytes: 0, cut: 0 });
  });

  test('the position of the receiver is read, an impossible one is not', () => {
    const payload = (lat: number, lon: number): number[] => {
      const view = new DataView(new ArrayBuffer(21));
      view.setFloat32(4, lat, true);
      view.setFloat32(8, lon, true);
      return [...new Uint8Array(view.buffer)];
    };
    const { reader } = read(written(0x35, payload(44.5, 26.25)));
    expect(reader.place).toEqual({ lat: 44.5, lon: 26.25 });
    for (const [lat, lon] of [
      [95, 0],
      [0, 0],
      [Number.NaN, 1],
    ] as const)
      reader.read(Uint8Array.from(written(0x35, payload(lat, lon))));
    expect(reader.place).toEqual({ lat: 44.5, lon: 26.25 });
  });

  test('any bytes: nothing throws, and nothing piles up', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (chunks) => {
        const reader = new BeastReader();
        const bytes = chunks.flatMap((chunk) => reader.read(chunk)).reduce((sum, one) => sum + one.bytes.length, 0);
        expect(bytes).toBeLessThanOrEqual(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      }),
    );
  });
});
