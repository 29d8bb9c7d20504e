/** Demo status records every ten minutes and frame sizes every hour. The same moment always gives the same record. */

import { stationStatus } from '../../contract/entities/stations.ts';
import { blankRow } from '../../contract/kinds.ts';
import { writeInstant } from '../../contract/params.ts';
import { roundTo } from '../base/clean-text.ts';
import type { FrameSizeRow, StatusRow } from '../stations/station-records.ts';
import { outageOf } from './outages.ts';
import { type Random, randomOf } from './random.ts';
import { type DemoStation, demoStations } from './stations.ts';

const seed = 20_100_429;
const dayMs = 86_400_000;
const statusEveryMs = 600_000;
const sizesEveryMs = 3_600_000;

/** Of all stations, created from `fromMs` until before `toMs`. */
export const demoStatuses = (fromMs: number, toMs: number): StatusRow[] =>
  momentsOf(fromMs, toMs, statusEveryMs, (station, atMs) => [statusAt(station, atMs)]);
export const demoFrameSizes = (fromMs: number, toMs: number): FrameSizeRow[] =>
  momentsOf(fromMs, toMs, sizesEveryMs, sizesAt);

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
  const traffic = isDeaf ? 0 : (0.3 + 0.7 * dayOf(station, atMs)) * (0.9 + 0.2 * random.next());
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
