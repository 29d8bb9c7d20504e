/** Brings the data of an older program up to date, after a verified backup of it. */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clock } from '../../base/clock.ts';
import { StartupError } from '../../base/startup-error.ts';
import { migrate, pendingMigrations } from '../../database/migrate.ts';
import type { Database } from '../../database/pool.ts';
import { stampOf } from './backup-files.ts';
import { makeBackup } from './make-backup.ts';
import { verifyBackup } from './verify.ts';

/** An update of data. `file` null = there was no space for a backup. */
export type Upgrade = { readonly atMs: number; readonly file: string | null; readonly bytes: number | null };
export type UpgradeOptions = {
  readonly folder: string;
  readonly version: string;
  readonly say: (line: string) => void;
  /** On the volume of the folder. */
  readonly freeBytes?: number;
  /** Folder of other migrations than the program's, for tests. */
  readonly migrations?: string;
};

const pattern = /^before-update-\d{8}T\d{6}Z\.tar(\.part)?$/;
/** Of these backups. */
const retainedFiles = 2;

/** Resolves to null if there was nothing to update. @throws StartupError: nothing was changed */
export function upgradeDatabase(db: Database, options: UpgradeOptions): Promise<Upgrade | null> {
  // Of servers that start together one makes the backup and updates. The others wait, and find nothing to do.
  return db.transaction(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink upgrade'))`);
    return upgrade(db, options);
  });
}

async function upgrade(db: Database, options: UpgradeOptions): Promise<Upgrade | null> {
  const pending = await pendingMigrations(db, options.migrations);
  const hasData = pending.length > 0 && (await db.query('select 1 from users limit 1')).length > 0;
  const update = hasData ? await backUp(db, options) : null;
  try {
    await migrate(db, { folder: options.migrations });
  } catch (error) {
    if (update === null || error instanceof StartupError) throw error;
    const backupNote = update.file === null ? '' : ` The backup ${update.file} has the same data.`;
    throw new StartupError(
      `The update of the data failed: ${(error as Error).message} Nothing was changed: the older version of Downlink starts as before.${backupNote}`,
    );
  }
  if (update) options.say('The data was brought up to date.');
  return update;
}

/** A verified backup. `file` null = there is no space. @throws StartupError: nothing was changed */
export async function backUp(db: Database, { folder, version, say, freeBytes }: UpgradeOptions): Promise<Upgrade> {
  const atMs = clock.now();
  const none: Upgrade = { atMs, file: null, bytes: null };
  const path = join(folder, `before-update-${stampOf(atMs)}.tar`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeOld(folder, retainedFiles - 1);
    // Compressed rows without indexes need less than the database.
    if ((freeBytes ?? freeOn(folder)) < (await sizeOf(db))) throw Object.assign(new Error(), { code: 'ENOSPC' });
    say('This version changes how data is stored. Making a backup first ...');
    await makeBackup(db, path, version);
    await verifyBackup(path);
  } catch (error) {
    if (existsSync(path)) rmSync(path);
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      say(`There is no space for a backup in ${folder}. The update continues without one.`);
      return none;
    }
    throw new StartupError(
      `The backup before the update failed: ${(error as Error).message} Nothing was changed. Make ${folder} writable, or choose another folder with BACKUP_DIR.`,
    );
  }
  say(`The backup is complete: ${path}`);
  return { atMs, file: basename(path), bytes: statSync(path).size };
}

function removeOld(folder: string, maxFiles: number): void {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  const unfinished = names.filter((name) => name.endsWith('.part'));
  const complete = names.filter((name) => !name.endsWith('.part')).sort();
  for (const name of [...unfinished, ...complete.slice(0, -maxFiles)]) rmSync(join(folder, name), { force: true });
}

function freeOn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function sizeOf(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return row?.bytes ?? 0;
}
