/**
 * Imports from the browser, one at a time over all servers: upload in parts, check without writing, then write on the Admin's request.
 * They continue when the page is closed, and on another server when theirs dies (decision 14).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportState } from '../../../contract/calls/imports.ts';
import { clock } from '../../base/clock.ts';
import { ImportRun } from './import-run.ts';
import {
  addImport,
  addPart,
  adoptImport,
  askToEnd,
  beginPhase,
  type Checked,
  discardEnding,
  discardImport,
  type ImportOptions,
  type ImportParts,
  inTurn,
  type NoteImport,
  optionsText,
  readImport,
  rejectedOf,
  type StoredImport,
  stateOf,
} from './stored-import.ts';

/** A file waiting for its next part, or for the decision, is discarded after this time. */
const idleMs = 30 * 60_000;
const lookEveryMs = 100;
type NewFile = { readonly fileName: string; readonly size: number; readonly startedBy: string };

export class Imports {
  #run: ImportRun | null = null;
  #isStopping = false;

  constructor(private readonly parts: ImportParts) {}

  async current(): Promise<ImportState | null> {
    const found = await readImport(this.parts.db);
    return found && !isIdle(found) ? stateOf(found) : null;
  }

  /** The new import, or the state of the one that has to end first. A finished one, or one restarted by its own Admin, is replaced. */
  begin(file: NewFile): Promise<{ readonly state: ImportState } | { readonly busy: ImportState }> {
    return inTurn(this.parts.db, async (tx) => {
      const before = await readImport(tx);
      if (before && !makesRoom(before, file.startedBy)) return { busy: stateOf(before) };
      if (before) await discardImport(tx, before.id);
      await addImport(tx, { ...file, id: randomUUID(), startedAt: new Date(clock.now()) });
      return { state: stateOf((await readImport(tx)) as StoredImport) };
    });
  }

  /** A part received before is accepted. One that leaves a gap, or exceeds the end, is refused. @throws errors of the database */
  async part(
    id: string,
    offset: number,
    bytes: Uint8Array,
  ): Promise<ImportState | 'unknown' | 'not-now' | 'misplaced'> {
    const result = await inTurn(this.parts.db, async (tx) => {
      const job = await readImport(tx);
      if (job?.id !== id || isIdle(job)) return 'unknown';
      if (offset + bytes.length <= job.received) return stateOf(job);
      if (job.phase !== 'receiving') return 'not-now';
      if (offset !== job.received || offset + bytes.length > job.size) return 'misplaced';
      const now = new Date(clock.now());
      await addPart(tx, id, offset, bytes, now);
      const isWhole = offset + bytes.length === job.size;
      if (isWhole) await beginPhase(tx, id, { phase: 'checking', server: this.#number, now });
      const next = (await readImport(tx)) as StoredImport;
      return isWhole ? { next } : stateOf(next);
    });
    if (typeof result === 'string' || !('next' in result)) return result;
    this.#begin(result.next);
    return stateOf(result.next);
  }

  /** `note` records the import for the audit trail. An import consists of many transactions: start and end are entries of their own. */
  async write(id: string, options: ImportOptions, note: NoteImport): Promise<ImportState | 'unknown' | 'not-now'> {
    const job = await inTurn(this.parts.db, async (tx) => {
      const found = await readImport(tx);
      if (found?.id !== id || isIdle(found)) return 'unknown';
      if (found.phase !== 'checked') return 'not-now';
      await note('import started', found.fileName, optionsText(options));
      await beginPhase(tx, id, { phase: 'writing', server: this.#number, options, now: new Date(clock.now()) });
      return (await readImport(tx)) as StoredImport;
    });
    if (typeof job === 'string') return job;
    this.#begin(job, note);
    return stateOf(job);
  }

  /** null = no such import. */
  rejected(id: string): Promise<Checked['rejected'] | null> {
    return rejectedOf(this.parts.db, id);
  }

  /** False: no such import. Resolves when its work has ended, on whatever server. */
  async cancel(id: string): Promise<boolean> {
    const { db } = this.parts;
    const found = await inTurn(db, async (tx) => {
      const job = await readImport(tx);
      if (job?.id !== id) return null;
      if (job.phase === 'checking' || job.phase === 'writing') await askToEnd(tx, id);
      else await discardImport(tx, id);
      return job;
    });
    if (!found) return false;
    if (this.#run?.id === id) await this.#run.end();
    while ((await readImport(db))?.id === id && !this.#isStopping) {
      await discardEnding(db);
      await pause(lookEveryMs);
    }
    return true;
  }

  /** Continues an import whose server died. To be called every few seconds. */
  async adopt(): Promise<void> {
    const { db, server } = this.parts;
    const number = server();
    if (this.#isStopping || number === null || this.#run?.isRunning) return;
    await discardEnding(db);
    const job = await adoptImport(db, number, new Date(clock.now()));
    if (job) this.#begin(job);
  }

  /** Another server of the database continues what runs here, or this one after its next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#run?.leave();
  }

  /** 0 = not registered: only servers of tests are not. */
  get #number(): number {
    return this.parts.server() ?? 0;
  }

  #begin(job: StoredImport, note?: NoteImport): void {
    this.#run = new ImportRun(job, this.#number, this.parts, note);
  }
}

const isIdle = ({ phase, changedAt }: StoredImport): boolean =>
  (phase === 'receiving' || phase === 'checked') && clock.now() - changedAt.getTime() > idleMs;

const makesRoom = (job: StoredImport, startedBy: string): boolean =>
  isIdle(job) ||
  job.phase === 'written' ||
  job.phase === 'failed' ||
  (job.startedBy === startedBy && (job.phase === 'receiving' || job.phase === 'checked'));
