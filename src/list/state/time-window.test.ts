import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../lib/time.ts';
import { shownWindow, windowName, windowTexts } from './time-window.ts';

beforeAll(ensureTemporal);

test('TIME-02 TIME-06 TIME-07: the window of two hours ends now and moves with the clock, in UTC', () => {
  const now = Date.UTC(2026, 1, 2, 0, 30, 7, 250);
  expect(windowTexts({ hours: 2 }, now)).toEqual(['2026-02-01 22:30:07', '2026-02-02 00:30:07']);
  expect(windowTexts({ hours: 2 }, now + 1000)).toEqual(['2026-02-01 22:30:08', '2026-02-02 00:30:08']);
});

test('TIME-06: the window of a stored copy is that of its response, and does not move', () => {
  const now = Date.UTC(2026, 1, 2, 9, 30);
  const stored = { from: Date.UTC(2026, 1, 1, 6), to: Date.UTC(2026, 1, 1, 8) };
  expect(shownWindow({ hours: 2 }, stored, now)).toEqual(['2026-02-01 06:00:00', '2026-02-01 08:00:00']);
  expect(shownWindow({ hours: 2 }, null, now)).toEqual(['2026-02-02 07:30:00', '2026-02-02 09:30:00']);
});

test('TIME-03 TIME-04 TIME-05: a window is named in hours, from two days on in days', () => {
  expect([1, 24, 50, 72, 360].map((hours) => windowName({ hours }))).toEqual([
    '1\u00a0h',
    '24\u00a0h',
    '50\u00a0h',
    '3\u00a0days',
    '15\u00a0days',
  ]);
});
