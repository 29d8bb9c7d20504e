/** What the demo's texts say, read by the decoder: right values of the flight they belong to. */
import { expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import type { FaultFact, Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { connectionsOf } from '../../decoder/dialogue.ts';
import { meaningOf } from '../../decoder/read-message.ts';
import { receivedText } from '../../decoder/reading.ts';
import { distanceNmi } from '../base/geometry.ts';
import { demoMessages } from './acars-traffic.ts';
import { demoFleet } from './fleet.ts';
import { flightState, legsBetween } from './flight.ts';
import { plannedMessages } from './planned-messages.ts';
import { randomOf } from './random.ts';
import { fuelKg } from './text-parts.ts';

const now = Date.UTC(2026, 10, 21, 9);
type Said = { readonly row: AcarsMessage; readonly atMs: number; readonly text: string; readonly meaning: Meaning };

/** Whole messages without damage, of the station that received them. */
function messagesOf(rows: readonly AcarsMessage[]): Said[] {
  const following = new Map<string, AcarsMessage[]>();
  const nameOf = ({ tail, stationId, label, msgno }: AcarsMessage): string =>
    [tail, stationId, label, msgno?.slice(0, 3)].join(' ');
  for (const row of rows) following.set(nameOf(row), [...(following.get(nameOf(row)) ?? []), row]);
  return rows.flatMap((row) => {
    const seconds = row.timestamp ?? 0;
    const number = row.msgno;
    const blocks = number
      ? (following.get(nameOf(row)) ?? []).filter(({ timestamp }) => Math.abs((timestamp ?? 0) - seconds) < 60)
      : [row];
    const isDamaged = blocks.some(({ type, error }) => type === 'ACARS' && error !== 0);
    if (row.text === null || isDamaged || (number && number[3] !== 'A')) return [];
    if (blocks.at(-1)?.end === true) return []; // continues beyond the span
    const text = blocks.map((block) => block.text).join('');
    const atMs = seconds * 1000;
    const isDownlink = /\d/.test(row.blockId ?? '') || null;
    return [{ row, atMs, text, meaning: meaningOf(receivedText({ label: row.label ?? '', text, isDownlink, atMs })) }];
  });
}
const said = messagesOf(demoMessages(now - 24 * hourMs, now, 'day'));
const share = (kind: Meaning['kind']): number =>
  said.filter(({ meaning }) => meaning.kind === kind).length / said.length;

test('every text of a day is read: none is opaque, and every kind occurs', () => {
  expect(said.length).toBeGreaterThan(5000);
  const unread = said.filter(({ meaning }) => meaning.level === 'none');
  expect(unread.map(({ row, text }) => `${row.label} ${text}`)).toEqual([]);
  for (const [kind, least] of [
    ...([
      ['position', 0.2],
      ['gateTimes', 0.08],
      ['weather', 0.03],
      ['cpdlc', 0.05],
      ['adsc', 0.02],
    ] as const),
    ...([
      ['engine', 0.02],
      ['fault', 0.004],
      ['load', 0.01],
      ['freeText', 0.02],
      ['link', 0.04],
    ] as const),
  ])
    expect(share(kind), kind).toBeGreaterThan(least);
});

test('checksums are right, and what air traffic services say is of this aircraft', () => {
  const checked = said.filter(({ row }) => /^(?:A[069A]|B[069A]|MA)$/.test(row.label ?? ''));
  expect(new Set(checked.map(({ row }) => row.label))).toEqual(
    new Set(['A0', 'A6', 'A9', 'AA', 'B0', 'B6', 'B9', 'BA', 'MA']),
  );
  expect(checked.filter(({ meaning }) => meaning.facts.isDamaged)).toEqual([]);
  const ats = checked.filter(({ meaning: { kind } }) => kind === 'cpdlc' || kind === 'adsc');
  expect(ats.filter(({ meaning }) => meaning.level !== 'full')).toEqual([]);
  const direction = ({ facts: { cpdlc, adsc } }: Meaning) => cpdlc?.direction ?? adsc?.direction;
  expect(ats.filter(({ row, meaning }) => direction(meaning) !== (row.msgno ? 'down' : 'up'))).toEqual([]);
});

test('positions, levels and fuel in the words are those of the flight', () => {
  const indexes = new Map(demoFleet.map(({ tail }, index) => [tail, index]));
  let checked = 0;
  for (const { row, atMs, text, meaning } of said) {
    const { position, altitude, adsc } = meaning.facts;
    const index = indexes.get(row.tail ?? '') ?? -1;
    const aircraft = demoFleet[index];
    if (!aircraft) continue;
    const state = flightState(aircraft, index, atMs);
    const name = `${row.label} ${text} ${meaning.words} ${JSON.stringify(state)}`;
    if (meaning.words.startsWith('Level at')) expect(altitude?.ft, name).toBe(state.altFt);
    if (position?.lat === undefined || position.lon === undefined) continue;
    expect(distanceNmi({ lat: position.lat, lon: position.lon }, state), name).toBeLessThan(1.2);
    if (altitude?.ft != null) expect(Math.abs(altitude.ft - state.altFt), name).toBeLessThan(adsc ? 70 : 110);
    checked++;
  }
  expect(checked).toBeGreaterThan(1500);
  for (const index of [0, 6, 8, 12, 20, 60, 200]) {
    const aircraft = demoFleet[index];
    const leg = aircraft && legsBetween(aircraft, index, now, now + 1)[0];
    if (!aircraft || !leg) throw new Error('no such aircraft');
    const { off, on } = leg.times;
    const fuel = [0, 0.25, 0.5, 0.75, 1].map((part) => {
      const atMs = off + part * (on - off);
      return fuelKg({ aircraft, state: leg.stateAt(atMs), atMs, random: randomOf(1, 1) });
    });
    expect(fuel).toEqual([...fuel].sort((a, b) => b - a));
    // A twin of any size lands with half an hour to two hours in its tanks.
    const hourly = ((fuel[0] ?? 0) - (fuel[4] ?? 0)) / ((on - off) / hourMs);
    expect((fuel[4] ?? 0) / hourly).toBeGreaterThan(0.5);
    expect((fuel[4] ?? 0) / hourly).toBeLessThan(2);
  }
});

test('a talk has its log-on, connection, request, standby, clearance, WILCO and end; some requests stay open', () => {
  const connections = demoFleet.flatMap(({ tail }) =>
    connectionsOf(
      said
        .filter(({ row, meaning }) => row.tail === tail && meaning.kind === 'cpdlc')
        .map(({ atMs, meaning: { words, facts } }, i) => ({ id: `${i}`, atMs, words, facts, heardBy: 1 })),
      now,
    ),
  );
  expect(connections.length).toBeGreaterThan(20);
  const whole = connections.filter(({ logOnMs, connectedMs, endedMs, turns }) => {
    const words = turns.map((turn) => (turn.kind === 'message' ? turn.words : '')).join('; ');
    const isClimb = /Request climb to (FL\d+).*; STANDBY to \d+; Climb to and maintain \1.*; WILCO to \d+/.test(words);
    return logOnMs !== null && connectedMs !== null && endedMs !== null && isClimb && words.includes('End of service');
  });
  expect(whole.length).toBeGreaterThan(0);
  const turns = connections.flatMap((connection) => connection.turns);
  const answers = turns.filter((turn) => turn.kind === 'message' && turn.answeredBy !== null);
  expect(answers.length).toBeGreaterThan(30);
  // One-sided receptions.
  expect(turns.some(({ kind }) => kind === 'missing')).toBe(true);
  const unanswered = said.filter(({ meaning }) => meaning.words.startsWith('Request weather deviation'));
  expect(unanswered.length).toBeGreaterThan(0);
});

/** Chapters of ATA 100 by words of a fault's name. */
const chapters: readonly (readonly [words: RegExp, chapter: string])[] = [
  [/PACK|FLOW CONTROL/, '21'],
  [/CALL PANEL/, '23'],
  [/BATTERY/, '24'],
  [/GALLEY/, '25'],
  [/FLAP/, '27'],
  [/HYDRAULIC/, '29'],
  [/PITOT/, '30'],
  [/BRAKE/, '32'],
  [/TCAS|^RA1|NAV RA|MULTI-MODE|34512742/, '34'],
  [/PRESS REG|BLEED|WING|PRSOV|36118101/, '36'],
  [/LAV|WASTE/, '38'],
  [/IFE/, '44'],
  [/APU/, '49'],
  [/21514201/, '21'],
  [/29113402/, '29'],
  [/32458101/, '32'],
];

test('faults are of the chapter of their system, repeat over legs, and turn from intermittent to hard with one warning', () => {
  const byTail = new Map<string, FaultFact[]>();
  for (const { aircraft, text, atMs } of plannedMessages(now - 8 * 24 * hourMs, now, 0.001)) {
    if (!text.text.startsWith('#CFB')) continue;
    const { kind, facts } = meaningOf(receivedText({ label: 'H1', text: text.text, atMs }));
    expect(kind).toBe('fault');
    byTail.set(aircraft.tail, [...(byTail.get(aircraft.tail) ?? []), ...(facts.faults ?? [])]);
    for (const { name, chapter, at } of facts.faults ?? []) {
      expect(chapter, name).toBe(chapters.find(([words]) => words.test(name))?.[1]);
      if (at === null) continue;
      expect(Date.parse(at)).toBeLessThan(atMs);
      expect(Date.parse(at)).toBeGreaterThan(atMs - 20 * hourMs);
    }
  }
  const repeated = [...byTail.values()].filter((faults) => {
    const of = (name: string) => faults.filter((fault) => fault.name === name).map(({ persistence }) => persistence);
    return faults.some(
      ({ name }) => of(name).includes('hard') && of(name).filter((p) => p === 'intermittent').length > 2,
    );
  });
  expect(repeated.length).toBeGreaterThan(3);
  const warnings = [...byTail.values()].map((faults) => faults.filter(({ what }) => what === 'warning').length);
  expect(Math.max(...warnings)).toBeGreaterThan(0);
  // Two defects in eight days, at most.
  expect(Math.max(...warnings)).toBeLessThan(3);
});
