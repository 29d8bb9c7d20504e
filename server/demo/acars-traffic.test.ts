import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { type AcarsMessage, acarsMessage } from '../../contract/entities/messages.ts';
import { rowSchema } from '../../contract/kinds.ts';
import { visibleText } from '../base/json-values.ts';
import { demoMessages } from './acars-traffic.ts';
import { demoFleet } from './fleet.ts';
import { randomOf } from './random.ts';
import { corruptText, demoStations } from './stations.ts';

const now = Date.UTC(2026, 10, 21, 9);
const live = demoMessages(now - 3 * hourMs, now, 'live');
const day = demoMessages(now - 24 * hourMs, now, 'day');

/** Rows of one transmission: the same aircraft, number and label within half a minute. A row without number is one of its own. */
function messagesOf(rows: readonly AcarsMessage[]): AcarsMessage[][] {
  const found = new Map<string, AcarsMessage[]>();
  for (const row of rows) {
    const seconds = row.timestamp ?? 0;
    const name = `${row.tail} ${row.msgno?.slice(0, 3)} ${row.label} ${row.msgno ? '' : `${row.text} ${row.ack} ${row.blockId}`}`;
    const near = [Math.floor(seconds / 30), Math.floor(seconds / 30) - 1].map((time) => `${name} ${time}`);
    const key = near.find((one) => found.has(one)) ?? near[0] ?? name;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}
const stationsOf = (rows: readonly AcarsMessage[]): number => new Set(rows.map(({ stationId }) => stationId)).size;
const blocksOf = (rows: readonly AcarsMessage[]): number => new Set(rows.map(({ msgno }) => msgno)).size;

test('live, one row arrives every 2 to 4 s; windows of 2 and 24 hours contain plenty', () => {
  expect((3 * hourMs) / 1000 / live.length).toBeGreaterThan(2);
  expect((3 * hourMs) / 1000 / live.length).toBeLessThan(4);
  expect(day.length).toBeGreaterThan(5000);
});

test('RAW-04: every message is a valid row of a claimed receiver, in order of time', () => {
  const schema = rowSchema(acarsMessage);
  const names = new Set<string>(demoStations.flatMap(({ receivers }) => Object.values(receivers)));
  const faults = day.filter((row, i) => {
    const isRow = schema.safeParse(row).success && names.has(row.stationId ?? '');
    const isInOrder = (row.timestamp ?? 0) >= (day[i - 1]?.timestamp ?? 0);
    // 220 characters are the longest block that ACARS carries.
    const isSayable = row.text === null || (visibleText(row.text) === row.text && row.text.length <= 220);
    const isLevel = row.level !== null && row.level < 0 && row.level > -45;
    return !(isRow && isInOrder && isSayable && isLevel);
  });
  expect(faults).toEqual([]);
});

test('all links, many labels, every aircraft', () => {
  expect(new Set(day.map(({ type }) => type))).toEqual(new Set(['ACARS', 'VDLM2', 'HFDL']));
  const labels = new Set(day.map(({ label }) => label));
  for (const label of ['H1', '5Z', 'SA', 'Q0', '_d', 'SQ', 'B9', 'MA', '10', '15', '16', '20', '21', '44', '80'])
    expect(labels).toContain(label);
  const tails = new Set(day.map(({ tail }) => tail).filter((tail) => tail !== null));
  expect(tails.size).toBeGreaterThan(demoFleet.length * 0.95);
});

test('two or more stations receive a third of the messages, and a tenth has several blocks', () => {
  const messages = messagesOf(live);
  const several = messages.filter((rows) => stationsOf(rows) > 1).length / messages.length;
  const long = messages.filter((rows) => blocksOf(rows) > 1).length / messages.length;
  expect(several).toBeGreaterThan(0.31);
  expect(several).toBeLessThan(0.36);
  expect(long).toBeGreaterThan(0.085);
  expect(long).toBeLessThan(0.12);
});

test('receptions of several stations differ in level and error, and sometimes in single characters', () => {
  const several = messagesOf(live).filter((rows) => stationsOf(rows) > 1);
  // Levels of a tenth of a decibel may be the same by chance.
  const alike = several.filter((rows) => new Set(rows.map(({ level }) => level)).size === 1);
  expect(alike.length / several.length).toBeLessThan(0.03);
  const differing = several.filter(
    (rows) => new Set(rows.map(({ text, msgno }) => `${msgno} ${text}`)).size > blocksOf(rows),
  );
  expect(differing.length / several.length).toBeGreaterThan(0.1);
  expect(differing.length / several.length).toBeLessThan(0.5);
  for (const rows of differing) {
    for (const row of rows) {
      const same = rows.filter(({ msgno }) => msgno === row.msgno);
      const wrong = Math.max(...same.map((other) => differencesOf(row.text ?? '', other.text ?? '')));
      // Each of the two may have three wrong ones; plain ACARS only.
      expect(wrong).toBeLessThanOrEqual(6);
      if (wrong) expect(row.type).toBe('ACARS');
    }
  }
});
function differencesOf(a: string, b: string): number {
  expect(a.length).toBe(b.length);
  return [...a].filter((character, i) => character !== b[i]).length;
}

test('the weaker the reception the more characters are wrong, and never more than three', () => {
  const text = 'POSN44343E026051,BUKAL,092507,350,DEVIN,093407,TOSPA,M54,280045,112 THE QUICK BROWN FOX';
  const wrongAt = (levelDb: number): number => {
    const received = Array.from({ length: 300 }, (_, i) => corruptText(text, levelDb, randomOf(i, 7)));
    for (const one of received) {
      expect(differencesOf(text, one.text)).toBe(one.wrong);
      expect(one.wrong).toBeLessThanOrEqual(3);
      expect(visibleText(one.text)).toBe(one.text);
    }
    return received.reduce((sum, { wrong }) => sum + wrong, 0);
  };
  expect(wrongAt(-8)).toBe(0);
  expect(wrongAt(-26)).toBeGreaterThan(0);
  expect(wrongAt(-34)).toBeGreaterThan(2 * wrongAt(-26));
});

test('blocks announce their successor, are numbered A, B ... and contain the text when joined', () => {
  const long = messagesOf(live).filter((rows) => blocksOf(rows) > 1 && rows[0]?.type === 'VDLM2');
  expect(long.length).toBeGreaterThan(20);
  for (const rows of long) {
    const own = rows.filter(({ stationId }) => stationId === rows[0]?.stationId);
    const isCut = own.at(-1)?.end !== false; // its last block is beyond the span
    if (isCut || own[0]?.msgno?.[3] !== 'A') continue;
    expect(own.map(({ msgno }) => msgno?.[3]).join('')).toBe('ABCDEF'.slice(0, own.length));
    expect(own.map(({ end }) => end)).toEqual(own.map((_, i) => i < own.length - 1));
    const blockIds = own.map(({ blockId }) => Number(blockId));
    expect(blockIds).toEqual(blockIds.map((_, i) => ((blockIds[0] ?? 0) + i) % 10));
    expect(own.slice(0, -1).every(({ text }) => text?.length === 206)).toBe(true);
  }
});

test('a span has the same rows however it is divided, and the past is a subset of live traffic', () => {
  const from = now - 3 * hourMs;
  const cut = [from, from + 1234, from + hourMs, now];
  const texts = (rows: readonly AcarsMessage[]) => rows.map((row) => JSON.stringify(row));
  for (const density of ['live', 'day'] as const) {
    const pieces = cut.slice(1).flatMap((to, i) => demoMessages(cut[i] ?? 0, to, density));
    expect(texts(pieces)).toEqual(texts(demoMessages(from, now, density)));
  }
  const all = new Set(texts(live));
  const thin = new Set(texts(demoMessages(from, now, 'day')));
  const thinner = texts(demoMessages(from, now, 'past'));
  expect(thin.size).toBeGreaterThan(thinner.length);
  expect(thinner.every((text) => thin.has(text))).toBe(true);
  expect([...thin].every((text) => all.has(text))).toBe(true);
});

test('a station receives fewer messages on its weak days', () => {
  const perDay = new Map<number, number>();
  const endMs = Math.floor(now / dayMs) * dayMs;
  for (const { stationId, timestamp } of demoMessages(endMs - 10 * dayMs, endMs, 'past')) {
    if (!stationId?.startsWith('DL-LOWW')) continue;
    const begin = Math.floor(((timestamp ?? 0) * 1000) / dayMs);
    perDay.set(begin, (perDay.get(begin) ?? 0) + 1);
  }
  const [weak = 0, second = 0, ...others] = [...perDay.values()].sort((a, b) => a - b);
  expect(others).toHaveLength(8);
  expect(weak + second).toBeLessThan(Math.min(...others));
});
