/**
 * Imports from the browser, one at a time: upload in parts, check without writing, then write on the Admin's request.
 * They continue when the page is closed.
 */

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { ImportReport, ImportState } from '../../contract/calls/imports.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Messages } from '../messages/messages.ts';
import { checkFile, writeFile } from './file-import.ts';
import { describeFailure } from './import-failure.ts';
import type { Checked, ImportOptions, Progress } from './import-types.ts';

/** A file waiting for its next part, or for the decision, is discarded after this time. */
const idleMs = 30 * 60_000;

type Job = {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly startedBy: string;
  readonly startedAt: string;
  readonly path: string;
  /** Aborts the running phase. */
  readonly ending: AbortController;
  phase: ImportState['phase'];
  /** Open while parts arrive. */
  handle: FileHandle | null;
  bytes: number;
  progress: Progress;
  checked: Checked | null;
  why: string | null;
  /** The running phase, to await it. */
  work: Promise<unknown>;
  idle: NodeJS.Timeout | null;
};
type NewFile = { readonly fileName: string; readonly size: number; readonly startedBy: string };

type NoteImport = (
  action: 'import started' | 'imported' | 'import failed',
  name: string,
  details: string,
) => Promise<void>;

export class Imports {
  private job: Job | null = null;
  /** Calls that change the job take turns. */
  private readonly oneByOne = pLimit(1);

  /** `folder` belongs to the imports. `logFault` receives our own errors. */
  constructor(
    private readonly db: Messages,
    private readonly folder: string,
    private readonly logFault: (error: unknown) => void,
  ) {}

  current(): ImportState | null {
    return this.job && stateOf(this.job);
  }

  /** The new import, or the state of the one that has to end first. A finished one, or one restarted by its own Admin, is replaced. */
  begin(file: NewFile): Promise<{ readonly state: ImportState } | { readonly busy: ImportState }> {
    return this.oneByOne(async () => {
      if (this.job && !makesRoom(this.job, file.startedBy)) return { busy: stateOf(this.job) };
      if (this.job) await this.putAway(this.job);
      await mkdir(this.folder, { recursive: true });
      const id = randomUUID();
      const path = join(this.folder, id);
      this.job = newJob(id, path, await open(path, 'wx'), file);
      this.touch(this.job);
      return { state: stateOf(this.job) };
    });
  }

  /** A part received before is accepted. One that leaves a gap, or exceeds the end, is refused. @throws errors of the disk */
  part(id: string, offset: number, bytes: Uint8Array): Promise<ImportState | 'unknown' | 'not-now' | 'misplaced'> {
    return this.oneByOne(async () => {
      const { job } = this;
      if (job?.id !== id) return 'unknown';
      if (offset + bytes.length <= job.bytes) return stateOf(job);
      if (job.phase !== 'receiving' || !job.handle) return 'not-now';
      if (offset !== job.bytes || offset + bytes.length > job.size) return 'misplaced';
      // A nearly full disk stores a part. The sender continues from there and receives the reason.
      const { bytesWritten } = await job.handle.write(bytes, 0, bytes.length, offset);
      job.bytes += bytesWritten;
      this.touch(job);
      if (job.bytes === job.size) await this.check(job);
      return stateOf(job);
    });
  }

  /** `note` records the import for the audit trail. An import consists of many transactions: start and end are entries of their own. */
  write(id: string, options: ImportOptions, note: NoteImport): Promise<ImportState | 'unknown' | 'not-now'> {
    return this.oneByOne(async () => {
      const { job } = this;
      if (job?.id !== id) return 'unknown';
      const { checked } = job;
      if (job.phase !== 'checked' || !checked) return 'not-now';
      await note('import started', job.fileName, textOf(options));
      this.start(job, 'writing', async (hooks) => {
        try {
          job.checked = await writeFile(this.db, job.path, checked, options, hooks);
        } catch (error) {
          await note('import failed', job.fileName, '').catch(this.logFault);
          throw error;
        }
        await note('imported', job.fileName, resultOf(job.checked));
        await rm(job.path, { force: true });
        job.phase = 'written';
      });
      return stateOf(job);
    });
  }

