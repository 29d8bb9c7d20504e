/** Loads the data files at the first start and when one has changed. Never overwrites imported rows. */
import type { Database, Transaction } from '../database/pool.ts';
import { inChunks } from '../messages/store-batches.ts';
import { copyLine } from '../query/columns.ts';
import { airportColumnNames, airportValues, dropTakenAirportCodes } from './airports.ts';
import { airlinesOfFile, airportsOfFile, countriesOfFile, typeDesignators, versionOf } from './data-files.ts';
import { linkAircraft } from './link-aircraft.ts';

type DataSet = {
  readonly name: string;
  readonly version: () => string;
  readonly load: (tx: Transaction) => Promise<void>;
};

/** Part of each version: raise it when the loading of the data changes. */
const format = 3;
const dataSets: readonly DataSet[] = [
  { name: 'airports', version: () => `${versionOf('airports')} ${versionOf('countries')}`, load: loadAirports },
  { name: 'airlines', version: () => versionOf('airlines'), load: loadAirlines },
  { name: 'aircraft types', version: () => versionOf('aircraft-types'), load: loadTypes },
];

/** Resolves to the names of loaded data. Two servers that start together do not interfere. */
export async function loadReferenceData(db: Database): Promise<string[]> {
  const loaded: string[] = [];
  for (const dataSet of dataSets) if (await loadOnce(db, dataSet)) loaded.push(dataSet.name);
  return loaded;
}

async function loadOnce(db: Database, { name, version, load }: DataSet): Promise<boolean> {
  const currentVersion = `${version()}, format ${format}`;
  const has = async (tx: Pick<Transaction, 'query'>): Promise<boolean> =>
    (await tx.query('select 1 from reference_version where data_set = $1 and version = $2', [name, currentVersion]))
      .length > 0;
  if (await has(db)) return false;
  return db.transaction(async (tx) => {
    await lockReferenceData(tx);
    if (await has(tx)) return false;
    await load(tx);
    await tx.query(
      `insert into reference_version (data_set, version) values ($1, $2)
       on conflict (data_set) do update set version = excluded.version`,
      [name, currentVersion],
    );
    return true;
  });
}

/** No one else writes reference data until the transaction ends. */
export async function lockReferenceData(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('downlink reference data'))`);
}

/** Rows of the file are replaced as a whole: those missing in a new version are removed. `package` = from a data file. */
async function loadAirports(tx: Transaction): Promise<void> {
  await tx.query(`delete from airports where source = 'package'`);
  await tx.query(`create temp table incoming (like airports including defaults) on commit drop`);
  await tx.copyIn(
    `copy incoming (${airportColumnNames}, source) from stdin`,
    inChunks(airportsOfFile().map((airport) => copyLine([...airportValues(airport), 'package']))),
  );
  await tx.query('insert into airports select * from incoming on conflict (airport_id) do nothing');
  await dropTakenAirportCodes(tx);
  const countries = countriesOfFile();
  await tx.query(
    `insert into countries (code, country_name) select * from unnest($1::text[], $2::text[])
     on conflict (code) do update set country_name = excluded.country_name`,
    [countries.map(({ code }) => code), countries.map(({ name }) => name)],
  );
  await tx.query('analyze airports');
}

/**
 * Rows of airlines are updated in place, because aircraft refer to them. Imports contain neither `is_active` nor `acars_code`: these
 * follow the file on every row of it. An airline that an import already added is not added again.
 */
async function loadAirlines(tx: Transaction): Promise<void> {
  const columns = 'airline_id, airline_name, iata, icao, acars_code, is_active';
  await tx.query('create temp table incoming_airlines (like airlines including defaults) on commit drop');
  await tx.copyIn(
    `copy incoming_airlines (${columns}, source) from stdin`,
    inChunks(
      airlinesOfFile().map(({ airlineId, airlineName, iata, icao, acarsCode, isActive }) =>
        copyLine([airlineId, airlineName, iata, icao, acarsCode, isActive, 'package']),
      ),
    ),
  );
  await tx.query(`
    delete from incoming_airlines i where exists (
      select from airlines l where l.source = 'import' and l.icao = i.icao and l.airline_id <> i.airline_id and l.is_active)`);
  await tx.query(`
    delete from airlines where source = 'package' and airline_id not in (select airline_id from incoming_airlines)`);
  await tx.query(`
    insert into airlines (${columns}, source) select ${columns}, source from incoming_airlines
    on conflict (airline_id) do update set
      airline_name = excluded.airline_name, iata = excluded.iata, icao = excluded.icao,
      acars_code = excluded.acars_code, is_active = excluded.is_active
    where airlines.source = 'package'`);
  await tx.query(`
    update airlines l set acars_code = i.acars_code, is_active = i.is_active from incoming_airlines i
    where l.airline_id = i.airline_id and (l.acars_code, l.is_active) is distinct from (i.acars_code, i.is_active)`);
  await tx.query('analyze airlines');
  await linkAircraft(tx);
}

async function loadTypes(tx: Transaction): Promise<void> {
  await tx.query(`delete from aircraft_types where source = 'package'`);
  await tx.query(
    `insert into aircraft_types (type_code, aircraft_type, source)
     select code, name, 'package' from unnest($1::text[], $2::text[]) as t (code, name) on conflict do nothing`,
    [typeDesignators.map(({ code }) => code), typeDesignators.map(({ name }) => name)],
  );
}
