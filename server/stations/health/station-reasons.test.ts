import { describe, expect, test } from 'vitest';
import {
  type HourSeen,
  hourReasonOf,
  limitsOf,
  middleGapOf,
  pathOf,
  type Seen,
  silenceReasonOf,
  stepStateOf,
  usualGapOf,
  verdictOf,
} from './station-reasons.ts';

const now = Date.UTC(2026, 1, 1, 14, 50);
const ago = (minutes: number): number => now - minutes * 60_000;
const minutes = (count: number): number => count * 60_000;

/** A station that feeds all three types and reports each 10 minutes. */
const healthy: Seen = {
  firstAt: ago(60 * 24 * 9),
  messageAt: ago(1),
  countedAt: ago(1),
  messageGapMs: 0,
  silentAfterMs: minutes(30),
  types: [
    { type: 'ADSB', lastAt: ago(1), usualGapMs: 0 },
    { type: 'ACARS', lastAt: ago(4), usualGapMs: minutes(2) },
    { type: 'VDLM2', lastAt: ago(2), usualGapMs: minutes(1) },
  ],
  report: { at: ago(6), from: ago(16), frames: 5000, decoded: 1200 },
  reportGapMs: minutes(10),
  framesAt: ago(6),
  decodedAt: ago(6),
  frameSizeAt: ago(6),
  keyUsedAt: ago(1),
  keyLostAt: null,
};
const silentFor = (count: number, more: Partial<Seen> = {}): Seen => ({
  ...healthy,
  messageAt: ago(count),
  countedAt: ago(count),
  types: healthy.types.map((type) => ({ ...type, lastAt: ago(count) })),
  ...more,
});

describe('how old may evidence be', () => {
  test.each([
    [8, 'ok'],
    [8.1, 'late'],
    [20, 'late'],
    [20.1, 'lost'],
  ])('%s min old is %s', (age, state) => expect(stepStateOf(ago(age), now, limitsOf(minutes(1)))).toBe(state));
  test('never is not lost', () => expect(stepStateOf(null, now, limitsOf(null))).toBe('unknown'));
  test('rare types are measured by their own usual gap', () => {
    const rare = limitsOf(minutes(20));
    expect([59, 61, 119, 121].map((age) => stepStateOf(ago(age), now, rare))).toEqual(['ok', 'late', 'late', 'lost']);
  });
  test('after a day it is lost, however rare', () =>
    expect(stepStateOf(ago(24 * 60 + 1), now, limitsOf(minutes(20 * 60)))).toBe('lost'));
  test('the usual gap is the average time between fed slots of ten minutes', () => {
    const day = { firstAt: ago(24 * 60), lastAt: now };
    expect(usualGapOf({ ...day, fedSlots: 145 }, minutes(10))).toBe(0);
    expect(usualGapOf({ ...day, fedSlots: 29 }, minutes(10))).toBe(minutes(40));
    expect(usualGapOf({ ...day, fedSlots: 0 }, minutes(10))).toBeNull();
  });
  test('for reports it is the median of the last few', () => {
    expect(middleGapOf([60, 50, 40, 5].map(ago).reverse())).toBe(minutes(10));
    expect(middleGapOf([now])).toBeNull();
  });
});

describe('the verdict', () => {
  test('feeding', () => expect(verdictOf(healthy, now)).toEqual({ state: 'feeding', reason: null, silentTypes: [] }));
  test('feeding, but a type is silent beyond its own usual gap', () => {
    const types = healthy.types.map((one) => (one.type === 'ACARS' ? { ...one, lastAt: ago(40) } : one));
    expect(verdictOf({ ...healthy, types }, now)).toEqual({ state: 'partly', reason: null, silentTypes: ['ACARS'] });
    const rare = types.map((one) => (one.type === 'ACARS' ? { ...one, usualGapMs: minutes(15) } : one));
    expect(verdictOf({ ...healthy, types: rare }, now).state).toBe('feeding');
  });
  test('late, then silent', () => {
    expect(verdictOf(silentFor(8.1), now).state).toBe('late');
    expect(verdictOf(silentFor(30), now).state).toBe('late');
    expect(verdictOf(silentFor(30.1), now).state).toBe('silent');
  });
  test('a station that is quiet every night is late then, not silent, as in the email to its feeder', () => {
    const nightly = { silentAfterMs: minutes(720) };
    expect(verdictOf(silentFor(400, nightly), now).state).toBe('late');
    expect(verdictOf(silentFor(721, nightly), now).state).toBe('silent');
    const rare = { messageGapMs: minutes(60), types: [] };
    expect(verdictOf(silentFor(170, rare), now).state).toBe('feeding');
  });
  test('nothing stored', () =>
    expect(verdictOf({ ...silentFor(0), messageAt: null, types: [] }, now).state).toBe('never'));
});

