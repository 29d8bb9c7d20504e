import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FaultFact, Meaning } from '../../../contract/entities/meaning.ts';
import type { Condition } from '../../../contract/entities/rules.ts';
import { areaOf, isInArea } from './area.ts';
import { Asked, compileRule } from './compiled-rule.ts';
import { readExpression } from './expressions.ts';
import { MessageEvent, type ReferenceValues } from './rule-event.ts';
import { RuleIndex } from './rule-index.ts';

// ---- The rule written a second time, without index, words or compiled values.

type World = {
  readonly text: string;
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly label: string | null;
  readonly station: string;
  readonly to: string | null;
  readonly place: readonly [number, number] | null;
  readonly ft: number | null;
  readonly elements: readonly string[];
  readonly chapters: readonly string[];
  readonly airline: string;
};
const plain = (tail: string) => tail.toLowerCase().replace(/^\.+/, '').replaceAll('-', '');
const isValue = (value: string, wanted: string) =>
  wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
const lower = (text: string | null) => (text === null ? [] : [text.toLowerCase()]);

function meets(one: Condition, world: World): boolean {
  if (one.field === 'area') return world.place !== null && isNear(world.place, one.points);
  if (one.field === 'altitude')
    return world.ft !== null && world.ft >= (one.min ?? -1e9) && world.ft <= (one.max ?? 1e9);
  if (one.field === 'emergency') return world.elements.includes('DM56');
  if (one.field === 'newFault') return world.chapters.length > 0;
  if (!('values' in one)) return true;
  const wanted = one.values.map((value) => value.toLowerCase());
  switch (one.field) {
    case 'words':
      return wanted.some((phrase) =>
        new RegExp(`(^|[^a-z0-9])${phrase.replace(' ', '[^a-z0-9]+')}($|[^a-z0-9])`).test(world.text.toLowerCase()),
      );
    case 'expression':
      return one.values.some((value) => new RegExp(value, 'i').test(world.text));
    case 'tail':
      return world.tail !== null && wanted.some((value) => isValue(plain(world.tail ?? ''), plain(value)));
    case 'flight':
      return lower(world.flight).some((flight) => wanted.some((value) => isValue(flight, value)));
    case 'icao':
      return lower(world.icao).some((icao) => wanted.includes(icao));
    case 'label':
      return lower(world.label).some((label) => wanted.includes(label));
    case 'station':
      return wanted.includes(world.station.toLowerCase());
    case 'to':
      return lower(world.to).some((to) => wanted.includes(to));
    case 'element':
      return world.elements.some((code) => wanted.includes(code.toLowerCase()));
    case 'chapter':
      return world.chapters.some((chapter) => wanted.includes(chapter));
    case 'airline':
      return wanted.includes(world.airline);
    default:
      throw new Error(`no second rule for ${one.field}`);
  }
}
/** Rectangles only. */
const isNear = ([lat, lon]: readonly [number, number], points: readonly (readonly number[])[]) => {
  const [[south, west], , [north, east]] = points as [[number, number], [number, number], [number, number]];
  const isIn = west <= east ? lon > west && lon < east : lon > west || lon < east;
  return lat > south && lat < north && isIn;
};

// ---- Worlds and rules with few different values, so that they meet.

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const texts = some('ENGINE FIRE', 'engine, fire 12', 'ENGINES', 'NO SMOKE', 'POSN4512', '', 'MAYDAY MAYDAY');
const worlds: fc.Arbitrary<World> = fc.record({
  text: texts,
  tail: some('.N900AA', 'D-ABCD', 'DABCE', null),
  icao: some('A90001', null),
  flight: some('LH100', 'LH1', 'UA7', null),
  label: some('H1', 'Q0', null),
  station: some('RX-1', 'rx-2', ''),
  to: some('EDDF', 'FRA', null),
  place: some<readonly [number, number] | null>([50, 8], [0, 179.5], [0, -179.5], null),
  ft: some(1000, 36000, null),
  elements: fc.subarray(['UM20', 'DM6', 'DM56']),
  chapters: fc.subarray(['36', '24']),
  airline: some('lufthansa', 'dlh'),
});
const rectangle = (south: number, west: number, north: number, east: number) => ({
  field: 'area' as const,
  points: [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ] as [number, number][],
});
const values = <F extends string>(field: F, ...all: string[]) =>
  fc.subarray(all, { minLength: 1 }).map((chosen) => ({ field, values: chosen }));
