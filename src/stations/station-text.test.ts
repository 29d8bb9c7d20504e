import { describe, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { asOfText, evidenceText, intervalText, isCurrent, reasonText, verdictText } from './station-text.ts';

await ensureTemporal();
const now = Date.UTC(2026, 1, 1, 14, 50);
const current = { now, dataAt: now, isNow: true };
const at = '2026-02-01T14:05:00Z';

describe('the verdict in words', () => {
  const none = { silentTypes: [], lastMessageAt: at };
  test.each([
    [{ state: 'feeding', ...none }, 'Feeding', 'Was feeding'],
    [{ state: 'late', ...none }, 'Late', 'Was late'],
    [{ state: 'silent', ...none }, 'Silent since 14:05Z', 'Was silent since 14:05Z'],
    [
      { state: 'silent', silentTypes: [], lastMessageAt: '2026-01-30T23:05:00Z' },
      'Silent since 30 Jan 2026',
      'Was silent since 30 Jan 2026',
    ],
    [{ state: 'never', silentTypes: [], lastMessageAt: null }, 'Nothing received yet', 'Had no data yet'],
    [
      { state: 'partly', silentTypes: ['ACARS', 'VDLM2'], lastMessageAt: at },
      'Feeding without ACARS and VDLM2',
      'Was feeding without ACARS and VDLM2',
    ],
  ] as const)('%j', (station, isNow, was) => {
    const { silentTypes } = station;
    expect(verdictText({ ...station, silentTypes: [...silentTypes] }, { now, dataAt: now, isNow: true })).toBe(isNow);
    expect(verdictText({ ...station, silentTypes: [...silentTypes] }, { now, dataAt: now, isNow: false })).toBe(was);
  });
  test('a feeding station explains nothing, a silent one always something', () => {
    expect(reasonText('feeding', null, current)).toBeNull();
    expect(reasonText('silent', 'noUpload', current)).toContain('not uploaded');
    expect(reasonText('late', null, current)).toContain('next status report');
  });
});

test('a step names its evidence', () => {
  expect(evidenceText('upload', 'key', 'lost', 'noUpload', current)).toBe('status reports arrive, messages do not');
  expect(evidenceText('radio', 'message', 'ok', null, current)).toBe('from the last message');
  expect(evidenceText('radio', null, 'unknown', null, current)).toBe('no evidence');
});

test('usual interval and age', () => {
  expect([0.2, 2.4, 1800, null].map(intervalText)).toEqual([
    'Usually several messages a second',
    'Usually a message every 2\u00a0s',
    'Usually a message every 30\u00a0min',
    null,
  ]);
  expect(asOfText(Date.UTC(2026, 1, 1, 12, 4), Date.UTC(2026, 1, 1, 15, 30))).toBe('As of 12:04Z, 3\u00a0h ago');
});

test('only a recent response of a reachable server is current', () => {
  const response = { source: 'live', why: null, dataAt: now } as const;
  expect(isCurrent(response, now + 89_000)).toBe(true);
  expect(isCurrent(response, now + 91_000)).toBe(false);
  expect(isCurrent({ ...response, source: 'stored', why: 'slow' }, now)).toBe(true);
  expect(isCurrent({ ...response, source: 'stored', why: 'no-network' }, now)).toBe(false);
});
