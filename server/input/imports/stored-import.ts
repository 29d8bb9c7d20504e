/** Files to import: kept in the database in parts, their jobs, and what the steps of an import share (decision 14). */

import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ImportReport, ImportState } from '../../../contract/calls/imports.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import type { Messages } from '../../messages/messages.ts';
import { isRunningSql } from '../../servers/membership.ts';

type RunningPhase = 'checking' | 'writing';
export type StoredImport = {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly phase: ImportState['phase'];
  /** Bytes of its file that are stored. */
  readonly received: number;
  /** Read in the running phase. */
  readonly bytes: number;
  readonly rows: number;
  readonly options: ImportOptions | null;
  /** Without rejected rows. */
  readonly checked: Omit<Checked, 'rejected'> | null;
  readonly examples: Checked['rejected'];
  readonly why: string | null;
  /** Number of the server that works on it. */
  readonly server: number | null;
  readonly isContinued: boolean;
  readonly changedAt: Date;
};
type NewImport = Pick<StoredImport, 'id' | 'fileName' | 'size' | 'startedBy' | 'startedAt'>;

/** Work on the import, one at a time over all servers. */
export function inTurn<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink imports'))`);
    return work(tx);
  });
}

/** Rejected rows in a state. */
const examplesShown = 20;

export async function readImport(db: Query): Promise<StoredImport | null> {
  const [row] = await db.query<StoredImport>(
    `select id, file_name as "fileName", size, started_by as "startedBy", started_at as "startedAt", phase, received, bytes, rows, options,
       checked, coalesce(jsonb_path_query_array(rejected, '$[0 to ${examplesShown - 1}]'), '[]') as examples, why, server,
       is_continued as "isContinued", changed_at as "changedAt" from import_job`,
  );
  return row ?? null;
}

export async function rejectedOf(db: Query, id: string): Promise<Checked['rejected'] | null> {
  const [row] = await db.query<{ rejected: Checked['rejected'] | null }>(
    'select rejected from import_job where id = $1',
    [id],
  );
  return row ? (row.rejected ?? []) : null;
}

export async function addImport(tx: Query, { id, fileName, size, startedBy, startedAt }: NewImport): Promise<void> {
  await tx.query(
    `insert into import_job (id, file_name, size, started_by, started_at, phase, changed_at) values ($1, $2, $3, $4, $5, 'receiving', $5)`,
    [id, fileName, size, startedBy, startedAt],
  );
}

/** The import and its file. */
export async function discardImport(db: Query, id: string): Promise<void> {
  await db.query('with parts as (delete from import_part where import = $1) delete from import_job where id = $1', [
    id,
  ]);
}

export async function addPart(tx: Query, id: string, at: number, bytes: Uint8Array, now: Date): Promise<void> {
  await tx.query('insert into import_part (import, at, bytes) values ($1, $2, $3)', [id, at, bytes]);
  await tx.query('update import_job set received = $2, changed_at = $3 where id = $1', [id, at + bytes.length, now]);
}

/** The file from its parts, one at a time. */
export async function* fileBytes(db: Query, id: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const [part] = await db.query<{ bytes: Buffer }>('select bytes from import_part where import = $1 and at = $2', [
      id,
      at,
    ]);
    if (!part) throw new Error('A part of the file is missing.');
    yield part.bytes;
    at += part.bytes.length;
  }
}

/** `options` = of the writing. */
export async function beginPhase(
  tx: Query,
  id: string,
  {
    phase,
    server,
    options = null,
    now,
  }: { phase: RunningPhase; server: number; options?: ImportOptions | null; now: Date },
): Promise<void> {
  await tx.query(
    `update import_job set phase = $2, server = $3, options = $4, bytes = 0, rows = 0, changed_at = $5 where id = $1`,
    [id, phase, server, options, now],
  );
}

/**
 * Assigns an import without a running server to `server`. null = there is none. It may be an import of `server` itself whose result could
 * not be stored.
 */
export async function adoptImport(db: Query, server: number, now: Date): Promise<StoredImport | null> {
  const adopted = await db.query(
    `update import_job j set server = $1, is_continued = is_continued or phase = 'writing', bytes = 0, rows = 0, changed_at = $2
     where phase in ('checking', 'writing') and not is_ending
       and (server is null or not ${isRunningSql('j.server')} or (server = $1 and changed_at < $2::timestamptz - interval '10 s')) returning id`,
    [server, now],
  );
  return adopted.length > 0 ? readImport(db) : null;
}

