/**
 * Lines of recordings into the database, messages and frames alike, whoever asks for it: the command, or an Admin's import.
 * Must not: open a file, print, or stop at a bad line.
 */
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { acarsTable, adsbTable } from '../store/message-tables.ts';
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
  private readonly lanes = [this.acars, this.adsb] as const;

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
    for (const oddity of result.oddities) remarks.odd(oddity);
    const shifted = { ...result.row, stationId, timestamp, adsbDateTime: dateTime };
    this.adsb.add({ row: shifted, originalSeconds: seconds, repeat: repeats.before(result.row, seconds) }, day);
  }
}
