import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AvrReader } from './avr.ts';
import { hexOf } from './bits.ts';
import { readInPieces } from './pieces-for-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => {
  const reader = new AvrReader();
  return { messages: reader.read(bytes(text)), reader };
};
const frame = '8D4840D6202CC371C32CE0576098';

test.each([
  [`*${frame};`, null, null],
  [`:${frame.toLowerCase()};`, null, null],
  [`@00000B2C1A1A${frame};`, 0x0b2c1a1a, null],
  [`%00000b2c1a1a${frame};`, 0x0b2c1a1a, null],
  [`<00000B2C1A1AC8${frame};`, 0x0b2c1a1a, 200],
  [`noise*${frame};`, null, null],
  [`*8D4840*${frame};`, null, null],
])('%s is a frame', (text, counter, signal) => {
  const [message] = read(`${text}\r\n`).messages;
  expect(message).toMatchObject({ counter, signal, receiver: null });
  expect(hexOf(message?.bytes ?? new Uint8Array()).toUpperCase()).toBe(frame);
});

test('frames of 2, 7 and 14 bytes only', () => {
  const { messages, reader } = read('*1200;\n*5D484FDEA248F5;*8D4840;*8D4840D6202CC371C32CE05760981;*;;*XY;');
  expect(messages.map((one) => one.bytes.length)).toEqual([2, 7]);
  expect(reader.counts).toEqual({ messages: 2, broken: 5 });
});

test('text without an end is skipped, and the next frame is read', () => {
  const { messages, reader } = read(`${'x'.repeat(100_000)};*${frame};`);
  expect(messages.length).toBe(1);
  expect(reader.skipped).toBe(1);
});

test('pieces of any size give the same frames', () => {
  const text = bytes(`*${frame};\r\n@00000B2C1A1A${frame};\n<00000B2C1A1AC85D484FDEA248F5;garbage;*1200;`.repeat(3));
  const whole = new AvrReader().read(text);
  expect(whole.length).toBe(12);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      expect(readInPieces(new AvrReader(), text, sizes)).toEqual(whole);
    }),
  );
});
