/** Reads airports: the list, and those within bounds. */
import { api } from '../../contract/api.ts';
import type { airport } from '../../contract/entities/reference.ts';
import { contains, equals } from '../../contract/filters.ts';
import { type Bounds, boxOf } from '../base/geometry.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { type ColumnsOf, indexedText, number, text } from '../query/columns.ts';
import { filterSql, isTextSql, Values } from '../query/filter-sql.ts';
import type { ListPage, PageRequest } from '../query/list-page.ts';
import { type ReferenceList, referenceRows } from '../query/reference-page.ts';
import type { PackagedAirport } from './data-files.ts';

const airportColumns = {
  airportId: number('airport_id'),
  airportName: text('airport_name'),
  airportType: text('airport_type'),
  city: text('city'),
  continent: text('continent'),
  isoCountry: text('iso_country'),
  isoRegion: text('iso_region'),
  airportIata: indexedText('airport_iata'),
  airportICAO: indexedText('airport_icao'),
  gpsCode: text('gps_code'),
  localCode: text('local_code'),
  elevationFt: number('elevation_ft'),
  latitudeDeg: number('latitude_deg'),
  longitudeDeg: number('longitude_deg'),
} as const satisfies ColumnsOf<typeof airport>;
const fields = Object.keys(airportColumns) as (keyof typeof airportColumns)[];

/** For COPY: columns, and values of an airport in their order. */
export const airportColumnNames = fields.map((field) => airportColumns[field].name).join(', ');
export const airportValues = (row: PackagedAirport): (string | number | null)[] => fields.map((field) => row[field]);

const airportList: ReferenceList = {
  from: 'airports',
  id: 'airport_id',
  fields: fieldsSql(airportColumns),
  filters: api.airport.list.list.filters,
  columns: airportColumns,
};

/** A code of an imported airport is that of no airport of the packages, which ends if none is left of its codes. */
export async function dropTakenAirportCodes(tx: Pick<Transaction, 'query'>): Promise<void> {
  const isTaken = (code: string): string =>
    `exists (select from airports i where i.source = 'import' and lower(i.${code}) = lower(p.${code}) and i.airport_id <> p.airport_id)`;
  await tx.query(
    `delete from airports p where source = 'package' and ${isTaken('airport_icao')} and ${isTaken('airport_iata')}`,
  );
  await tx.query(`
    update airports p set airport_icao = null, gps_code = nullif(gps_code, airport_icao)
    where source = 'package' and ${isTaken('airport_icao')}`);
  await tx.query(`update airports p set airport_iata = null where source = 'package' and ${isTaken('airport_iata')}`);
}

/** By name. */
export function airportRows(query: Readonly<Record<string, unknown>>): PageRequest {
  return referenceRows(airportList, { query, order: ['lower(airport_name)'] }, new Values());
}

/** The larger first. */
const bySize = `case airport_type when 'large_airport' then 0 when 'medium_airport' then 1 else 2 end`;

/** An airport as JSON text, or null. */
export async function airportById(db: Database, airportId: number): Promise<string | null> {
  const [row] = await db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (
       select ${fieldsSql(airportColumns)}, airport_id::text as id from airports where airport_id = $1::bigint) r`,
    [airportId],
  );
  return row?.json ?? null;
}

/** Whether an airport has this ICAO code, case-insensitive. */
export async function isAirportIcao(db: Database, icao: string): Promise<boolean> {
  const values = new Values();
  const condition = isTextSql(airportColumns.airportICAO, icao, values);
  return (await db.query(`select 1 from airports where ${condition} limit 1`, values.list)).length > 0;
}

/** Of several airports with one code the larger. Its facts, with the code as written in texts. */
export type AirportFacts = {
  readonly icao: string;
  readonly iata: string | null;
  readonly name: string;
  readonly city: string | null;
  readonly country: string | null;
  readonly elevationFt: number | null;
  readonly lat: number;
  readonly lon: number;
};
/** Case-insensitive. */
export async function airportByIcao(db: Pick<Database, 'query'>, icao: string): Promise<AirportFacts | undefined> {
  const values = new Values();
  const condition = isTextSql(airportColumns.airportICAO, icao, values);
  const [row] = await db.query<AirportFacts>(
    `select upper(airport_icao) as icao, upper(airport_iata) as iata, airport_name as name, city, iso_country as country,
       elevation_ft as "elevationFt", latitude_deg as lat, longitude_deg as lon
     from airports where ${condition} order by ${bySize}, airport_id limit 1`,
    values.list,
  );
  return row;
}

/** Time of the last change (table `airports_changed`): differs after every load and import of airports. */
export async function airportsVersion(db: Database): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    `select to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as version from airports_changed`,
  );
  return row?.version ?? '';
}

const mapFields = ['airportName', 'city', 'airportICAO', 'airportIata', 'latitudeDeg', 'longitudeDeg'] as const;
const mapFilters = [equals('airportIata', 'iata'), contains('airportName'), contains('city')];

export type MapAirports = 'large' | 'largeAndMedium' | 'all';
const typesOf: Readonly<Record<MapAirports, string>> = {
  large: `airport_type = 'large_airport'`,
  largeAndMedium: `airport_type in ('large_airport', 'medium_airport')`,
  all: `airport_type <> 'closed'`,
};

/** More than a map can show. Callers that need every airport use the list. */
const maxOnMap = 10_000;

/** The larger first. */
export async function airportsInBounds(
  db: Database,
  which: MapAirports,
  query: Bounds & Readonly<Record<string, unknown>>,
): Promise<ListPage> {
  const values = new Values();
  const conditions = [
    typesOf[which],
    ...boundsSql(query, values),
    ...filterSql(mapFilters, airportColumns, query, values),
  ];
  const columns = Object.fromEntries(mapFields.map((field) => [field, airportColumns[field]]));
  const rows = await db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (
       select ${fieldsSql(columns)}, airport_id::text as id from airports where ${conditions.map((one) => `(${one})`).join(' and ')}
       order by ${bySize}, airport_id
       limit ${maxOnMap}) r`,
    values.list,
  );
  return { rowsJson: `[${rows.map(({ json }) => json).join(',')}]`, count: rows.length };
}

function boundsSql(bounds: Bounds, values: Values): string[] {
  const { south, north, spans } = boxOf(bounds);
  const between = (column: string, from: number, to: number): string =>
    `${column} between ${values.add(from, 'float8')} and ${values.add(to, 'float8')}`;
  return [
    between('latitude_deg', south, north),
    spans.map(([west, east]) => between('longitude_deg', west, east)).join(' or '),
  ];
}
