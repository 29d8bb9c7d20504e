/** Loads packaged reference data at the first start and when a package has a new version. Never overwrites imported rows. */
import type { Database, Transaction } from '../database/pool.ts';
import { inChunks } from '../messages/new-rows.ts';
import { copyLine } from '../query/copy-text.ts';
import { airportColumnNames, airportValues } from './airports.ts';
import { linkAircraft } from './link-aircraft.ts';
import { airlinesVersion, airportsVersion, packageAirlines, packageAirports, packageCountries } from './packages.ts';
import { typeDesignators } from './type-designators.ts';

type DataSet = {
  readonly name: string;
  readonly version: () => string;
  readonly load: (tx: Transaction) => Promise<void>;
};

const dataSets: readonly DataSet[] = [
  { name: 'airports', version: airportsVersion, load: loadAirports },
  { name: 'airlines', version: airlinesVersion, load: loadAirlines },
  { name: 'aircraft types', version: () => `${typeDesignators.length} types, format 1`, load: loadTypes },
];

/** Resolves to the names of loaded data. Two servers that start together do not interfere. */
export async function loadReferenceData(db: Database): Promise<string[]> {
  const loaded: string[] = [];
  for (const dataSet of dataSets) if (await loadOnce(db, dataSet)) loaded.push(dataSet.name);
  return loaded;
}

async function loadOnce(db: Database, { name, version, load }: DataSet): Promise<boolean> {
  const currentVersion = version();
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

/** Rows of packages are replaced as a whole: those missing in a new version are removed. */
async function loadAirports(tx: Transaction): Promise<void> {
  await tx.query(`delete from airports where source = 'package'`);
  await tx.query(`create temp table incoming (like airports including defaults) on commit drop`);
  await tx.copyIn(
    `copy incoming (${airportColumnNames}, source) from stdin`,
    inChunks(packageAirports().map((airport) => copyLine([...airportValues(airport), 'package']))),
  );
  await tx.query('insert into airports select * from incoming on conflict (airport_id) do nothing');
  const countries = packageCountries();
  await tx.query(
    `insert into countries (code, country_name) select * from unnest($1::text[], $2::text[])
     on conflict (code) do update set country_name = excluded.country_name`,
    [countries.map(({ code }) => code), countries.map(({ name }) => name)],
  );
  await tx.query('analyze airports');
}

/** Rows of airlines are updated in place, because aircraft refer to them. */
async function loadAirlines(tx: Transaction): Promise<void> {
  const columns = 'airline_id, airline_name, iata, icao, is_active';
  await tx.query('create temp table incoming_airlines (like airlines including defaults) on commit drop');
  await tx.copyIn(
    `copy incoming_airlines (${columns}, source) from stdin`,
    inChunks(
      packageAirlines().map(({ airlineId, airlineName, iata, icao, isActive }) =>
        copyLine([airlineId, airlineName, iata, icao, isActive, 'package']),
      ),
    ),
  );
  await tx.query(`
    delete from airlines where source = 'package' and airline_id not in (select airline_id from incoming_airlines)`);
  await tx.query(`
    insert into airlines (${columns}, source) select ${columns}, source from incoming_airlines
    on conflict (airline_id) do update set
      airline_name = excluded.airline_name, iata = excluded.iata, icao = excluded.icao, is_active = excluded.is_active
    where airlines.source = 'package'`);
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
