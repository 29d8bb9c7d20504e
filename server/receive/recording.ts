/**
 * Lines of recordings into the database, messages, frames and what stations say of themselves, whoever asks for it: the command, or an Admin's import.
 * Must not: open a file, print, or stop at a bad line.
 */
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { acarsTable, adsbTable } from '../store/message-tables.ts';
import {
  type FrameSizeRow,
  frameSizeRecords,
  type NewRecord,
  type RecordKind,
  type StatusRow,
  statusRecords,
  storeRecords,
} from '../store/station-records.ts';
import { type NewAcars, storeAcars } from '../store/store-acars.ts';
import { type NewAdsb, storeAdsb } from '../store/store-adsb.ts';
import { withoutDust } from './clean-text.ts';
import { ImportLane, Repeats } from './import-lane.ts';
import type { Line } from './read-lines.ts';
import { type RecordedRow, readRecordedLine } from './recorded-line.ts';

export type RecordingOptions = {
  /** The station of lines that name none. */
  readonly station: string | null;
  /** Epoch seconds: when lines were heard that say no time. */
  readonly startS: number | null;
  /** Whole seconds, so that fractions stay. */
  readonly shiftS: number;
};
/** Gets told of every line that is not blank, and of what was not taken. */
export type Remarks = {
  line(number: number): void;
  brokenLine(number: number, reason: string): void;
  leftOut(reason: string): void;
  odd(what: string): void;
};

export class Recording {
  /** Names that its lines gave. */
  readonly receivers = new Set<string>();
  private readonly acars = new ImportLane<NewAcars>('ACARS messages', acarsTable, storeAcars);
  private readonly adsb = new ImportLane<NewAdsb>('ADS-B frames', adsbTable, storeAdsb);
  private readonly status = recordLane('status records', statusRecords);
  private readonly frameSizes = recordLane('frame sizes', frameSizeRecords);
  private readonly lanes = [this.acars, this.adsb, this.status, this.frameSizes] as const;

  constructor(private readonly options: RecordingOptions) {}

  /** What was stored, by kind of row. */
  get kinds(): readonly { readonly title: string; readonly stored: number; readonly duplicates: number }[] {
    return this.lanes.filter((lane) => lane.isUsed);
  }

  /** The lines of one file. @throws what reading them or the database says; batches before stay stored */
  async take(db: Database, lines: AsyncIterable<Line>, remarks: Remarks): Promise<void> {
    const repeats = new Repeats();
    for await (const { number, text } of lines) {
      if (text?.trim() === '') continue;
      remarks.line(number);
      const result = readRecordedLine(text, clock.now(), this.options.startS);
      if ('broken' in result) remarks.brokenLine(number, result.broken);
      else if ('leftOut' in result) remarks.leftOut(result.leftOut);
      else this.add(result, repeats, remarks);
      for (const lane of this.lanes) if (lane.isFull) await lane.flush(db);
    }
  }

  /** After the last file. */
  async end(db: Database): Promise<void> {
    for (const lane of this.lanes) await lane.flush(db);
    for (const lane of this.lanes) await lane.settle(db);
  }

  private add(result: RecordedRow, repeats: Repeats, remarks: Remarks): void {
    if (result.kind !== 'acars') for (const oddity of result.oddities) remarks.odd(oddity);
    if (result.kind === 'record') {
      this.addRecord(result);
      return;
    }
    const { row, seconds } = result;
    const { shiftS } = this.options;
    const stationId = row.stationId ?? this.options.station;
    if (stationId) this.receivers.add(stationId);
    const dateTime = writeInstant((Math.floor(seconds) + shiftS) * 1000);
    const timestamp = row.timestamp === null ? null : withoutDust(row.timestamp + shiftS, 6);
    const day = dateTime.slice(0, 10);
    if (result.kind === 'acars') {
      const shifted = { ...result.row, stationId, timestamp, acarsDateTime: dateTime };
      this.acars.add({ row: shifted, originalSeconds: seconds }, day);
      return;
    }
    const shifted = { ...result.row, stationId, timestamp, adsbDateTime: dateTime };
    this.adsb.add({ row: shifted, originalSeconds: seconds, repeat: repeats.before(result.row, seconds) }, day);
  }

  /** A record that names no station is that of `--station`; it claims no name. */
  private addRecord({ of, row: original }: Extract<RecordedRow, { kind: 'record' }>): void {
    const row = shiftRecord(original, this.options);
    const lane = of === statusRecords ? this.status : this.frameSizes;
    lane.add({ row, original }, row.createdOn.slice(0, 10));
  }
}

const recordLane = (title: string, kind: RecordKind): ImportLane<NewRecord> =>
  new ImportLane(title, null, (db, records) => storeRecords(db, kind, records));

/** All times that a record tells. */
function shiftRecord<R extends StatusRow | FrameSizeRow>(row: R, { station, shiftS }: RecordingOptions): R {
  const shift = (seconds: number | null): number | null => (seconds === null ? null : withoutDust(seconds + shiftS, 6));
  const shifted = {
    ...row,
    stationId: row.stationId || (station ?? ''),
    createdOn: writeInstant(Date.parse(row.createdOn) + shiftS * 1000),
    timestamp: shift(row.timestamp),
  };
  if (!('statsStartTimestamp' in row)) return shifted;
  const { statsStartTimestamp, statsEndTimestamp } = row;
  return { ...shifted, statsStartTimestamp: shift(statsStartTimestamp), statsEndTimestamp: shift(statsEndTimestamp) };
}
