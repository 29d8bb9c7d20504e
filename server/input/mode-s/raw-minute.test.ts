import { expect, test } from 'vitest';
import { FramePacker, type RawFrame, unpackFrames } from './raw-minute.ts';

const minuteMs = Date.UTC(2026, 3, 1, 12, 30);
const frame = (length: number, timeMs: number, signal: number | null, fill: number): RawFrame => ({
  bytes: Uint8Array.from({ length }, (_, at) => (at === 0 ? (length === 14 ? 0x8d : 0x5d) : (fill + at * 37) & 0xff)),
  timeMs,
  signal,
});
function pack(frames: readonly RawFrame[]): Uint8Array {
  const packer = new FramePacker(minuteMs);
  for (const one of frames) packer.add(one);
  return packer.packed();
}

test('frames are the same after packing: times to the microsecond, also backwards and before the minute', () => {
  const times = [0.001, 12.345, 12.347, 12.346, -800.5, 59_999.999, 61_000, 4.0e8].map((ms) => minuteMs + ms);
  const frames = times.map((timeMs, at) => frame(at % 3 === 0 ? 7 : 14, timeMs, at % 2 ? at * 30 : null, at));
  expect(unpackFrames(minuteMs, pack(frames))).toEqual(frames);
  expect(unpackFrames(minuteMs, pack([]))).toEqual([]);
});

test('a packer copies the bytes: thousands of frames from one buffer that is used again', () => {
  const packer = new FramePacker(minuteMs);
  const buffer = new Uint8Array(14);
  const given = Array.from({ length: 5000 }, (_, at) => frame(14, minuteMs + at, at % 256 || null, at));
  for (const one of given) {
    buffer.set(one.bytes);
    packer.add({ ...one, bytes: buffer });
  }
  expect(packer.count).toBe(5000);
  expect(unpackFrames(minuteMs, packer.packed())).toEqual(given);
});

test('bytes that are no minute are refused, cut ones at any place', () => {
  const packed = pack([frame(14, minuteMs + 5, 9, 1), frame(7, minuteMs + 6, 9, 2)]);
  for (let length = 0; length < packed.length; length++)
    expect(() => unpackFrames(minuteMs, packed.subarray(0, length))).toThrow(RangeError);
  expect(() => unpackFrames(minuteMs, Uint8Array.of(2, 0))).toThrow(RangeError);
  expect(() => unpackFrames(minuteMs, new Uint8Array(40).fill(0xff))).toThrow(RangeError);
  expect(() => pack([frame(2, minuteMs, 1, 1)])).toThrow(RangeError);
});
