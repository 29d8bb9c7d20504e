/** `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run restore -- --verify FILE`. Each resolves to the exit code. */
import { existsSync } from 'node:fs';
import { writeInstant } from '../../../contract/params.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { Database } from '../../database/pool.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { verifyBackup } from './verify.ts';

const usage = `Usage: npm run backup -- FILE
       npm run restore -- FILE            into an empty installation
       npm run restore -- --verify FILE   reads the file and writes nothing`;

type Print = (line: string) => void;

type Open = () => Promise<Database>;

/** @throws StartupError */
export async function backupCommand(
  open: Open,
  args: readonly string[],
  version: string,
  print: Print,
): Promise<number> {
  const file = onlyFile(args);
  if (file === null) return explain(print);
  if (existsSync(file)) throw new StartupError(`${file} already exists. A backup never replaces a file.`);
  print(`Saved ${summary(await makeBackup(await open(), file, version))} to ${file}.`);
  return 0;
}

/** `restore` is not called to verify. @throws StartupError */
export async function restoreCommand(
  restore: (file: string) => Promise<Manifest>,
  args: readonly string[],
  print: Print,
): Promise<number> {
  const isToVerify = args[0] === '--verify';
  const file = onlyFile(isToVerify ? args.slice(1) : args);
  if (file === null) return explain(print);
  // Checked before a database is created for it.
  const manifest = await verifyBackup(file);
  if (isToVerify) print(`${file} is complete: ${summary(manifest)}.`);
  else print(`Restored ${summary(await restore(file))}.`);
  return 0;
}

const onlyFile = ([file, ...rest]: readonly string[]): string | null =>
  file && !file.startsWith('--') && rest.length === 0 ? file : null;

function explain(print: Print): number {
  print(usage);
  return 1;
}

function summary({ head, tables }: Manifest): string {
  const rows = (name: string): string =>
    tables
      .filter((table) => table.name === name || table.parent === name)
      .reduce((sum, table) => sum + table.rows, 0)
      .toLocaleString('en');
  const days = new Set(tables.flatMap(({ name, parent }) => (parent?.endsWith('_archive') ? [name.slice(-8)] : [])));
  const archive = days.size === 0 ? 'no archive' : `an archive of ${days.size} ${days.size === 1 ? 'day' : 'days'}`;
  const counts = `${rows('acars')} messages, ${rows('adsb')} ADS-B frames, ${archive}, ${rows('stations')} stations, ${rows('users')} users`;
  return `${counts} of ${writeInstant(head.takenAt)} (Downlink ${head.version})`;
}
