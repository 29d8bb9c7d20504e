/** Backups at an interval, verified, of which the newest are retained. The name of each contains its time: a restart changes nothing. */

import { rm } from 'node:fs/promises';
import { hourMs } from '../../../contract/durations.ts';
import { clock, type TrustedTime } from '../../base/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { BackupConfig } from './backup-config.ts';
import { type BackupFile, backupFiles, filesUntil, pathOf, removeOld } from './backup-files.ts';
import { makeBackup } from './make-backup.ts';
import type { Upgrade } from './upgrade.ts';
import { verifyBackup } from './verify.ts';

export type BackupState = {
  /** Newest complete file. null = none. */
  readonly last: Pick<BackupFile, 'takenAtMs' | 'bytes'> | null;
  readonly files: number;
  readonly everyHours: number;
  readonly nextAtMs: number;
  /** Of the last attempt. null = it did not fail. */
  readonly failedAtMs: number | null;
  /** A backup runs or was requested. */
  readonly isRunning: boolean;
  /** The last good backup is older than two intervals, or none has succeeded. */
  readonly isLate: boolean;
};

export class ScheduledBackups {
  /** At this start of the server. null = nothing was updated. */
  upgrade: Upgrade | null = null;
  #stopping = new AbortController();
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #firstRunMs: number | null = null;
  #files: readonly BackupFile[] = [];
  #running: Promise<void> | null = null;
  #isMaking = false;
  #isRequested = false;

  constructor(
    private readonly db: Database,
    private readonly config: BackupConfig,
    private readonly version: string,
    private readonly trustedTime: TrustedTime,
  ) {}

  /** null = no scheduled backups. */
  state(): BackupState | null {
    const { folder, everyHours } = this.config;
    if (folder === null) return null;
    const [last = null] = this.#files;
    const sinceMs = last?.takenAtMs ?? this.#firstRunMs ?? clock.now();
    const isLate = clock.now() - sinceMs > 2 * everyHours * hourMs || (last === null && this.#hasFailed());
    const dueAtMs = last === null ? sinceMs : last.takenAtMs + everyHours * hourMs;
    const failedAtMs = this.#hasFailed() ? this.#failedAtMs : null;
    const nextAtMs = Math.max(dueAtMs, (failedAtMs ?? -hourMs) + hourMs, clock.now());
    const isRunning = this.#isMaking || this.#isRequested;
    return { last, files: this.#files.length, everyHours, nextAtMs, failedAtMs, isRunning, isLate };
  }

  /** Makes a backup if one is due, one at a time. A failure is repeated after an hour. @throws the failure */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Makes one although none is due. While one is made, that one counts. @throws the failure */
  async runNow(): Promise<void> {
    if (this.#isMaking || this.#isRequested) return;
    this.#isRequested = true;
    try {
      // A check in progress began without this request: it is awaited first.
      await this.#running?.catch(() => {});
      await this.run();
    } finally {
      this.#isRequested = false;
    }
  }

  /** Ends a backup under way; its incomplete file is deleted. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.catch(() => {});
    // As the leader of several servers it may make backups again.
    this.#stopping = new AbortController();
  }

  /** Reads the list of files, which another server of the same folder may have changed. */
  async look(): Promise<void> {
    const { folder } = this.config;
    if (folder !== null && !this.#isMaking) this.#files = await this.#read(folder);
  }

  async #run(): Promise<void> {
    const { folder, everyHours, keep: maxFiles } = this.config;
    if (folder === null || this.#stopping.signal.aborted) return;
    const now = clock.now();
    this.#firstRunMs ??= now;
    try {
      this.#files = await this.#read(folder);
      const isDue = now - (this.#files[0]?.takenAtMs ?? Number.NEGATIVE_INFINITY) >= everyHours * hourMs;
      const isRequired = this.#isRequested || (isDue && now - this.#failedAtMs >= hourMs);
      if (!isRequired) return;
      this.#isMaking = true;
      await this.#make(pathOf(folder, now));
      const trustedMs = await this.trustedTime();
      if (trustedMs !== null) await removeOld(folder, maxFiles, trustedMs);
      this.#failedAtMs = Number.NEGATIVE_INFINITY;
      this.#files = await this.#read(folder);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failedAtMs = now;
      throw error;
    } finally {
      this.#isMaking = false;
    }
  }

  async #read(folder: string): Promise<BackupFile[]> {
    return filesUntil(await backupFiles(folder), clock.now());
  }

  async #make(path: string): Promise<void> {
    await makeBackup(this.db, path, this.version, this.#stopping.signal);
    try {
      await verifyBackup(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  #hasFailed(): boolean {
    return this.#failedAtMs !== Number.NEGATIVE_INFINITY;
  }
}

/** Problem for /health, without a path. null = none. */
export function lateText(state: BackupState | null): string | null {
  if (!state?.isLate) return null;
  return state.last
    ? 'The last good backup is older than two intervals. The log of the server has the reason.'
    : 'No backup has succeeded. The log of the server has the reason.';
}
