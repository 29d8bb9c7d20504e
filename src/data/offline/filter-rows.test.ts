import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  between,
  contains,
  equals,
  equalsNumber,
  type Filter,
  isFlag,
  isReceivedBy,
  isStation,
  range,
  withExists,
} from '../../../contract/filters.ts';
import { BadValue, writeInstant } from '../../../contract/params.ts';
import { paramNames, rowTest } from './filter-rows.ts';

const filters = [
  between('acarsDateTime', 'from', 'to'),
  equals('tail'),
  contains('text'),
  equalsNumber('channel'),
  withExists(range('alt')),
  range('lat', { signed: true }),
  isFlag('end'),
];
const noon = Date.UTC(2026, 1, 1, 12);
const row = {
  acarsDateTime: writeInstant(noon),
  tail: 'N163US',
  text: 'POSN34420W108077,SJN Größe',
  channel: 2,
  alt: 35000,
  lat: -34.7,
  end: true,
};
const fits = (params: Record<string, string>, record: Record<string, unknown> = row): boolean =>
  rowTest(filters, params)(record);

describe('OFF-03 C80: tests of each filter kind on a stored row', () => {
  test('equals: the whole value, ignoring ASCII case', () => {
    for (const tail of ['N163US', 'n163us', 'n163Us']) expect(fits({ tail }), tail).toBe(true);
    for (const tail of ['N163U', 'N163US ', '163US', '']) expect(fits({ tail }), tail).toBe(false);
  });
  test('contains: any part, ignoring ASCII case; other letters are case-sensitive', () => {
    for (const text of ['posn', 'SJN', 'größe', '', ',']) expect(fits({ text }), text).toBe(true);
    for (const text of ['POSN ', 'GRÖSSE', 'GRÖẞE', 'grÖße', '%', '_']) expect(fits({ text }), text).toBe(false);
  });
  test('a number is compared as a number, however it is written', () => {
    for (const channel of ['2', '2.0', '+2', '2e0']) expect(fits({ channel }), channel).toBe(true);
    for (const channel of ['22', '-2', '2.1']) expect(fits({ channel }), channel).toBe(false);
  });
  test('a range includes both of its ends, below zero, too', () => {
    expect(fits({ altMin: '35000', altMax: '35000' })).toBe(true);
    expect(fits({ altMin: '35000.1' })).toBe(false);
    expect(fits({ altMax: '34999.9' })).toBe(false);
    expect(fits({ latMin: '-34.7', latMax: '-34.7' })).toBe(true);
    expect(fits({ latMin: '34.7' })).toBe(false);
  });
  test('TIME-07 C26: From and To include both ends, to the second, in each written form', () => {
    for (const at of ['2026-02-01 12:00:00', '2026-02-01T12:00', '2026-02-01T12:00:00Z'])
      expect(fits({ from: at, to: at }), at).toBe(true);
    expect(fits({ from: '2026-02-01 12:00:01' })).toBe(false);
    expect(fits({ to: '2026-02-01 11:59:59' })).toBe(false);
    expect(fits({ from: '2026-02-01 12:00:00' }, { ...row, acarsDateTime: '2026-02-01T12:00:00.9Z' })).toBe(true);
  });
  test('a flag is the flag; false is not missing', () => {
    expect(fits({ end: 'true' })).toBe(true);
    expect(fits({ end: 'false' })).toBe(false);
    expect(fits({ end: 'false' }, { ...row, end: false })).toBe(true);
  });
  test('C35: exists requires a value, zero included; false is no condition', () => {
    expect(fits({ altMin2: 'true' }, { ...row, alt: 0 })).toBe(true);
    expect(fits({ altMin2: 'true' }, { ...row, alt: null })).toBe(false);
    expect(fits({ altMin2: 'false' }, { ...row, alt: null })).toBe(true);
  });
});

test('C118: the number of a station matches its receivers, and a receiver its station in rows of stations', () => {
  const stations = [
    { stationId: '1001', receivers: ['1001', 'rx-one', 'rx-two'] },
    { stationId: '1002', receivers: ['rx-three'] },
  ];
  const found = (filter: Filter, requested: string): string[] =>
    ['1001', 'RX-One', 'rx-two', 'rx-three', '1002', 'rx-free'].filter((stationId) =>
      rowTest([filter], { stationId: requested }, stations)({ stationId }),
    );
  expect(found(isReceivedBy('stationId'), '1001')).toEqual(['1001', 'RX-One', 'rx-two']);
  expect(found(isReceivedBy('stationId'), 'RX-TWO')).toEqual(['rx-two']);
  expect(found(isReceivedBy('stationId'), 'RX-free')).toEqual(['rx-free']);
  expect(found(isStation('stationId'), 'rx-two')).toEqual(['1001', 'rx-two']);
  expect(found(isStation('stationId'), '1002')).toEqual(['rx-three', '1002']);
});