  rejected(id: string): Checked['rejected'] | null {
    return this.job?.id === id ? (this.job.checked?.rejected ?? []) : null;
  }

  /** False: no such import. */
  cancel(id: string): Promise<boolean> {
    return this.oneByOne(async () => {
      if (this.job?.id !== id) return false;
      await this.putAway(this.job);
      return true;
    });
  }

  /** At start and shutdown: running work stops, and files are removed. */
  clear(): Promise<void> {
    return this.oneByOne(async () => {
      if (this.job) await this.putAway(this.job);
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  private async check(job: Job): Promise<void> {
    await job.handle?.close();
    job.handle = null;
    this.start(job, 'checking', async (hooks) => {
      job.checked = await checkFile(this.db, job.path, hooks);
      job.phase = 'checked';
      this.touch(job);
    });
  }

  private start(
    job: Job,
    phase: 'checking' | 'writing',
    work: (hooks: { readonly signal: AbortSignal; readonly progress: Progress }) => Promise<void>,
  ): void {
    job.phase = phase;
    job.progress = { rows: 0, bytes: 0 };
    if (job.idle) clearTimeout(job.idle);
    job.work = work({ signal: job.ending.signal, progress: job.progress }).catch(async (error: unknown) => {
      if (job.ending.signal.aborted) return;
      const { why, isOurFault } = describeFailure(error);
      if (isOurFault) this.logFault(error);
      await rm(job.path, { force: true });
      job.why = why;
      job.phase = 'failed';
    });
  }

  private async putAway(job: Job): Promise<void> {
    job.ending.abort();
    if (job.idle) clearTimeout(job.idle);
    await job.work;
    await job.handle?.close();
    await rm(job.path, { force: true });
    if (this.job === job) this.job = null;
  }

  private touch(job: Job): void {
    if (job.idle) clearTimeout(job.idle);
    job.idle = setTimeout(() => void this.cancel(job.id), idleMs);
    job.idle.unref();
  }
}

function newJob(id: string, path: string, handle: FileHandle, file: NewFile): Job {
  return {
    ...file,
    id,
    path,
    handle,
    startedAt: writeInstant(clock.now()),
    ending: new AbortController(),
    phase: 'receiving',
    bytes: 0,
    progress: { rows: 0, bytes: 0 },
    checked: null,
    why: null,
    work: Promise.resolve(),
    idle: null,
  };
}

const makesRoom = (job: Job, startedBy: string): boolean =>
  job.phase === 'written' ||
  job.phase === 'failed' ||
  (job.startedBy === startedBy && (job.phase === 'receiving' || job.phase === 'checked'));

const examplesShown = 20;
function stateOf(job: Job): ImportState {
  const { id, fileName, size, phase, startedBy, startedAt, progress, checked, why } = job;
  return {
    id,
    fileName,
    size,
    phase,
    bytes: phase === 'receiving' ? job.bytes : progress.bytes,
    rows: progress.rows,
    startedBy,
    startedAt,
    report: checked && reportOf(checked),
    why,
  };
}

const textOf = (options: ImportOptions): string =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

const resultOf = ({ of, rejectedCount }: Checked): string =>
  of.kind === 'messages'
    ? `${of.title}: ${of.stored ?? 0} stored, ${of.duplicates ?? 0} duplicates, ${rejectedCount} rejected`
    : `${of.title}: ${of.added} added, ${of.changed} changed, ${rejectedCount} rejected`;

function reportOf({ of, reasons, notes, rejected, rejectedCount }: Checked): ImportReport {
  return { of, rejected: rejectedCount, reasons, notes, examples: rejected.slice(0, examplesShown) };
}