const conditions = fc.oneof(
  values('words', 'engine fire', 'smoke', 'mayday', 'fire', '12'),
  values('expression', 'FIRE \\d+', 'POSN\\d{4}', 'MAYDAY.*DAY'),
  values('tail', 'n900aa', 'D-AB*', 'X*'),
  values('flight', 'LH1', 'lh*', 'UA8'),
  values('icao', 'a90001'),
  values('label', 'h1', 'Q0'),
  values('station', 'RX-2', 'rx-1'),
  values('to', 'eddf'),
  values('element', 'UM20', 'dm6'),
  values('chapter', '36'),
  values('airline', 'Lufthansa', 'DLH'),
  some(rectangle(40, 0, 60, 10), rectangle(-10, 179, 10, -179)),
  some({ field: 'altitude' as const, min: 2000, max: null }, { field: 'altitude' as const, min: null, max: 2000 }),
  some({ field: 'emergency' as const }, { field: 'newFault' as const }),
) as fc.Arbitrary<Condition>;
const ruleBodies = fc.record({
  all: fc.array(conditions, { minLength: 1, maxLength: 3 }),
  not: fc.array(conditions, { maxLength: 1 }),
  scope: fc.constant('every' as const),
});

const faultOf = (chapter: string): FaultFact => ({
  ...{ what: 'failure', chapter, ata: null, name: 'X', source: null, class: null, severity: null, phase: null },
  ...{ persistence: null, at: null, impacted: [], inferred: [] },
});
function eventOf(world: World): MessageEvent {
  const cpdlc = {
    ...{
      direction: 'down' as const,
      what: 'message' as const,
      ground: null,
      number: null,
      reference: null,
      time: null,
    },
    elements: world.elements.map((code) => ({ code, words: '', response: null })),
  };
  const meaning: Meaning = {
    ...{ version: 1, kind: 'other', level: 'full', words: '', by: 'own' },
    facts: {
      ...(world.to ? { to: world.to } : {}),
      ...(world.place ? { position: { lat: world.place[0], lon: world.place[1] } } : {}),
      ...(world.ft === null ? {} : { altitude: { words: '', ft: world.ft } }),
      ...(world.elements.length > 0 ? { cpdlc } : {}),
      ...(world.chapters.length > 0 ? { faults: world.chapters.map(faultOf) } : {}),
    },
  };
  return new MessageEvent({
    ...{ atMs: 0, tail: world.tail, icao: world.icao, flight: world.flight, label: world.label, sublabel: null },
    ...{ destination: null, lat: null, lon: null, altitudeFt: null, text: world.text },
    stations: world.station ? [world.station] : [],
    meaning: JSON.stringify(meaning),
  });
}

