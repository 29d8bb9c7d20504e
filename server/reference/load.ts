/**
 * Brings the reference data that comes with the program into the database: at the first start, and again when a package has a new version.
 * Must not: touch a row that an import brought, or a database that has the version already.
 */
import type { Database, Transaction } from '../database/pool.ts';
import { airportColumnNames, airportValues } from '../store/airports.ts';
import { copyLine } from '../store/copy-text.ts';
import { dataVersion } from '../store/data-version.ts';
import { inChunks } from '../store/new-rows.ts';
import { airportsVersion, packageAirports, packageCountries } from './packages.ts';

type DataSet = {
  readonly name: string;
  readonly version: () => string;
  readonly load: (tx: Transaction) => Promise<void>;
};

const dataSets: readonly DataSet[] = [{ name: 'airports', version: airportsVersion, load: loadAirports }];

/** Resolves to the names of what was loaded. Two servers that start together do not disturb each other. */
export async function loadReferenceData(db: Database): Promise<string[]> {
  const loaded: string[] = [];
  for (const dataSet of dataSets) if (await loadOnce(db, dataSet)) loaded.push(dataSet.name);
  if (loaded.length) dataVersion.bump();
  return loaded;
}

async function loadOnce(db: Database, { name, version, load }: DataSet): Promise<boolean> {
  const wanted = version();
  const has = async (tx: Pick<Transaction, 'query'>): Promise<boolean> =>
    (await tx.query('select 1 from reference_version where data_set = $1 and version = $2', [name, wanted])).length > 0;
  if (await has(db)) return false;
  return db.transaction(async (tx) => {
    await lockReferenceData(tx);
    if (await has(tx)) return false;
    await load(tx);
    await tx.query(
      `insert into reference_version (data_set, version) values ($1, $2)
       on conflict (data_set) do update set version = excluded.version`,
      [name, wanted],
    );
    return true;
  });
}

/** Until the transaction ends nobody else writes reference data. */
export async function lockReferenceData(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('downlink reference data'))`);
}

/** Rows of the packages are replaced as a whole: what a new version does not have any more goes. */
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
