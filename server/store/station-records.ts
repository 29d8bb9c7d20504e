/**
 * What stations say of themselves: status records and frame sizes, stored once each, read page by page, kept as long as messages.
 * Must not: read a line (receive/), or say who may ask.
 */
import { hash } from 'node:crypto';
import { stationFrameSize, stationStatus } from '../../contract/entities/stations.ts';
import type { Filter } from '../../contract/filters.ts';
import type { Entity, Row } from '../../contract/kinds.ts';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import type { Columns } from './columns.ts';
import { dataVersion } from './data-version.ts';
import { dayMs } from './day-partitions.ts';
import { filterSql, Values } from './filter-sql.ts';
import { fieldsSql } from './message-page.ts';
import type { StoredCount } from './new-rows.ts';
import { frameSizeColumns, stationStatusColumns } from './station-record-columns.ts';
import { type StationScope, scopeSql, scopeValues } from './statistics/stations-asked.ts';

export type StatusRow = Row<typeof stationStatus>;
export type FrameSizeRow = Row<typeof stationFrameSize>;
/** One kind of record: its table, and where its fields are. */
export type RecordKind<R extends StatusRow | FrameSizeRow = StatusRow | FrameSizeRow> = {
  readonly name: R extends StatusRow ? 'status' : 'frames';
  readonly table: 'station_statuses' | 'station_frame_sizes';
  readonly entity: Entity;
  readonly columns: Columns;
};
export const statusRecords: RecordKind<StatusRow> = {
  name: 'status',
  table: 'station_statuses',
  entity: stationStatus,
  columns: stationStatusColumns,
};
export const frameSizeRecords: RecordKind<FrameSizeRow> = {
  name: 'frames',
  table: 'station_frame_sizes',
  entity: stationFrameSize,
  columns: frameSizeColumns,
};

/** `original` = as the station sent it, when `row` was shifted in time. */
export type NewRecord = {
  readonly row: StatusRow | FrameSizeRow;
  readonly original?: StatusRow | FrameSizeRow;
  readonly isDemo?: boolean;
};
const batchSize = 2000;

/** The same record again is a duplicate. Batches before a failure stay. @throws what the database says */
export async function storeRecords(
  db: Database,
  kind: RecordKind,
  records: readonly NewRecord[],
): Promise<StoredCount> {
  const storedAt = new Date(clock.now()).toISOString();
  let stored = 0;
  for (let from = 0; from < records.length; from += batchSize) {
    const rows = records.slice(from, from + batchSize).map((record) => jsonOf(kind, record, storedAt));
    stored += await insert(db, kind, rows);
  }
  if (stored > 0) dataVersion.bump();
  return { stored, duplicates: records.length - stored };
}

const ownColumns = { key: 'uuid', is_demo: 'boolean', stored_at: 'timestamptz' } as const;
const sqlTypes = { text: 'text', number: 'float8', instant: 'timestamptz', day: 'date', flag: 'boolean' } as const;

function jsonOf({ columns }: RecordKind, { row, original, isDemo = false }: NewRecord, storedAt: string): object {
  const values = row as unknown as Readonly<Record<string, unknown>>;
  const named = Object.entries(columns).map(([field, { name }]) => [name, values[field]]);
  // Told apart by all that was said, the station's own time among it.
  const key = hash('md5', JSON.stringify(original ?? row), 'hex');
  return { ...Object.fromEntries(named), key, is_demo: isDemo, stored_at: storedAt };
}

/** In the order of their keys: writers in parallel never wait in a circle. */
async function insert(db: Database, { table, columns }: RecordKind, rows: readonly object[]): Promise<number> {
  const names = [...Object.values(columns).map(({ name }) => name), ...Object.keys(ownColumns)];
  const types = [...Object.values(columns).map(({ type }) => sqlTypes[type]), ...Object.values(ownColumns)];
  return db.transaction((tx) =>
    tx.write(
      `insert into ${table} (${names.join(', ')}) select ${names.join(', ')}
       from json_to_recordset($1::json) as r (${names.map((name, at) => `${name} ${types[at]}`).join(', ')})
       order by station_id, created_on, key on conflict do nothing`,
      [JSON.stringify(rows)],
    ),
  );
}

export type RecordQuestion = {
  readonly filters: readonly Filter[];
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  readonly scope: StationScope;
};

/** Newest first; rows as JSON text, as messages are (message-page.ts). `count` is exact up to 100,000; beyond it is 100,001. */
export async function recordPage(db: Database, kind: RecordKind, question: RecordQuestion) {
  const { table, columns } = kind;
  const { filters, query, scope } = question;
  const { offset = 0, limit } = query;
  const values = new Values(scopeValues(scope));
  const conditions = [...scopeConditions(scope), ...filterSql(filters, columns, query, values)];
  const where = `where ${conditions.join(' and ')}`;
  const [counted] = await db.query<{ count: number }>(
    `select count(*) as count from (select 1 from ${table} ${where} limit ${maxExactCount + 1}) c`,
    values.list,
  );
  const size = limit === undefined || limit < 0 ? maxRows : Math.min(limit, maxRows);
  const [page] = await db.query<{ json: string | null }>(
    `select '[' || coalesce(string_agg(row_to_json(r)::text, ','), '') || ']' as json from (
       select ${fieldsSql(columns)}, id::text as id from ${table} ${where} order by created_on desc, id desc
       offset ${values.add(offset, 'bigint')} limit ${values.add(size, 'bigint')}) r`,
    values.list,
  );
  return { rowsJson: page?.json ?? '[]', count: counted?.count ?? 0 };
}

/** Of one's own stations: what says their number, or one of their receivers' names. $1 and $2 are those of the scope, always there. */
function scopeConditions({ feederId, company }: StationScope): string[] {
  const own = `lower(station_id) in (
    select s.station_id from stations s where ${scopeSql}
    union select r.receiver from receiver_station r join stations s on s.id = r.station_record_id where ${scopeSql})`;
  return feederId === null && company === null ? ['$1::text is null and $2::text is null'] : [own];
}

/** Records older than the time that messages are kept, unless they came in lately (an imported recording). 0 = for ever. */
export async function clearRecords(db: Database, retentionDays: number): Promise<void> {
  if (retentionDays <= 0) return;
  const cutoff = new Date(clock.now() - retentionDays * dayMs);
  for (const { table } of [statusRecords, frameSizeRecords])
    await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await tx.query(`delete from ${table} where created_on < $1 and stored_at < $1`, [cutoff]);
    });
}