/** Discards an import that was to end when its server died. */
export async function discardEnding(db: Query): Promise<void> {
  const [gone] = await db.query<{ id: string }>(
    `select id from import_job j where is_ending and (server is null or not ${isRunningSql('j.server')})`,
  );
  if (gone) await discardImport(db, gone.id);
}

/** Notes the progress of its server. 'gone' = another server has it. */
export async function noteProgress(
  db: Query,
  id: string,
  server: number,
  { bytes, rows }: { readonly bytes: number; readonly rows: number },
): Promise<'ours' | 'ending' | 'gone'> {
  const [row] = await db.query<{ isEnding: boolean }>(
    'update import_job set bytes = $3, rows = $4 where id = $1 and server = $2 returning is_ending as "isEnding"',
    [id, server, bytes, rows],
  );
  return row === undefined ? 'gone' : row.isEnding ? 'ending' : 'ours';
}

/** `result` of a phase, unless another server has it by now. The file goes with the last phase. */
export async function endPhase(
  db: Query,
  id: string,
  server: number,
  result: {
    readonly phase: 'checked' | 'written' | 'failed';
    readonly checked?: Checked;
    readonly why?: string;
    readonly now: Date;
  },
): Promise<void> {
  const { phase, checked, why = null, now } = result;
  const { rejected = null, ...shown } = checked ?? {};
  await db.query(
    `with ended as (update import_job set phase = $3, why = $4, checked = coalesce($5::jsonb, checked), rejected = coalesce($6::jsonb, rejected),
         server = null, changed_at = $7 where id = $1 and server = $2 returning id)
     delete from import_part p using ended where p.import = ended.id and $3 <> 'checked'`,
    [id, server, phase, why, checked ? storableJson(shown) : null, rejected && storableJson(rejected), now],
  );
}

/** The database refuses NUL and halves of characters, which a file may contain. */
const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\u(0000|d[89a-f][0-9a-f]{2})/g, '\\ufffd');

/** Its server works on it no more: another one continues. */
export async function leaveImport(db: Query, id: string, server: number): Promise<void> {
  await db.query('update import_job set server = null where id = $1 and server = $2', [id, server]);
}

/** Requests its server to end it. */
export async function askToEnd(tx: Query, id: string): Promise<void> {
  await tx.query('update import_job set is_ending = true where id = $1', [id]);
}

// ---- State of an import for the Admin. Pure.

export function stateOf(job: StoredImport): ImportState {
  const { id, fileName, size, phase, startedBy, startedAt, received, bytes, rows, why } = job;
  return {
    id,
    fileName,
    size,
    phase,
    bytes: phase === 'receiving' ? received : bytes,
    rows,
    startedBy,
    startedAt: writeInstant(startedAt.getTime()),
    report: reportOf(job),
    why,
  };
}

function reportOf({ checked, examples, isContinued }: StoredImport): ImportReport | null {
  if (!checked) return null;
  const { of, reasons, notes, rejectedCount } = checked;
  const all = isContinued && of.kind === 'messages' ? [continued, ...notes] : notes;
  return { of, rejected: rejectedCount, reasons, notes: all, examples };
}

/** Rows stored before count as duplicates of themselves. */
const continued = { reason: 'rows stored before the server stopped count as already stored', count: 1 };

export const optionsText = (options: ImportOptions): string =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

export const resultText = ({ of, rejectedCount }: Checked): string =>
  of.kind === 'messages'
    ? `${of.title}: ${of.stored ?? 0} stored, ${of.duplicates ?? 0} duplicates, ${rejectedCount} rejected`
    : `${of.title}: ${of.added} added, ${of.changed} changed, ${rejectedCount} rejected`;

/** Counts and texts of an import. */
export class ReportWriter {
  read = 0;
  broken = 0;
  private readonly leftOutByReason = new Counts(Number.POSITIVE_INFINITY);
  private readonly oddities = new Counts(maxOdditiesListed);
  private readonly brokenLines: string[] = [];

