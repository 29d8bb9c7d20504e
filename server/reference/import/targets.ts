/** Writes imported rows: a staging table, then reference data. Runs in one transaction per file. */
import type { Transaction } from '../../database/pool.ts';
import { withoutIndexes } from '../../database/without-indexes.ts';
import { dropTakenAirportCodes } from '../airports.ts';
import {
  addTypesOfAircraft,
  airlineCodesSql,
  airlineOfOperatorSql,
  countFleets,
  linkAircraft,
} from '../link-aircraft.ts';

type Tx = Pick<Transaction, 'query' | 'write'>;
/** Rows that were new, and rows with a changed value. The rest was equal. */
export type Written = { readonly added: number; readonly changed: number };
export type Target = {
  /** Unique within a file. */
  readonly keyName: string;
  /** Columns of the temporary table `incoming`, with types. */
  readonly columns: string;
  readonly write: (tx: Tx) => Promise<Written>;
};

const texts = (names: string): string =>
  names
    .split(' ')
    .map((name) => `${name} text collate "C"`)
    .join(', ');

/** `returning` of an upsert: an inserted row has no xmax. */
async function countWritten(tx: Tx, upsert: string): Promise<Written> {
  const [row] = await tx.query<{ added: number; changed: number }>(
    `with written as (${upsert} returning xmax = 0 as is_new)
     select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`,
  );
  return { added: row?.added ?? 0, changed: row?.changed ?? 0 };
}

const airportColumns =
  'airport_name airport_type city continent iso_country iso_region airport_iata airport_icao gps_code local_code';
const airportFields = [...airportColumns.split(' '), 'elevation_ft', 'latitude_deg', 'longitude_deg'];
const airports: Target = {
  keyName: 'id',
  columns: `airport_id bigint, ${texts(airportColumns)}, elevation_ft float8, latitude_deg float8, longitude_deg float8`,
  write: async (tx) => {
    const written = await countWritten(
      tx,
      `insert into airports (airport_id, ${airportFields.join(', ')}, source) select *, 'import' from incoming
       on conflict (airport_id) do update set ${airportFields.map((name) => `${name} = excluded.${name}`).join(', ')}
       where (${airportFields.map((name) => `airports.${name}`).join(', ')})
         is distinct from (${airportFields.map((name) => `excluded.${name}`).join(', ')})`,
    );
    await tx.query(
      `update airports set source = 'import' where source <> 'import' and airport_id in (select airport_id from incoming)`,
    );
    await dropTakenAirportCodes(tx);
    return written;
  },
};

const aircraftFields =
  'registration mode_s type_code aircraft_type serial_number operator_name operator_iata operator_icao';
/** Blank values keep the stored ones. An operator is replaced as a whole. `i` = incoming. */
const mergedAircraft: readonly (readonly [name: string, value: string])[] = [
  ['registration', 'i.registration'],
  ...['type_code', 'aircraft_type', 'serial_number', 'manufacture_date'].map(
    (name) => [name, `coalesce(i.${name}, aircraft.${name})`] as const,
  ),
  ...['operator_name', 'operator_iata', 'operator_icao', 'airline_id'].map(
    (name) =>
      [
        name,
        `case when coalesce(i.operator_name, i.operator_iata, i.operator_icao) is null then aircraft.${name} else i.${name} end`,
      ] as const,
  ),
];
/** From this size on, lists of aircraft may wait for an import, some seconds for 600,000, if it contains most of them. */
const firstFillRows = 20_000;
async function isFirstFill(tx: Tx): Promise<boolean> {
  const [rows] = await tx.query<{ incoming: number; there: number }>(
    'select (select count(*) from incoming) as incoming, (select count(*) from aircraft) as there',
  );
  return rows !== undefined && rows.incoming >= firstFillRows && rows.incoming > rows.there;
}

