import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acarsMessage, adsbMessage } from './entities/messages.ts';
import { blankRow, rowSchema, tolerantRow } from './kinds.ts';

test('a row always has every field with the right type, whatever a server sends', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ tail: fc.anything(), freq: fc.anything(), text: fc.anything(), end: fc.anything() }),
      ),
      (sent) => {
        const row = tolerantRow(acarsMessage, sent);
        expect(Object.keys(row).filter((key) => key !== 'id')).toEqual(Object.keys(acarsMessage));
        const known = rowSchema(acarsMessage).safeParse({ ...row, acarsDateTime: '2026-02-01T23:58:00Z' });
        expect(known.error?.issues ?? []).toEqual([]);
      },
    ),
  );
});
test('a valid row is unchanged, without unknown keys', () => {
  const row = tolerantRow(acarsMessage, {
    acarsDateTime: '2026-02-01T23:58:00Z',
    tail: 'N163US',
    freq: 131.55,
    colour: 'red',
    stationId: 12,
  });
  expect(row).toMatchObject({ tail: 'N163US', freq: 131.55, stationId: '12', text: null });
  expect(row).not.toHaveProperty('colour');
});
test('a blank row has every field, each null but those that never are', () => {
  const blank = Object.fromEntries(Object.keys(adsbMessage).map((field) => [field, null]));
  expect(blankRow(adsbMessage)).toEqual({ ...blank, adsbDateTime: '' });
});
