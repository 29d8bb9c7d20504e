/** Flights of an aircraft: their call, reads its messages, derives flights, finds airports. */

import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { Flight } from '../../../contract/entities/reference.ts';
import { foldCase } from '../../../contract/filters.ts';
import { maxRows, writeInstant } from '../../../contract/params.ts';
import { type DerivedFlight, deriveFlights, type Place, type Sighting } from '../../../decoder/derive-flights.ts';
import { movementLabels } from '../../../decoder/movement-texts.ts';
import { placeOf, type SightedMessage, sightingOf } from '../../../decoder/sightings.ts';
import { clock } from '../../base/clock.ts';
import type { Database } from '../../database/pool.ts';
import { companyOf } from '../../http/company-scope.ts';
import type { Context } from '../../http/guard.ts';
import { adsbColumns } from '../../messages/adsb-columns.ts';
import { type CompanyMarks, companyMarks, companySql } from '../../messages/company-sql.ts';
import { isTextSql, Values } from '../../query/filter-sql.ts';
import { aircraftById } from '../aircraft.ts';
import { idOf } from '../calls.ts';
import {
  departedMs,
  type EndSources,
  endsOf,
  type FlightEnds,
  flightCode,
  statusOf,
  timeInTheAir,
  timeOfDay,
} from './flight-facts.ts';

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
const maxMessages = 20_000;
const maxFrames = 60_000;
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
     order by acars_date_time desc, id desc limit ${maxMessages}`,
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
           from adsb where ${conditions.join(' and ')} order by adsb_date_time desc, id desc limit ${maxFrames}) frames
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

// ---- Airports of flights: named in messages, near seen positions, or of a known route.

export type FlightAirport = {
  readonly city: string | null;
  readonly airportIata: string | null;
  readonly airportIcao: string | null;
  readonly airportId: number;
};

/** One result per flight, in order. `iata` and `icao` = codes of the operator, which form the callsign of a flight number. */
export async function findAirports(
  db: Database,
  flights: readonly DerivedFlight[],
  iata: string | null,
  icao: string | null,
): Promise<EndSources<FlightAirport>[]> {
  const callSigns = flights.map((flight) => flight.callSign ?? callSignOf(flight.flight, iata, icao));
  const routes = await routesOf(db, callSigns);
  const codes = [
    ...flights.flatMap(({ from, to, endedAt }) => [from, to, endedAt]),
    ...[...routes.values()].flat(),
  ].filter((code) => code !== null);
  const [byCode, near] = await Promise.all([
    airportsByCode(db, codes),
    airportsNear(
      db,
      flights.flatMap(({ departurePlace, arrivalPlace }) => [departurePlace, arrivalPlace]),
    ),
  ]);
  const named = (code: string | null): FlightAirport | null => (code === null ? null : (byCode.get(code) ?? null));
  return flights.map((flight, i) => {
    const route = (routes.get(callSigns[i] ?? '') ?? []).map(named);
    return {
      reported: { from: named(flight.from), to: named(flight.to), endedAt: named(flight.endedAt) },
      seen: { from: near[2 * i] ?? null, to: near[2 * i + 1] ?? null },
      // A route with an unknown airport would have wrong legs.
      route: route.includes(null) ? [] : (route as FlightAirport[]),
    };
  });
}

/** RO0391 of an operator RO = ROT has the callsign ROT391. */
function callSignOf(flight: string | null, iata: string | null, icao: string | null): string | null {
  if (flight === null || iata === null || icao === null || !flight.startsWith(iata)) return null;
  return icao + flight.slice(iata.length).replace(/^0+/, '');
}

async function routesOf(db: Database, callSigns: readonly (string | null)[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ call_sign: string; airport_codes: string }>(
    'select call_sign, airport_codes from routes where call_sign = any($1::text[])',
    [[...new Set(callSigns.filter((callSign) => callSign !== null))]],
  );
  return new Map(rows.map((row) => [row.call_sign, row.airport_codes.split('-')]));
}

const fields = 'city, airport_iata as "airportIata", airport_icao as "airportIcao", airport_id as "airportId"';

/** Four letters are ICAO codes, three are IATA. */
async function airportsByCode(db: Database, codes: readonly string[]): Promise<Map<string, FlightAirport>> {
  const requested = [...new Set(codes.map((code) => code.toLowerCase()))];
  const rows = await db.query<FlightAirport & { code: string }>(
    `select distinct on (code) code, ${fields} from (
       select upper(airport_icao) as code, a.* from airports a where lower(airport_icao) = any($1::text[])
       union all
       select upper(airport_iata) as code, a.* from airports a where lower(airport_iata) = any($2::text[])) found
     order by code, airport_type = 'closed', airport_id`,
    [requested.filter((code) => code.length === 4), requested.filter((code) => code.length === 3)],
  );
  return new Map(rows.map(({ code, ...airport }) => [code, airport]));
}

/** Nautical miles from an airport's reference point, and feet above it, that count as at the airport. */
const near = { onGroundNmi: 4, aloftNmi: 6, aloftFt: 2000 } as const;

/** Airport of each position. null = too high, or none. The larger of two neighbours is likelier. */
async function airportsNear(db: Database, places: readonly (Place | null)[]): Promise<(FlightAirport | null)[]> {
  const known = places.flatMap((place, index) => (place ? [{ ...place, index }] : []));
  const rows = await db.query<FlightAirport & { index: number }>(
    `select requested.index, ${fields}
     from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::boolean[]) as requested (index, lat, lon, alt_ft, is_on_ground)
     cross join lateral (
       select city, airport_iata, airport_icao, airport_id, distance_nmi from (
         select a.*, 60 * sqrt((latitude_deg - requested.lat) ^ 2 +
                               ((longitude_deg - requested.lon) * cos(radians(requested.lat))) ^ 2) as distance_nmi
         from airports a
         where latitude_deg between requested.lat - 0.1 and requested.lat + 0.1
           and airport_type in ('large_airport', 'medium_airport', 'small_airport')) close
       where case when requested.is_on_ground then distance_nmi <= ${near.onGroundNmi}
             else distance_nmi <= ${near.aloftNmi} and requested.alt_ft <= coalesce(elevation_ft, 0) + ${near.aloftFt} end
       order by distance_nmi * case airport_type when 'large_airport' then 1 when 'medium_airport' then 1.5 else 3 end
       limit 1) found`,
    [
      known.map(({ index }) => index),
      known.map(({ lat }) => lat),
      known.map(({ lon }) => lon),
      known.map(({ altFt }) => altFt),
      known.map(({ isOnGround }) => isOnGround),
    ],
  );
  const found: (FlightAirport | null)[] = places.map(() => null);
  for (const { index, ...airport } of rows) found[index] = airport;
  return found;
}

const feetPerMetre = 3.28084;
export const altitudeFtSql = `case when alt_unit ilike 'm%' then altitude * ${feetPerMetre} else altitude end`;

/** No airport is higher: one reply can be wrong (decision 9). */
const highestGroundFt = 15_000;
/** The type of a position is right, a capability often is not. Then decoder texts, of which some leave it open. */
export const groundSql = `case
  when es_type in ('5', '6', '7', '8') then true
  when es_type in ('9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '20', '21', '22') then false
  when capability like '%ground%' or vs ilike '%ground%' or (flight_status ilike '%ground%' and flight_status not ilike '%airborne%')
    then case when ${altitudeFtSql} > ${highestGroundFt} then null else true end
  when es_type = '19' or capability like '%airborne%' or vs ilike '%airborne%'
    or (flight_status ilike '%airborne%' and flight_status not ilike '%ground%') then false end`;

export const flightHandlers: Handlers<Api['flight'], Context> = {
  /** An unknown aircraft, or an invalid id, has no flights. */
  ofAircraft: async ({ query, path, db, caller, companyScope }) => {
    const company = companyOf(caller, undefined, false, companyScope);
    const { flights, count } = await flightsOfAircraft(db, idOf(path.aircraftId, 'an aircraft'), query, company);
    return { flights: [...flights], flightsCount: count };
  },
};
