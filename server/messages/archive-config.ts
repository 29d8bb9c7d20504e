/** Setting of the archive, and what it needs (decision 124). */
import { wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Database } from '../database/pool.ts';
import { hasColumnar } from './archive-moves.ts';

/** Days that messages stay in the archive after RETENTION_DAYS. 0 = no archive. @throws StartupError */
export function readArchiveDays(env: NodeJS.ProcessEnv, retentionDays: number): number {
  const days = wholeNumber(env, 'ARCHIVE_DAYS', 0, 0, 36_500);
  if (days > 0 && retentionDays === 0)
    throw new StartupError(
      'ARCHIVE_DAYS keeps messages beyond RETENTION_DAYS, which is 0: all messages stay. Set RETENTION_DAYS, or remove ARCHIVE_DAYS.',
    );
  return days;
}

/** @throws StartupError where the archive is on and the database has no columnar tables */
export async function refuseArchive(db: Pick<Database, 'query'>, archiveDays: number): Promise<void> {
  if (archiveDays === 0 || (await hasColumnar(db))) return;
  throw new StartupError(
    'ARCHIVE_DAYS needs columnar tables, which this database does not have. Nothing was changed.\n' +
      'Use a database with Citus (DATABASE_URL) and run in it:  create extension citus_columnar\n' +
      'Or remove ARCHIVE_DAYS.',
  );
}
