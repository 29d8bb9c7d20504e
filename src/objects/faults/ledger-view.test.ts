import { beforeAll, expect, test } from 'vitest';
import type { FaultEvent, LedgerFault } from '../../../contract/entities/faults.ts';
import type { TailLeg } from '../../../contract/entities/tail.ts';
import type { FaultChange } from '../../data/faults.ts';
import { ensureTemporal } from '../../lib/time.ts';
import { ataText, legGroups, originText, shownState, stripLegsOf, stripOfFault, workNote } from './ledger-view.ts';

beforeAll(ensureTemporal);

const event = (at: string, more: Partial<FaultEvent> = {}): FaultEvent => ({
  ...{ at, isTimed: true, flight: 'ZZ0103', what: 'failure', persistence: 'hard', phase: 'descent', class: '1' },
  ...{ severity: null, inferred: [], impacted: [], stations: 1, receptions: 1 },
  ...{ firstReceived: at, lastReceived: at, messageId: null, ...more },
});
const fault: LedgerFault = {
  ...{ identity: 'x', chapter: '36', ata: '362216', name: 'R WING LOOP B', source: 'BMC 1', state: null, stations: 4 },
  events: [event('2026-11-29T14:46:00Z'), event('2026-11-26T07:12:00Z', { persistence: 'intermittent' })],
};
const leg = (id: string, until: string, messages = 5): TailLeg => ({
  ...{ id, until, flight: 'ZZ0103', from: 'LROP', to: 'EDDF', endedAt: null, out: null, off: null, on: null, in: null },
  ...{ scheduledIn: null, hasLanded: true, messages, receivers: 1 },
});
/** Newest first. */
const legs = [
  leg('2026-11-29T12:00:00Z', '2026-11-29T14:40:00Z'),
  leg('2026-11-28T12:00:00Z', '2026-11-28T14:00:00Z', 0),
  leg('2026-11-26T07:00:00Z', '2026-11-26T09:00:00Z'),
];
const now = Date.parse('2026-11-29T15:00:00Z');

test('events are in the leg that had begun, legs without messages are heads without rows', () => {
  const early = { ...fault, identity: 'y', events: [event('2026-11-20T00:00:00Z')] };
  expect(legGroups(legs, [fault, early]).map(({ leg: one, rows }) => [one?.id ?? null, rows.length])).toEqual([
    ['2026-11-29T12:00:00Z', 1],
    ['2026-11-28T12:00:00Z', 0],
    ['2026-11-26T07:00:00Z', 1],
    [null, 1],
  ]);
  expect(stripOfFault(stripLegsOf(legs), fault)).toBe('i-h');
});

test('the work note says what is known, in capitals', () => {
  expect(workNote('N900XX', fault, { legs, strip: 'i-h', now })).toBe(
    [
      'N900XX  ATA 36-22-16  R WING LOOP B',
      'BMC 1, HARD, 2 OF 2 LEGS SINCE 26 NOV',
      'LAST ZZ0103 LROP-EDDF 29 NOV 14:46Z DESCENT',
    ].join('\n'),
  );
  const bare: LedgerFault = {
    ...{ ...fault, chapter: null, ata: null, source: null },
    events: [event('2025-11-29T14:46:00Z', { flight: null, phase: null, persistence: null })],
  };
  expect(workNote('N900XX', bare, { legs: [], strip: '', now })).toBe(
    ['N900XX  R WING LOOP B', '1 REPORT SINCE 29 NOV 2025', 'LAST 29 NOV 2025 14:46Z'].join('\n'),
  );
  expect(originText(fault)).toBe('36-22-16, from BMC 1, class 1, hard');
  expect(['3622', '36', '36-22', '3622165'].map(ataText)).toEqual(['36-22', '36', '36-22', '3622165']);
});

test('a change that waits is shown, one in conflict is not; a fault reported after its closing is open again', () => {
  const closed = { state: 'closed', note: 'n', by: 'a', version: 3 } as const;
  const change: FaultChange = {
    ...{ tail: 'N900XX', identity: 'x', chapter: '36', name: 'R WING LOOP B', state: 'deferred', note: '' },
    ...{ by: 'b', at: '2026-11-29T15:00:00Z', version: 0, conflict: null, refusal: null },
  };
  const states = [
    shownState(fault, undefined),
    shownState(fault, change),
    shownState(fault, { ...change, conflict: { ...closed, at: '2026-11-29T14:50:00Z' } }),
    shownState(fault, { ...change, refusal: 'no' }),
    shownState({ ...fault, state: { ...closed, at: '2026-11-29T14:00:00Z' } }, undefined),
    shownState({ ...fault, state: { ...closed, at: '2026-11-29T14:46:00Z' } }, undefined),
  ];
  expect(states.map(({ state, isWaiting, isAgain }) => [state, isWaiting, isAgain])).toEqual([
    ['open', false, false],
    ['deferred', true, false],
    ['closed', false, false],
    ['open', false, false],
    ['open', false, true],
    ['closed', false, false],
  ]);
});