describe('why a station is silent', () => {
  const report = { at: ago(6), from: ago(16), frames: 5000, decoded: 1200 };
  test.each<[string, Partial<Seen>, string | null]>([
    ['messages were decoded and did not arrive', { report }, 'noUpload'],
    ['frames, and no message in them', { report: { ...report, decoded: 0 } }, 'notDecoded'],
    ['no frames', { report: { ...report, frames: 0, decoded: 0 } }, 'noFrames'],
    ['no report since', { report: { ...report, at: ago(47) }, frameSizeAt: ago(47) }, 'noSign'],
    ['it never reported', { report: null, frameSizeAt: null }, 'untold'],
    ['reports that count nothing', { report: { ...report, frames: null, decoded: null }, frameSizeAt: null }, null],
    ['its keys were revoked', { report: null, frameSizeAt: ago(47), keyUsedAt: ago(47), keyLostAt: ago(46) }, 'noKey'],
    ['it reports without its old key', { report: { ...report, at: ago(6) }, keyLostAt: ago(46) }, 'noUpload'],
    ['sizes of frames prove the radio', { report: { ...report, frames: null, decoded: 0 } }, 'notDecoded'],
  ])('%s', (_, more, reason) => expect(silenceReasonOf(silentFor(47, more), now)).toBe(reason));
  test('a report that began before the silence does not show its cause', () => {
    expect(silenceReasonOf(silentFor(10, { report }), now)).toBeNull();
    expect(silenceReasonOf(silentFor(17, { report }), now)).toBe('noUpload');
  });
});

describe('the path', () => {
  const states = (seen: Seen): string[] =>
    pathOf(seen, verdictOf(seen, now).reason, now).map(({ step, state }) => `${step} ${state}`);
  test('a message that arrived proves every step', () =>
    expect(states({ ...healthy, report: null, framesAt: null, decodedAt: null, frameSizeAt: null })).toEqual([
      'radio ok',
      'decoder ok',
      'upload ok',
      'stored ok',
      'counted ok',
    ]));
  test('the step of the reason is lost although reports still arrive', () => {
    expect(states(silentFor(47))).toEqual(['radio ok', 'decoder ok', 'upload lost', 'stored lost', 'counted lost']);
    const deaf = {
      report: { at: ago(6), from: ago(16), frames: 0, decoded: 0 },
      framesAt: ago(47),
      decodedAt: ago(47),
    };
    expect(states(silentFor(47, { ...deaf, frameSizeAt: ago(47) }))).toEqual([
      'radio lost',
      'decoder lost',
      'upload ok',
      'stored lost',
      'counted lost',
    ]);
  });
  test('a station without a key cannot report its radio', () => {
    const refused = { report: null, keyUsedAt: ago(47), keyLostAt: ago(46) };
    const old = { framesAt: ago(47), decodedAt: ago(47), frameSizeAt: ago(47) };
    expect(states(silentFor(47, { ...refused, ...old })).slice(0, 3)).toEqual([
      'radio unknown',
      'decoder unknown',
      'upload lost',
    ]);
  });
  test('the newest evidence is shown with its kind', () =>
    expect(pathOf(silentFor(47), 'noUpload', now).map(({ at, by }) => [at, by])).toEqual([
      [ago(6), 'status'],
      [ago(6), 'status'],
      [ago(1), 'key'],
      [ago(47), 'message'],
      [ago(47), 'count'],
    ]));
});

describe('why an hour has none of a type', () => {
  const no = { ADSB: false, ACARS: false, VDLM2: false };
  const zero = { ADSB: 0, ACARS: 0, VDLM2: 0 };
  const hour: HourSeen = {
    reports: 6,
    frames: 900,
    decoded: zero,
    framesOf: no,
    slots: zero,
    isOpen: false,
    isKeyLost: false,
  };
  test.each<[string, Partial<HourSeen>, string | null]>([
    ['it has some', { slots: { ...zero, ACARS: 3 } }, null],
    ['no report, nothing of any type', { reports: 0, frames: null }, 'noSign'],
    ['no report yet in the hour that runs', { reports: 0, frames: null, isOpen: true }, null],
    ['no report since the key was revoked', { reports: 0, frames: null, isKeyLost: true }, 'noKey'],
    ['a report in the hour in which the key was revoked', { isKeyLost: true }, 'notDecoded'],
    ['no report, but another type was received', { reports: 0, frames: null, slots: { ...zero, ADSB: 6 } }, null],
    ['decoded and not stored', { decoded: { ...zero, ACARS: 40 } }, 'noUpload'],
    ['frames of this type, none decoded', { framesOf: { ...no, ACARS: true } }, 'notDecoded'],
    ['frames, nothing decoded at all', {}, 'notDecoded'],
    ['frames of others', { decoded: { ...zero, ADSB: 700 }, slots: { ...zero, ADSB: 6 } }, 'noFrames'],
    ['no frames', { frames: 0 }, 'noFrames'],
    ['reports that count nothing', { frames: null, decoded: { ADSB: null, ACARS: null, VDLM2: null } }, null],
  ])('%s', (_, more, reason) => expect(hourReasonOf({ ...hour, ...more }, 'ACARS', true)).toBe(reason));
  test('the cause is unknown for a station without reports', () =>
    expect(hourReasonOf({ ...hour, reports: 0 }, 'ACARS', false)).toBe('untold'));
  test('a station without reports has lost its key, too', () =>
    expect(hourReasonOf({ ...hour, reports: 0, isKeyLost: true }, 'ACARS', false)).toBe('noKey'));
});
