import { expect, test } from 'vitest';
import { cellsOf } from './HoursChart.tsx';

const minuteMs = 60_000;
const row = { stationId: '1007', city: 'Rome', isSilent: false, usual: [1, 1, 0], counts: [4, 0, 0] };
const kinds = (elapsedMs: number, change: Partial<typeof row> = {}): string[] =>
  cellsOf({ ...row, ...change }, elapsedMs).map(({ kind }) => kind);

test('an hour without messages is a gap, the current one after ten minutes', () => {
  expect(kinds(9 * minuteMs)).toEqual(['value', 'none', 'unknown']);
  expect(kinds(10 * minuteMs)).toEqual(['value', 'none', 'none']);
});

test('of a silent station also the current hour is a gap, and one with messages is none', () => {
  expect(kinds(minuteMs, { isSilent: true })).toEqual(['value', 'none', 'none']);
  expect(kinds(minuteMs, { counts: [4, 0, 1] })).toEqual(['value', 'none', 'value']);
});
