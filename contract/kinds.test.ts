import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankRow } from './blank-row.ts';
import { acarsMessage, adsbMessage } from './entities/messages.ts';
import { aircraft } from './entities/reference.ts';
import { rowSchema, tolerantRow } from './kinds.ts';

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

test('a row within a row is read although another server lacks one of our fields, and adds its own', () => {
  const airline = { airlineId: 7, airlineName: 'Tarom', iata: 'RO', icao: 'ROT', fleet: 1 };
  const read = (sent: unknown) => tolerantRow(aircraft, { registration: 'YR-XYZ', airline: sent }).airline;
  expect(read({ ...airline, alliance: 'none', id: '7' })).toEqual({ ...airline, isActive: null, id: '7' });
  expect([read({ ...airline, airlineName: undefined }), read('Tarom'), read(null)]).toEqual([null, null, null]);
});
