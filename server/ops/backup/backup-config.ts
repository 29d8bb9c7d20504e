/** Settings of scheduled backups. */
import { fromCaller, wholeNumber } from '../../base/settings.ts';

export type BackupConfig = {
  /** Absolute folder. null = no scheduled backups. */
  readonly folder: string | null;
  readonly everyHours: number;
  /** Complete files that stay; older ones are deleted. */
  readonly keep: number;
};

/** @throws StartupError */
export function readBackup(env: NodeJS.ProcessEnv): BackupConfig {
  const folder = env.BACKUP_DIR?.trim();
  return {
    folder: folder ? fromCaller(env, folder) : null,
    everyHours: wholeNumber(env, 'BACKUP_HOURS', 24, 1, 8760),
    keep: wholeNumber(env, 'BACKUP_KEEP', 7, 1, 1000),
  };
}
