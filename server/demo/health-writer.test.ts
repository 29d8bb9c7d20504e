import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { demoMessages } from './acars-traffic.ts';
import { demoFrames } from './adsb-traffic.ts';
import { demoFrameSizes, demoStatuses, type Outage, outageOf } from './health-writer.ts';
import { demoStations } from './stations.ts';

const endMs = Date.UTC(2026, 10, 20, 12);
const statuses = demoStatuses(endMs - 15 * dayMs, endMs);
const stationOf = (name: string | null) =>
  demoStations.find(({ receivers }) => Object.values(receivers).includes(name ?? '')) ?? demoStations[0];

test('SST-09: each station reports every ten minutes unless it has no power; the same however the time is divided', () => {
  const moments = 15 * 24 * 6;
  for (const station of demoStations) {
    const own = statuses.filter(({ stationId }) => stationId === station.stationId);
    const times = new Set(own.map(({ timestamp }) => timestamp));
    expect(times.size).toBe(own.length);
    expect(own.length).toBeLessThanOrEqual(moments);
    expect(own.filter(({ timestamp }) => outageOf(station, Number(timestamp) * 1000) === 'power')).toEqual([]);
    if (station.stationId !== '1017') expect(own.length).toBeGreaterThan(moments * 0.9);
  }
  const middleMs = endMs - 5 * hourMs - 123_000;
  const cut = [...demoStatuses(endMs - 9 * hourMs, middleMs), ...demoStatuses(middleMs, endMs)];
  const whole = demoStatuses(endMs - 9 * hourMs, endMs);
  expect(new Set(cut.map((row) => JSON.stringify(row)))).toEqual(new Set(whole.map((row) => JSON.stringify(row))));
});

test('SST-10: in fifteen days some stations are updated, one is hot, one is mostly silent, and every kind of outage occurs', () => {
  const builds = (stationId: string) =>
    new Set(statuses.filter((row) => row.stationId === stationId).map(({ appImageBuild }) => appImageBuild)).size;
  expect(demoStations.filter(({ stationId }) => builds(stationId) > 1).length).toBeGreaterThanOrEqual(5);
  expect(demoStations.filter(({ stationId }) => builds(stationId) === 1).length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...statuses.map(({ cpuTemperature }) => cpuTemperature ?? 0))).toBeGreaterThan(70);
  const met = new Set<Outage | null>();
  for (let ms = endMs - 15 * dayMs; ms < endMs; ms += 600_000)
    for (const one of demoStations) met.add(outageOf(one, ms));
  expect(met).toEqual(new Set([null, 'power', 'antenna', 'upload']));
});

test('reported counts equal stored messages; a deaf or disconnected station stores nothing', () => {
  const beginMs = endMs - 30 * hourMs;
  const receptions = [...demoMessages(beginMs, endMs, 'day'), ...demoFrames(beginMs, endMs, 'days')];
  const known = new Map(statuses.map((row) => [`${row.stationId} ${Math.floor(Number(row.timestamp) / 600)}`, row]));
  const countFields = {
    ACARS: 'acarsMsgStats',
    VDLM2: 'vdlm2MsgStats',
    ADSB: 'adsbMsgStats',
    HFDL: 'framesStats',
  } as const;
  const perSlot = new Map<string, number>();
  // A message of a few seconds may end after the power did.
  const isDuringOutage = ({ stationId, timestamp }: (typeof receptions)[number]): boolean => {
    const [ms, station] = [Number(timestamp) * 1000, stationOf(stationId)];
    return outageOf(station, ms) !== null && outageOf(station, ms - 30_000) !== null;
  };
  expect(receptions.filter(isDuringOutage)).toEqual([]);
  for (const { stationId, timestamp } of receptions) {
    const slot = `${stationId} ${Math.floor(Number(timestamp) / 600)}`;
    perSlot.set(slot, (perSlot.get(slot) ?? 0) + 1);
  }
  let checked = 0;
  for (const [slot, stored] of perSlot) {
    const [name = '', number] = slot.split(' ');
    const station = stationOf(name);
    const status = known.get(`${station.stationId} ${Number(number) + 1}`);
    const type = Object.entries(station.receivers).find(
      ([, receiver]) => receiver === name,
    )?.[0] as keyof typeof countFields;
    if (!status || outageOf(station, Number(status.timestamp) * 1000) !== null) continue;
    expect(status[countFields[type]], `${slot}: ${stored}`).toBeGreaterThanOrEqual(stored);
    checked++;
  }
  expect(checked).toBeGreaterThan(1000);
});

test('FSZ-02: frames are as long as their kind allows, and none is reported without a reception', () => {
  const sizes = demoFrameSizes(endMs - 2 * dayMs, endMs);
  expect(new Set(sizes.map(({ msgType }) => msgType))).toEqual(new Set(['ADSB', 'ACARS', 'VDLM2']));
  for (const { frameSizeMin, frameSizeAvg, frameSizeMax, stationId, timestamp } of sizes) {
    expect(frameSizeMin).toBeLessThan(Number(frameSizeAvg));
    expect(frameSizeAvg).toBeLessThan(Number(frameSizeMax));
    expect([null, 'upload']).toContain(outageOf({ stationId }, Number(timestamp) * 1000));
  }
});
