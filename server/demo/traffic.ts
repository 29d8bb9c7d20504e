/**
 * The demo's traffic: which messages are heard between two instants. The same span always gives the same messages.
 * Must not: touch the database or the clock.
 */
import type { AcarsMessage } from '../../contract/entities.ts';
import { writeInstant } from '../../contract/params.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import { type DemoStation, demoStations, distanceNmi, type Place } from './places.ts';
import { type Random, randomOf } from './random.ts';
import { writeText } from './sayings.ts';
import { type DemoText, type Moment, squitter } from './texts.ts';

const seed = 20_100_417;
/** Time is cut into slots of 3 s; live, nearly every slot has its message. */
const slotMs = 3000;
/** `history` thins the past out: about 6,000 messages a day, all of which are live ones too. */
const density = { live: 0.95, history: 0.185 } as const;
export type Density = keyof typeof density;

type Link = 'ACARS' | 'VDLM2' | 'HFDL';
const frequencies = {
  ACARS: [131.725, 131.525, 131.55, 131.825, 131.85, 130.025, 129.125],
  VDLM2: [136.975, 136.725, 136.775, 136.825, 136.65],
  HFDL: [8.977, 11.184, 13.276, 17.919, 21.934],
} as const;
const blankRow = {
  tail: null,
  flight: null,
  text: null,
  aggregatedText: null,
  aggregationStatus: null,
  channel: null,
  blockId: null,
  ack: null,
  msgno: null,
  end: null,
  alt: null,
  dsta: null,
  icao: null,
  isOnground: null,
  isResponse: null,
  lat: null,
  lon: null,
  toAddr: null,
  consensusStatus: null,
  consensusResult: null,
} as const;

/** Messages received from `fromMs` on and before `toMs`, in time order. */
export function demoMessages(fromMs: number, toMs: number, how: Density): AcarsMessage[] {
  const rows: AcarsMessage[] = [];
  // A message of an earlier slot can end (second block, second station) within the span.
  for (let slot = Math.floor(fromMs / slotMs) - 3; slot * slotMs < toMs; slot++) {
    const random = randomOf(seed, slot);
    if (random.next() >= density[how]) continue;
    rows.push(...slotMessages(slot * slotMs + random.whole(0, slotMs - 1), random));
  }
  return rows
    .filter(({ timestamp }) => timestamp !== null && timestamp * 1000 >= fromMs && timestamp * 1000 < toMs)
    .sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
}

function slotMessages(atMs: number, random: Random): AcarsMessage[] {
  if (random.chance(0.05)) return [squitterRow(random.pick(demoStations), atMs, random)];
  for (let tries = 0; tries < 8; tries++) {
    const index = random.whole(0, demoFleet.length - 1);
    const aircraft = demoFleet[index];
    if (!aircraft) continue;
    const state = flightState(aircraft, index, atMs);
    const heard = whoHears(state, aircraft, random);
    if (!heard) continue;
    const moment: Moment = { aircraft, state, atMs, random };
    const text = writeText(moment, heard.link === 'HFDL');
    return heard.stations.flatMap((station, i) => blockRows(moment, text, heard.link, station, i));
  }
  return [];
}

type Heard = { readonly link: Link; readonly stations: readonly DemoStation[] };

/** VHF reaches the radio horizon, HF the far half of the world but not the near. One in six messages is heard by a second station. */
function whoHears(state: Moment['state'], aircraft: Moment['aircraft'], random: Random): Heard | null {
  const horizonNmi = state.altFt > 0 ? 15 + 1.23 * Math.sqrt(state.altFt) : 8;
  const near = inReach(state, 0, horizonNmi);
  if (near.length > 0) {
    const link = aircraft.hasVdl && random.chance(0.55) ? 'VDLM2' : 'ACARS';
    const stations = near.filter(({ receivers }) => receivers[link] !== undefined);
    return stations.length ? { link, stations: stations.slice(0, random.chance(0.17) ? 2 : 1) } : null;
  }
  if (!aircraft.hasHf || state.altFt === 0) return null;
  const far = inReach(state, 350, 2600).filter(({ receivers }) => receivers.HFDL !== undefined);
  return far.length ? { link: 'HFDL', stations: far.slice(0, 1) } : null;
}

