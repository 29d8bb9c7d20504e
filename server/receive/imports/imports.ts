/**
 * Imports from the browser, one at a time: a file comes in parts, is checked (nothing is written), and is written when the Admin says so.
 * Goes on whoever looks: a page that is closed ends nothing. Must not: know a request, or leave a file behind.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport, ImportState } from '../../../contract/calls/imports.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../clock.ts';
import type { Database } from '../../database/pool.ts';
import { type Checked, checkFile, type ImportOptions, type Progress, writeFile } from './file-import.ts';
import { whyFailed } from './why-failed.ts';

/** A file that waits for its next part, or for the decision, is thrown away after this time. */
const idleMs = 30 * 60_000;

type Job = {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly startedBy: string;
  readonly startedAt: string;
  readonly path: string;
  /** Ends what is under way. */
  readonly ending: AbortController;
  phase: ImportState['phase'];
  /** Open while parts come. */
  handle: FileHandle | null;
  bytes: number;
  progress: Progress;
  checked: Checked | null;
  why: string | null;
  /** What is under way, to be waited for. */
  work: Promise<unknown>;
  idle: NodeJS.Timeout | null;
};
type NewFile = { readonly fileName: string; readonly size: number; readonly startedBy: string };

export class Imports {
  private job: Job | null = null;
  /** Calls that change the job take turns. */
  private turn: Promise<unknown> = Promise.resolve();

  /** `folder` is the imports' own. `logFault` gets what is nobody's mistake but ours. */
  constructor(
    private readonly db: Database,
    private readonly folder: string,
    private readonly logFault: (error: unknown) => void,
  ) {}

  current(): ImportState | null {
    return this.job && stateOf(this.job);
  }

  /** The new import, or the state of the one that has to end first. One that its own Admin began anew, or that is finished, makes room. */
  begin(file: NewFile): Promise<{ readonly state: ImportState } | { readonly busy: ImportState }> {
    return this.inTurn(async () => {
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

  /** A part that came before is taken as had; one that leaves a gap, or goes beyond the end, is not taken. @throws what the disk says */
  part(id: string, offset: number, bytes: Uint8Array): Promise<ImportState | 'unknown' | 'not-now' | 'misplaced'> {
    return this.inTurn(async () => {
      const { job } = this;
      if (job?.id !== id) return 'unknown';
      if (offset + bytes.length <= job.bytes) return stateOf(job);
      if (job.phase !== 'receiving' || !job.handle) return 'not-now';
      if (offset !== job.bytes || offset + bytes.length > job.size) return 'misplaced';
      // A disk that is nearly full takes a part of it: the sender goes on behind what was taken, and is told why nothing more fits.
      const { bytesWritten } = await job.handle.write(bytes, 0, bytes.length, offset);
      job.bytes += bytesWritten;
      this.touch(job);
      if (job.bytes === job.size) await this.check(job);
      return stateOf(job);
    });
  }

  write(id: string, options: ImportOptions): Promise<ImportState | 'unknown' | 'not-now'> {
    return this.inTurn(async () => {
      const { job } = this;
      if (job?.id !== id) return 'unknown';
      const { checked } = job;
      if (job.phase !== 'checked' || !checked) return 'not-now';
      this.start(job, 'writing', async (hooks) => {
        job.checked = await writeFile(this.db, job.path, checked, options, hooks);
        await rm(job.path, { force: true });
        job.phase = 'written';
      });
      return stateOf(job);
    });
  }

  rejected(id: string): Checked['rejected'] | null {
    return this.job?.id === id ? (this.job.checked?.rejected ?? []) : null;
  }

  /** False: there is no such import. */
  cancel(id: string): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.job?.id !== id) return false;
      await this.putAway(this.job);
      return true;
    });
  }

  /** At the begin and at the end of the server: what is under way stops, and no file stays. */
  clear(): Promise<void> {
    return this.inTurn(async () => {
      if (this.job) await this.putAway(this.job);
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
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
      const { why, isOurFault } = whyFailed(error);
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

function reportOf({ of, reasons, notes, rejected, rejectedCount }: Checked): ImportReport {
  return { of, rejected: rejectedCount, reasons, notes, examples: rejected.slice(0, examplesShown) };
}
