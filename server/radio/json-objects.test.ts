import { expect, test } from 'vitest';
import { readInPieces } from '../mode-s/pieces-for-file.ts';
import { JsonObjects } from './json-objects.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const objects = ['{"a":"}{ \\" \\\\"}', '{"b":{"c":[{}]},"ä":"😀"}', '{}'];

test.each([1, 2, 3, 7, 1448])('objects with and without a line end between them, in pieces of %i bytes', (size) => {
  const stream = `\r\n${objects.join('')}\n${objects.join('\n')}\n\n${objects.join('\r\n')}`;
  expect(readInPieces(new JsonObjects(1000), bytes(stream), [size])).toEqual([...objects, ...objects, ...objects]);
});

test('garbage between objects is counted, a cut line does not take the next one with it', () => {
  const reader = new JsonObjects(1000);
  expect(reader.read(bytes('hello {"a":1}\n{"text":"cut\n{"b":2}\n'))).toEqual([
    '{"a":1}',
    '{"text":"cut\n',
    '{"b":2}',
  ]);
  expect(reader.skippedCharacters).toBe(5);
});

test('an object over the limit is skipped and counted', () => {
  const reader = new JsonObjects(20);
  expect(reader.read(bytes(`{"a":"${'x'.repeat(50)}"}{"b":1}`))).toEqual(['{"b":1}']);
  expect(reader.tooLong).toBe(1);
});
