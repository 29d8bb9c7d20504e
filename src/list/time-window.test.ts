import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { windowTexts } from './time-window.ts';

beforeAll(ensureTemporal);

test('TIME-02 TIME-06 TIME-07: the window of two hours ends now and moves with the clock, in UTC', () => {
  const now = Date.UTC(2026, 1, 2, 0, 30, 7, 250);
  expect(windowTexts({ hours: 2 }, now)).toEqual(['2026-02-01 22:30:07', '2026-02-02 00:30:07']);
  expect(windowTexts({ hours: 2 }, now + 1000)).toEqual(['2026-02-01 22:30:08', '2026-02-02 00:30:08']);
});
