/** Writes missing status records and frame sizes of the demo and drops old ones. Idempotent, touches only rows marked `is_demo`. */

import { blankRow } from '../../contract/blank-row.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { stationStatus } from '../../contract/entities/stations.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Place } from '../base/geometry.ts';
import { roundTo } from '../base/json-values.ts';
import type { Database, Transaction } from '../database/pool.ts';
import {
  type FrameSizeRow,
  frameSizeRecords,
  type RecordKind,
  type StatusRow,
  statusRecords,
  storeRecords,
} from '../stations/station-records.ts';
import { historyMs } from './density.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoStation, demoStations, type InReach, stationsInReach } from './stations.ts';

/** Of all stations, created from `fromMs` until before `toMs`. */
export const demoStatuses = (fromMs: number, toMs: number): StatusRow[] =>
  momentsOf(fromMs, toMs, statusEveryMs, (station, atMs) => [statusAt(station, atMs)]);

export const demoFrameSizes = (fromMs: number, toMs: number): FrameSizeRow[] =>
  momentsOf(fromMs, toMs, sizesEveryMs, sizesAt);

const sources = [
  { kind: statusRecords as RecordKind, rowsOf: demoStatuses },
  { kind: frameSizeRecords as RecordKind, rowsOf: demoFrameSizes },
] as const;

/** Records created from `fromMs` until before `toMs`. */
export async function writeHealth(db: Database, fromMs: number, toMs: number): Promise<void> {
  for (const { kind, rowsOf } of sources) {
    const rows = rowsOf(fromMs, toMs);
    if (rows.length === 0 || (await countBetween(db, kind, fromMs, toMs)) >= rows.length) continue;
    await storeRecords(
      db,
      kind,
      rows.map((row) => ({ row, isDemo: true })),
    );
  }
}

