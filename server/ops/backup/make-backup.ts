/** Writes everything of one snapshot to a file while the server runs. */
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clock } from '../../base/clock.ts';
import { schemaOf } from '../../database/migrate.ts';
import { type Database, type Frozen, sqlState } from '../../database/pool.ts';
import { type Member, writeArchive } from './archive.ts';
import {
  checksumMember,
  formatVersion,
  type Head,
  headMember,
  type Manifest,
  manifestMember,
  sha256Of,
  type TableEntry,
} from './manifest.ts';
import { columnList, quoted, type StoredTable, sequencesOf, storedTables } from './tables.ts';

const compress = promisify(gzip);
/** Of a member before its compression. */
const partBytes = 8 * 1_048_576;
const newline = 0x0a;

/**
 * Resolves to the manifest when the complete file is on the disk. Until then it has the name `FILE.part`.
 * Partitions that retention drops during the backup are skipped.
 * @throws if the file exists, cannot be written, or `signal` ends it
 */
export async function makeBackup(db: Database, file: string, version: string, signal?: AbortSignal): Promise<Manifest> {
  const unfinished = `${file}.part`;
  await rm(unfinished, { force: true });
  try {
    const manifest = await db.frozen(async (from) => {
      const head: Head = {
        format: 'downlink-backup',
        formatVersion,
        version,
        schema: (await schemaOf(from)) as Head['schema'],
        takenAt: clock.now(),
      };
      const tables: TableEntry[] = [];
      const made: Manifest = { head, tables, sequences: await sequencesOf(from) };
      await writeArchive(unfinished, endedBy(signal, membersOf(from, made, tables)));
      return made;
    });
    await rename(unfinished, file);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* endedBy<T>(signal: AbortSignal | undefined, items: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}

async function* membersOf(from: Frozen, made: Manifest, tables: TableEntry[]): AsyncGenerator<Member, void> {
  yield json(headMember, made.head);
  for (const table of await storedTables(from)) {
    const entry: TableEntry = { ...table, columns: [...table.columns], rows: 0, parts: [] };
    try {
      yield* partsOf(from, table, entry);
    } catch (error) {
      if (!isDropped(error, table)) throw error;
      continue;
    }
    tables.push(entry);
  }
  const manifest = json(manifestMember, made);
  yield manifest;
  yield { name: checksumMember, bytes: Buffer.from(sha256Of(manifest.bytes)) };
}

/** 42P01: no such table. */
const isDropped = (error: unknown, { parent }: StoredTable): boolean => parent !== null && sqlState(error) === '42P01';

const json = (name: string, value: unknown): Member => ({ name, bytes: Buffer.from(JSON.stringify(value)) });

/** Rows in COPY's text format, in which a newline only ends a row. */
async function* partsOf(from: Frozen, table: StoredTable, entry: TableEntry): AsyncGenerator<Member, void> {
  const rows = from.copyOut(`copy ${quoted(table.name)} (${columnList(table)}) to stdout`);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const part = async (): Promise<Member> => {
    const bytes = await compress(Buffer.concat(pending), { level: 5 });
    const name = `tables/${table.name}/${String(entry.parts.length + 1).padStart(6, '0')}.gz`;
    entry.parts.push({ name, bytes: bytes.length, sha256: sha256Of(bytes) });
    pending = [];
    pendingBytes = 0;
    return { name, bytes };
  };
  for await (const chunk of rows) {
    for (const byte of chunk) if (byte === newline) entry.rows += 1;
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes >= partBytes) yield await part();
  }
  if (pendingBytes > 0) yield await part();
}
