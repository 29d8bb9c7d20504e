/**
 * The flights of an aircraft: what was heard of it out of the database, the flights derived, their airports found.
 * Must not: decide who may call, or know a format of a message (flights/ does).
 */

import type { Flight } from '../../contract/entities/reference.ts';
import { foldCase } from '../../contract/filters.ts';
import { maxRows, writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { type DerivedFlight, deriveFlights, type Place, type Sighting } from '../flights/derive-flights.ts';
import {
  departedMs,
  endsOf,
  type FlightEnds,
  flightCode,
  statusOf,
  timeInTheAir,
  timeOfDay,
} from '../flights/flight-facts.ts';
import { readMovementText, type Told, tellingLabels } from '../flights/movement-texts.ts';
import { adsbColumns } from './adsb-columns.ts';
import { aircraftById } from './aircraft.ts';
import { isTextSql, Values } from './filter-sql.ts';
import { type FlightAirport, findAirports } from './flight-airports.ts';

export type FlightPage = { readonly flights: readonly (Flight & { id: string })[]; readonly count: number };

/** The newest first. An aircraft that nobody knows has none. */
export async function flightsOfAircraft(
  db: Database,
  aircraftId: number,
  { offset = 0, limit }: { readonly offset?: number; readonly limit?: number },
): Promise<FlightPage> {
  const aircraft = await aircraftById(db, aircraftId);
  if (!aircraft) return { flights: [], count: 0 };
  const [messages, frames] = await Promise.all([
    messagesOf(db, aircraft.registration, aircraft.modeS),
    framesOf(db, aircraft.modeS),
  ]);
  const sightings = [...messages, ...frames].sort((a, b) => a.atMs - b.atMs);
  const flights = deriveFlights(sightings).reverse();
  const size = limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
  const page = flights.slice(offset, offset + size);
  const airports = await findAirports(db, page, aircraft.operator?.iata ?? null, aircraft.operator?.icao ?? null);
  const nowMs = clock.now();
  const rows = page.map((flight, i) => {
    const ends = endsOf(airports[i] ?? noAirports, flight.hasLanded);
    return { ...wireFlight(flight, ends, nowMs), aircraft, id: `${aircraftId}-${Math.floor(flight.firstMs / 1000)}` };
  });
  return { flights: rows, count: flights.length };
}

const noAirports = { told: { from: null, to: null, endedAt: null }, seen: { from: null, to: null }, route: [] };

function wireFlight(flight: DerivedFlight, ends: FlightEnds<FlightAirport>, nowMs: number): Omit<Flight, 'aircraft'> {
  return {
    flightCode: flightCode(flight),
    flightDate: writeInstant(departedMs(flight) ?? flight.firstMs).slice(0, 10),
    fromAirport: ends.from,
    toAirport: ends.to,
    flightTime: timeInTheAir(flight),
    flightStd: timeOfDay(flight.scheduledOutMs),
    flightAtd: timeOfDay(departedMs(flight)),
    flightSta: timeOfDay(flight.scheduledInMs),
    flightStatus: statusOf(flight, ends.divertedTo !== null, nowMs),
    flightLanded: timeOfDay(flight.onMs),
    divertedToAirport: ends.divertedTo,
  };
}

// ---- what was heard

/** So much is looked at, the newest of it: what a busy receiver hears of one aircraft in many days. */
const mostMessages = 20_000;
const mostFrames = 60_000;
/** No text that tells a movement is longer before it has done so. */
const textStart = 300;
/** Higher than any airport: nobody is on the ground there. */
const surelyAloftFt = 15_000;

type MessageRow = {
  readonly at: number;
  readonly flight: string | null;
  readonly error: number | null;
  readonly label: string | null;
  readonly text: string | null;
  readonly dsta: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly alt: number | null;
  readonly ground: boolean | null;
};

/** By its registration, with and without the hyphen, and by its address. */
async function messagesOf(db: Database, registration: string, modeS: string | null): Promise<Sighting[]> {
  const tail = foldCase(registration);
  const rows = await db.query<MessageRow>(
    `select extract(epoch from acars_date_time)::float8 as at, upper(trim(flight)) as flight, error, label,
       case when label = any($3::text[]) then left(text, ${textStart}) end as text,
       upper(trim(dsta)) as dsta, lat, lon, alt_ft as alt, is_onground as ground
     from acars where lower(tail) = any($1::text[]) or lower(icao) = $2 collate "C"
     order by acars_date_time desc, id desc limit ${mostMessages}`,
    [[...new Set([tail, tail.replaceAll('-', '')])], foldCase(modeS ?? ''), tellingLabels],
  );
  return rows.map((row) => {
    const atMs = row.at * 1000;
    const told = withDestination(readMovementText(row.label, row.text), row.dsta);
    // A name in which the receiver found errors may be another one.
    const isSureName = (row.error ?? 0) === 0 && isFlightNumber(row.flight);
    const isAloft = row.ground === false || (row.alt ?? 0) >= surelyAloftFt;
    return {
      atMs,
      untilMs: atMs,
      flight: isSureName ? row.flight : (told?.flight ?? null),
      callSign: null,
      isOnGround: row.ground === true ? true : isAloft ? false : null,
      place: placeOf(row.lat, row.lon, row.alt, row.ground === true),
      told,
    };
  });
}

/** Some receivers read the destination out of a text themselves. */
function withDestination(told: Told | null, dsta: string | null): Told | null {
  if (dsta === null || !/^[A-Z]{4}$/.test(dsta) || told?.to) return told;
  const nothingElse = { flight: null, from: null, movement: null, scheduledOut: null, scheduledIn: null };
  return { ...(told ?? nothingElse), to: dsta };
}

/** XA0000 and the like stand for 'none'. */
const isFlightNumber = (flight: string | null): boolean => /^[A-Z0-9]{2}(?!0000)\d{1,4}[A-Z]?$/.test(flight ?? '');

type FrameRow = {
  readonly first: number;
  readonly last: number;
  readonly ground: boolean | null;
  readonly identification: string | null;
  /** One row: latitude, longitude, altitude in ft. */
  readonly place: readonly (readonly (number | null)[])[] | null;
};

/** What decoders write of one that is on the ground, or aloft; some frames leave it open. */
const groundSql = `case
  when es_type in ('5', '6', '7', '8') or capability like '%ground%' or vs ilike '%ground%' then true
  when flight_status ilike '%ground%' and flight_status not ilike '%airborne%' then true
  when es_type in ('9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22')
    or capability like '%airborne%' or vs ilike '%airborne%' then false
  when flight_status ilike '%airborne%' and flight_status not ilike '%ground%' then false end`;
const feetPerMetre = 3.28084;

/** A minute of frames that say the same of ground and air is one sighting. */
async function framesOf(db: Database, modeS: string | null): Promise<Sighting[]> {
  if (!modeS) return [];
  const values = new Values();
  const rows = await db.query<FrameRow>(
    `select min(at) as first, max(at) as last, ground, max(identification) as identification,
       (array_agg(array[lat, lon, alt_ft] order by at) filter (where lat is not null and lon is not null))[1:1] as place
     from (select extract(epoch from adsb_date_time)::float8 as at, ${groundSql} as ground,
             upper(trim(identification)) as identification, lat, lon,
             case when alt_unit ilike 'm%' then altitude * ${feetPerMetre} else altitude end as alt_ft
           from adsb where ${isTextSql(adsbColumns.icao, modeS, values)} order by adsb_date_time desc, id desc limit ${mostFrames}) frames
     group by floor(at / 60), ground`,
    values.list,
  );
  return rows.map((row) => {
    const [lat = null, lon = null, altFt = null] = row.place?.[0] ?? [];
    return {
      atMs: row.first * 1000,
      untilMs: row.last * 1000,
      flight: null,
      callSign: row.identification === '' ? null : row.identification,
      isOnGround: row.ground,
      place: placeOf(lat, lon, altFt, row.ground === true),
      told: null,
    };
  });
}

const placeOf = (lat: number | null, lon: number | null, altFt: number | null, isOnGround: boolean): Place | null =>
  lat === null || lon === null ? null : { lat, lon, altFt, isOnGround };