function inReach(place: Place, minNmi: number, maxNmi: number): DemoStation[] {
  return (demoStations as readonly DemoStation[])
    .map((station) => ({ station, nmi: distanceNmi(place, station) }))
    .filter(({ nmi }) => nmi >= minNmi && nmi <= maxNmi)
    .sort((a, b) => a.nmi - b.nmi)
    .map(({ station }) => station);
}

const seconds = (ms: number): number => Number((ms / 1000).toFixed(6));
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

function levelDb(link: Link, nmi: number, random: Random): number {
  const base = link === 'HFDL' ? -12 : -6 - nmi / 9;
  return round(Math.max(base, -38) - random.next() * 4, link === 'ACARS' ? 1 : 6);
}

/** One row a block at one station. `hearing` 0 is the nearest; the others hear it some ms later and weaker. */
function blockRows(moment: Moment, text: DemoText, link: Link, station: DemoStation, hearing: number): AcarsMessage[] {
  const { aircraft, state, random } = moment;
  const nmi = distanceNmi(state, station);
  const isUplink = text.number === '' && text.label !== '_d';
  const number =
    text.number === ''
      ? null
      : `${text.number}${String((Math.floor(moment.atMs / 60_000) * 7 + aircraft.firstFlight) % 100).padStart(2, '0')}`;
  const freq = frequencies[link][Math.floor(moment.atMs / 900_000) % frequencies[link].length] ?? frequencies[link][0];
  return text.blocks.map((block, i) => {
    const isLast = i === text.blocks.length - 1;
    const timestamp = seconds(moment.atMs + i * 1900 + hearing * 3) + hearing * 0.000417;
    return {
      ...blankRow,
      acarsDateTime: writeInstant(Math.floor(timestamp) * 1000),
      timestamp: round(timestamp, 6),
      tail: aircraft.tail,
      flight: isUplink || text.label === '_d' ? null : state.flight,
      text: block || null,
      aggregationStatus:
        link === 'ACARS' ? (text.blocks.length === 1 ? 'skipped' : isLast ? 'complete' : 'in progress') : null,
      freq,
      stationId: station.receivers[link] ?? station.receivers.ACARS,
      channel: link === 'ACARS' ? (frequencies.ACARS as readonly number[]).indexOf(freq) : null,
      level: levelDb(link, nmi, random),
      error: link === 'ACARS' && random.chance(0.06) ? random.whole(1, 2) : 0,
      mode: '2',
      label: text.label,
      blockId: isUplink ? random.pick(['A', 'E', 'K', 'P', 'S']) : String((Math.floor(moment.atMs / 1000) + i) % 10),
      ack: text.label === '_d' ? random.pick(['4', '7', 'B', 'G', 'L']) : link === 'ACARS' ? null : '!',
      msgno: number === null ? null : `${number}${String.fromCharCode(65 + i)}`,
      end: link === 'ACARS' ? null : isLast,
      ...(text.saysPlace ? { lat: round(state.lat, 3), lon: round(state.lon, 3), alt: state.altFt } : {}),
      dsta: text.saysDestination ? state.to.icao : null,
      icao: link === 'ACARS' ? null : aircraft.icao,
      isOnground: link === 'VDLM2' ? state.altFt === 0 : null,
      isResponse: link === 'VDLM2' ? random.chance(0.1) : null,
      toAddr: link === 'VDLM2' ? (isUplink ? aircraft.icao : groundAddress(station)) : null,
      type: link,
    };
  });
}

/** The VDL2 address of a ground station near the receiver: of the block of ground stations. */
const groundAddress = (station: DemoStation): string =>
  `10${(Number(station.stationId) * 37).toString(16).toUpperCase().padStart(4, '0')}`;

function squitterRow(station: DemoStation, atMs: number, random: Random): AcarsMessage {
  return {
    ...blankRow,
    acarsDateTime: writeInstant(Math.floor(atMs / 1000) * 1000),
    timestamp: seconds(atMs),
    text: squitter(station),
    aggregationStatus: 'skipped',
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
