/**
 * One file of an import: what it is, what it would do, and doing it. Must not: know who asks, or how far the file has come.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type ImportReport, maxRejectedListed } from '../../../contract/calls/imports.ts';
import type { Database } from '../../database/pool.ts';
import { BadFile } from '../reference/csv.ts';
import { type FileReport, importReferenceFile } from '../reference/import-file.ts';

/** How far it is, kept up to date by whoever reads. `bytes` = of the file as it was sent. */
export type Progress = { rows: number; bytes: number };
export type Hooks = { readonly signal: AbortSignal; readonly progress: Progress };
export type ImportOptions = { readonly station?: string | undefined; readonly isAsIfNow?: boolean | undefined };

type Counted = ImportReport['reasons'];
/** `rejected` = the first `maxRejectedListed`, `rejectedCount` = all of them. */
export type Checked = {
  readonly of: ImportReport['of'];
  readonly rejected: ImportReport['examples'];
  readonly rejectedCount: number;
  readonly reasons: Counted;
  readonly notes: Counted;
};

/** Says what writing it would do; writes nothing. @throws BadFile, what the disk or the database says, or the reason of the signal */
export async function checkFile(db: Database, path: string, hooks: Hooks): Promise<Checked> {
  return importReference(db, path, true, hooks);
}

/** Of reference data all of it or nothing. @throws as checkFile */
export async function writeFile(
  db: Database,
  path: string,
  _checked: Checked,
  _options: ImportOptions,
  hooks: Hooks,
): Promise<Checked> {
  return importReference(db, path, false, hooks);
}

async function importReference(
  db: Database,
  path: string,
  isPreview: boolean,
  { signal, progress }: Hooks,
): Promise<Checked> {
  const file = await openFile(path);
  const report = await importReferenceFile(db, file.bytes, {
    isPreview,
    signal,
    maxExamples: maxRejectedListed,
    progress: (rows) => {
      progress.rows = rows;
      progress.bytes = file.bytesRead();
    },
  });
  return checkedOf(report);
}

function checkedOf({ title, read, added, changed, same, rejected, reasons, examples, notes }: FileReport): Checked {
  return {
    of: { kind: 'reference', title, read, added, changed, same },
    rejected: [...examples],
    rejectedCount: rejected,
    reasons: byCount(reasons),
    notes: byCount(notes),
  };
}

const byCount = (counts: ReadonlyMap<string, number>): Counted =>
  [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);

/** Unpacked: a small gzip may hold more than any disk. */
const maxUnpackedBytes = 4 * 1024 ** 3;

/** The bytes of a file, unpacked where they are gzip, and how many of it were read so far. */
async function openFile(path: string): Promise<{ bytes: AsyncIterable<Buffer>; bytesRead: () => number }> {
  const handle = await open(path, 'r');
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  const stream = createReadStream(path);
  const isGzip = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  if (!isGzip) return { bytes: stream, bytesRead: () => stream.bytesRead };
  const gunzip = createGunzip();
  stream.on('error', (error) => gunzip.destroy(error));
  return { bytes: bounded(stream.pipe(gunzip)), bytesRead: () => stream.bytesRead };
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxUnpackedBytes) throw new BadFile('Unpacked the file is larger than 4 GB.');
    yield chunk;
  }
}
