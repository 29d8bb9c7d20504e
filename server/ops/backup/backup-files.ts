/** Files of scheduled backups: `downlink-20261123T211500Z.tar`. Other files of the folder are never touched. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type BackupFile = { readonly path: string; readonly takenAtMs: number; readonly bytes: number };

const pattern = /^downlink-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;
const unfinished = /^downlink-\d{8}T\d{6}Z\.tar\.part$/;

/** `20261123T211500Z` */
export const stampOf = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');

export const pathOf = (folder: string, takenAtMs: number): string => join(folder, `downlink-${stampOf(takenAtMs)}.tar`);

/** Newest first. Creates the folder. */
export async function backupFiles(folder: string): Promise<BackupFile[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: BackupFile[] = [];
  for (const name of await readdir(folder)) {
    const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
    if (year === undefined) continue;
    const takenAtMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    const path = join(folder, name);
    if (Number.isFinite(takenAtMs)) files.push({ path, takenAtMs, bytes: (await stat(path)).size });
  }
  return files.sort((a, b) => b.takenAtMs - a.takenAtMs);
}

/** Files up to this time. Later ones were made while the clock was ahead: they are no reason to wait, or to delete an earlier one. */
export const filesUntil = (files: readonly BackupFile[], nowMs: number): BackupFile[] =>
  files.filter(({ takenAtMs }) => takenAtMs <= nowMs + 3_600_000);

/** Deletes all but the newest `maxFiles` by a trusted clock, and what a killed server did not finish. */
export async function removeOld(folder: string, maxFiles: number, nowMs: number): Promise<void> {
  for (const { path } of filesUntil(await backupFiles(folder), nowMs).slice(maxFiles)) await rm(path);
  for (const name of await readdir(folder)) if (unfinished.test(name)) await rm(join(folder, name));
}
