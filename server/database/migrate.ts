/**
 * Applies migrations/NNNN-name.sql in order, each once, all of an update in one transaction: a failed one leaves the old data untouched.
 * Never edit a released migration: add a new one. NNNN-baseline/ is a migration in several files, which creates the schema of all before it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../base/startup-error.ts';
import { type Database, sqlState, type Transaction } from './pool.ts';

type Queries = Pick<Database, 'query'>;
const lockKey = 0x646c6d67;

/** Until the transaction ends no one else changes the schema, and a server that starts waits. */
export const takeSchemaLock = async (tx: Transaction): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [lockKey]));

/** Names of this program's migrations, in order. The first one is the baseline. */
export const migrationNames = (folder = migrationsFolder()): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+(\.sql)?$/.test(name))
    .sort();

/**
 * Returns the names of the migrations that ran. Two servers that start together do not interfere. `upTo`: no migration after this
 * one, for the data of an older program.
 * @throws StartupError for a database of which this program cannot take over the schema
 */
export async function migrate(
  db: Database,
  {
    folder = migrationsFolder(),
    upTo,
  }: { readonly folder?: string | undefined; readonly upTo?: string | undefined } = {},
): Promise<string[]> {
  await knownSchema(db, folder);
  const names = migrationNames(folder).filter((name) => upTo === undefined || name <= upTo);
  return db.transaction(async (tx) => {
    // Before everything else: two servers that create the same table or extension at once fail.
    await takeSchemaLock(tx);
    await tx.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    await tryTrigrams(tx);
    // Under the lock: another server may have updated the data since the check above.
    const applied = await schemaOf(tx, folder);
    const due = names.filter((name) => !applied.includes(name));
    if (due.length > 0) await recordBaseline(tx, folder, applied);
    for (const name of due) await apply(tx, folder, name);
    return due;
  });
}

/** Migrations that an update would apply to the data of an older program. Empty for a database without a schema. @throws as migrate */
export async function pendingMigrations(db: Queries, folder = migrationsFolder()): Promise<string[]> {
  const applied = await knownSchema(db, folder);
  return applied.length === 0 ? [] : migrationNames(folder).filter((name) => !applied.includes(name));
}

/** Names of the migrations that made the schema of a database, in order. Empty for a database without one. */
export const schemaOf = async (db: Queries, folder = migrationsFolder()): Promise<string[]> =>
  readSchema(await recorded(db), folder).names;

export type Schema = {
  /** Migrations as this program counts them: all those before the baseline are the baseline. */
  readonly names: string[];
  /** 'known' = this program takes it over. 'unknown' = no version leaves such a record. */
  readonly state: 'known' | 'newer' | 'older' | 'unknown';
  /** What the state is about. */
  readonly last: string;
  /** The version that takes over an older one. */
  readonly lastVersion: string;
};

/** @param recorded names of migrations, of a database or a backup */
export function readSchema(recorded: readonly string[], folder = migrationsFolder()): Schema {
  const { name: baseline, replaces, lastVersion } = baselineOf(folder);
  const isBridged = recorded.includes(baseline) || replaces.every((name) => recorded.includes(name));
  const rest = recorded.filter((name) => name !== baseline && !replaces.includes(name)).sort();
  const names = isBridged ? [baseline, ...rest] : [...recorded].sort();
  return { names, state: stateOf(), last: names.at(-1) ?? '', lastVersion };

  function stateOf(): Schema['state'] {
    const own = migrationNames(folder);
    if (numberOf(names.at(-1) ?? '') > numberOf(own.at(-1) ?? '')) return 'newer';
    if (names.length > 0 && !isBridged) return rest.length === 0 ? 'older' : 'unknown';
    return rest.every((name) => own.includes(name)) ? 'known' : 'unknown';
  }
}

/** `schemaOf` of a database that this program can use. @throws StartupError: nothing was changed */
export async function knownSchema(db: Queries, folder = migrationsFolder()): Promise<string[]> {
  const { names, state, last, lastVersion } = readSchema(await recorded(db), folder);
  const { name: baseline, replaces } = baselineOf(folder);
  const own = migrationNames(folder);
  if (state === 'known') return names;
  // An older program lacks columns and rules of a newer schema: it could damage the data.
  if (state === 'newer')
    throw new StartupError(
      `A newer version of Downlink has updated this database (schema ${last}, this version supports up to ${own.at(-1)}). ` +
        'Nothing was changed. Install the newer version again, or restore a backup from before the update.',
    );
  if (state === 'older')
    throw new StartupError(
      `This database is from an older version of Downlink (schema ${last}, this version updates from ${replaces.at(-1)}). ` +
        `Nothing was changed. Install ${lastVersion} and start it once, then install this version again.`,
    );
  const foreign = names.filter((name) => !own.includes(name) && !replaces.includes(name));
  throw new StartupError(
    `The migrations recorded in this database are not those of a version of Downlink (${foreign.join(', ') || `${baseline} is missing before ${last}`}). ` +
      'Nothing was changed. Check that DATABASE_URL or DATA_DIR names the right database, or restore a backup into an empty one.',
  );
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0;

type Baseline = { readonly name: string; readonly lastVersion: string; readonly replaces: readonly string[] };

/** The first migration, and those that it replaces, which are not part of the program any more. */
function baselineOf(folder: string): Baseline {
  const [name = ''] = migrationNames(folder);
  const { lastVersion, migrations } = JSON.parse(readFileSync(join(folder, name, 'replaces.json'), 'utf8')) as {
    lastVersion: string;
    migrations: string[];
  };
  return { name, lastVersion, replaces: migrations };
}

async function recorded(db: Queries): Promise<string[]> {
  const [table] = await db.query<{ found: boolean }>("select to_regclass('schema_migration') is not null as found");
  if (!table?.found) return [];
  return (await db.query<{ name: string }>('select name from schema_migration order by name')).map(({ name }) => name);
}

/**
 * Replaces the names of migrations before the baseline by its own. Only together with a later migration: until then the last version
 * with those migrations still starts on this data.
 */
async function recordBaseline(tx: Transaction, folder: string, applied: readonly string[]): Promise<void> {
  const { name, replaces } = baselineOf(folder);
  if (!applied.includes(name)) return;
  await tx.query('insert into schema_migration (name) values ($1) on conflict do nothing', [name]);
  await tx.query('delete from schema_migration where name = any($1)', [replaces]);
}

async function apply(tx: Transaction, folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const files = name.endsWith('.sql') ? [path] : filesIn(path);
  for (const file of files) await tx.query(readFileSync(file, 'utf8'));
  await tx.query('insert into schema_migration (name) values ($1)', [name]);
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name));

/**
 * Trigram indexes speed up text search. An external database may lack the extension or the right to add it: indexes of finished days
 * are then omitted (they check `pg_extension`), and such searches are slower, not wrong.
 */
async function tryTrigrams(tx: Transaction): Promise<void> {
  await tx.query('savepoint trigrams');
  try {
    await tx.query('create extension if not exists pg_trgm');
  } catch (error) {
    if (sqlState(error) === null) throw error;
    await tx.query('rollback to savepoint trigrams');
  }
}

/** Next to this file in the source, next to main.js in the build. */
function migrationsFolder(): string {
  const folder = join(import.meta.dirname, 'migrations');
  if (!existsSync(folder)) throw new Error('The folder of migrations is missing next to the server program.');
  return folder;
}
