/**
 * One phase of an import on this server: reads the file from its parts, checks or writes it, notes progress and result.
 * Own file: one phase on one server, apart from the state that all servers share.
 */

import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ImportReport, maxRejectedListed } from '../../../contract/calls/imports.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { record } from '../../accounts/audit/audit.ts';
import { clock } from '../../base/clock.ts';
import { noTime } from '../../base/json-values.ts';
import { type OpenBytes, openBytes } from '../../base/read-bytes.ts';
import { isDatabaseAway, sqlState } from '../../database/pool.ts';
import type { Messages } from '../../messages/messages.ts';
import { BadFile } from '../../reference/import/csv.ts';
import { type FileReport, importReferenceFile } from '../../reference/import/import-file.ts';
import { claimReceivers } from '../../stations/receivers.ts';
import { objectsIn, type Piece } from '../receive/json-objects.ts';
import { readRecorded } from '../receive/recorded-line.ts';
import { Recording, type Remarks } from './recording.ts';
import {
  type Checked,
  type Counted,
  Counts,
  discardImport,
  endPhase,
  fileBytes,
  type Hooks,
  type ImportOptions,
  type ImportParts,
  leaveImport,
  type NoteImport,
  noteProgress,
  resultText,
  type StoredImport,
} from './stored-import.ts';

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

// ---- Why an import failed, as a text for the Admin, without paths, SQL or a stack.

const diskFull = 'The disk of the server is full.';

/** `isOurFault` = the user can do nothing about it: it is logged. */
function describeFailure(error: unknown): { readonly why: string; readonly isOurFault: boolean } {
  if (error instanceof BadFile) return { why: error.message, isOurFault: false };
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code.startsWith('Z_')) return { why: 'The gzip data of the file is damaged.', isOurFault: false };
  if (code === 'ENOSPC' || sqlState(error) === '53100') return { why: diskFull, isOurFault: false };
  if (isDatabaseAway(error)) return { why: 'The database was not available.', isOurFault: true };
  return { why: 'Server error. Details are in the server log.', isOurFault: true };
}

// ---- Import of a recording: counted first, then stored. The file is streamed.

type MessagesReport = Extract<ImportReport['of'], { kind: 'messages' }>;

const title = 'messages of receivers (JSON lines)';
const maxReceiversShown = 100;
/** Warnings counted by name: a file may invent a million key names. */
const maxNotes = 60;
/** Interval of checks for cancellation and of progress updates. */
const linesAStep = 500;

/** Number of storable lines, and errors of the others. */
async function checkRecording(file: OpenBytes, hooks: Hooks): Promise<Checked> {
  const left = new LeftLines();
  const receivers = new Set<string>();
  let usable = 0;
  let withoutTime = 0;
  let [firstS, lastS] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const piece of stepped(file, hooks)) {
    left.line();
    const nowMs = clock.latest();
    const result = readRecorded(piece, nowMs, null);
    if ('row' in result) {
      usable++;
      firstS = Math.min(firstS, result.seconds);
      lastS = Math.max(lastS, result.seconds);
      if (result.kind !== 'record' && result.row.stationId && receivers.size < maxReceiversShown)
        receivers.add(result.row.stationId);
      if ('oddities' in result) for (const oddity of result.oddities) left.odd(oddity);
    } else if ('leftOut' in result) left.leftOut(result.leftOut);
    else if (result.broken === noTime && 'row' in readRecorded(piece, nowMs, nowMs / 1000)) withoutTime++;
    else left.brokenLine(piece.number, result.broken);
  }
  const isTimed = lastS >= firstS;
  return left.checked({
    kind: 'messages',
    title,
    read: left.read,
    usable,
    withoutTime,
    stored: null,
    duplicates: null,
    receivers: [...receivers].sort(),
    firstAt: isTimed ? writeInstant(firstS * 1000) : null,
    lastAt: isTimed ? writeInstant(lastS * 1000) : null,
    claims: [],
  });
}

/** @throws errors of the database: rows stored before stay, and the same file again stores nothing twice */
async function writeRecording(
  db: Messages,
  file: OpenBytes,
  of: MessagesReport,
  { station = null, start, isAsIfNow }: { [K in keyof ImportOptions]: ImportOptions[K] | null },
  hooks: Hooks,
): Promise<Checked> {
  const left = new LeftLines();
  const startS = start === undefined || start === null ? null : start / 1000;
  const lastMs = of.lastAt === null ? (start ?? null) : parseInstant(of.lastAt);
  const shiftS = isAsIfNow && lastMs !== null ? Math.floor((clock.now() - lastMs) / 1000) : 0;
  const recording = new Recording({ station, startS, shiftS });
  await recording.take(db, stepped(file, hooks), left);
  await recording.end(db);
  const claims = station === null ? [] : await claimReceivers(db, station, recording.receivers);
  const sum = (what: 'stored' | 'duplicates'): number => recording.kinds.reduce((total, kind) => total + kind[what], 0);
  return left.checked({ ...of, read: left.read, stored: sum('stored'), duplicates: sum('duplicates'), claims });
}

