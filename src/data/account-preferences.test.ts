import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Common, exchange } from './account-preferences.ts';

const json = JSON.stringify;
const star = (id: string) => ({ kind: 'tail', id });
const view = (name: string, label: string) => ({ list: 'akrxAll', name, search: { label } });
const here = (entries: Record<string, string>) => new Map(Object.entries(entries));
const there = (entries: Record<string, string>, version = 2) =>
  Object.entries(entries).map(([name, value]) => ({ name, value, version }));
const common = (entries: Record<string, string>, version = 1): ReadonlyMap<string, Common> =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { value, version }]));

describe('an exchange of preferences', () => {
  test('gives a new device what the account has, and sends what only this device has', () => {
    expect(exchange(here({ units: 'metric' }), common({}), there({ watched: '[]' }))).toMatchObject({
      adopt: [{ name: 'watched', value: '[]' }],
      changes: [{ name: 'units', value: 'metric', version: 0 }],
    });
  });

  test('keeps the change of the side that made one', () => {
    const before = { units: 'aviation', 'list:adsb': '{}' };
    const result = exchange(
      here({ units: 'metric', 'list:adsb': '{}' }),
      common(before),
      there({ units: 'aviation', 'list:adsb': '{"size":50}' }),
    );
    expect(result).toMatchObject({
      adopt: [{ name: 'list:adsb', value: '{"size":50}' }],
      changes: [{ name: 'units', value: 'metric', version: 2 }],
    });
  });

  test('loses no watched object and no saved view that either device added, and keeps what each removed away', () => {
    const result = exchange(
      here({ watched: json([star('C'), star('A')]), views: json([view('mine', 'H1'), view('both', 'Q0')]) }),
      common({ watched: json([star('A'), star('B')]), views: json([view('both', 'Q0')]) }),
      there({
        watched: json([star('D'), star('A'), star('B')]),
        views: json([view('both', 'SA'), view('theirs', '5Z')]),
      }),
    );
    const value = (name: string): unknown => JSON.parse(result.changes.find((one) => one.name === name)?.value ?? '');
    expect(value('watched')).toEqual([star('C'), star('A'), star('D')]);
    expect(value('views')).toEqual([view('mine', 'H1'), view('both', 'SA'), view('theirs', '5Z')]);
    expect(result.adopt).toEqual(result.changes.map(({ name, value: text }) => ({ name, value: text })));
  });

  test('does not undo a change that was made while the one before was sent, also when it is back at the old value', () => {
    const sent = { name: 'list:adsb', value: '{"hidden":["tail"]}', version: 1 };
    const result = exchange(
      here({ 'list:adsb': '{}' }),
      common({ 'list:adsb': '{}' }),
      [{ ...sent, version: 2 }],
      [sent],
    );
    expect([result.adopt, result.changes]).toEqual([[], [{ name: 'list:adsb', value: '{}', version: 2 }]]);
  });

  test('without a common past takes lists of both and other values of the account', () => {
    const result = exchange(
      here({ units: 'metric', watched: json([star('A')]) }),
      common({}),
      there({ units: 'si', watched: json([star('B')]) }),
    );
    expect(result.adopt).toEqual([
      { name: 'units', value: 'si' },
      { name: 'watched', value: json([star('A'), star('B')]) },
    ]);
    expect(result.changes.map(({ name }) => name)).toEqual(['watched']);
  });

  test('ends: after both sides have what it says, the next one has nothing to do, whatever was stored', () => {
    const text = fc.oneof(fc.string({ maxLength: 8 }), fc.array(fc.constantFrom(star('A'), star('B'), 1)).map(json));
    const entries = fc.dictionary(fc.constantFrom('units', 'watched', 'views', 'list:adsb'), text);
    fc.assert(
      fc.property(entries, entries, entries, (own, past, theirs) => {
        const { adopt, changes } = exchange(here(own), common(past), there(theirs));
        const afterHere = new Map([...here(own), ...adopt.map(({ name, value }) => [name, value] as const)]);
        const afterThere = new Map(there(theirs).map((one) => [one.name, one]));
        for (const change of changes) afterThere.set(change.name, { ...change, version: 3 });
        const next = exchange(afterHere, common(past), [...afterThere.values()]);
        expect([next.adopt, next.changes]).toEqual([[], []]);
      }),
    );
  });
});
