import { beforeAll, expect, test } from 'vitest';
import type { DayCounts } from '../../../../contract/entities/statistics.ts';
import { ensureTemporal } from '../../../lib/time.ts';
import { dayBarsOf } from './DateTimeInput.tsx';

beforeAll(ensureTemporal);

const counts: DayCounts = {
  asOf: '2026-11-20T12:00:00Z',
  from: '2026-11-17',
  text: [0, 50, 1, 0],
  adsb: [0, 0, 0, 8000],
  gaps: [false, true, false, false],
  countedSince: '2026-11-18T06:00:00Z',
};

test('a bar is the share of the largest day of the kind, red with a gap; days before the first count have none', () => {
  const { byDay, note } = dayBarsOf(counts, 'text');
  expect([...byDay]).toEqual([
    ['2026-11-18', { share: 1, isGap: true, text: '50 messages, a gap of more than 1 h' }],
    ['2026-11-19', { share: 0.02, isGap: false, text: '1 message' }],
    ['2026-11-20', { share: 0, isGap: false, text: '0 messages' }],
  ]);
  expect(note).toContain('Counted since 18 Nov 2026.');
  expect(dayBarsOf(counts, 'adsb').byDay.get('2026-11-20')?.share).toBe(1);
  expect(dayBarsOf({ ...counts, countedSince: null }, 'text').byDay.size).toBe(0);
});