test('null, missing and wrongly typed values match no test, and every row matches without a condition', () => {
  const requested: Record<string, string>[] = [
    { tail: '' },
    { text: '' },
    { channel: '0' },
    { altMin: '-1e9' },
    { altMax: '1e9' },
    { from: '1900-01-01 00:00:00' },
    { end: 'false' },
    { altMin2: 'true' },
  ];
  for (const params of requested) {
    expect(fits(params, {}), JSON.stringify(params)).toBe(false);
    const nulls = { acarsDateTime: null, tail: null, text: null, channel: null, alt: null, lat: null, end: null };
    expect(fits(params, nulls), JSON.stringify(params)).toBe(false);
  }
  const odd = { acarsDateTime: 'yesterday', tail: 7, text: {}, channel: '2', alt: '35000', end: 'true' };
  for (const params of [
    { tail: '7' },
    { text: 'object' },
    { channel: '2' },
    { altMin: '1' },
    { end: 'true' },
    { to: '2999-01-01 00:00:00' },
  ] as Record<string, string>[])
    expect(fits(params, odd), JSON.stringify(params)).toBe(false);
  for (const record of [{}, odd, row]) expect(fits({}, record)).toBe(true);
});

test('a text that means nothing is refused as the server refuses it', () => {
  for (const params of [
    { channel: 'two' },
    { altMin: '1e999' },
    { from: '2026-02-31 00:00:00' },
    { end: 'yes' },
    { tail: 'N\0' },
    { text: 'x'.repeat(1001) },
  ] as Record<string, string>[])
    expect(() => rowTest(filters, params), JSON.stringify(params).slice(0, 60)).toThrow(BadValue);
});

test('undeclared parameters and inherited properties are no condition', () => {
  expect(fits({ company: 'X', limit: '0' })).toBe(true);
  expect(fits(Object.create({ tail: 'OTHER' }) as Record<string, string>)).toBe(true);
  expect([...paramNames(filters)]).toEqual([
    'from',
    'to',
    'tail',
    'text',
    'channel',
    'altMin',
    'altMax',
    'altMin2',
    'altMax2',
    'latMin',
    'latMax',
    'end',
  ]);
});

const requested = fc.record(
  {
    from: fc.integer({ min: -3, max: 3 }).map((s) => writeInstant(noon + s * 1000)),
    to: fc.integer({ min: -3, max: 3 }).map((s) => writeInstant(noon + s * 1000)),
    tail: fc.constantFrom('a', 'A', 'b', ''),
    text: fc.constantFrom('a', 'B', 'ab', ''),
    channel: fc.constantFrom('0', '1', '2'),
    altMin: fc.integer({ min: -2, max: 2 }).map(String),
    altMax: fc.integer({ min: -2, max: 2 }).map(String),
    altMin2: fc.constantFrom('true', 'false'),
    end: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;
const storedRows = fc.array(
  fc.record({
    acarsDateTime: fc.integer({ min: -4, max: 4 }).map((s) => writeInstant(noon + s * 1000)),
    tail: fc.constantFrom('a', 'B', null),
    text: fc.constantFrom('xAbx', 'b', '', null),
    channel: fc.constantFrom(0, 1, null),
    alt: fc.option(fc.integer({ min: -3, max: 3 })),
    lat: fc.constant(null),
    end: fc.option(fc.boolean()),
  }),
  { maxLength: 12 },
);

test('OFF-03: two filters together find the intersection, and one more never finds more', () => {
  fc.assert(
    fc.property(requested, requested, storedRows, (one, other, rows) => {
      const fresh = Object.fromEntries(Object.entries(other).filter(([name]) => !(name in one)));
      const [a, b, both] = [one, fresh, { ...one, ...fresh }].map((params) => rows.filter(rowTest(filters, params)));
      expect(both).toEqual((a ?? []).filter((found) => b?.includes(found)));
    }),
  );
});
