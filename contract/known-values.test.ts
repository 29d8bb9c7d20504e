import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { stationHealth } from './entities/station-health.ts';
import { safeReadKnown } from './known-values.ts';

const kinds = z.enum(['position', 'other']);
const states = z.enum(['ok', 'lost']);
const schema = z.object({
  reason: z.nullable(states),
  outcome: z.optional(states),
  types: z.array(states),
  hours: z.array(z.nullable(states)),
  messages: z.array(z.object({ words: z.string(), kind: kinds })),
  days: z.array(z.nullable(z.object({ reason: states, hours: z.number() }))),
});
const known = {
  ...{ reason: 'ok', outcome: 'lost', types: ['ok', 'lost'], hours: ['ok', null, 'lost'] },
  ...{ messages: [{ words: 'At FL370', kind: 'position' }], days: [{ reason: 'ok', hours: 3 }, null] },
} as const;
const readOf = (more: object) => {
  const read = safeReadKnown(schema, { ...known, ...more });
  return read.success ? read.data : null;
};

test('a response of known values is read as it is, also of the server that has more fields', () => {
  expect(readOf({ more: 'new' })).toEqual(known);
});
test.each<[string, object, object]>([
  ['null, where that is unknown', { reason: 'new' }, { reason: null }],
  ['null in its place of a list', { hours: ['new', null, 'lost'] }, { hours: [null, null, 'lost'] }],
  ['the word for others', { messages: [{ words: 'A', kind: 'new' }] }, { messages: [{ words: 'A', kind: 'other' }] }],
  ['nothing, where it is optional', { outcome: 'new' }, { outcome: undefined }],
  ['nothing in a list of values', { types: ['new', 'lost', 'newer', 'newest'] }, { types: ['lost'] }],
  ['null for the object that it explains', { days: [{ reason: 'new', hours: 3 }, null] }, { days: [null, null] }],
])('an unknown value is %s', (_, more, expected) => {
  expect(readOf(more)).toEqual({ ...known, ...expected });
});
test('several unknown values of one response', () => {
  const read = readOf({ reason: 'a', types: ['a', 'b', 'ok'], hours: ['c'], days: [null, { reason: 'd', hours: 1 }] });
  expect(read).toEqual({ ...known, reason: null, types: ['ok'], hours: [null], days: [null, null] });
});
test('a response that is wrong in another way is not read, and the original stays as it was', () => {
  expect(readOf({ reason: 5 })).toBeNull();
  expect(readOf({ reason: 'new', types: 'ok' })).toBeNull();
  expect(readOf({ messages: [{ words: 1, kind: 'new' }] })).toBeNull();
  expect(safeReadKnown(states, 'new').success).toBe(false);
  const body = Object.freeze({ ...known, reason: 'new', types: Object.freeze(['new']) });
  expect(safeReadKnown(schema, body).success).toBe(true);
});
test('a required value without a word for unknown is not guessed', () => {
  expect(safeReadKnown(z.object({ state: states }), { state: 'new' }).success).toBe(false);
  expect(
    safeReadKnown(z.object({ all: z.array(z.object({ state: states })) }), { all: [{ state: 'new' }] }).success,
  ).toBe(false);
});
test('an installed app shows a station whose cause it does not know', () => {
  const station = {
    ...{ id: 1, stationId: '1001', city: null, country: null, state: 'silent', reason: 'noKey', lastMessageAt: null },
    ...{ usualEveryS: null, fineS: 480, lateS: 1200, silentTypes: ['ACARS'], facts: null, brief: null },
  };
  const of = (more: object) => safeReadKnown(stationHealth, { ...station, ...more });
  expect(of({})).toEqual({ success: true, data: station });
  expect(of({ reason: 'ofALaterVersion' })).toEqual({ success: true, data: { ...station, reason: null } });
  expect(of({ silentTypes: ['ACARS', 'HFDL'] })).toEqual({ success: true, data: station });
});
