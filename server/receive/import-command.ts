/**
 * `npm run import -- [--station N] [--as-if-now] FILE...`: recordings of receivers into the database.
 * Must not: stop at a bad line, or hold a file in memory.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AcarsMessage } from '../../contract/entities.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { settleDays } from '../store/finished-days.ts';
import { claimReceivers } from '../store/stations.ts';
import { batchSize, type NewAcars, storeAcars } from '../store/store-acars.ts';
import { maxLineLength, readAcarsLine } from './acars-json.ts';
import { ImportReport } from './import-report.ts';
import { readLines } from './read-lines.ts';

const usage = `Usage: npm run import -- [--station N] [--as-if-now] FILE...
  FILE         JSON lines of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl, plain or gzip; - is standard input
  --station N  the receivers named in the files belong to the station with this number
  --as-if-now  shift the recording in time so that its last message is now`;

export type ImportArguments = {
  readonly files: readonly string[];
  readonly station: string | null;
  readonly isAsIfNow: boolean;
};
type Print = (line: string) => void;

/** Null when the arguments are not understood. */
export function readImportArguments(args: readonly string[]): ImportArguments | null {
  const files: string[] = [];
  let station: string | null = null;
  let isAsIfNow = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--as-if-now') isAsIfNow = true;
    else if (arg === '--station') station = args[++i] ?? '';
    else if (arg.startsWith('--station=')) station = arg.slice('--station='.length);
    else if (arg.startsWith('--')) return null;
    else files.push(arg);
  }
  return files.length && (station === null || /^\d+$/.test(station)) ? { files, station, isAsIfNow } : null;
}

/**
 * Imports and prints the report; resolves to the exit code: 0 unless a file is missing, the arguments are wrong or nothing could be read.
 * @throws what the database says (full disk ...), after printing what was stored so far
 */
export async function importFiles(db: Database, args: readonly string[], print: Print = toTerminal): Promise<number> {
  const wanted = readImportArguments(args);
  if (!wanted) {
    print(usage);
    return 1;
  }
  const work = await Import.begin(wanted);
  try {
    return await work.run(db, print);
  } finally {
    await work.end();
  }
}

const toTerminal: Print = (line) => void process.stdout.write(`${line}\n`);

class Import {
  private readonly report = new ImportReport();
  private readonly receivers = new Set<string>();
  private readonly days = new Set<string>();
  private batch: NewAcars[] = [];
  private shiftS = 0;
  private missing = 0;

  private constructor(
    private readonly wanted: ImportArguments,
    private readonly folder: string,
  ) {}

  static async begin(wanted: ImportArguments): Promise<Import> {
    return new Import(wanted, await mkdtemp(join(tmpdir(), 'downlink-import-')));
  }
  end(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async run(db: Database, print: Print): Promise<number> {
    const files = await this.readableFiles(print);
    if (this.wanted.isAsIfNow) this.shiftS = await shiftToNow(files.map(({ path }) => path));
    try {
      for (const file of files) await this.importFile(db, file, print);
      await this.flush(db);
      if (this.report.stored > 0) await settleDays(db, this.days);
    } finally {
      for (const line of this.report.lines()) print(line);
    }
    if (this.wanted.station)
      for (const line of await claimReceivers(db, this.wanted.station, this.receivers)) print(line);
    const isNothing = this.report.read - this.report.broken === 0;
    return isNothing || this.missing > 0 ? 1 : 0;
  }

  /** Standard input goes to a file first: a shift needs its end before its beginning. */
  private async readableFiles(print: Print): Promise<{ name: string; path: string }[]> {
    const files: { name: string; path: string }[] = [];
    for (const name of this.wanted.files) {
      const path = name === '-' ? join(this.folder, 'stdin') : name;
      try {
        if (name === '-') await pipeline(process.stdin, createWriteStream(path));
        for await (const _ of readLines(path, maxLineLength)) break;
        files.push({ name: name === '-' ? 'standard input' : basename(name), path });
      } catch (error) {
        this.missing++;
        print(`${name} cannot be read: ${(error as Error).message}`);
      }
    }
    return files;
  }

  private async importFile(db: Database, file: { name: string; path: string }, print: Print): Promise<void> {
    const progress = progressOf(file.name);
    try {
      for await (const line of readLines(file.path, maxLineLength)) {
        if (line.text?.trim() === '') continue;
        this.report.read++;
        this.take(file.name, line.number, line.text);
        if (this.batch.length >= batchSize) await this.flush(db);
        progress(line.number);
      }
    } catch (error) {
      if (!isFileTrouble(error)) throw error;
      this.missing++;
      print(`${file.name} could be read in part only: ${(error as Error).message}`);
    }
  }

  private take(file: string, number: number, text: string | null): void {
    const result =
      text === null
        ? { broken: `the line is longer than ${maxLineLength} characters` }
        : readAcarsLine(text, clock.now());
    if ('leftOut' in result) this.report.leftOut(result.leftOut);
    else if ('broken' in result) this.report.brokenLine(file, number, result.broken);
    else {
      const { row } = result;
      if (row.stationId) this.receivers.add(row.stationId);
      const stored = shifted(row, this.shiftS);
      this.days.add(stored.acarsDateTime.slice(0, 10));
      this.batch.push({ row: stored, originalSeconds: row.timestamp });
    }
  }

  private async flush(db: Database): Promise<void> {
    const { stored, duplicates } = await storeAcars(db, this.batch);
    this.report.stored += stored;
    this.report.duplicates += duplicates;
    this.batch = [];
  }
}

/** Errors of files and of gzip, as told from those of the database. */
const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  /^(E[A-Z]+|Z_[A-Z_]+)$/.test(String((error as { code?: unknown }).code)) &&
  !('severity' in error);

/** Whole seconds, so that the fraction of a second stays what the receiver said. */
export function shifted(row: AcarsMessage, shiftS: number): AcarsMessage {
  if (shiftS === 0) return row;
  const ms = (parseInstant(row.acarsDateTime) ?? 0) + shiftS * 1000;
  const timestamp = row.timestamp === null ? null : Number((row.timestamp + shiftS).toFixed(6));
  return { ...row, acarsDateTime: writeInstant(ms), timestamp };
}

async function shiftToNow(paths: readonly string[]): Promise<number> {
  const nowMs = clock.now();
  let lastS = Number.NEGATIVE_INFINITY;
  for (const path of paths) {
    try {
      for await (const { text } of readLines(path, maxLineLength)) {
        const result = text?.trim() ? readAcarsLine(text, nowMs) : null;
        if (result && 'row' in result) lastS = Math.max(lastS, Math.floor(result.row.timestamp ?? 0));
      }
    } catch (error) {
      if (!isFileTrouble(error)) throw error; // a damaged file is told when it is imported
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