  leftOut(reason: string): void {
    this.leftOutByReason.add(reason);
  }
  /** A value of an accepted line was dropped. */
  odd(what: string): void {
    this.oddities.add(what);
  }
  brokenLine(file: string, number: number, reason: string): void {
    this.broken++;
    if (this.brokenLines.length < maxBrokenListed) this.brokenLines.push(`${file}, line ${number}: ${reason}`);
  }

  /** The report, one line per element. `kinds` = stored rows by kind. */
  lines(kinds: readonly KindCount[]): string[] {
    const sum = (of: 'stored' | 'duplicates'): number => kinds.reduce((total, kind) => total + kind[of], 0);
    const unlisted = this.broken - this.brokenLines.length;
    return [
      `read ${this.read}, stored ${sum('stored')}, skipped ${this.leftOutByReason.total}, duplicates ${sum('duplicates')}, invalid ${this.broken}`,
      ...kinds.map((kind) => `  ${kind.title}: stored ${kind.stored}, duplicates ${kind.duplicates}`),
      ...this.leftOutByReason.most().map(([reason, count]) => `  skipped ${count}: ${reason}`),
      ...this.oddities.most().map(([what, count]) => `  ${count} times: ${what}`),
      ...this.brokenLines.map((line) => `  invalid: ${line}`),
      ...(unlisted > 0 ? [`  invalid: ${unlisted} more lines`] : []),
    ];
  }
}

type KindCount = { readonly title: string; readonly stored: number; readonly duplicates: number };

/** Broken lines listed one by one. The rest are counted. */
const maxBrokenListed = 20;
/** Warnings counted by name: a file may invent a million key names. */
const maxOdditiesListed = 60;

/** Counts by name. Beyond this many names the others count as one. */
export class Counts {
  total = 0;
  private readonly counts = new Map<string, number>();

  constructor(private readonly maxNames: number) {}

  add(name: string): void {
    this.total++;
    const known = this.counts.has(name) || this.counts.size < this.maxNames ? name : 'something else';
    this.counts.set(known, (this.counts.get(known) ?? 0) + 1);
  }
  /** The most frequent first. */
  most(): [name: string, count: number][] {
    return [...this.counts].sort((a, b) => b[1] - a[1]);
  }
}

/** Progress, updated by the reader. `bytes` = of the file as sent. */
type Progress = { rows: number; bytes: number };
export type Hooks = { readonly signal: AbortSignal; readonly progress: Progress };
export type ImportOptions = {
  readonly station?: string | undefined;
  /** Epoch ms. */
  readonly start?: number | undefined;
  readonly isAsIfNow?: boolean | undefined;
};

export type Counted = ImportReport['reasons'];
/** `rejected` = the first `maxRejectedListed`, `rejectedCount` = all of them. */
export type Checked = {
  readonly of: ImportReport['of'];
  readonly rejected: ImportReport['examples'];
  readonly rejectedCount: number;
  readonly reasons: Counted;
  readonly notes: Counted;
};

export type NoteImport = (
  action: 'import started' | 'imported' | 'import failed',
  name: string,
  details: string,
) => Promise<void>;
export type ImportParts = {
  /** For calls. */
  readonly db: Database;
  /** For files. */
  readonly work: Messages;
  /** Of this process. */
  readonly folder: string;
  /** Number of this server. null = it is not connected: nothing is continued. */
  readonly server: () => number | null;
  /** Receives our own errors. */
  readonly logFault: (error: unknown) => void;
};

// ---- Files of imports under way: a folder for each process, because servers may share DATA_DIR.

const ownName = `${hostname()}-${process.pid}`;

export const folderOfProcess = (uploads: string): string => join(uploads, ownName);

/** Removes the folders of this machine's processes that are gone. A killed server could not. */
export async function removeLeftFolders(uploads: string): Promise<void> {
  for (const name of await readdir(uploads).catch(() => []))
    if (isLeft(name)) await rm(join(uploads, name), { recursive: true, force: true });
}

/** An earlier process may have had the same number, in a container for example. */
function isLeft(name: string): boolean {
  const [, host, pid] = /^(.+)-(\d+)$/.exec(name) ?? [];
  if (host === undefined) return true;
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
