import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../lib/time.ts';
import { unitsOf } from '../../lib/units.ts';
import {
  calendarSentence,
  dayWord,
  directionWords,
  fewerRowsSentence,
  hoursSentence,
  levelsSentence,
  lostSentences,
  messagesSentence,
  rangesSentence,
  topsSentence,
  withoutNewGap,
} from './sight-texts.ts';

beforeAll(ensureTemporal);
/** A Sunday. */
const now = Date.UTC(2026, 10, 22, 17, 18);
const at = { now, dataAt: now, isNow: true };
const rome = { stationId: '1007', city: 'Rome' };
const lost = { fromDeg: 200, toDeg: 250, nowNmi: 30, monthNmi: 200, since: '2026-11-17' };

test('a lost direction is named with its day', () => {
  expect(lostSentences([{ ...rome, now: [30], month: [200], lost: [lost] }], at, unitsOf('aviation'))).toEqual([
    '1007 Rome lost its south-west since Tuesday: 30\u00a0nmi instead of 200.',
  ]);
  expect(rangesSentence([{ ...rome, now: [250], month: [250], lost: [] }], at, unitsOf('aviation'))).toBe(
    'No station lost range in any direction. 1 station reaches beyond the horizon of 246\u00a0nmi.',
  );
});

test('days and directions in words', () => {
  expect(['2026-11-22', '2026-11-21', '2026-11-16', '2026-11-15'].map((day) => dayWord(day, at))).toEqual([
    'today',
    'yesterday',
    'Monday',
    '15 Nov',
  ]);
  expect(directionWords({ fromDeg: 340, toDeg: 20 })).toBe('its north');
  expect(directionWords({ fromDeg: 10, toDeg: 300 })).toBe('most of its range');
  expect(directionWords({ fromDeg: 0, toDeg: 0 })).toBe('most of its range');
});

test('silent stations have the end of their last hour', () => {
  const row = { ...rome, isSilent: true, usual: [null, null, null], counts: [4, 0, 0] };
  const hours = { from: '2026-11-22T15:00:00Z', rows: [row, { ...row, isSilent: false }] };
  expect(hoursSentence(hours, at)).toBe('1007 Rome silent since 16:00Z.');
  expect(hoursSentence({ ...hours, rows: [{ ...row, counts: [0, 0, 0] }] }, at)).toBe(
    '1007 Rome silent since before 15:00Z.',
  );
});

test('of many findings the first three are named, and the others counted', () => {
  const row = { ...rome, isSilent: true, usual: [null, null, null], counts: [4, 0, 0] };
  const silent = (count: number) => ({ from: '2026-11-22T15:00:00Z', rows: Array.from({ length: count }, () => row) });
  const one = '1007 Rome silent since 16:00Z.';
  expect(hoursSentence(silent(3), at)).toBe([one, one, one].join(' '));
  expect(hoursSentence(silent(4), at)).toBe([one, one, one, '1 more station is silent.'].join(' '));
  expect(hoursSentence(silent(1503), at)).toBe([one, one, one, '1,500 more stations are silent.'].join(' '));
  const ranges = Array.from({ length: 5 }, () => ({ ...rome, now: [30], month: [200], lost: [lost] }));
  expect(rangesSentence(ranges, at, unitsOf('aviation'))).toMatch(/ 2 more directions are lost\.$/);
});

test('the longest silence of the calendar has its reason', () => {
  const row = {
    ...rome,
    type: 'ADSB' as const,
    shares: [1, 0, 0],
    reasons: [null, null, { reason: 'noFrames' as const, hours: 5 }],
  };
  expect(calendarSentence([row], at)).toBe('1007 Rome ADSB: nothing for 2 days, no frames.');
  expect(calendarSentence([{ ...row, shares: [0, 1, 0.5] }], at)).toBe('Every station and type fed today.');
  // A day that has just begun is no gap, unless the day before was one.
  const shares = (last: number[], minutes: number) =>
    withoutNewGap([{ ...row, shares: last }], minutes * 60_000)[0]?.shares;
  expect(shares([1, 0.5, 0], 59)).toEqual([1, 0.5, null]);
  expect(shares([1, 0.5, 0], 60)).toEqual([1, 0.5, 0]);
  expect(shares([1, 0, 0], 59)).toEqual([1, 0, 0]);
});

test('counts, levels and names in a sentence', () => {
  const messages = {
    from: '2026-11-22T15:00:00Z',
    stepS: 3600,
    acars: [5, 1200],
    vdlm2: [1, 2],
    hfdl: [0, 0],
    adsb: [9, 9],
  };
  expect(messagesSentence(messages)).toBe(
    'ACARS 1,205, VDLM2 3, HFDL 0, ADSB 18. Busiest hour: 16:00Z with 1,202 text messages.',
  );
  const midnight = { ...messages, from: '2026-11-28T23:00:00Z' };
  expect(messagesSentence(midnight)).toContain('Busiest hour: 00:00Z with 1,202 text messages.');
  expect(messagesSentence({ ...midnight, from: '2026-11-28T00:00:00Z', stepS: 86_400 })).toContain(
    'Busiest day: 29 Nov with 1,202 text messages.',
  );
  expect([fewerRowsSentence(messages), fewerRowsSentence({ ...messages, frameFactor: 2 })]).toEqual([
    null,
    'ADSB counts every received frame. The limit ADSB_MAX_GB made the interval of stored frames up to 2 times as long.',
  ]);
  const level = { khz: 131_525, type: 'ACARS', messages: 30, quantiles: [-30, -25, -20, -15, -10] };
  expect(levelsSentence([level, { ...level, khz: 136_975, quantiles: [-9, -9, -9, -9, -9] }])).toBe(
    'Strongest: 136.975\u00a0MHz, median −9\u00a0dB. Weakest: 131.525\u00a0MHz, median −20\u00a0dB.',
  );
  const named = (name: string, title: string | null = null) => [{ name, title, messages: 3 }];
  expect(
    topsSentence({ from: '', labels: named('H1'), aircraft: named('D-AIAB'), airlines: named('LH', 'Lufthansa') }),
  ).toBe('Most frequent: Label H1, D-AIAB, Lufthansa.');
});
