import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageKind } from './tiles.ts';

/** Hex of the beginning of a file, filled up with zeros. */
const file = (hex: string): Buffer => Buffer.concat([Buffer.from(hex.replace(/\s/g, ''), 'hex'), Buffer.alloc(40)]);

test('each image format gives its size, wherever it is in the file', () => {
  expect(imageKind(file('89504e470d0a1a0a 0000000d 49484452 00000100 00000200'))).toEqual({
    type: 'image/png',
    width: 256,
    height: 512,
  });
  // A JFIF segment of 16 bytes, a table of 5, then a progressive frame: height before width.
  const jpeg = 'ffd8 ffe0 0010 4a46494600010100000100010000 ffdb 0005 000000 ffc2 000b 08 0100 0200';
  expect(imageKind(file(jpeg))).toEqual({ type: 'image/jpeg', width: 512, height: 256 });
  const riff = (chunk: string, rest: string) => file(`52494646 00000000 57454250 ${chunk} 00000000 ${rest}`);
  expect(imageKind(riff('56503820', '000000 9d012a 0001 0002'))).toMatchObject({ width: 256, height: 512 });
  // 14 bits each, less one: 255 and 511.
  expect(imageKind(riff('5650384c', '2f ffc07f00'))).toMatchObject({ type: 'image/webp', width: 256, height: 512 });
  expect(imageKind(riff('56503858', '00000000 ff0000 ff0100'))).toMatchObject({ width: 256, height: 512 });
});

test('anything else is not an image, and nothing throws', () => {
  for (const text of ['', '<html>', 'GIF89a', 'RIFF....WEBPxxxx'.padEnd(60), '\xff\xd8\xff'])
    expect(imageKind(Buffer.from(text, 'latin1'))).toBeNull();
  const starts = ['89504e470d0a1a0a', 'ffd8ff', '524946460000000057454250'];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      imageKind(Buffer.concat([Buffer.from(start, 'hex'), rest]));
    }),
  );
});
