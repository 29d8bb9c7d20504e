/**
 * One file of an import: what it is, what it would do, and doing it. Must not: know who asks, or how the file came here.
 */
import { type ImportReport, maxRejectedListed } from '../../../contract/calls/imports.ts';
import type { Database } from '../../database/pool.ts';
import { type OpenBytes, openBytes } from '../read-lines.ts';
import { BadFile } from '../reference/csv.ts';
import { type FileReport, importReferenceFile } from '../reference/import-file.ts';
import { checkRecording, writeRecording } from './recording-import.ts';

/** How far it is, kept up to date by whoever reads. `bytes` = of the file as it was sent. */
export type Progress = { rows: number; bytes: number };
export type Hooks = { readonly signal: AbortSignal; readonly progress: Progress };
export type ImportOptions = {
  readonly station?: string | undefined;
  /** Epoch ms. */
  readonly start?: number | undefined;
  readonly isAsIfNow?: boolean | undefined;
};

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
  return (await isRecording(path))
    ? checkRecording(await openFile(path), hooks)
    : importReference(db, path, true, hooks);
}

/** Of reference data all of it or nothing; of a recording what was stored before it failed stays. @throws as checkFile */
export async function writeFile(
  db: Database,
  path: string,
  { of }: Checked,
  options: ImportOptions,
  hooks: Hooks,
): Promise<Checked> {
  return of.kind === 'messages'
    ? writeRecording(db, await openFile(path), of, options, hooks)
    : importReference(db, path, false, hooks);
}

/** A recording is JSON lines: it begins with an object. @throws BadFile for what is JSON in another form */
async function isRecording(path: string): Promise<boolean> {
  for await (const chunk of (await openFile(path)).bytes) {
    const begin = chunk.toString('utf8', 0, 4096).replace(/^\ufeff?\s*/, '')[0];
    if (begin === '[') throw new BadFile('The file is one JSON list. Save each object on a line of its own.');
    return begin === '{';
  }
  return false;
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

async function openFile(path: string): Promise<OpenBytes> {
  const { bytes, bytesRead } = await openBytes(path);
  return { bytes: bounded(bytes), bytesRead };
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxUnpackedBytes) throw new BadFile('Unpacked the file is larger than 4 GB.');
    yield chunk;
  }
}
