import { beforeAll, expect, test } from 'vitest';
import type { MessageBand } from '../../contract/entities/statistics.ts';
import { ensureTemporal } from '../lib/time.ts';
import { axisTop, gapText, joinedSlots, slotMs, slotsOf, slotText, ticksOf, tickX } from './band-shape.ts';

beforeAll(ensureTemporal);
const at = (text: string): number => Date.parse(`2026-11-22T${text}:00Z`);
const length = 145;
const band = (counts: Partial<Record<'acars' | 'vdlm2' | 'hfdl' | 'adsb', number>>): MessageBand => {
  const filled = (count = 0): number[] => Array.from({ length }, () => count);
  return {
    asOf: '2026-11-22T17:18:00Z',
    from: '2026-11-21T17:10:00Z',
    acars: filled(counts.acars),
    vdlm2: filled(counts.vdlm2),
    hfdl: filled(counts.hfdl),
    adsb: filled(counts.adsb),
    gaps: [],
    countedSince: null,
    stations: 20,
  };
};

test('OVW-02: the text of a slot has every type; nothing is known after the response', () => {
  const slots = slotsOf(band({ acars: 61, vdlm2: 22, hfdl: 1, adsb: 2015 }), at('17:18'));
  expect(slotText(slots, 0)).toBe('17:10Z, 61 ACARS, 22 VDLM2, 1 HFDL, 2,015 ADSB');
  expect(slotText(slots, length - 1)).toMatch(/^17:10Z, 61 ACARS/);
});

test('OVW-08: a stored band moves with the clock, its later slots are not known; a day later it stays where it was', () => {
  const stored = slotsOf(band({ acars: 3 }), at('18:05'));
  expect(stored.from).toBe(at('17:10') - 144 * slotMs + 5 * slotMs);
  expect(stored.length).toBe(length);
  expect(slotText(stored, length - 1)).toBe('18:00Z, not known');
  expect(slotText(stored, length - 6)).toBe('17:10Z, 3 ACARS, 0 VDLM2, 0 HFDL, 0 ADSB');
  expect(slotsOf(band({}), at('17:18') + 30 * 3_600_000).from).toBe(at('17:10') - 144 * slotMs);
});

test('OVW-02: two slots of a narrow screen are one column, axes end at 50 and 1,000', () => {
  const joined = joinedSlots(slotsOf(band({ acars: 3 }), at('17:18')), 2);
  expect([joined.length, joined.counts.acars[0], joined.counts.acars.at(-1)]).toEqual([73, 6, 3]);
  expect([axisTop(0, 50), axisTop(51, 50), axisTop(2015, 1000)]).toEqual([50, 100, 3000]);
});

test('OVW-02: gaps name cause and silent stations, ticks the day at midnight', () => {
  const gap = { from: at('03:40'), to: at('04:30') };
  expect(gapText({ ...gap, cause: 'serverOff' }, 20)).toBe('03:40Z to 04:30Z: server off');
  expect(gapText({ ...gap, cause: 'nothingReceived' }, 1)).toBe('03:40Z to 04:30Z: nothing received, 1 station silent');
  const labels = ticksOf(slotsOf(band({}), at('17:18')), 6).map(({ label }) => label);
  expect(labels).toEqual(['18Z', '22 Nov', '06Z', '12Z']);
  // No label is cut at an edge.
  expect([0, 300, 695].map((px) => tickX(px, 700))).toEqual([18, 300, 682]);
});
