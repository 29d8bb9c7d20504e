/** Stores decoded Mode S frames: skips duplicates, copies. All or nothing per batch. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { type CopyType, type CopyValue, inBinary } from '../query/copy-rows.ts';
import { adsbTable } from '../query/message-tables.ts';
import { adsbColumns } from './adsb-columns.ts';
import { adsbKey } from './message-key.ts';
import type { Messages } from './messages.ts';
import { dayOfInstant, type Keyed, type StoredCount, type Storing, storeInBatches } from './store-batches.ts';

/** `originalSeconds` = the receiver's epoch seconds if `row` was shifted in time, otherwise those of the row. `repeat`: see adsbKey. */
export type NewAdsb = {
  readonly row: AdsbMessage;
  readonly originalSeconds?: number | null;
  readonly repeat?: number;
  readonly isDemo?: boolean;
  /** Its receiver counts all frames, also those without a row. */
  readonly isCounted?: boolean;
};
type KeyedAdsb = NewAdsb & Keyed;

const fields = Object.keys(adsbColumns) as (keyof typeof adsbColumns)[];
const stationAt = fields.indexOf('stationId');
const columnNames = [...fields.map((field) => adsbColumns[field].name), 'is_demo', 'stored_at'].join(', ');
const columnTypes = [...fields.map((field) => adsbColumns[field].type), 'flag', 'instant'] as CopyType[];

const storing: Storing<NewAdsb, KeyedAdsb> = {
  table: adsbTable,
  columns: adsbColumns,
  keyed: ({ row, originalSeconds, repeat, isDemo = false, isCounted = false }) => ({
    row,
    isDemo,
    isCounted,
    key: adsbKey(row, originalSeconds ?? row.timestamp, repeat),
    day: dayOfInstant(row.adsbDateTime),
  }),
  begin: () => async (tx, rows, nowMs) => {
    await tx.copyIn(
      `copy adsb (${columnNames}) from stdin (format binary)`,
      inBinary(columnTypes, values(rows, nowMs)),
    );
    return rows;
  },
  received: ({ row, isDemo, isCounted }) => ({
    receiver: row.stationId ?? '',
    at: row.adsbDateTime,
    messageType: 'ADSB',
    lat: row.lat,
    lon: row.lon,
    isDemo: isDemo === true,
    count: isCounted ? 0 : 1,
  }),
};

/** As storeAcars. @throws errors of the database. Earlier batches stay */
export const storeAdsb = (messages: Messages, received: readonly NewAdsb[]): Promise<StoredCount> =>
  storeInBatches(messages, storing, received);

/** Plain loops and one list for all rows: this runs fifty times per frame, for thousands of nearly sorted frames. */
function* values(rows: readonly KeyedAdsb[], nowMs: number): Iterable<readonly CopyValue[]> {
  const ordered = [...rows].sort((a, b) => (a.row.timestamp ?? 0) - (b.row.timestamp ?? 0));
  const values: CopyValue[] = [];
  for (const { row, isDemo } of ordered) {
    for (let at = 0; at < fields.length; at++) values[at] = row[fields[at] as keyof AdsbMessage];
    // A missing station name is '' in the table (columns.ts, isBlankNull).
    values[stationAt] = row.stationId ?? '';
    values[fields.length] = isDemo === true;
    values[fields.length + 1] = nowMs;
    yield values;
  }
}
