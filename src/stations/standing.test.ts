import { beforeAll, expect, test } from 'vitest';
import type { StationHealth } from '../../contract/entities/station-health.ts';
import { ensureTemporal } from '../lib/time.ts';
import { unitsOf } from '../lib/units.ts';
import { causeText, firstCheck, spanText, standingOf, standingText } from './standing.ts';

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 29, 14, 52);
const at = { now, dataAt: now, isNow: true };
const station = (more: Partial<StationHealth>): StationHealth => ({
  id: 1,
  stationId: '1016',
  city: 'Lisbon',
  country: null,
  state: 'feeding',
  reason: null,
  lastMessageAt: '2026-11-29T12:59:00Z',
  usualEveryS: 1,
  fineS: 480,
  lateS: 1800,
  silentTypes: [],
  facts: null,
  brief: { types: ['ADSB'], perMin: 1, usualPerMin: 1, rangeNmi: 240, usualRangeNmi: 250, halfHours: [] },
  ...more,
});
const short = { types: [], perMin: 1, usualPerMin: 1, rangeNmi: 62, usualRangeNmi: 240, halfHours: [] } as const;

test('a silence has its duration now, and its beginning afterwards', () => {
  const silent = station({ state: 'silent', reason: 'noUpload' });
  expect(standingText(silent, at)).toBe('Silent for 1\u00a0h 53\u00a0min');
  expect(standingText(silent, { ...at, isNow: false })).toBe('Was silent since 12:59Z');
  for (const reason of ['noUpload', 'noKey'] as const)
    expect(firstCheck(station({ state: 'silent', reason }))).toBe('Check the key of 1016');
  expect([59_000, 12 * 60_000, 3_600_000, 25 * 3_600_000, 48 * 3_600_000].map(spanText)).toEqual([
    '0\u00a0min',
    '12\u00a0min',
    '1\u00a0h',
    '1\u00a0d 1\u00a0h',
    '2\u00a0d',
  ]);
});

test('degraded: late, without a type, or with a much shorter range, which is stated', () => {
  expect(standingOf(station({}))).toBe('healthy');
  expect(standingOf(station({ state: 'late' }))).toBe('degraded');
  expect(standingOf(station({ state: 'partly', silentTypes: ['VDLM2'] }))).toBe('degraded');
  expect(standingOf(station({ state: 'never', brief: null }))).toBe('idle');
  const worse = station({ brief: { ...short, types: [], halfHours: [] } });
  expect(standingOf(worse)).toBe('degraded');
  expect(causeText(worse, at, unitsOf('aviation').distance)).toBe(
    'The range fell from 240\u00a0nmi to 62\u00a0nmi. Antenna or cable?',
  );
  // As before the call had it.
  expect(standingOf(station({ brief: undefined }))).toBe('healthy');
});