/** Two statements instead of an upsert, which looks up each row twice. The lock keeps out other writers. */
const aircraft: Target = {
  keyName: '24 bit address',
  columns: `${texts(aircraftFields)}, manufacture_date date`,
  write: async (tx) => {
    const names = `${aircraftFields.replaceAll(' ', ', ')}, manufacture_date`;
    const found = `(select i.*, ${airlineOfOperatorSql} as airline_id from incoming i ${airlineCodesSql('i')}) i`;
    const changed = await tx.write(
      `update aircraft set ${mergedAircraft.map(([name, value]) => `${name} = ${value}`).join(', ')}
       from ${found} where lower(aircraft.mode_s) = lower(i.mode_s)
         and (${mergedAircraft.map(([name]) => `aircraft.${name}`).join(', ')})
           is distinct from (${mergedAircraft.map(([, value]) => value).join(', ')})`,
    );
    // Before new rows: those need no lookup.
    await tx.query(`
      update aircraft set source = 'import', is_demo = false
      where (source <> 'import' or is_demo) and lower(mode_s) in (select lower(mode_s) from incoming)`);
    const insert = () =>
      tx.write(
        `insert into aircraft (${names}, airline_id, source)
         select ${names}, airline_id, 'import' from ${found}
         where not exists (select from aircraft a where lower(a.mode_s) = lower(i.mode_s))`,
      );
    const added = (await isFirstFill(tx)) ? await withoutIndexes(tx, 'aircraft', insert) : await insert();
    await addTypesOfAircraft(tx);
    await countFleets(tx);
    return { added, changed };
  },
};

/** An airline is identified by ICAO code, without one by IATA code and name, unless another one of the file has its ICAO code. */
const airlines: Target = {
  keyName: 'code',
  columns: texts('airline_name iata icao'),
  write: async (tx) => {
    await tx.query(`
      create temp table matched on commit drop as
      select distinct on (i.icao) i.*, l.airline_id from incoming i
      left join airlines l on l.icao = i.icao where i.icao is not null order by i.icao, l.is_active desc, l.airline_id`);
    await tx.query(`
      insert into matched select distinct on (i.iata, i.airline_name) i.*, l.airline_id from incoming i
      left join airlines l on l.iata = i.iata and lower(l.airline_name) = lower(i.airline_name)
        and not exists (select from matched m where m.airline_id = l.airline_id)
      where i.icao is null order by i.iata, i.airline_name, l.is_active desc, l.airline_id`);
    await tx.query(`update matched set airline_id = nextval('airline_id_seq') where airline_id is null`);
    const written = await countWritten(
      tx,
      `insert into airlines (airline_id, airline_name, iata, icao, source)
       select distinct on (airline_id) airline_id, airline_name, iata, icao, 'import' from matched order by airline_id
       on conflict (airline_id) do update set airline_name = excluded.airline_name,
         iata = coalesce(excluded.iata, airlines.iata), icao = coalesce(excluded.icao, airlines.icao)
       where (airlines.airline_name, airlines.iata, airlines.icao) is distinct from
         (excluded.airline_name, coalesce(excluded.iata, airlines.iata), coalesce(excluded.icao, airlines.icao))`,
    );
    await tx.query(
      `update airlines set source = 'import' where source <> 'import' and airline_id in (select airline_id from matched)`,
    );
    await linkAircraft(tx);
    return written;
  },
};

const types: Target = {
  keyName: 'type',
  columns: texts('type_code aircraft_type'),
  write: async (tx) => {
    const written = await countWritten(
      tx,
      `insert into aircraft_types (type_code, aircraft_type, source) select *, 'import' from incoming on conflict do nothing`,
    );
    await tx.query(`
      update aircraft_types t set source = 'import' from incoming i
      where t.source <> 'import' and (t.type_code, t.aircraft_type) = (i.type_code, i.aircraft_type)`);
    return written;
  },
};

const routes: Target = {
  keyName: 'call sign',
  columns: texts('call_sign airline_icao flight_number airport_codes'),
  write: (tx) =>
    countWritten(
      tx,
      `insert into routes (call_sign, airline_icao, flight_number, airport_codes, source) select *, 'import' from incoming
       on conflict (call_sign) do update set
         airline_icao = excluded.airline_icao, flight_number = excluded.flight_number, airport_codes = excluded.airport_codes,
         source = 'import', is_demo = false
       where routes.is_demo or (routes.airline_icao, routes.flight_number, routes.airport_codes)
         is distinct from (excluded.airline_icao, excluded.flight_number, excluded.airport_codes)`,
    ),
};

export const targets = { airports, aircraft, airlines, types, routes } as const;
