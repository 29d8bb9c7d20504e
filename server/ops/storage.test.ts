import { expect, test } from 'vitest';
import { forecastOf } from './storage.ts';

const measured = {
  otherBytes: 100,
  measuredDays: 7,
  perDay: { messages: 10, frames: 20, rawFrames: 30 },
  archive: { days: 0, bytes: 0 },
};
const settings = { retentionDays: 15, archiveDays: 0, rawDays: 10, maxBytes: null };

test('the size follows from the days of each table', () => {
  expect(forecastOf(measured, settings)).toEqual({ bytes: 100 + 15 * 30 + 10 * 30, days: 15 });
});

test('archived days count with their measured size, before the first one with a seventh of a day', () => {
  const bytes = forecastOf(measured, settings)?.bytes ?? 0;
  expect(forecastOf(measured, { ...settings, archiveDays: 70 })?.bytes).toBe(bytes + 10 * 30);
  const archived = { ...measured, archive: { days: 2, bytes: 8 } };
  expect(forecastOf(archived, { ...settings, archiveDays: 100 })?.bytes).toBe(bytes + 400);
  expect(forecastOf(archived, settings)?.bytes).toBe(bytes + 8);
});

test('a limit shortens the days, to one at least', () => {
  expect(forecastOf(measured, { ...settings, maxBytes: 2000 })).toEqual({ bytes: 850, days: 15 });
  expect(forecastOf(measured, { ...settings, maxBytes: 520 })).toEqual({ bytes: 520, days: 7 });
  expect(forecastOf(measured, { ...settings, maxBytes: 50 })).toEqual({ bytes: 50, days: 1 });
  expect(forecastOf(measured, { ...settings, retentionDays: 0, rawDays: 0, maxBytes: 700 })).toEqual({
    bytes: 700,
    days: 10,
  });
});

test('without a full day, or when it grows for ever, there is none', () => {
  expect(forecastOf({ ...measured, measuredDays: 0 }, settings)).toBeNull();
  expect(forecastOf(measured, { ...settings, retentionDays: 0 })).toBeNull();
});
