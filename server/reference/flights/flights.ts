/** Flights of an aircraft: reads its messages, derives flights, finds airports. */

import type { Flight } from '../../../contract/entities/reference.ts';
import { foldCase } from '../../../contract/filters.ts';
import { maxRows, writeInstant } from '../../../contract/params.ts';
import { type DerivedFlight, deriveFlights, type Sighting } from '../../../decoder/derive-flights.ts';
import { movementLabels } from '../../../decoder/movement-texts.ts';
import { placeOf, type SightedMessage, sightingOf } from '../../../decoder/sightings.ts';
import { clock } from '../../base/clock.ts';
import type { Database } from '../../database/pool.ts';
import { adsbColumns } from '../../messages/adsb-columns.ts';
import { type CompanyMarks, companyMarks, companySql } from '../../messages/company-sql.ts';
import { isTextSql, Values } from '../../query/filter-sql.ts';
import { aircraftById } from '../aircraft.ts';
import { type FlightAirport, findAirports } from './flight-airports.ts';
import { departedMs, endsOf, type FlightEnds, flightCode, statusOf, timeInTheAir, timeOfDay } from './flight-facts.ts';
import { altitudeFtSql, groundSql } from './frame-sql.ts';

type FlightPage = { readonly flights: readonly (Flight & { id: string })[]; readonly count: number };

type Paging = { readonly offset?: number; readonly limit?: number };

/** Newest first. Empty for an unknown aircraft. With a company, derived from its messages and frames only (C117). */
export async function flightsOfAircraft(
  db: Database,
  aircraftId: number,
  { offset = 0, limit }: Paging,
  company: string | null = null,
): Promise<FlightPage> {
  const aircraft = await aircraftById(db, aircraftId);
  if (!aircraft) return { flights: [], count: 0 };
  const marks = await companyMarks(db, company);
  const [messages, frames] = await Promise.all([messagesOf(db, aircraft, marks), framesOf(db, aircraft.modeS, marks)]);
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

/** Fields of REF-23. */
const onWire = (airport: FlightAirport | null): Flight['fromAirport'] =>
  airport && { city: airport.city, airportIata: airport.airportIata, airportId: airport.airportId };

const noAirports = { reported: { from: null, to: null, endedAt: null }, seen: { from: null, to: null }, route: [] };

function wireFlight(flight: DerivedFlight, ends: FlightEnds<FlightAirport>, nowMs: number): Omit<Flight, 'aircraft'> {
  return {
    flightCode: flightCode(flight),
    flightDate: writeInstant(departedMs(flight) ?? flight.firstMs).slice(0, 10),
    fromAirport: onWire(ends.from),
    toAirport: onWire(ends.to),
    flightTime: timeInTheAir(flight),
    flightStd: timeOfDay(flight.scheduledOutMs),
    flightAtd: timeOfDay(departedMs(flight)),
    flightSta: timeOfDay(flight.scheduledInMs),
    flightStatus: statusOf(flight, ends.divertedTo !== null, nowMs),
    flightLanded: timeOfDay(flight.onMs),
    divertedToAirport: onWire(ends.divertedTo),
  };
}

// ---- evidence

/** Maximum read, newest first: many days of one aircraft at a busy receiver. */
const mostMessages = 20_000;
const mostFrames = 60_000;
/** Texts about movements are shorter. */
const textStart = 300;
type MessageRow = Omit<SightedMessage, 'atMs'> & { readonly at: number };

/** By registration, with and without a hyphen, and by address. */
async function messagesOf(
  db: Database,
  { registration, modeS }: { readonly registration: string; readonly modeS: string | null },
  marks: CompanyMarks | null,
): Promise<Sighting[]> {
  const tail = foldCase(registration);
  const values = new Values();
  const tails = values.add([...new Set([tail, tail.replaceAll('-', '')])], 'text[]');
  const conditions = [
    `(lower(tail) = any(${tails}) or lower(icao) = ${values.add(foldCase(modeS ?? ''), 'text')} collate "C")`,
    ...companySql(marks, 'acars', values),
  ];
  const rows = await db.query<MessageRow>(
    `select extract(epoch from acars_date_time)::float8 as at, flight, error, label,
       case when label = any(${values.add(movementLabels, 'text[]')}) then left(text, ${textStart}) end as text,
       dsta, lat, lon, alt_ft as "altFt", is_onground as "isOnGround"
     from acars where ${conditions.join(' and ')}
     order by acars_date_time desc, id desc limit ${mostMessages}`,
    values.list,
  );
  return rows.map(({ at, ...row }) => sightingOf({ ...row, atMs: at * 1000 }));
}

type FrameRow = {
  readonly first: number;
  readonly last: number;
  readonly ground: boolean | null;
  readonly identification: string | null;
  /** A row: latitude, longitude, altitude in ft. */
  readonly place: readonly (readonly (number | null)[])[] | null;
};

/** A minute of frames with equal ground state is one sighting. */
async function framesOf(db: Database, modeS: string | null, marks: CompanyMarks | null): Promise<Sighting[]> {
  if (!modeS) return [];
  const values = new Values();
  const conditions = [isTextSql(adsbColumns.icao, modeS, values), ...companySql(marks, 'adsb', values)];
  const rows = await db.query<FrameRow>(
    `select min(at) as first, max(at) as last, ground, max(identification) as identification,
       (array_agg(array[lat, lon, alt_ft] order by at, id) filter (where lat is not null and lon is not null))[1:1] as place
     from (select extract(epoch from adsb_date_time)::float8 as at, id, ${groundSql} as ground,
             upper(trim(identification)) as identification, lat, lon, ${altitudeFtSql} as alt_ft
           from adsb where ${conditions.join(' and ')} order by adsb_date_time desc, id desc limit ${mostFrames}) frames
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
      reported: null,
    };
  });
}
