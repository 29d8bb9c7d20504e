/** Station records: status and frame sizes, stored once, read by page, retained as long as messages. */
import { hash } from 'node:crypto';
import { dayMs } from '../../contract/durations.ts';
import { stationFrameSize, stationStatus } from '../../contract/entities/stations.ts';
import type { Filter } from '../../contract/filters.ts';
import type { Entity, Row } from '../../contract/kinds.ts';
import { clock } from '../base/clock.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import type { Database } from '../database/pool.ts';
import { fieldsSql } from '../messages/message-page.ts';
import type { StoredCount } from '../messages/store-batches.ts';
import { type Column, type Columns, type ColumnsOf, number, text } from '../query/columns.ts';
import { filterSql, Values } from '../query/filter-sql.ts';
import { type PageRequest, pageSize, type Statement } from '../query/list-page.ts';
import { countOf } from '../query/reference-page.ts';
import { type StationScope, scopeSql, scopeValues, stationNamesFor } from '../statistics/station-query.ts';

export type StatusRow = Row<typeof stationStatus>;
export type FrameSizeRow = Row<typeof stationFrameSize>;
/** A kind of record: its table and columns. */
export type RecordKind<R extends StatusRow | FrameSizeRow = StatusRow | FrameSizeRow> = {
  readonly name: R extends StatusRow ? 'status' : 'frames';
  readonly table: 'station_statuses' | 'station_frame_sizes';
  readonly entity: Entity;
  readonly columns: Columns;
};
const createdOn = { name: 'created_on', type: 'instant' } as const;

const stationId: Column = { name: 'station_id', type: 'text', hasFoldedIndex: true };

/** Names of versions on the wire and in the table. */
export const versionNames = {
  acars: 'acars',
  vdlm2: 'vdlm2',
  adsb: 'adsb',
  gnss: 'gnss',
  mqtt: 'mqtt',
  locationApp: 'location_app',
  mainSystem: 'main_system',
  fotaService: 'fota_service',
  appImage: 'app_image',
} as const;

const versionColumns = Object.fromEntries(
  Object.entries(versionNames).flatMap(([field, column]) =>
    ['Major', 'Minor', 'Build'].map((part) => [`${field}${part}`, number(`${column}_${part.toLowerCase()}`)]),
  ),
);

const stationStatusColumns: ColumnsOf<typeof stationStatus> = {
  createdOn,
  timestamp: number('epoch_seconds'),
  stationId,
  msgType: text('msg_type'),
  ...(versionColumns as Record<VersionField, Column>),
  hwRevisionMajor: number('hw_revision_major'),
  hwRevisionBuild: number('hw_revision_build'),
  statsStartTimestamp: number('stats_start_epoch_seconds'),
  statsEndTimestamp: number('stats_end_epoch_seconds'),
  acarsMsgStats: number('acars_msg_stats'),
  vdlm2MsgStats: number('vdlm2_msg_stats'),
  adsbMsgStats: number('adsb_msg_stats'),
  framesStats: number('frames_stats'),
  ramUsage: number('ram_usage_percent'),
  cpuTemperature: number('cpu_temperature_celsius'),
  wifiBitrate: number('wifi_bitrate_mbit_s'),
  wifiSignalLevel: number('wifi_signal_level_dbm'),
  wifiLinkQuality: number('wifi_link_quality'),
  locationLat: number('location_lat'),
  locationLon: number('location_lon'),
  locationSource: text('location_source'),
  locationAccuracy: number('location_accuracy_m'),
  locationCountry: text('location_country'),
  locationTown: text('location_town'),
};

export const statusRecords: RecordKind<StatusRow> = {
  name: 'status',
  table: 'station_statuses',
  entity: stationStatus,
  columns: stationStatusColumns,
};
const frameSizeColumns: ColumnsOf<typeof stationFrameSize> = {
  createdOn,
  timestamp: number('epoch_seconds'),
  stationId,
  msgType: text('msg_type'),
  frameSizeMin: number('frame_size_min_bytes'),
  frameSizeMax: number('frame_size_max_bytes'),
  frameSizeAvg: number('frame_size_avg_bytes'),
};

export const frameSizeRecords: RecordKind<FrameSizeRow> = {
  name: 'frames',
  table: 'station_frame_sizes',
  entity: stationFrameSize,
  columns: frameSizeColumns,
};

