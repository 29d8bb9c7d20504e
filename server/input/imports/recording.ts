/** Stores lines of recordings (messages, link events, frames, station records), for the command and the Admin's import. */

import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import { roundTo } from '../../base/json-values.ts';
import { type NewLinkEvent, storeLinkEvents } from '../../messages/link-events.ts';
import type { Messages } from '../../messages/messages.ts';
import { type NewAcars, storeAcars } from '../../messages/store-acars.ts';
import { type NewAdsb, storeAdsb } from '../../messages/store-adsb.ts';
import { acarsTable, adsbTable } from '../../query/message-tables.ts';
import {
  type FrameSizeRow,
  frameSizeRecords,
  type NewRecord,
  type RecordKind,
  type StatusRow,
  statusRecords,
  storeRecords,
} from '../../stations/station-records.ts';
import { HfdlLogons } from '../receive/hfdl-logons.ts';
import { ImportLane, Repeats } from '../receive/import-lane.ts';
import type { Piece } from '../receive/json-objects.ts';
import { type RecordedRow, readRecorded } from '../receive/recorded-line.ts';

type RecordingOptions = {
  /** Station of lines without a name. */
  readonly station: string | null;
  /** Epoch seconds: reception time of lines without a time. */
  readonly startS: number | null;
  /** Whole seconds, so that fractions stay. */
  readonly shiftS: number;
};
/** Notified of every object or other line that is not blank, and of dropped values. */
export type Remarks = {
  line(number: number): void;
  brokenLine(number: number, reason: string): void;
  leftOut(reason: string): void;
  odd(what: string): void;
};

export class Recording {
  /** Names in its lines. */
  readonly receivers = new Set<string>();
  private readonly acars = new ImportLane<NewAcars>('ACARS messages', acarsTable, storeAcars);
  private readonly links = new ImportLane<NewLinkEvent>('link events', null, storeLinkEvents);
  private readonly adsb = new ImportLane<NewAdsb>('ADS-B frames', adsbTable, storeAdsb);
  private readonly status = recordLane('status records', statusRecords);
  private readonly frameSizes = recordLane('frame sizes', frameSizeRecords);
  private readonly lanes = [this.acars, this.links, this.adsb, this.status, this.frameSizes] as const;

  constructor(private readonly options: RecordingOptions) {}

  /** Stored rows by kind. */
  get kinds(): readonly { readonly title: string; readonly stored: number; readonly duplicates: number }[] {
    return this.lanes.filter((lane) => lane.isUsed);
  }

  /** Objects of a file. @throws errors of reading or the database. Earlier batches stay stored */
  async take(db: Messages, pieces: AsyncIterable<Piece>, remarks: Remarks): Promise<void> {
    const repeats = new Repeats();
    const logons = new HfdlLogons();
    for await (const piece of pieces) {
      const { number } = piece;
      remarks.line(number);
      const result = readRecorded(piece, clock.latest(), this.options.startS, logons);
      if ('broken' in result) remarks.brokenLine(number, result.broken);
      else if ('leftOut' in result) remarks.leftOut(result.leftOut);
      else this.add(result, repeats, remarks);
      for (const lane of this.lanes) if (lane.isFull) await lane.flush(db);
    }
  }

  /** After the last file. */
  async end(db: Messages): Promise<void> {
    for (const lane of this.lanes) await lane.flush(db);
    for (const lane of this.lanes) await lane.settle(db);
  }

  private add(result: RecordedRow, repeats: Repeats, remarks: Remarks): void {
    if ('oddities' in result) for (const oddity of result.oddities) remarks.odd(oddity);
    if (result.kind === 'record') {
      this.addRecord(result);
      return;
    }
    const { row, seconds } = result;
    const { shiftS } = this.options;
    const stationId = row.stationId ?? this.options.station;
    if (stationId) this.receivers.add(stationId);
    const dateTime = writeInstant((Math.floor(seconds) + shiftS) * 1000);
    const timestamp = row.timestamp === null ? null : roundTo(row.timestamp + shiftS, 6);
    const day = dateTime.slice(0, 10);
    if (result.kind === 'acars') {
      const shifted = { ...result.row, stationId, timestamp, acarsDateTime: dateTime };
      this.acars.add({ row: shifted, extra: result.extra, originalSeconds: seconds }, day);
      return;
    }
    if (result.kind === 'link') {
      const event = { ...result.row, stationId, timestamp: timestamp ?? seconds, at: dateTime };
      this.links.add({ event, originalSeconds: seconds }, day);
      return;
    }
    const shifted = { ...result.row, stationId, timestamp, adsbDateTime: dateTime };
    this.adsb.add({ row: shifted, originalSeconds: seconds, repeat: repeats.before(result.row, seconds) }, day);
  }

  /** A record without a station belongs to `--station`. It claims no name. */
  private addRecord({ of, row: original }: Extract<RecordedRow, { kind: 'record' }>): void {
    const row = shiftRecord(original, this.options);
    const lane = of === statusRecords ? this.status : this.frameSizes;
    lane.add({ row, original }, row.createdOn.slice(0, 10));
  }
}

const recordLane = (title: string, kind: RecordKind): ImportLane<NewRecord> =>
  new ImportLane(title, null, (db, records) => storeRecords(db, kind, records));

/** All times in a record. */
function shiftRecord<R extends StatusRow | FrameSizeRow>(row: R, { station, shiftS }: RecordingOptions): R {
  const shift = (seconds: number | null): number | null => (seconds === null ? null : roundTo(seconds + shiftS, 6));
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