async function* stepped({ bytes, bytesRead }: OpenBytes, { signal, progress }: Hooks): AsyncGenerator<Piece> {
  let count = 0;
  for await (const piece of objectsIn(bytes)) {
    if (++count % linesAStep === 0) {
      signal.throwIfAborted();
      progress.rows = piece.number;
      progress.bytes = bytesRead();
    }
    yield piece;
  }
  signal.throwIfAborted();
}

/** Lines that are not stored, and dropped values of stored ones. */
class LeftLines implements Remarks {
  read = 0;
  private brokenCount = 0;
  private readonly broken: { line: number; reason: string }[] = [];
  private readonly reasons = new Counts(Number.POSITIVE_INFINITY);
  private readonly notes = new Counts(maxNotes);

  line(): void {
    this.read++;
  }
  brokenLine(line: number, reason: string): void {
    this.brokenCount++;
    this.reasons.add(reason);
    if (this.broken.length < maxRejectedListed) this.broken.push({ line, reason });
  }
  leftOut(reason: string): void {
    this.notes.add(reason);
  }
  odd(what: string): void {
    this.notes.add(what);
  }

  checked(of: MessagesReport): Checked {
    const counted = (counts: Counts) => counts.most().map(([reason, count]) => ({ reason, count }));
    return {
      of,
      rejected: this.broken,
      rejectedCount: this.brokenCount,
      reasons: counted(this.reasons),
      notes: counted(this.notes),
    };
  }
}

// ---- One imported file: detect its kind, preview, write.

/** Previews the result without writing. @throws BadFile, errors of disk or database, or the reason of the signal */
async function checkFile(db: Messages, path: string, hooks: Hooks): Promise<Checked> {
  return (await isRecording(path))
    ? checkRecording(await openFile(path), hooks)
    : importReference(db, path, true, hooks);
}

/** Reference data is all or nothing. Messages stored before a failure stay. @throws as checkFile */
async function writeFile(
  db: Messages,
  path: string,
  { of }: Checked,
  options: ImportOptions,
  hooks: Hooks,
): Promise<Checked> {
  return of.kind === 'messages'
    ? writeRecording(db, await openFile(path), of, options, hooks)
    : importReference(db, path, false, hooks);
}

/** A recording is JSON lines: it starts with an object. @throws BadFile for other JSON */
async function isRecording(path: string): Promise<boolean> {
  for await (const chunk of (await openFile(path)).bytes) {
    const begin = chunk.toString('utf8', 0, 4096).replace(/^\ufeff?\s*/, '')[0];
    if (begin === '[') throw new BadFile('The file is one JSON list. Save each object on a line of its own.');
    return begin === '{';
  }
  return false;
}

async function importReference(
  db: Messages,
  path: string,
  isPreview: boolean,
  { signal, progress }: Hooks,
): Promise<Checked> {
  const file = await openFile(path);
  const report = await importReferenceFile(db, file.bytes, {
    isPreview,
    signal,
    maxExamples: maxRejectedListed,
    progress: (rows) => {
      progress.rows = rows;
      progress.bytes = file.bytesRead();
    },
  });
  return checkedOf(report);
}

function checkedOf({ title, read, added, changed, same, rejected, reasons, examples, notes }: FileReport): Checked {
  return {
    of: { kind: 'reference', title, read, added, changed, same },
    rejected: [...examples],
    rejectedCount: rejected,
    reasons: byCount(reasons),
    notes: byCount(notes),
  };
}

const byCount = (counts: ReadonlyMap<string, number>): Counted =>
  [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);

/** Unpacked: a small gzip may exceed any disk. */
const maxUnpackedBytes = 4 * 1024 ** 3;

async function openFile(path: string): Promise<OpenBytes> {
  const { bytes, bytesRead } = await openBytes(path);
  return { bytes: bounded(bytes), bytesRead };
}

async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxUnpackedBytes) throw new BadFile('The unpacked file is larger than 4 GB.');
    yield chunk;
  }
}
