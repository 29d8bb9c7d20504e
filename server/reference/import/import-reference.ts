/** `npm run import -- --reference [--preview] FILE...`: imports reference data. Each file all or nothing. */

import { basename } from 'node:path';
import { byteStream } from '../../base/read-bytes.ts';
import { sqlState } from '../../database/pool.ts';
import type { Messages } from '../../messages/messages.ts';
import { BadFile } from './csv.ts';
import { fileKinds } from './file-kinds.ts';
import { type FileReport, importReferenceFile } from './import-file.ts';

const usage = `Usage: npm run import -- --reference [--preview] FILE...
  FILE       comma-separated values in UTF-8, plain or gzip, recognised by the header:
             ${fileKinds.map(({ title }) => title).join(', ')}
  --preview  count new and changed rows without writing`;
export const referenceOption = '--reference';

type Print = (line: string) => void;
const toTerminal: Print = (line) => void process.stdout.write(`${line}\n`);

/** Resolves to the exit code: 0 unless a file was unusable or arguments are invalid. @throws errors of the database */
export async function importReference(
  db: Messages,
  args: readonly string[],
  print: Print = toTerminal,
): Promise<number> {
  const isPreview = args.includes('--preview');
  const files = args.filter((arg) => arg !== '--preview' && arg !== referenceOption);
  if (files.length === 0 || files.some((file) => file.startsWith('--'))) {
    print(usage);
    return 1;
  }
  let unusable = 0;
  for (const file of files) {
    const name = basename(file);
    try {
      const report = await importReferenceFile(db, await byteStream(file), { isPreview, progress: progressOf(name) });
      for (const line of reportLines(name, report, isPreview)) print(line);
      if (report.read === report.rejected) unusable++;
    } catch (error) {
      unusable++;
      const reason = reasonOf(error);
      if (reason === null) throw error;
      print(`${name}: nothing was imported. ${reason}`);
    }
  }
  return unusable > 0 ? 1 : 0;
}

/** Why a file is unusable, or null if it is not the file's fault. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadFile) return error.message;
  const isOfFile =
    error instanceof Error &&
    sqlState(error) === null &&
    /^(E[A-Z]+|Z_[A-Z_]+)$/.test(String((error as { code?: unknown }).code));
  return isOfFile ? `The file cannot be read: ${(error as Error).message}` : null;
}

function reportLines(name: string, report: FileReport, isPreview: boolean): string[] {
  const { title, read, added, changed, same, rejected, reasons, examples, notes } = report;
  const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort((a, b) => b[1] - a[1]);
  return [
    `${name}: ${title}, ${read} rows`,
    `  ${isPreview ? 'would be ' : ''}new ${added}, changed ${changed}, the same ${same}, rejected ${rejected}`,
    ...byCount(reasons).map(([reason, count]) => `  rejected ${count}: ${reason}`),
    ...examples.map(({ line, reason }) => `    line ${line}: ${reason}`),
    ...(rejected > examples.length ? [`    and ${rejected - examples.length} more`] : []),
    ...byCount(notes).map(([note, count]) => `  ${count} times: ${note}`),
    ...(isPreview ? ['  This is a preview: nothing was written.'] : []),
  ];
}

function progressOf(name: string): (rows: number) => void {
  let shownAt = performance.now();
  return (rows) => {
    if (!process.stderr.isTTY || performance.now() - shownAt < 500) return;
    shownAt = performance.now();
    process.stderr.write(`\r${name}: ${rows} rows\r`);
  };
}
