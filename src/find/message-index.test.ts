import fc from 'fast-check';
import { expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { decodeLevels, meaningKinds } from '../../contract/entities/meaning.ts';
import { rowTest } from '../data/offline/filter-rows.ts';
import { atOnce } from '../lib/in-pieces.ts';
import { indexOf, type MessageQuery, searchMessages } from './message-index.ts';
import { blankQuestion, listFilters, type Question } from './question.ts';

const now = Date.UTC(2026, 10, 29, 14, 52, 7);
const blank = blankQuestion;
const queryOf = (question: Question, more: Partial<MessageQuery> = {}): MessageQuery => {
  const { when } = question;
  const days = when?.hours === null ? { from: when.from, to: when.to } : { from: 0, to: Number.POSITIVE_INFINITY };
  const stations = question.station === null ? null : new Set([question.station]);
  return { ...question, tails: null, stations, ...days, isInWords: false, ...more };
};

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const meaning = fc.option(
  fc.record({
    version: fc.constant(2),
    kind: oneOf(...meaningKinds),
    level: oneOf(...decodeLevels),
    words: oneOf('Request climb to FL390', 'PACK 1 FLOW'),
    by: fc.constant('own'),
    facts: fc.record({
      cpdlc: fc.record({ elements: fc.array(fc.record({ code: oneOf('UM20', 'UM2', 'DM6') }), { maxLength: 2 }) }),
      faults: fc.array(fc.record({ chapter: oneOf('36', '21', null) }), { maxLength: 2 }),
    }),
  }),
);
const row = fc.record({
  acarsDateTime: fc.integer({ min: 0, max: 200 }).map((hours) => new Date(now - hours * 3_600_000).toISOString()),
  tail: oneOf('PH-ZXB', 'ph-zxb', 'OE-LZQ', null),
  flight: oneOf('KL1763', null),
  icao: oneOf('485A35', null),
  stationId: oneOf('1001', '1002'),
  label: oneOf('H1', 'Q0'),
  text: oneOf('METAR LROP 291430Z', 'nav Fault light', 'x', null),
  freq: oneOf(131.725, 131.55, null),
  meaning,
});
const question = fc.record({
  ...Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, fc.constant(value)])),
  kinds: fc.subarray(['cpdlc', 'fault', 'weather']),
  decoded: oneOf(null, null, 'none', 'full'),
  tail: oneOf(null, null, 'PH-ZXB'),
  messageLabel: oneOf(null, null, 'H1'),
  station: oneOf(null, null, '1001'),
  element: oneOf(null, null, 'UM2'),
  chapter: oneOf(null, null, '36'),
  frequency: oneOf(null, null, 131.725),
  text: oneOf(null, null, 'lrop', 'NAV FAULT'),
  when: oneOf(null, { pill: '', hours: null, from: now - 100 * 3_600_000, to: now - 20 * 3_600_000 }),
}) as unknown as fc.Arbitrary<Question>;

test('the index counts what the list of messages finds in stored rows', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), question, (rows, asked) => {
      const isMatch = rowTest(api.acarsMessage.allUsers.list.filters, listFilters(asked, 'raw') ?? {});
      const found = searchMessages(atOnce(indexOf(rows)), queryOf(asked), 3);
      const expected = rows.filter(isMatch);
      expect(found.count).toBe(expected.length);
      const newest = expected.map(({ acarsDateTime }) => Date.parse(acarsDateTime)).sort((a, b) => b - a);
      expect(found.newest.map(({ at }) => at)).toEqual(newest.slice(0, 3));
    }),
  );
});

test('an airline is found by the tails of its aircraft, a sentence by what it says', () => {
  const rows = [
    { acarsDateTime: '2026-11-29T12:00:00Z', tail: 'PH-ZXB', text: 'AB', meaning: null },
    {
      acarsDateTime: '2026-11-29T11:00:00Z',
      tail: 'OE-LZQ',
      text: 'FL390',
      meaning: { level: 'full', kind: 'cpdlc', words: 'Climb to FL390' },
    },
    {
      acarsDateTime: '2026-11-29T10:00:00Z',
      tail: 'OE-LZQ',
      text: 'CD',
      meaning: { level: 'full', kind: 'cpdlc', words: 'Unable' },
    },
  ];
  const index = atOnce(indexOf(rows));
  const tails = new Set(['oelzq']);
  expect(searchMessages(index, queryOf(blank, { tails }), 1)).toMatchObject({
    count: 2,
    aircraft: 1,
    newest: [{ tail: 'OE-LZQ', words: 'Climb to FL390', kind: 'cpdlc' }],
  });
  const unable = { ...blank, text: 'unable' };
  expect(searchMessages(index, queryOf(unable), 1).count).toBe(0);
  expect(searchMessages(index, queryOf(unable, { isInWords: true }), 1).count).toBe(1);
});
