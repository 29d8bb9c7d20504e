import { expect, test } from 'vitest';
import { beginningOf } from './from-address.ts';

const conditionsOf = (address: string) => beginningOf(Object.fromEntries(new URLSearchParams(address)), []).rule.all;

test('the filter of a list becomes conditions; what a rule has not is named, a window of time is left out', () => {
  const begun = beginningOf(
    {
      acarsMessageDateTimeMin: '2026-11-01T00:00:00Z',
      tail: 'D-ABCD',
      kind: 'cpdlc,adsc',
      altMin: '1000',
      altMax: '30000',
      mode: '2',
      decoded: 'full',
      ata: '36',
      wrong: 'x',
    },
    [],
  );
  expect(begun.rule.all).toEqual([
    { field: 'tail', values: ['D-ABCD'] },
    { field: 'kind', values: ['cpdlc', 'adsc'] },
    { field: 'chapter', values: ['36'] },
    { field: 'altitude', min: 1000, max: 30_000 },
  ]);
  expect(begun.rule.name).toBe('Tail D-ABCD, kind CPDLC or ADS-C, ATA chapter 36, altitude 1,000 to 30,000 ft');
  expect(begun.unsupported).toEqual(['Mode', 'Decoded']);
  expect(begun.ignored).toEqual(['wrong']);
});

test('objects: a squawk, a station that is silent, a new fault of an aircraft', () => {
  expect(conditionsOf('squawk=7700')).toEqual([{ field: 'squawk', values: ['7700'] }]);
  expect(conditionsOf('silent=station&stationId=1001')).toEqual([
    { field: 'silent', of: 'station', minutes: null },
    { field: 'station', values: ['1001'] },
  ]);
  expect(conditionsOf('newFault=yes&tail=D-ABCD')).toEqual([
    { field: 'newFault' },
    { field: 'tail', values: ['D-ABCD'] },
  ]);
});

test('a ready-made rule takes the watched aircraft, and one more that the address names', () => {
  const watched = [
    { kind: 'tail', id: 'D-ABCD' },
    { kind: 'station', id: '1001' },
  ] as const;
  const { rule } = beginningOf({ ready: 'faults', tail: 'd-abce' }, watched);
  expect(rule.name).toBe('New fault of a watched tail');
  expect(rule.all).toEqual([{ field: 'newFault' }, { field: 'tail', values: ['D-ABCE', 'D-ABCD'] }]);
  expect(beginningOf({ ready: '7700' }, watched).rule).toMatchObject({ quiet: 'none', scope: 'leg' });
});

test('hostile addresses: nothing throws, nothing unknown is used', () => {
  for (const search of [
    { ready: '__proto__', tail: ' ' },
    { constructor: 'x', toString: 'y', ['x'.repeat(5000)]: '1' },
    { tail: 'x'.repeat(201), altMin: 'Infinity', altMax: '1e9' },
    { newFault: 'no', silent: 'tail', emergency: '1' },
    { tail: 12 },
  ]) {
    const begun = beginningOf(search as Record<string, unknown>, []);
    expect(begun.rule.all, JSON.stringify(search).slice(0, 80)).toEqual([]);
    expect(begun.ignored.every((name) => name.length <= 40)).toBe(true);
  }
});
