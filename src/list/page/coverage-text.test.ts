import { beforeAll, expect, test } from 'vitest';
import type { Coverage } from '../../data/offline/coverage.ts';
import { ensureTemporal } from '../../lib/time.ts';
import { coverageText, storedCountText } from './coverage-text.ts';

beforeAll(ensureTemporal);

const noun = ['message', 'messages'] as const;
const at = (hours: number, minutes: number): number => Date.UTC(2026, 10, 20, hours, minutes);
const now = at(16, 50);
const day = at(0, 0);

/** The newest 1,000 of 15,000 rows of a day, as of 16:42Z. */
const list: Coverage = {
  asOf: at(16, 42),
  storedRows: 1000,
  storedRowsInSpans: 1000,
  found: { count: 15_000, at: at(16, 42) },
  spans: [{ from: at(15, 38), to: at(16, 42) }],
  requested: { from: day, to: at(16, 42) },
  isComplete: false,
  unfiltered: null,
};
const search: Coverage = {
  ...list,
  storedRows: 18,
  storedRowsInSpans: 18,
  found: { count: 248, at: at(16, 40) },
  unfiltered: list,
};
const gap = [
  { from: at(16, 30), to: at(16, 42) },
  { from: at(15, 38), to: at(16, 10) },
];

test.each<[what: string, coverage: Coverage, text: string | null]>([
  ['complete: no text', { ...list, isComplete: true }, null],
  ['a list', list, 'The newest 1,000 of 15,000 messages are stored, received from 15:38Z on.'],
  [
    'a search',
    search,
    '18 in the newest 1,000 of 15,000 messages, received from 15:38Z on. The server found 248 at 16:40Z.',
  ],
  [
    'a search that finds nothing',
    { ...search, storedRows: 0, storedRowsInSpans: 0 },
    'None in the newest 1,000 of 15,000 messages, received from 15:38Z on. The server found 248 at 16:40Z.',
  ],
  [
    'a search that was never sent',
    { ...search, found: null },
    '18 in the newest 1,000 of 15,000 messages, received from 15:38Z on.',
  ],
  [
    'a search that reaches farther back than the list',
    { ...search, spans: [{ from: at(12, 0), to: at(16, 42) }] },
    '18 matching messages are stored, received from 12:00Z on. The server found 248 at 16:40Z.',
  ],
  [
    'rows beyond what is complete',
    { ...list, storedRowsInSpans: 940 },
    '1,000 of 15,000 messages are stored, complete from 15:38Z on.',
  ],
  [
    'a gap',
    { ...list, spans: gap },
    '1,000 of 15,000 messages are stored, complete from 15:38Z on except 16:10Z to 16:30Z.',
  ],
  [
    'the newest rows are missing',
    { ...list, spans: [{ from: at(15, 38), to: at(16, 10) }] },
    '1,000 of 15,000 messages are stored, complete from 15:38Z to 16:10Z.',
  ],
  [
    'a count of an earlier time',
    { ...list, found: { count: 100_001, at: at(14, 0) } },
    'The newest 1,000 of more than 100,000 messages are stored, received from 15:38Z on. The server found more than 100,000 at 14:00Z.',
  ],
  ['rows without a time', { ...list, spans: [], requested: null }, '1,000 of 15,000 messages are stored.'],
  [
    'a search in rows without a time',
    { ...search, spans: [], requested: null, unfiltered: { ...list, spans: [], requested: null } },
    '18 in 1,000 of 15,000 stored messages. The server found 248 at 16:40Z.',
  ],
  [
    'a search alone is stored',
    {
      ...search,
      unfiltered: { ...list, storedRows: 18, found: null, spans: [] },
      spans: [{ from: at(16, 1), to: at(16, 42) }],
    },
    '18 matching messages are stored, received from 16:01Z on. The server found 248 at 16:40Z.',
  ],
])('OFF-03: %s', (_what, coverage, text) => expect(coverageText(coverage, noun, now)).toBe(text));

test('OFF-03: a count of rows includes the server count only if that is larger', () => {
  expect(storedCountText(list)).toBe('1,000 of 15,000');
  expect(storedCountText({ storedRows: 60, found: { count: 60, at: now } })).toBe('60');
  expect(storedCountText({ storedRows: 60, found: null })).toBe('60');
});