/** `original` = as sent by the station, if `row` was shifted in time. */
export type NewRecord = {
  readonly row: StatusRow | FrameSizeRow;
  readonly original?: StatusRow | FrameSizeRow;
  readonly isDemo?: boolean;
};
const batchSize = 2000;

/** An equal record is a duplicate. Batches before a failure stay. @throws errors of the database */
export async function storeRecords(
  db: Database,
  kind: RecordKind,
  records: readonly NewRecord[],
): Promise<StoredCount> {
  const storedAt = new Date(clock.now()).toISOString();
  let stored = 0;
  for (let from = 0; from < records.length; from += batchSize) {
    diskReserve.check();
    const rows = records.slice(from, from + batchSize).map((record) => jsonOf(kind, record, storedAt));
    stored += await insert(db, kind, rows);
  }
  return { stored, duplicates: records.length - stored };
}

const ownColumns = { key: 'uuid', is_demo: 'boolean', stored_at: 'timestamptz' } as const;
const sqlTypes = { text: 'text', number: 'float8', instant: 'timestamptz', day: 'date', flag: 'boolean' } as const;

function jsonOf({ columns }: RecordKind, { row, original, isDemo = false }: NewRecord, storedAt: string): object {
  const values = row as unknown as Readonly<Record<string, unknown>>;
  // Identified by the whole content including the station's time.
  const key = hash('md5', JSON.stringify(original ?? row), 'hex');
  const json: Record<string, unknown> = { key, is_demo: isDemo, stored_at: storedAt };
  for (const field in columns) json[columns[field]?.name ?? ''] = values[field];
  return json;
}

/** In order of their keys: concurrent writers never deadlock. */
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

export type RecordRequest = {
  readonly filters: readonly Filter[];
  readonly query: Readonly<Record<string, unknown>> & { readonly offset?: number; readonly limit?: number };
  readonly scope: StationScope;
};

/** Newest first. Rows as JSON text, like messages (message-page.ts). */
export async function recordRows(
  db: Database,
  kind: RecordKind,
  { filters, query, scope }: RecordRequest,
): Promise<PageRequest> {
  const { table, columns } = kind;
  const { offset = 0, limit } = query;
  const values = new Values(scopeValues(scope));
  const stations = await stationNamesFor(db, filters, query);
  const conditions = [...scopeConditions(scope), ...filterSql(filters, columns, query, values, undefined, stations)];
  const from = `${table} where ${conditions.join(' and ')}`;
  const rows = (size: number): Statement => {
    const page = values.copy();
    return {
      sql: `select (select row_to_json(r)::text from (select ${fieldsSql(columns)}, page.id::text as id) r) as json from (
         select * from ${from} order by created_on desc, id desc
         offset ${page.add(offset, 'bigint')} limit ${page.add(size, 'bigint')}) page
       order by page.created_on desc, page.id desc`,
      values: page.list,
    };
  };
  return { offset, size: pageSize(limit), rowsAhead: 0, rows, count: (reader) => countOf(reader, from, values) };
}

/** Of own stations: records with their number, or one of their receiver names. $1 and $2 are the scope's, always present. */
function scopeConditions({ feederId, company }: StationScope): string[] {
  const own = `lower(station_id) in (
    select s.station_id from stations s where ${scopeSql}
    union select r.receiver from receiver_station r join stations s on s.id = r.station_record_id where ${scopeSql})`;
  return feederId === null && company === null ? ['$1::text is null and $2::text is null'] : [own];
}

/** Records beyond the retention of messages, unless stored recently (an imported recording), by a trusted clock. 0 = forever. */
export async function clearRecords(db: Database, retentionDays: number, nowMs: number): Promise<void> {
  if (retentionDays <= 0) return;
  const cutoff = new Date(nowMs - retentionDays * dayMs);
  for (const { table } of [statusRecords, frameSizeRecords])
    await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await tx.query(`delete from ${table} where created_on < $1 and stored_at < $1`, [cutoff]);
    });
}

// ---- Database columns of station records (SST-09, SST-10, FSZ-02).

type VersionField = Extract<keyof typeof stationStatus, `${string}${'Major' | 'Minor' | 'Build'}`>;
