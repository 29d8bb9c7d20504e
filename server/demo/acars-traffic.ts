/**
 * Demo ACARS messages between two instants and their receivers. The same span always gives the same rows.
 * Own file: what is sent, apart from how it is stored.
 */

import { blankRow } from '../../contract/blank-row.ts';
import { type AcarsMessage, acarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { roundTo } from '../base/json-values.ts';
import type { LinkEvent, LinkEventKind } from '../messages/link-events.ts';
import { squitter } from './company-texts.ts';
import { type Density, shareOf } from './density.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import { feedingInReach, isFeeding } from './health-writer.ts';
import { plannedMessages } from './planned-messages.ts';
import { firstOf, type Random, randomOf } from './random.ts';
import {
  clockErrorSeconds,
  corruptText,
  type DemoStation,
  demoStations,
  horizonNmi,
  type InReach,
} from './stations.ts';
import type { DemoText, Moment } from './text-parts.ts';
import { writeLongText, writeText } from './texts.ts';

const seed = 20_100_417;
/** Time is cut into slots of 4 s. Live, nearly every slot has a message. */
export const acarsSlotMs = 4000;
/** Interval of the blocks of a message. */
const blockGapMs = 4100;
/** Characters of text in a downlink block, besides number, flight and sub-label. */
const blockLength = 206;
/** A message of an earlier slot can end (last block, slowest clock) within a span. */
const slotsBefore = 6;

const shares = { squitter: 0.04, severalStations: 0.4, long: 0.12 } as const;

type Link = 'ACARS' | 'VDLM2' | 'HFDL';
const frequencies = {
  ACARS: [131.725, 131.525, 131.55, 131.825, 131.85, 130.025, 129.125],
  VDLM2: [136.975, 136.725, 136.775, 136.825, 136.65],
  HFDL: [8.977, 11.184, 13.276, 17.919, 21.934],
} as const;
const blank = blankRow(acarsMessage);

/** Messages received from `fromMs` until before `toMs`, in order of time. */
export function demoMessages(fromMs: number, toMs: number, density: Density): AcarsMessage[] {
  const share = shareOf('acars', density);
  const rows: AcarsMessage[] = [];
  for (let slot = Math.floor(fromMs / acarsSlotMs) - slotsBefore; slot * acarsSlotMs < toMs; slot++) {
    if (firstOf(seed, slot) >= share) continue;
    const random = randomOf(seed, slot);
    random.next(); // the number used above
    rows.push(...slotMessages(slot * acarsSlotMs + random.whole(0, acarsSlotMs - 1), random));
  }
  rows.push(...plannedRows(fromMs, toMs, density));
  return rows
    .filter(({ timestamp }) => timestamp !== null && timestamp * 1000 >= fromMs && timestamp * 1000 < toMs)
    .sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
}

const plannedSeed = 20_100_431;
/** Of flights whose talk and gate times remain. Faults always do. */
const plannedShares: Readonly<Record<Density, number>> = { live: 1, hours: 1, day: 0.5, days: 0.2, past: 0.08 };

function plannedRows(fromMs: number, toMs: number, density: Density): AcarsMessage[] {
  // A station's clock may be a little late, and blocks follow each other.
  const sent = plannedMessages(fromMs - slotsBefore * acarsSlotMs, toMs, plannedShares[density]);
  return sent.flatMap(({ aircraft, index, state, atMs, text }) => {
    const moment: Moment = { aircraft, state, atMs, random: randomOf(plannedSeed + index, Math.floor(atMs / 1000)) };
    const isForSeveral = moment.random.chance(shares.severalStations);
    const received = (isForSeveral ? onVhf(moment, true) : null) ?? onAnyLink(moment);
    return received ? received.by.flatMap((one) => blockRows(moment, text, received, one)) : [];
  });
}

function slotMessages(atMs: number, random: Random): AcarsMessage[] {
  if (random.chance(shares.squitter)) {
    const station = random.pick(demoStations);
    return isFeeding(station, atMs) ? [squitterRow(station, atMs, random)] : [];
  }
  const isForSeveral = random.chance(shares.severalStations);
  const isLong = random.chance(shares.long);
  for (let tries = 0; tries < 60; tries++) {
    const index = random.whole(0, demoFleet.length - 1);
    const aircraft = demoFleet[index];
    if (!aircraft) continue;
    const moment: Moment = { aircraft, state: flightState(aircraft, index, atMs), atMs, random };
    const received = isForSeveral || isLong ? onVhf(moment, isForSeveral) : onAnyLink(moment);
    if (!received) continue;
    const text = isLong ? writeLongText(moment) : writeText(moment, received.link === 'HFDL');
    return received.by.flatMap((one) => blockRows(moment, text, received, one));
  }
  return [];
}

type Received = { readonly link: Link; readonly by: readonly InReach[] };

function onAnyLink(moment: Moment): Received | null {
  const { state, aircraft, atMs } = moment;
  const received = onVhf(moment, false);
  if (received || !aircraft.hasHf || state.altFt === 0) return received;
  // HF reaches the far half of the world but not the near.
  const far = feedingInReach(state, 2600, atMs, 350).find(({ station }) => station.receivers.HFDL !== undefined);
  return far ? { link: 'HFDL', by: [far] } : null;
}

/** The nearest station, or several in range. null if there are too few. */
function onVhf({ state, aircraft, atMs, random }: Moment, several: boolean): Received | null {
  const link: Link = aircraft.hasVdl && random.chance(0.5) ? 'VDLM2' : 'ACARS';
  const near = feedingInReach(state, horizonNmi(state.altFt), atMs).filter(({ station }) => station.receivers[link]);
  const count = several ? 2 + random.whole(0, 2) : 1;
  if (near.length < (several ? 2 : 1)) return null;
  return { link, by: near.slice(0, count) };
}

function levelDb(link: Link, nmi: number, random: Random): number {
  const base = link === 'HFDL' ? -12 : -6 - nmi / 9;
  return roundTo(Math.max(base, -38) - random.next() * 4, link === 'ACARS' ? 1 : 6);
}

/** 220 characters are the longest block. Longer texts are cut at the limit of a downlink. */
function blocksOf({ text }: DemoText): string[] {
  if (text.length <= 220) return [text];
  return Array.from({ length: Math.ceil(text.length / blockLength) }, (_, i) =>
    text.slice(i * blockLength, (i + 1) * blockLength),
  );
}

/** One row per block as received by this station. VDL2 and HFDL correct or drop errors, plain ACARS passes them where others receive it, too. */
function blockRows(moment: Moment, text: DemoText, { link, by }: Received, { station, nmi }: InReach): AcarsMessage[] {
  const { atMs, random } = moment;
  const slot = Math.floor(atMs / acarsSlotMs);
  const blocks = blocksOf(text);
  return blocks.map((block, i) => {
    const level = levelDb(link, nmi, random);
    const mayDiffer = link === 'ACARS' && by.length > 1 && !text.isIntact;
    const received = mayDiffer ? corruptText(block, level, random) : { text: block, wrong: 0 };
    const corrected = random.chance(level < -25 ? 0.3 : 0.04) ? random.whole(1, 2) : 0;
    const timestamp = roundTo((atMs + i * blockGapMs) / 1000 + clockErrorSeconds(station) + nmi * 0.000006, 6);
    return {
      ...blank,
      ...whoAndWhat(moment, text, link, station),
      acarsDateTime: writeInstant(Math.floor(timestamp) * 1000),
      timestamp,
      text: received.text || null,
      stationId: station.receivers[link] ?? station.receivers.ACARS,
      level,
      error: Math.max(received.wrong, link === 'HFDL' ? 0 : corrected),
      blockId: isUplink(text) ? String.fromCharCode(65 + (slot % 26)) : String((slot + i) % 10),
      msgno: text.number ? `${text.number}${numberOf(moment, slot)}${String.fromCharCode(65 + i)}` : null,
      // acarsdec writes it only if another block follows.
      end: i < blocks.length - 1 ? true : link === 'ACARS' ? null : false,
    };
  });
}

const isUplink = (text: DemoText): boolean => text.number === '' && text.label !== '_d';

/** Two digits that the same aircraft does not repeat for some minutes. */
const numberOf = ({ aircraft }: Moment, slot: number): string =>
  String((slot * 7 + aircraft.firstFlight) % 100).padStart(2, '0');

/** Values common to all blocks and receivers. */
function whoAndWhat({ aircraft, state, atMs }: Moment, text: DemoText, link: Link, station: DemoStation) {
  const all: readonly number[] = frequencies[link];
  const channel = Math.floor(atMs / 900_000) % all.length;
  const slot = Math.floor(atMs / acarsSlotMs);
  const isVdl = link === 'VDLM2';
  return {
    tail: aircraft.tail,
    flight: isUplink(text) || text.label === '_d' ? null : state.flight,
    freq: all[channel] ?? null,
    channel: link === 'ACARS' ? channel : null,
    mode: '2',
    label: text.label,
    ack: text.label === '_d' ? String.fromCharCode(65 + (slot % 26)) : link === 'ACARS' ? null : '!',
    ...(text.containsPosition ? { lat: roundTo(state.lat, 3), lon: roundTo(state.lon, 3), alt: state.altFt } : {}),
    dsta: text.containsDestination ? state.to.icao : null,
    icao: link === 'ACARS' ? null : aircraft.icao,
    isOnground: isVdl ? state.altFt === 0 : null,
    isResponse: isVdl ? slot % 10 === 0 : null,
    toAddr: isVdl ? (isUplink(text) ? aircraft.icao : groundAddress(station)) : null,
    type: link,
  };
}

/** VDL2 address of a ground station near the receiver, from the block of ground stations. */
const groundAddress = (station: DemoStation): string =>
  `10${(Number(station.stationId) * 37).toString(16).toUpperCase().padStart(4, '0')}`;

function squitterRow(station: DemoStation, atMs: number, random: Random): AcarsMessage {
  return {
    ...blank,
    acarsDateTime: writeInstant(Math.floor(atMs / 1000) * 1000),
    timestamp: roundTo(atMs / 1000, 6),
    text: squitter(station),
    freq: 131.725,
    stationId: station.receivers.ACARS,
    channel: 0,
    level: levelDb('ACARS', 5, random),
    error: 0,
    mode: '2',
    label: 'SQ',
    type: 'ACARS',
  };
}

// ---- Link control around the demo's messages: what VDL2 and HFDL receivers receive besides. The same message always has the same.

const vdl2: readonly LinkEventKind[] = ['ready', 'ready', 'ready', 'ready', 'empty', 'ready', 'handoff', 'link'];
const hfdl: readonly LinkEventKind[] = ['frequency', 'performance', 'logon', 'frequency'];
/** Before the message. */
const aheadSeconds = 3;
const hfdlGroundStations = ['Shannon, Ireland', 'Reykjavik, Iceland', 'Canarias, Spain', 'Al Muharraq, Bahrain'];

export const demoLinkEvents = (rows: readonly AcarsMessage[]): LinkEvent[] =>
  rows.flatMap((row) => (row.icao !== null && (row.type === 'VDLM2' || row.type === 'HFDL') ? [eventOf(row)] : []));

function eventOf({ type, timestamp, stationId, icao, toAddr, flight, lat, lon, freq, level }: AcarsMessage): LinkEvent {
  const isHfdl = type === 'HFDL';
  const seconds = (timestamp ?? 0) - aheadSeconds;
  const slot = Math.floor(seconds);
  const kinds = isHfdl ? hfdl : vdl2;
  const groundStation = isHfdl
    ? (hfdlGroundStations[Number.parseInt(icao?.slice(-2) ?? '0', 16) % hfdlGroundStations.length] ?? null)
    : toAddr === icao
      ? null
      : toAddr;
  return {
    at: writeInstant(slot * 1000),
    timestamp: Number(seconds.toFixed(6)),
    stationId,
    link: isHfdl ? 'HFDL' : 'VDLM2',
    kind: kinds[slot % kinds.length] ?? 'link',
    icao,
    groundStation,
    flight: isHfdl ? flight : null,
    lat,
    lon,
    freq,
    level,
    detail: null,
    repeats: null,
  };
}

// ---- What the decoders of the demo send with a message beyond its columns, as JSON text. The same message always has the same.

const apps: Readonly<Record<string, { readonly name: string; readonly ver: string }>> = {
  ACARS: { name: 'acarsdec', ver: '4.4.1' },
  VDLM2: { name: 'dumpvdl2', ver: '2.4.0' },
  HFDL: { name: 'dumphfdl', ver: '1.7.0' },
};

export function demoExtra({ type, timestamp, toAddr, icao, text }: AcarsMessage): string {
  const app = apps[type ?? ''] ?? apps.ACARS;
  if (type !== 'VDLM2' && type !== 'HFDL') return JSON.stringify({ app });
  const share = ((timestamp ?? 0) * 0.618) % 1;
  const isUplink = toAddr !== null && toAddr === icao;
  const [srcType, dstType] = isUplink ? ['Ground station', 'Aircraft'] : ['Aircraft', 'Ground station'];
  const noise = Math.round(-450 + 60 * share) / 10;
  const skew = Math.round(40 * share - 20) / 10;
  const ofLink =
    type === 'HFDL'
      ? { slot: share < 0.8 ? 'S' : 'D', bps: 300 }
      : { fec: Math.floor(3 * share * share), octets: 40 + (text?.length ?? 0) };
  return JSON.stringify({ radio: { noise, skew, ...ofLink }, link: { srcType, dstType }, app });
}
