import { expect, test } from 'vitest';
import { stationCounts } from './results.tsx';

const at = (stationId: string, lastActiveTime: string | null) => ({ stationId, lastActiveTime });
const stations = [
  at('1', '2026-11-22T12:00:00Z'),
  at('2', null),
  at('3', '2026-11-22T03:00:00Z'),
  at('4', '2026-11-22T12:05:00Z'),
  at('5', '2026-11-20T03:00:00Z'),
];

test('STAT-15: active, inactive and never active stations add up to the registered ones, longest inactive first', () => {
  expect(stationCounts(stations, 2)).toEqual({ inactive: ['5', '3'], never: ['2'] });
  // A station fell silent after the list was read: the sum stays right.
  expect(stationCounts(stations, 1)).toEqual({ inactive: ['5', '3', '1'], never: ['2'] });
  expect(stationCounts(stations, 4)).toEqual({ inactive: [], never: ['2'] });
});

test('a list that is older than the count is not split', () => {
  expect(stationCounts(stations, 5)).toBeNull();
});
