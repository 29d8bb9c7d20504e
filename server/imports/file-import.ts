/** One imported file: detect its kind, preview, write. */

import { maxRejectedListed } from '../../contract/calls/imports.ts';
import { type OpenBytes, openBytes } from '../base/read-lines.ts';
import type { Messages } from '../messages/messages.ts';
import { BadFile } from '../reference/import/csv.ts';
import { type FileReport, importReferenceFile } from '../reference/import/import-file.ts';
import type { Checked, Counted, Hooks, ImportOptions } from './import-types.ts';
import { checkRecording, writeRecording } from './recording-import.ts';

/** Previews the result without writing. @throws BadFile, errors of disk or database, or the reason of the signal */
export async function checkFile(db: Messages, path: string, hooks: Hooks): Promise<Checked> {
  return (await isRecording(path))
    ? checkRecording(await openFile(path), hooks)
    : importReference(db, path, true, hooks);
}

/** Reference data is all or nothing. Messages stored before a failure stay. @throws as checkFile */
export async function writeFile(
  db: Messages,
  path: string,
  { of }: Checked,
  options: ImportOptions,
  hooks: Hooks,
): Promise<Checked> {
  return of.kind === 'messages'
    ? writeRecording(db, await openFile(path), of, options, hooks)
    : importReference(db, path, false, hooks);
}

/** A recording is JSON lines: it starts with an object. @throws BadFile for other JSON */
async function isRecording(path: string): Promise<boolean> {
  for await (const chunk of (await openFile(path)).bytes) {
    const begin = chunk.toString('utf8', 0, 4096).replace(/^\ufeff?\s*/, '')[0];
    if (begin === '[') throw new BadFile('The file is one JSON list. Save each object on a line of its own.');
    return begin === '{';
  }
  return false;
}

async function importReference(
  db: Messages,
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

/** Unpacked: a small gzip may exceed any disk. */
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
