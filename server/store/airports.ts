/**
 * Airports out of the database: the list, and those in the bounds of a map. Must not: write (reference/), or decide who may call.
 */
import { api } from '../../contract/api.ts';
import type { airport } from '../../contract/entities/reference.ts';
import { contains, equals } from '../../contract/filters.ts';
import { type Bounds, boxOf } from '../bounds.ts';
import type { Database } from '../database/pool.ts';
import type { NewAirport } from '../reference/rows.ts';
import { type ColumnsOf, indexedText, number, text } from './columns.ts';
import { filterSql, isTextSql, Values } from './filter-sql.ts';
import { fieldsSql } from './message-page.ts';
import { type ReferenceList, type ReferencePage, referencePage } from './reference-page.ts';

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

/** For COPY: the columns, and the values of an airport in their order. */
export const airportColumnNames = fields.map((field) => airportColumns[field].name).join(', ');
export const airportValues = (row: NewAirport): (string | number | null)[] => fields.map((field) => row[field]);

const airportList: ReferenceList = {
  from: 'airports',
  id: 'airport_id',
  fields: fieldsSql(airportColumns),
  filters: api.airport.list.list.filters,
  columns: airportColumns,
};

/** By name. */
export function airportPage(db: Database, query: Readonly<Record<string, unknown>>): Promise<ReferencePage> {
  return referencePage(db, airportList, { query, order: ['lower(airport_name)'] }, new Values());
}

/** One airport as JSON text, or null. */
export async function airportById(db: Database, airportId: number): Promise<string | null> {
  const [row] = await db.query<{ json: string }>(
    `select row_to_json(r)::text as json from (
       select ${fieldsSql(airportColumns)}, airport_id::text as id from airports where airport_id = $1::bigint) r`,
    [airportId],
  );
  return row?.json ?? null;
}

/** Whether an airport has this ICAO code, in any letter case. */
export async function isAirportIcao(db: Database, icao: string): Promise<boolean> {
  const values = new Values();
  const condition = isTextSql(airportColumns.airportICAO, icao, values);
  return (await db.query(`select 1 from airports where ${condition} limit 1`, values.list)).length > 0;
}

/** When they were changed last (0012): another text after every load and import of airports. */
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

/** More than a map can show; whoever needs every airport asks for the list. */
const mostOnMap = 10_000;

/** The larger first. */
export async function airportsInBounds(
  db: Database,
  which: MapAirports,
  query: Bounds & Readonly<Record<string, unknown>>,
): Promise<ReferencePage> {
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
       order by case airport_type when 'large_airport' then 0 when 'medium_airport' then 1 else 2 end, airport_id
       limit ${mostOnMap}) r`,
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
