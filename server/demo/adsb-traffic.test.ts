import { expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { rowSchema } from '../../contract/kinds.ts';
import { distanceNmi } from '../base/geometry.ts';
import { demoMessages } from './acars-traffic.ts';
import { demoFrames } from './adsb-traffic.ts';
import { demoFleet } from './fleet.ts';
import { demoStations, horizonNmi } from './stations.ts';

const now = Date.UTC(2026, 10, 21, 9);
const frames = demoFrames(now - hourMs, now, 'live');
type Field = keyof AdsbMessage;
const fields = Object.keys(adsbMessage) as Field[];

test('ADSB-03: every frame is a valid row, in order of time, and each field occurs', () => {
  const schema = rowSchema(adsbMessage);
  const faults = frames.filter((row, i) => {
    const isInOrder = (row.timestamp ?? 0) >= (frames[i - 1]?.timestamp ?? 0);
    const isThen = row.adsbDateTime === `${new Date((row.timestamp ?? 0) * 1000).toISOString().slice(0, 19)}Z`;
    return !(schema.safeParse(row).success && isInOrder && isThen);
  });
  expect(faults).toEqual([]);
  expect(fields.filter((field) => frames.every((row) => row[field] === null))).toEqual([]);
  expect(frames.some(({ haeBaroOffset }) => haeBaroOffset === -9999)).toBe(true);
});

test('rows contain what frames carry, and nothing else', () => {
  const of = (part: string) => frames.filter(({ msgType }) => msgType?.startsWith(part));
  expect(of('DF 21').length).toBeGreaterThan(20);
  expect(of('DF 21').filter(({ heading, airspeed, verticalRate }) => heading ?? airspeed ?? verticalRate)).toEqual([]);
  expect(new Set(of('DF 21').map(({ commBBds }) => commBBds))).toContain('60');
  expect(new Set(of('DF 20').map(({ commBBds }) => commBBds))).toEqual(new Set(['20', '40']));
  expect(new Set(frames.map(({ altInfo }) => altInfo))).toEqual(new Set([null, 'barometric', 'HAE']));
  expect(of('DF 18').every(({ address }) => /^13f[0-9a-f]{4}$/.test(address ?? ''))).toBe(true);
  const read = new Set(frames.map(({ posDecoding }) => posDecoding));
  expect(read).toContain('Global CPR decoding used.');
  expect(read).toContain('Local CPR decoding used.');
  expect(frames.filter(({ error }) => error === 1).length).toBeGreaterThan(50);
});

test('a few frames a second; 150 aircraft report their position within three minutes', () => {
  expect(frames.length / 3600).toBeGreaterThan(3);
  expect(frames.length / 3600).toBeLessThanOrEqual(4);
  for (const minutesAgo of [0, 20, 50]) {
    const until = now / 1000 - minutesAgo * 60;
    const recent = frames.filter(({ timestamp }) => (timestamp ?? 0) <= until && (timestamp ?? 0) > until - 180);
    const aloft = new Set(
      recent.filter(({ lat, altitude }) => lat !== null && altitude !== null).map(({ icao }) => icao),
    );
    expect(aloft.size).toBeGreaterThanOrEqual(150);
  }
});

test('positions move along tracks, within the radio horizon of the receiving station', () => {
  const stations = new Map(demoStations.map((station) => [station.receivers.ADSB, station]));
  const last = new Map<string, AdsbMessage>();
  for (const row of frames) {
    if (row.lat === null || row.lon === null || row.icao === null) continue;
    const place = { lat: row.lat, lon: row.lon };
    const station = stations.get(row.stationId ?? '');
    expect(station).toBeDefined();
    if (station) expect(distanceNmi(place, station)).toBeLessThan(horizonNmi(row.altitude ?? 0) + 1);
    expect(row.level).toBeLessThan(0);
    expect(row.level).toBeGreaterThan(-45);
    const before = last.get(row.icao);
    if (before && before.lat !== null && before.lon !== null) {
      const hours = ((row.timestamp ?? 0) - (before.timestamp ?? 0)) / 3600;
      const nmi = distanceNmi({ lat: before.lat, lon: before.lon }, place);
      expect(nmi, row.icao).toBeLessThan(510 * hours + 0.05);
    }
    last.set(row.icao, row);
  }
  expect(last.size).toBeGreaterThan(200);
});

test('aircraft are received at the position in their messages', () => {
  const addresses = new Map(demoFleet.map(({ tail, icao }) => [tail as string, icao.toLowerCase()]));
  let compared = 0;
  for (const message of demoMessages(now - hourMs, now, 'live')) {
    if (message.lat === null || message.lon === null || message.tail === null) continue;
    const near = frames.find(
      ({ icao, lat, timestamp }) =>
        icao === addresses.get(message.tail ?? '') &&
        lat !== null &&
        Math.abs((timestamp ?? 0) - (message.timestamp ?? 0)) < 60,
    );
    if (!near || near.lat === null || near.lon === null) continue;
    compared++;
    const nmi = distanceNmi({ lat: message.lat, lon: message.lon }, { lat: near.lat, lon: near.lon });
    expect(nmi, message.tail).toBeLessThan(9);
  }
  expect(compared).toBeGreaterThan(50);
});

test('a span has the same rows however it is divided, and the past is a subset of live traffic', () => {
  const from = now - hourMs / 4;
  const cut = [from, from + 1234, from + 60_000, now];
  const texts = (rows: readonly AdsbMessage[]) => rows.map((row) => JSON.stringify(row));
  const whole = texts(demoFrames(from, now, 'live'));
  expect(texts(cut.slice(1).flatMap((to, i) => demoFrames(cut[i] ?? 0, to, 'live')))).toEqual(whole);
  const all = new Set(whole);
  const thin = texts(demoFrames(from, now, 'past'));
  expect(thin.length).toBeGreaterThan(5);
  expect(thin.every((text) => all.has(text))).toBe(true);
});

test('every aircraft appears', () => {
  const received = new Set<string | null>();
  // A turn of the whole fleet takes under two minutes; most aircraft are aloft at some of these times.
  for (let hour = 1; hour <= 24; hour++)
    for (const { icao } of demoFrames(now - hour * hourMs, now - hour * hourMs + 110_000, 'live')) received.add(icao);
  expect(demoFleet.filter(({ icao }) => !received.has(icao.toLowerCase())).map(({ tail }) => tail)).toEqual([]);
});
