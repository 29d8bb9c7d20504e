/**
 * `npm run import -- [--station N] [--start TIME] [--as-if-now] FILE...`: recordings of receivers into the database.
 * Must not: stop at a bad line, or hold a file in memory.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { acarsTable, adsbTable } from '../store/message-tables.ts';
import { claimReceivers } from '../store/stations.ts';
import { type NewAcars, storeAcars } from '../store/store-acars.ts';
import { type NewAdsb, storeAdsb } from '../store/store-adsb.ts';
import { maxLineLength } from './acars-json.ts';
import { withoutDust } from './clean-text.ts';
import { ImportLane, Repeats } from './import-lane.ts';
import { ImportReport } from './import-report.ts';
import { readLines } from './read-lines.ts';
import { type RecordedRow, readRecordedLine } from './recorded-line.ts';

const usage = `Usage: npm run import -- [--station N] [--start TIME] [--as-if-now] FILE...
  FILE          JSON lines, plain or gzip; - is standard input. Each line is one of
                  a message of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl
                  a decoded ADS-B frame under the names of the API (msgType, address, altitude ...)
  --station N   the receivers named in the files belong to the station with this number, as do lines that name none
  --start TIME  when frames were heard whose lines say no time, e.g. 2026-02-01T23:58:00Z
  --as-if-now   shift the recording in time so that its last message is now`;

export type ImportArguments = {
  readonly files: readonly string[];
  readonly station: string | null;
  /** Epoch seconds. */
  readonly startS: number | null;
  readonly isAsIfNow: boolean;
};
type Print = (line: string) => void;

/** Null when the arguments are not understood. */
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
  private readonly acars = new ImportLane<NewAcars>('ACARS messages', acarsTable, storeAcars);
  private readonly adsb = new ImportLane<NewAdsb>('ADS-B frames', adsbTable, storeAdsb);
  private readonly lanes = [this.acars, this.adsb] as const;
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
    const { isAsIfNow, startS, station } = this.wanted;
    if (isAsIfNow) this.shiftS = await shiftToNow(files, startS);
    try {
      for (const file of files) await this.importFile(db, file, print);
      for (const lane of this.lanes) await lane.flush(db);
      for (const lane of this.lanes) await lane.settle(db);
    } finally {
      for (const line of this.report.lines(this.lanes.filter((lane) => lane.isUsed))) print(line);
    }
    if (station) for (const line of await claimReceivers(db, station, this.receivers)) print(line);
    const isNothing = this.report.read - this.report.broken === 0;
    return isNothing || this.missing > 0 ? 1 : 0;
  }

  /** Standard input goes to a file first: a shift needs its end before its beginning. */
  private async readableFiles(print: Print): Promise<RecordedFile[]> {
    const files: RecordedFile[] = [];
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

  private async importFile(db: Database, file: RecordedFile, print: Print): Promise<void> {
    const progress = progressOf(file.name);
    const repeats = new Repeats();
    try {
      for await (const line of readLines(file.path, maxLineLength)) {
        if (line.text?.trim() === '') continue;
        this.report.read++;
        const result = readRecordedLine(line.text, clock.now(), this.wanted.startS);
        if ('broken' in result) this.report.brokenLine(file.name, line.number, result.broken);
        else if ('leftOut' in result) this.report.leftOut(result.leftOut);
        else this.take(result, repeats);
        for (const lane of this.lanes) if (lane.isFull) await lane.flush(db);
        progress(line.number);
      }
    } catch (error) {
      if (!isFileTrouble(error)) throw error;
      this.missing++;
      print(`${file.name} could be read in part only: ${(error as Error).message}`);
    }
  }

  /** What names no station is of the station that the recording is claimed for; a shift is of whole seconds, so that fractions stay. */
  private take(result: RecordedRow, repeats: Repeats): void {
    const { row, seconds } = result;
    const stationId = row.stationId ?? this.wanted.station;
    if (stationId) this.receivers.add(stationId);
    const dateTime = writeInstant((Math.floor(seconds) + this.shiftS) * 1000);
    const timestamp = row.timestamp === null ? null : withoutDust(row.timestamp + this.shiftS, 6);
    const day = dateTime.slice(0, 10);
    if (result.kind === 'acars') {
      const shifted = { ...result.row, stationId, timestamp, acarsDateTime: dateTime };
      this.acars.add({ row: shifted, originalSeconds: seconds }, day);
      return;
    }
    for (const oddity of result.oddities) this.report.odd(oddity);
    const shifted = { ...result.row, stationId, timestamp, adsbDateTime: dateTime };
    this.adsb.add({ row: shifted, originalSeconds: seconds, repeat: repeats.before(result.row, seconds) }, day);
  }
}

type RecordedFile = { readonly name: string; readonly path: string };

/** Errors of files and of gzip, as told from those of the database. */
const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  /^(E[A-Z]+|Z_[A-Z_]+)$/.test(String((error as { code?: unknown }).code)) &&
  !('severity' in error);

async function shiftToNow(files: readonly RecordedFile[], startS: number | null): Promise<number> {
  const nowMs = clock.now();
  let lastS = Number.NEGATIVE_INFINITY;
  for (const { path } of files) {
    try {
      for await (const { text } of readLines(path, maxLineLength)) {
        const result = text?.trim() ? readRecordedLine(text, nowMs, startS) : null;
        if (result && 'row' in result) lastS = Math.max(lastS, Math.floor(result.seconds));
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
