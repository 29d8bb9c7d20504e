/**
 * Brings a database to the schema of this version: migrations/NNNN-name.sql in order, each in one transaction, each once.
 * Must not: know what is in them. A migration that was released is never edited; a new one follows it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './pool.ts';
import { sqlState } from './pool.ts';

const lockKey = 0x646c6d67;

/** Returns the names of the migrations that ran now. Two servers that start together do not disturb each other. */
export async function migrate(db: Database, folder = migrationsFolder()): Promise<string[]> {
  await db.query(
    'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
  );
  await tryTrigrams(db);
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort();
  const done: string[] = [];
  for (const name of names) if (await apply(db, folder, name)) done.push(name);
  return done;
}

async function apply(db: Database, folder: string, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const before = await tx.query('select 1 from schema_migration where name = $1', [name]);
    if (before.length) return false;
    await tx.query(readFileSync(join(folder, name), 'utf8'));
    await tx.query('insert into schema_migration (name) values ($1)', [name]);
    return true;
  });
}

/**
 * Trigram indexes make searching within texts fast. A database elsewhere may lack the extension or the right to add it:
 * then migrations leave those indexes out (they ask `pg_extension`), and such searches are slower, not wrong.
 */
async function tryTrigrams(db: Database): Promise<void> {
  try {
    await db.query('create extension if not exists pg_trgm');
  } catch (error) {
    if (sqlState(error) === null) throw error;
  }
}

/** Beside this file in the source, beside main.js in the build. */
function migrationsFolder(): string {
  const folder = join(import.meta.dirname, 'migrations');
  if (!existsSync(folder)) throw new Error('The folder of migrations is missing beside the server program.');
  return folder;
}
