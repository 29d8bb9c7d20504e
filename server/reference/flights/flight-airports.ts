/** Airports of flights: named in messages, near seen positions, or of a known route. */

import type { DerivedFlight, Place } from '../../../decoder/derive-flights.ts';
import type { Database } from '../../database/pool.ts';
import type { EndSources } from './flight-facts.ts';

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
