/**
 * Applies migrations/NNNN-name.sql in order, each once, all of an update in one transaction: a failed one leaves the old data untouched.
 * Never edit a released migration: add a new one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../base/startup-error.ts';
import { type Database, sqlState, type Transaction } from './pool.ts';

const lockKey = 0x646c6d67;

/** Until the transaction ends no one else changes the schema, and a server that starts waits. */
export const takeSchemaLock = async (tx: Transaction): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [lockKey]));

/** Names of this program's migrations, in order. */
export const migrationNames = (folder = migrationsFolder()): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort();

/**
 * Returns the names of the migrations that ran. Two servers that start together do not interfere. `upTo`: no migration after this
 * one, for the data of an older program.
 * @throws StartupError for a database migrated by a newer program
 */
export async function migrate(
  db: Database,
  { folder = migrationsFolder(), upTo }: { readonly folder?: string; readonly upTo?: string } = {},
): Promise<string[]> {
  const all = migrationNames(folder);
  await refuseNewer(db, all.at(-1) ?? '');
  const names = upTo === undefined ? all : all.filter((name) => name <= upTo);
  return db.transaction(async (tx) => {
    // Before everything else: two servers that create the same table or extension at once fail.
    await takeSchemaLock(tx);
    await tx.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    await tryTrigrams(tx);
    // Under the lock: another server may have updated the data since the check above.
    const applied = new Set(await appliedMigrations(tx));
    const due = names.filter((name) => !applied.has(name));
    for (const name of due) await apply(tx, folder, name);
    return due;
  });
}

/** Migrations that an update would apply to the data of an older program. Empty for a database without a schema. @throws as migrate */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const all = migrationNames();
  await refuseNewer(db, all.at(-1) ?? '');
  const applied = await appliedMigrations(db);
  return applied.length === 0 ? [] : all.filter((name) => !applied.includes(name));
}

const numberOf = (name: string): number => Number.parseInt(name, 10) || 0;

/** An older program lacks columns and rules of a newer schema: it could damage the data. */
async function refuseNewer(db: Database, newestHere: string): Promise<void> {
  const newer = (await appliedMigrations(db)).filter((name) => numberOf(name) > numberOf(newestHere));
  if (newer.length === 0) return;
  throw new StartupError(
    `A newer version of Downlink has updated this database (schema ${newer.sort().at(-1)}, this version supports up to ${newestHere}). ` +
      'Nothing was changed. Install the newer version again, or restore a backup from before the update.',
  );
}

async function appliedMigrations(db: Pick<Database, 'query'>): Promise<string[]> {
  const [table] = await db.query<{ found: boolean }>("select to_regclass('schema_migration') is not null as found");
  if (!table?.found) return [];
  return (await db.query<{ name: string }>('select name from schema_migration order by name')).map(({ name }) => name);
}

async function apply(tx: Transaction, folder: string, name: string): Promise<void> {
  await tx.query(readFileSync(join(folder, name), 'utf8'));
  await tx.query('insert into schema_migration (name) values ($1)', [name]);
}

/**
 * Trigram indexes speed up text search. An external database may lack the extension or the right to add it:
 * migrations then omit those indexes (they check `pg_extension`), and such searches are slower, not wrong.
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
