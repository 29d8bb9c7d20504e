/** One phase of an import on this server: reads the file from its parts, checks or writes it, notes progress and result. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { record } from '../audit/audit.ts';
import { clock } from '../base/clock.ts';
import { checkFile, writeFile } from './file-import.ts';
import { describeFailure } from './import-failure.ts';
import { resultText } from './import-state.ts';
import type { Checked, Hooks, ImportParts, NoteImport } from './import-types.ts';
import { discardImport, endPhase, fileBytes, leaveImport, noteProgress, type StoredImport } from './stored-import.ts';

const noteEveryMs = 300;

export class ImportRun {
  readonly #ending = new AbortController();
  readonly #progress = { rows: 0, bytes: 0 };
  readonly #path: string;
  readonly #done: Promise<void>;
  #isLeft = false;
  isRunning = true;

  /** `note` absent = the import was continued, so no request names its user. */
  constructor(
    private readonly job: StoredImport,
    private readonly server: number,
    private readonly parts: ImportParts,
    private readonly note: NoteImport = (action, name, details) =>
      record(parts.work, { action, subject: 'file', name, details: `${details} (continued)`.trim() }),
  ) {
    this.#path = join(parts.folder, job.id);
    const timer = setInterval(() => void this.#noteProgress(), noteEveryMs);
    this.#done = this.#work().finally(() => {
      clearInterval(timer);
      this.isRunning = false;
    });
  }

  get id(): string {
    return this.job.id;
  }

  /** Discards the import. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#done;
  }

  /** Leaves it to another server. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    await this.end();
  }

  async #work(): Promise<void> {
    const { parts, job, server } = this;
    try {
      const checked = await this.#phase({ signal: this.#ending.signal, progress: this.#progress });
      const phase = job.phase === 'writing' ? 'written' : 'checked';
      await rm(this.#path, { force: true });
      await endPhase(parts.work, job.id, server, { phase, checked, now: new Date(clock.now()) });
    } catch (error) {
      await this.#fail(error).catch(parts.logFault);
    }
  }

  async #phase(hooks: Hooks): Promise<Checked> {
    const { parts, job } = this;
    await mkdir(parts.folder, { recursive: true });
    await pipeline(fileBytes(parts.db, job.id, job.size), createWriteStream(this.#path), { signal: hooks.signal });
    if (job.phase === 'checking' || !job.checked) return checkFile(parts.work, this.#path, hooks);
    const before = { ...job.checked, rejected: [] };
    const written = await writeFile(parts.work, this.#path, before, job.options ?? {}, hooks);
    await this.note('imported', job.fileName, resultText(written));
    return written;
  }

  async #fail(error: unknown): Promise<void> {
    const { parts, job, server } = this;
    await rm(this.#path, { force: true });
    if (this.#ending.signal.aborted)
      return this.#isLeft ? leaveImport(parts.work, job.id, server) : discardImport(parts.work, job.id);
    const { why, isOurFault } = describeFailure(error);
    if (isOurFault) parts.logFault(error);
    if (job.phase === 'writing') await this.note('import failed', job.fileName, '').catch(parts.logFault);
    await endPhase(parts.work, job.id, server, { phase: 'failed', why, now: new Date(clock.now()) });
  }

  /** Without a response of the database the import continues: it fails at its next write. */
  async #noteProgress(): Promise<void> {
    const { parts, job, server } = this;
    const state = await noteProgress(parts.db, job.id, server, this.#progress).catch(() => 'ours' as const);
    if (state === 'ours' || !this.isRunning) return;
    this.#isLeft ||= state === 'gone';
    this.#ending.abort();
  }
}
