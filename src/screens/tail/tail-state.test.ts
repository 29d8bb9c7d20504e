import { beforeAll, expect, test } from 'vitest';
import type { Tail, TailLeg, TailMessage } from '../../../contract/entities/tail.ts';
import { ensureTemporal } from '../../lib/time.ts';
import { unitsOf } from '../../lib/units.ts';
import { groupsOf, legAt, spanOf } from './Legs.tsx';
import { levelText, routeText, stateOf, timesText } from './tail-state.ts';

beforeAll(ensureTemporal);
const day = '2026-11-22T';
const nowMs = Date.UTC(2026, 10, 22, 17, 18);
const leg = (id: string, until: string, more: Partial<TailLeg> = {}): TailLeg => ({
  ...{ id: `${day}${id}Z`, until: `${day}${until}Z`, flight: 'OS0413', from: 'LOWW', to: 'LROP', endedAt: null },
  ...{ out: null, off: null, on: null, in: null, scheduledIn: null, hasLanded: false, messages: 1, receivers: 1 },
  ...more,
});
const message = (id: string, at: string, legId: string | null): TailMessage =>
  ({ id, at: `${day}${at}Z`, leg: legId && `${day}${legId}Z` }) as TailMessage;
const tail = (more: Partial<Tail>): Tail => ({ now: null, legs: [], messages: [], ...more }) as Tail;

test('the state is that of the newest report, and only a live one is current', () => {
  const flying = tail({ legs: [leg('16:13:00', '17:17:30', { off: `${day}16:45:00Z` })] });
  expect(stateOf(flying, nowMs, true)).toEqual({ kind: 'live', word: 'In the air', detail: 'received 30\u00a0s ago' });
  expect(stateOf(flying, nowMs, false)).toEqual({
    kind: 'stored',
    word: 'Was in the air',
    detail: 'received 17:17Z',
  });
  expect(stateOf(flying, nowMs + 1_800_000, true)).toMatchObject({ kind: 'idle', word: 'In the air' });
  expect(stateOf(flying, nowMs + 7_200_000, true).word).toBe('Out of range');
  const landed = tail({ legs: [leg('14:00:00', '17:00:00', { hasLanded: true })] });
  expect(stateOf(landed, nowMs, true).word).toBe('On the ground');
  expect(stateOf(tail({}), nowMs, true).word).toBe('No reports');
});

test('routes, times and levels are short', () => {
  expect(routeText({ from: 'LOWW', to: null, endedAt: null })).toBe('LOWW to ?');
  expect(routeText({ from: 'LOWW', to: 'LROP', endedAt: 'LRBS' })).toBe('LOWW to LROP, diverted to LRBS');
  expect(routeText({ from: null, to: null, endedAt: null })).toBeNull();
  expect(timesText(leg('16:13:00', '17:00:00', { out: `${day}16:35:00Z` }), nowMs)).toBe(
    'out 16:35Z · off – · on – · in –',
  );
  expect(timesText(leg('16:13:00', '17:00:00'), nowMs)).toBe('');
  const overnight = { out: '2026-11-21T22:50:00Z', off: '2026-11-21T23:05:00Z', on: `${day}01:10:00Z` };
  expect(timesText(leg('16:13:00', '17:00:00', overnight), nowMs)).toBe(
    'out 21 Nov 2026, 22:50Z · off 23:05Z · on 22 Nov 2026, 01:10Z · in –',
  );
  expect([37_000, 4200, 0].map((ft) => levelText(ft, unitsOf('aviation')))).toEqual([
    'FL370',
    '4,200\u00a0ft',
    'ground',
  ]);
});

test('messages are grouped by leg, those between flights by their own', () => {
  const legs = [leg('16:00:00', '17:00:00'), leg('10:00:00', '12:00:00')];
  const groups = groupsOf(legs, [
    message('5', '16:30:00', '16:00:00'),
    message('4', '15:00:00', null),
    message('3', '14:00:00', null),
    message('2', '11:00:00', '10:00:00'),
    message('1', '09:00:00', null),
  ]);
  expect(groups.map((group) => [group.leg?.id.slice(11, 16) ?? null, group.messages.map(({ id }) => id)])).toEqual([
    ['16:00', ['5']],
    [null, ['4', '3']],
    ['10:00', ['2']],
    [null, ['1']],
  ]);
});

test('any instant of a leg finds it, and the axis that contains it', () => {
  const legs = [leg('16:00:00', '17:00:00'), leg('10:00:00', '12:00:00')];
  const found = (time: string) => legAt(legs, `${day}${time}Z`)?.id.slice(11, 16) ?? null;
  expect(['16:30:00', '14:00:00', '10:00:00', '09:00:00'].map(found)).toEqual(['16:00', '10:00', '10:00', null]);
  expect(legAt(legs, 'nonsense')).toBeNull();
  const days = ['2026-11-22T10:00Z', '2026-11-21T12:00Z', '2026-11-18T12:00Z', '2026-10-01T00:00Z', 'x'];
  expect(days.map((instant) => spanOf(instant, nowMs))).toEqual([1, 3, 15, null, null]);
});
