import { expect, test } from 'vitest';
import { aircraftWith } from '../fleet/aircraft-for-file.ts';
import { defaultSort, inOrderOf, readSort, rowsOf, sortedBy, sortRows, type TableColumn } from './table-rows.ts';

const list = [
  aircraftWith({ icao: 'A1', callsign: 'BAW10', altitudeFt: 4000, lat: 46, lon: 25, squawk: '7000', messages: 0 }),
  aircraftWith({ icao: 'A2', callsign: 'BAW2', altitudeFt: null, lat: 45, lon: 25 }),
  aircraftWith({ icao: 'A3', callsign: null, altitudeFt: 38_000, lat: 45.5, lon: 25, messages: 9 }),
  aircraftWith({ icao: 'A4', callsign: 'ZZZ', altitudeFt: 100, isOnGround: true, lat: 60, lon: 25, messages: 2 }),
  aircraftWith({ icao: 'A5', callsign: 'SOS', altitudeFt: 9000, squawk: '7700', lat: 50, lon: 25 }),
];
const rows = rowsOf(list, { lat: 45, lon: 25 });
const order = (column: TableColumn, isDown = false) =>
  sortRows(rows, { column, isDown })
    .map(({ aircraft }) => aircraft.icao.slice(1))
    .join('');

test('emergencies are first, then the column decides; without a value an aircraft is last in both directions', () => {
  expect(order('callsign')).toBe('53214');
  expect(order('altitude')).toBe('54132');
  expect(order('altitude', true)).toBe('53142');
  expect(order('distance')).toBe('52314');
  expect(order('messages', true)).toBe('53412');
  expect(order('squawk')).toBe('51234');
});

test('a degree of latitude is 60 nmi; without a place there is no distance', () => {
  expect(Math.round(rows[0]?.distance ?? 0)).toBe(60);
  expect(rowsOf(list, null).map(({ distance }) => distance)).toEqual([null, null, null, null, null]);
});

test('a header sorts up, then down; a stored order is read as far as it is valid', () => {
  const up = sortedBy('speed', defaultSort);
  expect(up).toEqual({ column: 'speed', isDown: false });
  expect(sortedBy('speed', up)).toEqual({ column: 'speed', isDown: true });
  expect(sortedBy('tail', sortedBy('speed', up))).toEqual({ column: 'tail', isDown: false });
  expect(readSort({ column: 'tail', isDown: true })).toEqual({ column: 'tail', isDown: true });
  for (const invalid of [null, 7, { column: 'toString' }, {}]) expect(readSort(invalid)).toEqual(defaultSort);
});

test('under the pointer rows keep their order, and new ones are at the end', () => {
  const before = sortRows(rows.slice(1), defaultSort);
  expect(inOrderOf(rows, before).map(({ aircraft }) => aircraft.icao)).toEqual(['A5', 'A3', 'A2', 'A4', 'A1']);
  const calm = before.slice(1);
  expect(inOrderOf(rows, calm)[0]?.aircraft.icao, 'a new emergency').toBe('A5');
});
