import { describe, expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import type { SilenceReason, TypeHealth } from '../../contract/entities/station-health.ts';
import { ensureTemporal } from '../lib/time.ts';
import { dayCells, gapsOf, hourCells, reasonsOf, type Strip } from './TypeStrips.tsx';

await ensureTemporal();
const hoursFrom = Date.UTC(2026, 0, 25, 15);
/** Half past the strip's last hour. */
const now = hoursFrom + 167.5 * hourMs;
/** A week that was fed wholly, except for the hours in `change`. */
function strip(change: Readonly<Record<number, [slots: number | null, reason?: SilenceReason]>>): Strip {
  const slots = Array.from({ length: 168 }, (_, at) => (at in change ? (change[at]?.[0] ?? null) : at === 167 ? 3 : 6));
  const reasons = Array.from({ length: 168 }, (_, at) => change[at]?.[1] ?? null);
  const type: TypeHealth = { type: 'ACARS', lastAt: null, share24h: 90, share7d: 95, slots, reasons };
  return { type, hoursFrom, now };
}

describe('the last 24 hours', () => {
  const cells = hourCells(strip({ 144: [null], 150: [0, 'noUpload'], 151: [3], 152: [0] }));
  test('each hour in words, with its reason', () => {
    expect(cells).toHaveLength(24);
    expect(cells[0]).toEqual({ share: null, pattern: null, text: '15:00Z to 16:00Z: before the station existed' });
    expect(cells[6]).toMatchObject({ share: 0, pattern: 'upright' });
    expect(cells[6]?.text).toBe('21:00Z to 22:00Z: fed 0 % of the hour, decoded, but no upload');
    expect(cells[7]).toEqual({ share: 0.5, pattern: null, text: '22:00Z to 23:00Z: fed 50 % of the hour' });
    expect(cells[8]?.text).toBe('23:00Z to 00:00Z: fed 0 % of the hour, no message');
  });
  test('of the current hour only the past part counts', () => expect(cells[23]?.share).toBe(1));
  test('the current hour is no gap while it has just begun, unless the station has a cause', () => {
    const last = (minutes: number, ...slots: [0, SilenceReason?]) =>
      hourCells({ ...strip({ 167: slots }), now: hoursFrom + 167 * hourMs + minutes * 60_000 }).at(-1);
    expect(last(9, 0)).toEqual({ share: null, pattern: null, text: '14:00Z to 15:00Z: no message yet' });
    expect(last(10, 0)).toMatchObject({ share: 0, text: '14:00Z to 15:00Z: fed 0 % of the hour, no message' });
    expect(last(9, 0, 'noUpload')).toMatchObject({ share: 0, pattern: 'upright' });
  });
});

test('the days: their share, and hours by reason', () => {
  const gone = Object.fromEntries(
    Array.from({ length: 24 }, (_, at) => [at, [0, 'noSign'] as [number, SilenceReason]]),
  );
  const cells = dayCells(strip({ ...gone, 24: [0, 'noFrames'], 25: [0, 'noFrames'] }));
  expect(cells).toHaveLength(7);
  expect(cells[0]).toMatchObject({ share: 0, pattern: 'cross' });
  expect(cells[0]?.text).toBe('24\u00a0h from 15:00Z, 25 Jan 2026: fed 0 %, no power or no network 24\u00a0h');
  expect(cells[1]?.share).toBeCloseTo(22 / 24);
  expect(cells[1]?.text).toContain('no frames 2\u00a0h');
  expect(cells[6]?.share).toBe(1);
});

test('gaps as text: hours that follow one another for one reason are one', () => {
  const gaps = gapsOf(strip({ 10: [0, 'noFrames'], 11: [0, 'noFrames'], 12: [0, 'noUpload'], 20: [0], 167: [0] }));
  expect(gaps).toEqual([
    { from: hoursFrom + 167 * hourMs, to: now, why: 'no message' },
    { from: hoursFrom + 20 * hourMs, to: hoursFrom + 21 * hourMs, why: 'no message' },
    { from: hoursFrom + 12 * hourMs, to: hoursFrom + 13 * hourMs, why: 'decoded, but no upload' },
    { from: hoursFrom + 10 * hourMs, to: hoursFrom + 12 * hourMs, why: 'no frames' },
  ]);
});

test('reasons are counted in hours', () =>
  expect(reasonsOf(['noSign', null, 'noFrames', 'noSign'])).toEqual([
    { reason: 'noSign', hours: 2 },
    { reason: 'noFrames', hours: 1 },
  ]));
