/**
 * Decoded Mode S frames into the database: what is there already is left out, the rest is copied in, all or nothing a batch.
 * Must not: read a receiver's format (receive/), or change a row.
 */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import type { Database } from '../database/pool.ts';
import { adsbColumns } from './adsb-columns.ts';
import { copyLine } from './copy-text.ts';
import { adsbKey } from './message-key.ts';
import { adsbTable } from './message-tables.ts';
import { inChunks, type Keyed, type StoredCount } from './new-rows.ts';
import { dayOfInstant, type Storing, storeInBatches } from './store-batches.ts';

/** `originalSeconds` = the receiver's own epoch seconds when `row` was shifted in time; else those of the row. `repeat`: see adsbKey. */
export type NewAdsb = {
  readonly row: AdsbMessage;
  readonly originalSeconds?: number | null;
  readonly repeat?: number;
  readonly isDemo?: boolean;
};
type KeyedAdsb = NewAdsb & Keyed;

const fields = Object.keys(adsbColumns) as (keyof typeof adsbColumns)[];
const stationAt = fields.indexOf('stationId');
const columnNames = [...fields.map((field) => adsbColumns[field].name), 'is_demo', 'stored_at'].join(', ');

const storing: Storing<NewAdsb, KeyedAdsb> = {
  table: adsbTable,
  columns: adsbColumns,
  keyed: ({ row, originalSeconds, repeat, isDemo = false }) => ({
    row,
    isDemo,
    key: adsbKey(row, originalSeconds ?? row.timestamp, repeat),
    day: dayOfInstant(row.adsbDateTime),
  }),
  write: (tx, rows, nowMs) =>
    tx.copyIn(`copy adsb (${columnNames}) from stdin`, inChunks(copyLines(rows, new Date(nowMs).toISOString()))),
  received: ({ row, isDemo }) => ({
    receiver: row.stationId ?? '',
    at: row.adsbDateTime,
    messageType: 'ADSB',
    lat: row.lat,
    lon: row.lon,
    isDemo: isDemo === true,
  }),
};

/** As storeAcars. @throws what the database says; earlier batches stay */
export const storeAdsb = (db: Database, messages: readonly NewAdsb[]): Promise<StoredCount> =>
  storeInBatches(db, storing, messages);

/** Plain loops and one list for all rows: this runs fifty times for each of thousands of frames, which came nearly in order. */
function* copyLines(rows: readonly KeyedAdsb[], storedAt: string): Iterable<string> {
  const ordered = [...rows].sort((a, b) => (a.row.timestamp ?? 0) - (b.row.timestamp ?? 0));
  const values: (string | number | boolean | null)[] = [];
  for (const { row, isDemo } of ordered) {
    for (let at = 0; at < fields.length; at++) values[at] = row[fields[at] as keyof AdsbMessage];
    // A station that sent no name is '' in the table (columns.ts, isBlankNull).
    values[stationAt] = row.stationId ?? '';
    values[fields.length] = isDemo === true;
    values[fields.length + 1] = storedAt;
    yield copyLine(values);
  }
}
