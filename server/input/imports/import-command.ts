/**
 * `npm run import -- [--station N] [--start TIME] [--as-if-now] FILE...`: imports recordings of receivers.
 * Bad lines are reported and skipped. Files are streamed.
 */

import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseInstant } from '../../../contract/params.ts';
import { record } from '../../accounts/audit/audit.ts';
import { clock } from '../../base/clock.ts';
import { readableBytes } from '../../base/read-bytes.ts';
import type { Messages } from '../../messages/messages.ts';

import { importReference, referenceOption } from '../../reference/import/import-reference.ts';

import { claimReceivers } from '../../stations/receivers.ts';

import { objectsIn } from '../receive/json-objects.ts';
import { readRecorded } from '../receive/recorded-line.ts';
import { Recording } from './recording.ts';
import { ReportWriter } from './stored-import.ts';

type Print = (line: string) => void;

/** Resolves to the exit code. @throws errors of the database */
export async function importWithAudit(db: Messages, args: readonly string[], print: Print): Promise<number> {
  const files = filesOf(args);
  const lines: string[] = [];
  const printAndRecord = (line: string): void => {
    lines.push(line.trim());
    print(line);
  };
  const run = args.includes(referenceOption) ? importReference : importFiles;
  if (files === null) return run(db, args, print);
  const entry = {
    subject: 'file',
    name: files.map((file) => (file === '-' ? 'standard input' : basename(file))).join(', '),
  } as const;
  await record(db, { ...entry, action: 'import started', details: 'Command npm run import' });
  let code: number | null = null;
  try {
    code = await run(db, args, printAndRecord);
    return code;
  } finally {
    await record(db, { ...entry, action: code === 0 ? 'imported' : 'import failed', details: lines.join('; ') }).catch(
      // The error of the import is the one to report.
      (error: unknown) => {
        if (code !== null) throw error;
      },
    );
  }
}

/** null = the arguments are invalid, or nothing will be written. */
function filesOf(args: readonly string[]): readonly string[] | null {
  if (!args.includes(referenceOption)) return readImportArguments(args)?.files ?? null;
  const files = args.filter((arg) => arg !== referenceOption);
  return files.length === 0 || files.some((file) => file.startsWith('--')) ? null : files;
}

const usage = `Usage: npm run import -- [--station N] [--start TIME] [--as-if-now] FILE...
  FILE          JSON lines, plain or gzip; - is standard input. Each line is one of
                  a message of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl
                  a decoded ADS-B frame with API field names (msgType, address, altitude ...)
                  a status record or frame sizes of a station with API field names (ramUsage, frameSizeMin ...)
  --station N   assigns the receivers in the files, and lines without one, to this station
  --start TIME  time of frames without one, e.g. 2026-02-01T23:58:00Z
  --as-if-now   shift the recording in time so that its last message is now`;

type ImportArguments = {
  readonly files: readonly string[];
  readonly station: string | null;
  /** Epoch seconds. */
  readonly startS: number | null;
  readonly isAsIfNow: boolean;
};

/** Null for invalid arguments. */
export function readImportArguments(args: readonly string[]): ImportArguments | null {
  const files: string[] = [];
  const values = new Map<string, string>();
  let isAsIfNow = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    const [name = '', value] = arg.split(/=(.*)/s);
    if (arg === '--as-if-now') isAsIfNow = true;
    else if (name === '--station' || name === '--start') values.set(name, value ?? args[++i] ?? '');
    else if (arg.startsWith('--')) return null;
    else files.push(arg);
  }
  const station = values.get('--station') ?? null;
  const start = values.get('--start');
  const startMs = start === undefined ? null : parseInstant(start);
  if (files.length === 0 || (station !== null && !/^\d+$/.test(station))) return null;
  if (start !== undefined && startMs === null) return null;
  return { files, station, startS: startMs === null ? null : startMs / 1000, isAsIfNow };
}

/**
 * Imports and prints the report. Resolves to the exit code: 0 unless a file is missing, arguments are invalid or nothing was usable.
 * @throws errors of the database (full disk ...), after printing what was stored so far
 */
