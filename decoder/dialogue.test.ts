import { expect, test } from 'vitest';
import type { CpdlcFact, Facts } from '../contract/entities/meaning.ts';
import { connectionsOf, contractsOf, type DialogueMessage } from './dialogue.ts';

const startMs = Date.UTC(2026, 10, 29, 13, 0, 0);
let count = 0;
const message = (second: number, words: string, facts: Facts): DialogueMessage => ({
  id: `m${++count}`,
  atMs: startMs + second * 1000,
  words,
  facts,
  heardBy: 1,
});
const cpdlc = (
  second: number,
  direction: 'up' | 'down',
  [code, words, response]: readonly [string, string, string | null],
  [number, reference]: readonly [number | null, number | null],
  other: Partial<CpdlcFact> = {},
): DialogueMessage =>
  message(second, words, {
    cpdlc: {
      ...{ direction, what: 'message', ground: 'EGGX', number, reference, time: null },
      elements: code === '' ? [] : [{ code, words, response }],
      ...other,
    },
  });
const link = (second: number, what: CpdlcFact['what'], ground = 'EGGX'): DialogueMessage =>
  cpdlc(second, 'down', ['', what, null], [null, null], { what, ground });

const climb = ['UM20', 'Climb to and maintain FL370', 'W/U'] as const;
const wilco = ['DM0', 'WILCO', 'N'] as const;
const standby = ['DM2', 'STANDBY', 'N'] as const;
const request = ['DM9', 'Request climb to FL370', 'Y'] as const;

const turnsOf = (messages: readonly DialogueMessage[], afterS = 600) =>
  connectionsOf(messages, startMs + afterS * 1000).map(({ turns }) =>
    turns.map((turn) =>
      turn.kind === 'missing'
        ? `? ${turn.direction} ${turn.number}`
        : `${turn.direction} ${turn.words}${turn.answeredBy ? ` <- ${turn.answeredBy.words} ${turn.answeredBy.afterMs / 1000} s` : ''}${turn.isOpen ? ' open' : ''}`,
    ),
  );

test('an uplink stays open until it is answered; STANDBY leaves it open, WILCO closes it', () => {
  const uplink = cpdlc(0, 'up', climb, [12, null]);
  expect(turnsOf([uplink])).toEqual([['up Climb to and maintain FL370 open']]);
  expect(turnsOf([uplink, cpdlc(20, 'down', standby, [3, 12])])).toEqual([
    ['up Climb to and maintain FL370 open', 'down STANDBY'],
  ]);
  expect(turnsOf([uplink, cpdlc(20, 'down', standby, [3, 12]), cpdlc(31, 'down', wilco, [4, 12])])).toEqual([
    ['up Climb to and maintain FL370 <- WILCO 31 s', 'down STANDBY', 'down WILCO'],
  ]);
});

test('a request of the aircraft is open until the ground answers with more than STANDBY', () => {
  const asked = cpdlc(0, 'down', request, [3, null]);
  expect(turnsOf([asked, cpdlc(10, 'up', ['UM1', 'STANDBY', 'NE'], [10, 3])])[0]?.[0]).toMatch(/open$/);
  expect(turnsOf([asked, cpdlc(40, 'up', climb, [11, 3])])[0]).toEqual([
    'down Request climb to FL370 <- Climb to and maintain FL370 40 s',
    'up Climb to and maintain FL370 open',
  ]);
});

test('a partner that nobody received is one missing turn at its side', () => {
  expect(turnsOf([cpdlc(0, 'down', wilco, [6, 14]), cpdlc(5, 'down', wilco, [7, 14])])).toEqual([
    ['? up 14', 'down WILCO', 'down WILCO'],
  ]);
});

test('an answer with an earlier time than its message closes it: clocks of receivers differ', () => {
  const [answer, later] = [cpdlc(0, 'down', wilco, [6, 14]), cpdlc(90, 'up', climb, [14, null])];
  expect(turnsOf([answer, later])).toEqual([['up Climb to and maintain FL370 <- WILCO 0 s', 'down WILCO']]);
  expect(turnsOf([cpdlc(0, 'down', standby, [6, 14]), later])).toEqual([
    ['up Climb to and maintain FL370 open', 'down STANDBY'],
  ]);
  // After 5 minutes it is another message of that number.
  expect(turnsOf([answer, cpdlc(301, 'up', climb, [14, null])])).toEqual([
    ['? up 14', 'down WILCO', 'up Climb to and maintain FL370 open'],
  ]);
});

test('numbers start again with each connection, and are not paired over 30 minutes', () => {
  const messages = [
    link(0, 'logon'),
    link(60, 'connect'),
    cpdlc(100, 'up', climb, [1, null]),
    link(200, 'disconnect'),
    link(300, 'connect'),
    cpdlc(400, 'down', wilco, [1, 1]),
  ];
  const [first, second] = connectionsOf(messages, startMs + 500_000);
  expect(first).toMatchObject({ logOnMs: startMs, connectedMs: startMs + 60_000, endedMs: startMs + 200_000 });
  expect(second?.turns.map(({ kind }) => kind)).toEqual(['missing', 'message']);
  // What was not answered before the end is not open after it.
  expect(first?.turns).toMatchObject([{ isOpen: false, answeredBy: null }]);
  expect(turnsOf([cpdlc(0, 'up', climb, [1, null]), cpdlc(1801, 'down', wilco, [2, 1])], 1900)[0]?.slice(1)).toEqual([
    '? up 1',
    'down WILCO',
  ]);
});

test('three hours of silence end a connection, and another ground unit has its own', () => {
  const messages = [
    cpdlc(0, 'up', climb, [1, null]),
    cpdlc(10, 'up', climb, [1, null], { ground: 'CZQX' }),
    cpdlc(3 * 3600 + 1, 'up', climb, [1, null]),
  ];
  const found = connectionsOf(messages, startMs + 4 * 3600_000);
  expect(found.map(({ ground, isSilent, turns }) => [ground, isSilent, turns.length])).toEqual([
    ['EGGX', true, 1],
    ['CZQX', true, 1],
    ['EGGX', false, 1],
  ]);
});

test('a contract has its reports, and what was due and not received', () => {
  const adsc = (second: number, what: 'contract' | 'report' | 'event', everyS: number | null): DialogueMessage =>
    message(second, what, {
      altitude: { words: '35,000 ft', ft: 35_000 },
      adsc: {
        direction: what === 'contract' ? 'up' : 'down',
        ground: 'EGGX',
        what,
        contract: everyS === null ? null : 7,
        everyS,
        events: [],
      },
    });
  const [contract] = contractsOf([
    adsc(0, 'contract', 600),
    adsc(10, 'report', null),
    adsc(610, 'report', null),
    adsc(700, 'event', null),
    adsc(2410, 'report', null),
  ]);
  expect(contract).toMatchObject({ number: 7, everyS: 600, due: [startMs + 1210_000, startMs + 1810_000] });
  expect(contract?.reports.map(({ what }) => what)).toEqual(['report', 'report', 'event', 'report']);
  expect(contractsOf([adsc(10, 'report', null), adsc(4000, 'report', null)])[0]?.due).toEqual([]);
});
