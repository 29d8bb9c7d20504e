import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowKey } from './row-key.ts';

const field = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const row = fc.dictionary(
  fc.string().filter((name) => name !== 'id'),
  field,
);

test('OFF-03: a row is identified by its server id, whatever else it contains', () => {
  fc.assert(
    fc.property(row, row, fc.string({ minLength: 1 }), (a, b, id) => {
      expect(rowKey({ ...a, id })).toBe(id);
      expect(rowKey({ ...b, id })).toBe(id);
    }),
  );
});

test('without an id a row is identified by its content, in any order of its fields', () => {
  fc.assert(
    fc.property(row, (one) => {
      const turned = Object.fromEntries(Object.entries(one).reverse());
      expect(rowKey(turned)).toBe(rowKey(one));
      expect(rowKey(one)).toMatch(/^#[0-9a-f]{16}$/);
    }),
  );
});

test('rows that differ in one value are two rows', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => rowKey({ tail: 'N163US', text: `POSITION ${at}` }));
  expect(new Set(keys).size).toBe(keys.length);
  expect(rowKey({ level: 1 })).not.toBe(rowKey({ level: '1' }));
  expect(rowKey({ level: null })).not.toBe(rowKey({ level: '' }));
  expect(rowKey({ a: 'b' })).not.toBe(rowKey({ b: 'a' }));
});

test('an empty id is none: rows of another server stay separate', () => {
  for (const id of ['', null, undefined, 7, {}])
    expect(rowKey({ id, text: 'one' }), String(id)).not.toBe(rowKey({ id, text: 'two' }));
});