export async function importFiles(db: Messages, args: readonly string[], print: Print = toTerminal): Promise<number> {
  const requested = readImportArguments(args);
  if (!requested) {
    print(usage);
    return 1;
  }
  const work = await Import.begin(requested);
  try {
    return await work.run(db, print);
  } finally {
    await work.end();
  }
}

const toTerminal: Print = (line) => void process.stdout.write(`${line}\n`);

class Import {
  private readonly report = new ReportWriter();
  private missing = 0;

  private constructor(
    private readonly requested: ImportArguments,
    private readonly folder: string,
  ) {}

  static async begin(requested: ImportArguments): Promise<Import> {
    return new Import(requested, await mkdtemp(join(tmpdir(), 'downlink-import-')));
  }
  end(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async run(db: Messages, print: Print): Promise<number> {
    const files = await this.readableFiles(print);
    const { isAsIfNow, startS, station } = this.requested;
    const recording = new Recording({ station, startS, shiftS: isAsIfNow ? await shiftToNow(files, startS) : 0 });
    try {
      for (const file of files) await this.importFile(db, recording, file, print);
      await recording.end(db);
    } finally {
      for (const line of this.report.lines(recording.kinds)) print(line);
    }
    if (station) for (const line of await claimReceivers(db, station, recording.receivers)) print(line);
    const isNothing = this.report.read - this.report.broken === 0;
    return isNothing || this.missing > 0 ? 1 : 0;
  }

  /** Standard input is written to a file first: a shift needs its end before its start. */
  private async readableFiles(print: Print): Promise<RecordedFile[]> {
    const files: RecordedFile[] = [];
    for (const name of this.requested.files) {
      const path = name === '-' ? join(this.folder, 'stdin') : name;
      try {
        if (name === '-') await pipeline(process.stdin, createWriteStream(path));
        for await (const _ of await readableBytes(path)) break;
        files.push({ name: name === '-' ? 'standard input' : basename(name), path });
      } catch (error) {
        this.missing++;
        print(`${name} cannot be read: ${(error as Error).message}`);
      }
    }
    return files;
  }

  private async importFile(db: Messages, recording: Recording, file: RecordedFile, print: Print): Promise<void> {
    const progress = progressOf(file.name);
    const { report } = this;
    try {
      await recording.take(db, objectsIn(await readableBytes(file.path)), {
        line: (number) => {
          report.read++;
          progress(number);
        },
        brokenLine: (number, reason) => report.brokenLine(file.name, number, reason),
        leftOut: (reason) => report.leftOut(reason),
        odd: (what) => report.odd(what),
      });
    } catch (error) {
      if (!isFileTrouble(error)) throw error;
      this.missing++;
      print(`Only a part of ${file.name} could be read: ${(error as Error).message}`);
    }
  }
}

type RecordedFile = { readonly name: string; readonly path: string };

/** Errors of files and gzip, as opposed to the database. */
const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  /^(E[A-Z]+|Z_[A-Z_]+)$/.test(String((error as { code?: unknown }).code)) &&
  !('severity' in error);

async function shiftToNow(files: readonly RecordedFile[], startS: number | null): Promise<number> {
  const nowMs = clock.now();
  let lastS = Number.NEGATIVE_INFINITY;
  for (const { path } of files) {
    try {
      for await (const piece of objectsIn(await readableBytes(path))) {
        const result = readRecorded(piece, nowMs, startS);
        if ('row' in result) lastS = Math.max(lastS, Math.floor(result.seconds));
      }
    } catch (error) {
      if (!isFileTrouble(error)) throw error; // a damaged file is reported when it is imported
    }
  }
  return Number.isFinite(lastS) ? Math.floor(nowMs / 1000) - lastS : 0;
}

function progressOf(name: string): (line: number) => void {
  let shownAt = performance.now();
  return (line) => {
    if (!process.stderr.isTTY || line % 1000 !== 0 || performance.now() - shownAt < 500) return;
    shownAt = performance.now();
    process.stderr.write(`\r${name}: ${line} lines\r`);
  };
}