describe('the index', () => {
  test('finds exactly the rules that match one after the other', () => {
    const run = fc.property(
      fc.array(ruleBodies, { maxLength: 12 }),
      fc.array(worlds, { maxLength: 6 }),
      (bodies, all) => {
        const rules = bodies.map((body, at) =>
          compileRule({ ...{ id: String(at), owner: 'user', userId: null, company: null, name: '' }, body }),
        );
        // A rule of faults is about one fault: with several the second rule would have to choose, too.
        const compared = rules.filter(({ rule: { body } }) => {
          const ofFaults = [...body.all, ...body.not].filter(
            ({ field }) => field === 'chapter' || field === 'newFault',
          );
          return ofFaults.length < 2;
        });
        const index = new RuleIndex(
          compared.filter(({ rule }) => rule.body.all.some(({ field }) => field !== 'altitude')),
        );
        for (const world of all) {
          const event = eventOf(world);
          const reference: ReferenceValues = { airline: [world.airline], type: [], operator: [] };
          // Without a limit: an idle moment of a busy machine is longer.
          const asked = new Asked(event, reference, Number.POSITIVE_INFINITY);
          const found = [...index.candidates(event, reference, asked)].filter((rule) => rule.match(asked));
          const expected = index.rules.filter(
            ({ rule: { body } }) =>
              body.all.every((one) => meets(one, world)) && !body.not.some((one) => meets(one, world)),
          );
          expect(found.map(({ rule }) => rule.id).sort()).toEqual(expected.map(({ rule }) => rule.id).sort());
        }
      },
    );
    fc.assert(run, { numRuns: 400 });
  });

  test('conditions on faults are of one fault', () => {
    const body = {
      all: [
        { field: 'chapter', values: ['36'] },
        { field: 'class', values: ['1'] },
      ] as Condition[],
      not: [{ field: 'phase', values: ['cruise'] }] as Condition[],
      scope: 'every' as const,
    };
    const rule = compileRule({ ...{ id: '1', owner: 'user', userId: null, company: null, name: '' }, body });
    const faultsOf = (faults: FaultFact[]) => {
      const meaning = { ...{ version: 1, kind: 'fault', level: 'full', words: '', by: 'own' }, facts: { faults } };
      const event = new MessageEvent({
        ...{ atMs: 0, tail: null, icao: null, flight: null, label: null, sublabel: null, destination: null },
        ...{ lat: null, lon: null, altitudeFt: null, text: null, stations: [], meaning: JSON.stringify(meaning) },
      });
      return rule.match(new Asked(event))?.map(({ name }) => name) ?? null;
    };
    const fault = (name: string, fields: Partial<FaultFact>): FaultFact => ({ ...faultOf('36'), name, ...fields });
    expect(faultsOf([fault('A', { class: '2' }), fault('B', { class: '1', chapter: '24' })])).toBe(null);
    expect(faultsOf([fault('A', { class: '1' }), fault('B', { class: '1', phase: 'Cruise' })])).toEqual(['A']);
  });
});

test('an expression needs a literal of three characters in each of its alternatives', () => {
  const literals = (pattern: string) => {
    const read = readExpression(pattern);
    return typeof read === 'string' ? null : read.literals;
  };
  expect(literals('POS[NS]\\d+')).toEqual(['pos']);
  expect(literals('(ENGINE|apu) +FIRE')).toEqual(['fire']);
  expect(literals('ABC|DEFG')).toEqual(['abc', 'defg']);
  for (const pattern of ['AB', 'ABC|D', '.*', '(?i)ABC', 'A.B.C', '(?=ABC)', '(', 'x{1000}{1000}'])
    expect(literals(pattern), pattern).toBe(null);
  const read = readExpression('(a+)+b12345$');
  expect(typeof read !== 'string' && read.test(`${'a'.repeat(100_000)}b12345`)).toBe(false);
});

test('an area crosses the antimeridian, and one around a pole is none', () => {
  const pacific = areaOf([
    [-10, 170],
    [-10, -170],
    [10, -170],
    [10, 170],
  ]);
  expect(
    pacific &&
      [
        [0, 175],
        [0, -175],
        [0, 165],
        [0, 0],
        [11, 175],
      ].map(([lat = 0, lon = 0]) => isInArea(pacific, { lat, lon })),
  ).toEqual([true, true, false, false, false]);
  expect(
    areaOf([
      [80, 0],
      [80, 120],
      [80, -120],
    ]),
  ).toBe(null);
  expect(
    areaOf([
      [0, 0],
      [0, 10],
      [0, 20],
    ]),
  ).toBe(null);
  const triangle = areaOf([
    [0, 0],
    [10, 0],
    [0, 10],
  ]);
  expect(triangle && isInArea(triangle, { lat: 2, lon: 2 })).toBe(true);
  expect(triangle && isInArea(triangle, { lat: 8, lon: 8 })).toBe(false);
});