async function countBetween(db: Database, { table }: RecordKind, fromMs: number, toMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from ${table} where is_demo and created_on >= $1 and created_on < $2`,
    [new Date(fromMs), new Date(toMs)],
  );
  return row?.count ?? 0;
}

/** Days of the demo's history, newest first, as epoch ms. */
export const healthDays = (nowMs: number): number[] =>
  Array.from({ length: historyMs / dayMs }, (_, day) => nowMs - (day + 1) * dayMs);

export async function dropOldHealth(db: Database, nowMs: number): Promise<void> {
  for (const { kind } of sources)
    await db.query(`delete from ${kind.table} where is_demo and created_on < $1`, [new Date(nowMs - historyMs)]);
}

export async function removeHealth(tx: Transaction): Promise<void> {
  for (const { kind } of sources) await tx.query(`delete from ${kind.table} where is_demo`);
}

// ---- Outages of demo stations and their causes. Stored messages and status reports follow from them. The same at every start.

/** `power`: nothing received or reported. `antenna`: reports without frames. `upload`: frames, nothing stored. */
export type Outage = 'power' | 'antenna' | 'upload';

/** Period, start after midnight of 1970, and duration, in hours. */
type Rhythm = {
  readonly kind: Outage;
  readonly everyHours: number;
  readonly beginHour: number;
  readonly lastsHours: number;
};

const outages: Readonly<Record<string, readonly Rhythm[]>> = {
  1006: [{ kind: 'power', everyHours: 131, beginHour: 21, lastsHours: 7.4 }],
  1008: [{ kind: 'upload', everyHours: 203, beginHour: 90, lastsHours: 2.6 }],
  1010: [{ kind: 'power', everyHours: 67, beginHour: 9, lastsHours: 1.2 }],
  1013: [{ kind: 'antenna', everyHours: 97, beginHour: 31, lastsHours: 9 }],
  1016: [
    { kind: 'upload', everyHours: 71, beginHour: 5, lastsHours: 5.3 },
    { kind: 'power', everyHours: 169, beginHour: 40, lastsHours: 0.8 },
  ],
  // Mostly silent: someone has to go there. Its neighbours receive its messages.
  1017: [{ kind: 'power', everyHours: 384, beginHour: 60, lastsHours: 352 }],
};

/** Null = feeding. */
export function outageOf({ stationId }: Pick<DemoStation, 'stationId'>, atMs: number): Outage | null {
  for (const { kind, everyHours, beginHour, lastsHours } of outages[stationId] ?? []) {
    const every = everyHours * hourMs;
    const since = (((atMs - beginHour * hourMs) % every) + every) % every;
    if (since < lastsHours * hourMs) return kind;
  }
  return null;
}

export const isFeeding = (station: Pick<DemoStation, 'stationId'>, atMs: number): boolean =>
  outageOf(station, atMs) === null;

/** Weak days: ice on the antenna or a noisy neighbour. Period and first day in days after 1970, and the share of its reach that a station then has. */
const weakDays: Readonly<Record<string, readonly [everyDays: number, first: number, reach: number]>> = {
  1003: [6, 2, 0.45],
  1007: [5, 1, 0.3],
  1012: [8, 3, 0.4],
  1015: [7, 5, 0.35],
  1018: [9, 4, 0.5],
};
function reachShare({ stationId }: Pick<DemoStation, 'stationId'>, atMs: number): number {
  const [everyDays, first, reach] = weakDays[stationId] ?? [1, 1, 1];
  return Math.floor(atMs / dayMs) % everyDays === first ? reach : 1;
}

/** Like stationsInReach, for stations that feed at that time, as far as they then receive. */
export const feedingInReach = (place: Place, maxNmi: number, atMs: number, minNmi = 0): InReach[] =>
  stationsInReach(place, maxNmi, minNmi).filter(
    ({ station, nmi }) => isFeeding(station, atMs) && nmi <= maxNmi * reachShare(station, atMs),
  );

// ---- Demo status records every ten minutes and frame sizes every hour. The same moment always gives the same record.

const seed = 20_100_429;
const statusEveryMs = 600_000;
const sizesEveryMs = 3_600_000;

/** Each station sends at its own second. Without power it sends nothing. */
function momentsOf<R>(
  fromMs: number,
  toMs: number,
  everyMs: number,
  recordsAt: (station: DemoStation, atMs: number) => readonly R[],
): R[] {
  return demoStations.flatMap((station) => {
    const secondMs = ((Number(station.stationId) * 7) % 60) * 1000;
    const first = Math.ceil((fromMs - secondMs) / everyMs);
    const end = Math.ceil((toMs - secondMs) / everyMs);
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => (first + i) * everyMs + secondMs)
      .filter((atMs) => outageOf(station, atMs) !== 'power')
      .flatMap((atMs) => recordsAt(station, atMs));
  });
}

const numberOf = ({ stationId }: DemoStation): number => Number(stationId) - 1000;
/** 0 at night, 1 in the afternoon, local time of the station. */
function dayOf({ lon }: DemoStation, atMs: number): number {
  const localHours = (((atMs / 3_600_000 + lon / 15) % 24) + 24) % 24;
  return (1 + Math.cos(((localHours - 15) / 12) * Math.PI)) / 2;
}

const blankStatus = blankRow(stationStatus);

function statusAt(station: DemoStation, atMs: number): StatusRow {
  const random = randomOf(seed + numberOf(station), atMs);
  const seconds = atMs / 1000;
  return {
    ...blankStatus,
    createdOn: writeInstant(atMs),
    timestamp: seconds,
    stationId: station.stationId,
    msgType: 'STATUS',
    ...versionsAt(station, atMs),
    statsStartTimestamp: seconds - statusEveryMs / 1000,
    statsEndTimestamp: seconds,
    ...countsAt(station, atMs, random),
    ...boardAt(station, atMs, random),
    locationLat: roundTo(station.lat + (random.next() - 0.5) * 0.0002, 5),
    locationLon: roundTo(station.lon + (random.next() - 0.5) * 0.0002, 5),
    locationSource: 'GNSS',
    locationAccuracy: roundTo(3 + random.next() * 6, 1),
    locationCountry: station.country,
    locationTown: station.city,
  };
}

/** Every third station gets a new image every eleven days. The others are outdated. */
function versionsAt(station: DemoStation, atMs: number) {
  const number = numberOf(station);
  const updates = number % 3 === 0 ? Math.floor((atMs / dayMs + number) / 11) % 50 : 0;
  return {
    acarsMajor: 4,
    acarsMinor: 4,
    acarsBuild: 1,
    vdlm2Major: station.receivers.VDLM2 ? 2 : null,
    vdlm2Minor: station.receivers.VDLM2 ? 3 : null,
    vdlm2Build: station.receivers.VDLM2 ? number % 2 : null,
    adsbMajor: 1,
    adsbMinor: 15,
    adsbBuild: number % 4,
    gnssMajor: 3,
    gnssMinor: 25,
    gnssBuild: 0,
    mqttMajor: 2,
    mqttMinor: 0,
    mqttBuild: 18,
    locationAppMajor: 1,
    locationAppMinor: 2,
    locationAppBuild: updates,
    mainSystemMajor: 5,
    mainSystemMinor: 1,
    mainSystemBuild: 40 + updates,
    fotaServiceMajor: 1,
    fotaServiceMinor: 0,
    fotaServiceBuild: 7,
    appImageMajor: 2,
    appImageMinor: number % 3,
    appImageBuild: 100 + updates,
    hwRevisionMajor: number % 5 === 0 ? 1 : 2,
    hwRevisionBuild: number % 4,
  };
}

/** Decoder counts in ten minutes, of which the demo stores a sample. 0 without an antenna. */
function countsAt(station: DemoStation, atMs: number, random: Random) {
  const isDeaf = outageOf(station, atMs) === 'antenna';
  const reach = reachShare(station, atMs);
  const traffic = isDeaf ? 0 : reach * (0.3 + 0.7 * dayOf(station, atMs)) * (0.9 + 0.2 * random.next());
  const acars = Math.round(180 * traffic);
  const vdlm2 = station.receivers.VDLM2 ? Math.round(320 * traffic) : 0;
  const adsb = Math.round(260_000 * traffic);
  return {
    acarsMsgStats: acars,
    vdlm2MsgStats: vdlm2,
    adsbMsgStats: adsb,
    framesStats: roundTo(1.3 * adsb) + acars + vdlm2,
  };
}

/** Warmer by day, one in a hot attic. Memory fills until the restart at night. Some have weak Wi-Fi. */
function boardAt(station: DemoStation, atMs: number, random: Random) {
  const number = numberOf(station);
  const wifiDbm = -48 - ((number * 7) % 29) - random.next() * 4;
  return {
    ramUsage: roundTo(31 + (number % 5) * 3 + ((atMs % dayMs) / dayMs) * 16 + random.next() * 2, 1),
    cpuTemperature: roundTo((number === 11 ? 63 : 43 + (number % 6)) + 9 * dayOf(station, atMs) + random.next() * 2, 1),
    wifiBitrate: wifiDbm > -58 ? 433.3 : wifiDbm > -68 ? 144.4 : 57.8,
    wifiSignalLevel: roundTo(wifiDbm),
    wifiLinkQuality: roundTo(Math.min(70, wifiDbm + 110)),
  };
}

/** Bytes of a frame, by message type. */
const sizes = { ADSB: [7, 14, 11.4], ACARS: [18, 238, 74], VDLM2: [11, 1020, 152] } as const;

function sizesAt(station: DemoStation, atMs: number): FrameSizeRow[] {
  if (outageOf(station, atMs) === 'antenna') return [];
  const random = randomOf(seed - numberOf(station), atMs);
  return (Object.keys(sizes) as (keyof typeof sizes)[])
    .filter((type) => station.receivers[type])
    .map((type) => {
      const [min, max, avg] = sizes[type];
      return {
        createdOn: writeInstant(atMs),
        timestamp: atMs / 1000,
        stationId: station.stationId,
        msgType: type,
        frameSizeMin: min,
        frameSizeMax: type === 'ADSB' ? max : max - random.whole(0, Math.floor(max / 8)),
        frameSizeAvg: roundTo(avg * (0.94 + 0.12 * random.next()), 1),
      };
    });
}
