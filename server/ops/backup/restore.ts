/** Writes a backup into an empty database. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { StartupError } from '../../base/startup-error.ts';
import { migrate, migrationNames, readSchema, schemaOf } from '../../database/migrate.ts';
import type { Database, Transaction } from '../../database/pool.ts';
import { readArchive } from './archive.ts';
import { type Manifest, refused, type TableEntry } from './manifest.ts';
import { columnList, quoted, type StoredTable, storedTables, tablesWithTriggers } from './tables.ts';
import { verifyBackup } from './verify.ts';

const decompress = promisify(gunzip);
/** Of a decompressed member: more than backups contain, less than a machine's memory. */
const longestPartBytes = 256 * 1_048_576;

/**
 * Verifies the file, creates the schema of its version, writes all rows in one transaction, and applies later migrations. An
 * interruption leaves an empty database.
 * @param migrations folder of other migrations than the program's, for tests
 * @throws StartupError before anything is written
 */
export async function restoreBackup(db: Database, file: string, migrations?: string): Promise<Manifest> {
  const manifest = await verifyBackup(file);
  const schema = knownSchemaOf(file, manifest, migrations);
  await refuseUsed(db, schema, migrations);
  await migrate(db, { folder: migrations, upTo: schema.at(-1) });
  await db.transaction((tx) => writeRows(tx, file, manifest));
  await migrate(db, { folder: migrations });
  return manifest;
}

function knownSchemaOf(file: string, { head }: Manifest, migrations: string | undefined): string[] {
  const { names, state, last, lastVersion } = readSchema(head.schema, migrations);
  if (state === 'newer') throw refused(file, `it needs a newer version of Downlink (schema ${last})`);
  if (state === 'older')
    throw refused(
      file,
      `it is from an older version of Downlink (schema ${last}). Nothing was changed. Restore it with ${lastVersion}, then restore a backup of that`,
    );
  if (
    names.join() !==
    migrationNames(migrations)
      .filter((name) => name <= last)
      .join()
  )
    throw refused(file, 'its schema is not one of Downlink');
  return names;
}

async function refuseUsed(db: Database, schema: readonly string[], migrations: string | undefined): Promise<void> {
  const applied = await schemaOf(db, migrations);
  if (applied.length === 0) return;
  const tables = new Set((await storedTables(db)).map(({ name }) => name));
  for (const name of ['users', 'acars_default', 'stations']) {
    if (!tables.has(name)) continue;
    const [found] = await db.query(`select 1 from ${quoted(name)} limit 1`);
    if (found) throw notEmpty();
  }
  // A database of a later schema cannot take the rows of an earlier one.
  if (applied.some((name) => !schema.includes(name))) throw notEmpty();
}

const notEmpty = (): StartupError =>
  new StartupError(
    'A backup is restored into an empty installation only: this one has data. Nothing was changed. Restore into another one: DATA_DIR=/path npm run restore -- FILE',
  );

async function writeRows(tx: Transaction, file: string, manifest: Manifest): Promise<void> {
  await tx.query("set local datestyle = 'ISO'");
  await makePartitions(tx, file, manifest.tables);
  const there = new Map((await storedTables(tx)).map((table) => [table.name, table]));
  for (const entry of manifest.tables) refuseUnknown(file, entry, there.get(entry.name));
  const withTriggers = await tablesWithTriggers(tx);
  for (const name of withTriggers) await tx.query(`alter table ${quoted(name)} disable trigger user`);
  // Migrations write a few rows of their own.
  await tx.query(`truncate ${[...there.keys()].map(quoted).join(', ')}`);
  await copyTables(tx, file, manifest.tables);
  for (const [name, last] of Object.entries(manifest.sequences))
    await tx.query('select setval(to_regclass($1), $2)', [quoted(name), last]);
  for (const name of withTriggers) await tx.query(`alter table ${quoted(name)} enable trigger user`);
}

const partitionOfDay = /^(.+)_(\d{4})(\d{2})(\d{2})$/;

async function makePartitions(tx: Transaction, file: string, tables: readonly TableEntry[]): Promise<void> {
  const parents = new Set(
    (
      await tx.query<{ name: string }>(
        "select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace",
      )
    ).map(({ name }) => name),
  );
  const [columnar] = await tx.query("select 1 from pg_am where amname = 'columnar'");
  for (const { name, parent } of tables) {
    const [, table, year, month, day] = partitionOfDay.exec(name) ?? [];
    if (parent === null) {
      if (table?.endsWith('_leaving')) await makeLeaving(tx, name, table);
      continue;
    }
    if (!table) continue;
    if (table !== parent || !parents.has(parent)) throw refused(file, `${name} is not a table of Downlink`);
    const from = `${year}-${month}-${day} 00:00:00+00`;
    await tx.query(
      `create table if not exists ${quoted(name)} partition of ${quoted(parent)}
       for values from ('${from}') to (timestamptz '${from}' + interval '1 day')
       ${columnar && parent.endsWith('_archive') ? 'using columnar' : ''}`,
    );
  }
}

/** A day between its table and the archive: the next retention copies it. */
async function makeLeaving(tx: Transaction, name: string, table: string): Promise<void> {
  const of = table.slice(0, -'_leaving'.length);
  if (of === 'acars' || of === 'adsb') await tx.query(`create table if not exists ${quoted(name)} (like ${of})`);
}

function refuseUnknown(file: string, { name, columns }: TableEntry, there: StoredTable | undefined): void {
  const known = new Set(there?.columns);
  if (!there || columns.some((column) => !known.has(column)))
    throw refused(file, `${JSON.stringify(name)} is not a table of Downlink, or has other columns`);
}

/** The archive has the parts in the order of the tables. */
async function copyTables(tx: Transaction, file: string, tables: readonly TableEntry[]): Promise<void> {
  const members = readArchive(file);
  try {
    await members.next();
    for (const table of tables) {
      if (table.parts.length === 0) continue;
      const rows = await tx.copyIn(
        `copy ${quoted(table.name)} (${columnList(table)}) from stdin`,
        rowsOf(members, table.parts.length),
      );
      if (rows !== table.rows) throw refused(file, `${table.name} has ${rows} rows, not ${table.rows}`);
    }
  } finally {
    await members.return();
  }
}

async function* rowsOf(members: ReturnType<typeof readArchive>, parts: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < parts; at += 1) {
    const { value } = await members.next();
    if (value) yield await decompress(value.bytes, { maxOutputLength: longestPartBytes });
  }
}
