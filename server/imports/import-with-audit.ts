/** `npm run import` with entries in the audit trail: an import has many transactions, so its start and its end are recorded (decision 69). */
import { basename } from 'node:path';
import { record } from '../audit/audit.ts';
import type { Messages } from '../messages/messages.ts';
import { importReference, referenceOption } from '../reference/import/import-reference.ts';
import { importFiles, readImportArguments } from './import-command.ts';

type Print = (line: string) => void;

/** Resolves to the exit code. @throws errors of the database */
export async function importWithAudit(db: Messages, args: readonly string[], print: Print): Promise<number> {
  const files = filesOf(args);
  const lines: string[] = [];
  const printAndRecord = (line: string): void => {
    lines.push(line.trim());
    print(line);
  };
  const run = args.includes(referenceOption) ? importReference : importFiles;
  if (files === null) return run(db, args, print);
  const entry = {
    subject: 'file',
    name: files.map((file) => (file === '-' ? 'standard input' : basename(file))).join(', '),
  } as const;
  await record(db, { ...entry, action: 'import started', details: 'Command npm run import' });
  let code: number | null = null;
  try {
    code = await run(db, args, printAndRecord);
    return code;
  } finally {
    await record(db, { ...entry, action: code === 0 ? 'imported' : 'import failed', details: lines.join('; ') }).catch(
      // The error of the import is the one to report.
      (error: unknown) => {
        if (code !== null) throw error;
      },
    );
  }
}

/** null = the arguments are invalid, or nothing will be written. */
function filesOf(args: readonly string[]): readonly string[] | null {
  if (!args.includes(referenceOption)) return readImportArguments(args)?.files ?? null;
  const files = args.filter((arg) => arg !== referenceOption);
  return files.length === 0 || files.some((file) => file.startsWith('--')) ? null : files;
}
