import { expect, test } from 'vitest';
import { readPositions } from '../../../charts/positions/read-positions.ts';
import { unitsOf } from '../../../lib/units.ts';
import { viewportOf } from '../viewport.ts';
import { mergeFleet, noFleet } from './fleet.ts';
import {
  conditionsOf,
  filterCounts,
  filterFleet,
  type MapFilter,
  noFilter,
  rangeText,
  readFilter,
} from './map-filter.ts';

const now = Date.UTC(2026, 10, 22, 12);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const rows = {
  HIGH: {
    altitudeFt: 38_000,
    callsign: 'ROT391',
    typeCode: 'B738',
    squawk: '1000',
    positionKind: 'ADS-B',
    lastMessageAt: ago(600),
    seenAt: ago(1),
  },
  MIDDLE: {
    altitudeFt: 12_000,
    callsign: 'ROT7',
    typeCode: 'AT76',
    lastMessageAt: ago(7200),
    lastFaultAt: ago(7200),
    seenAt: ago(90),
  },
  LOW: { altitudeFt: 4000, callsign: 'WZZ2', typeCode: null, squawk: '7700', seenAt: ago(400), lon: 90 },
  GROUND: { altitudeFt: 0, callsign: null, typeCode: 'A321', isOnGround: true, seenAt: ago(2), positionKind: 'TIS-B' },
  UNKNOWN: { altitudeFt: null, callsign: 'DLH4', typeCode: 'B73', seenAt: ago(2) },
};
const currentLocations = Object.entries(rows).map(([icao, row]) => ({ lat: 45, lon: 25, icao, ...row }));
const fleet = mergeFleet(noFleet, readPositions({ currentLocations }) ?? [], { at: now });
const view = { viewport: viewportOf({ lat: 45, lon: 25, zoom: 6 }, { width: 800, height: 600 }), selectedKey: null };
const found = (part: Partial<MapFilter>, selectedKey: string | null = null): string =>
  filterFleet(fleet, { ...noFilter, ...part }, { ...view, selectedKey })
    .list.map(({ key }) => key)
    .join(' ');

test('altitude in bands: the ground belongs to the lowest, an unknown altitude to none', () => {
  expect(found({})).toBe('HIGH MIDDLE LOW GROUND UNKNOWN');
  expect(found({ fromBand: 3 })).toBe('HIGH MIDDLE');
  expect(found({ toBand: 3 })).toBe('MIDDLE LOW GROUND');
  expect(found({ place: 'on the ground' })).toBe('GROUND');
  expect(found({ place: 'in the air', toBand: 1 })).toBe('LOW');
});

test('source of the position, also stored with the filter', () => {
  expect(found({ kind: 'ADS-B' })).toBe('HIGH');
  expect(found({ kind: 'TIS-B' })).toBe('GROUND');
  expect(found({ kind: 'ADS-C' })).toBe('');
  expect(readFilter('{"kind":"MLAT"}').kind).toBe('MLAT');
  expect(readFilter('{"kind":"radio"}').kind).toBe('any');
  expect(conditionsOf({ ...noFilter, kind: 'other' })).toBe(1);
});

test('type with * for any end, operator by the beginning of the callsign, several of each', () => {
  expect(found({ types: 'b73*' })).toBe('HIGH UNKNOWN');
  expect(found({ types: 'B73, at76' })).toBe('MIDDLE UNKNOWN');
  expect(found({ operators: 'rot' })).toBe('HIGH MIDDLE');
  expect(found({ operators: 'WZZ DLH*' })).toBe('LOW UNKNOWN');
});

test('a part of flight or address, ignoring case', () => {
  expect(found({ text: 'rot3' })).toBe('HIGH');
  expect(found({ text: 'und' })).toBe('GROUND');
});

test('squawk with * for any end, emergencies, and blocks of military addresses, each with its count', () => {
  expect(found({ squawk: '7700' })).toBe('LOW');
  expect(found({ squawk: '77*, 10*' })).toBe('HIGH LOW');
  expect(found({ state: 'emergency' })).toBe('LOW');
  const rows = [
    { icao: 'AE1234', squawk: '7600' },
    { icao: '43C001', isMlat: true },
    { icao: '4A08E1', positionKind: 'ADS-B' },
  ];
  const currentLocations = rows.map((row) => ({ lat: 45, lon: 25, ...row }));
  const { list } = mergeFleet(noFleet, readPositions({ currentLocations }) ?? [], { at: now });
  const military = filterFleet({ ...fleet, list }, { ...noFilter, block: 'military' }, view).list;
  expect(military.map(({ key }) => key)).toEqual(['AE1234', '43C001']);
  expect(filterCounts(list)).toEqual({
    all: 3,
    kinds: new Map([
      ['MLAT', 1],
      ['ADS-B', 1],
    ]),
    emergencies: 1,
    military: 2,
  });
});

test('a message within an hour or a day, a fault report within a day, a position within a minute or ten', () => {
  expect(found({ message: 'fault' })).toBe('MIDDLE');
  expect(found({ message: '1 h' })).toBe('HIGH');
  expect(found({ message: '24 h' })).toBe('HIGH MIDDLE');
  expect(found({ age: '60 s' })).toBe('HIGH GROUND UNKNOWN');
});

test('the selected aircraft stays; counted is what is in view', () => {
  expect(found({ fromBand: 6 }, 'LOW')).toBe('HIGH LOW');
  const { shown, all, byKey } = filterFleet(fleet, { ...noFilter, fromBand: 6 }, view);
  expect([shown, all, byKey.size]).toEqual([1, 4, 5]);
});

test('a stored filter is read as far as it is valid', () => {
  const filter = { ...noFilter, fromBand: 2, types: 'A3*', message: '1 h', place: 'in the air' };
  expect(readFilter(JSON.stringify(filter))).toEqual(filter);
  expect(conditionsOf(readFilter(JSON.stringify(filter)))).toBe(4);
  for (const text of [null, 'x', '7', '{"fromBand":0,"toBand":"6","message":"toString","types":5}'])
    expect(readFilter(text)).toEqual(noFilter);
  expect(conditionsOf({ ...noFilter, types: ' , ' })).toBe(0);
});

test('a range of bands in words', () => {
  expect(
    [
      [1, 6],
      [2, 6],
      [1, 1],
      [2, 3],
    ].map(([from = 0, to = 0]) => rangeText(from, to, unitsOf('aviation'))),
  ).toEqual(['any', '5,000\u00a0ft and above', 'below 5,000\u00a0ft', '5,000 to 19,999\u00a0ft']);
});
