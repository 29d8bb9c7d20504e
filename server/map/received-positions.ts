/** Positions in stored messages: of the last minutes for the map, of the last hours for a trail, and of each later one of any process. */

import { setTimeout as pause } from 'node:timers/promises';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { nextTurn } from '../base/pieces.ts';
import type { Database, Query } from '../database/pool.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { adsbColumns } from '../messages/adsb-columns.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { type CompanyMarks, companySql } from '../messages/company-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import type { Column, Columns } from '../query/columns.ts';
import { isTextSql, Values } from '../query/filter-sql.ts';
import { acarsTable, adsbTable, type MessageTable } from '../query/message-tables.ts';
import type { OnRecord } from './aircraft-state.ts';
import {
  faultTextSql,
  frameFields,
  type PlacedMessage,
  placedMessageFields,
  type ReceivedFrame,
  reportOfFrame,
  reportOfMessage,
} from './frame-report.ts';
import { type Positions, reportsAtOnce } from './positions.ts';
import { maxAgeMs, type RawReport } from './report.ts';

/** A table with position columns, and a reader of its rows. */
type Source = {
  readonly table: MessageTable;
  readonly address: Column;
  readonly fields: string;
  readonly read: (row: never) => RawReport;
};
/** Most ACARS messages have a tail and no address (decision 12). Only for rows that were read before: aircraft are not distributed. */
const knownIcaoSql = `case when acars.icao is null then
  (select b.mode_s from aircraft b where ${tailKeySql('b.registration')} = ${tailKeySql('acars.tail')}
   order by b.aircraft_id desc limit 1) end`;
const sources: readonly Source[] = [
  {
    table: adsbTable,
    address: adsbColumns.icao,
    fields: fieldsSql(columnsOf(adsbColumns, frameFields)),
    read: (row: ReceivedFrame) => reportOfFrame(row),
  },
  {
    table: acarsTable,
    address: acarsColumns.icao,
    fields: `${fieldsSql(columnsOf(acarsColumns, placedMessageFields))}, ${knownIcaoSql} as "knownIcao", ${faultTextSql} as "faultText"`,
    read: (row: PlacedMessage) => reportOfMessage(row),
  },
];

function columnsOf(columns: Columns, fields: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([field]) => fields.includes(field)));
}

const isPlaced = 'icao is not null and lat is not null and lon is not null';
/** Without a position a frame still has speed or callsign, and a message is the last of its aircraft. */
const conditionOf: Readonly<Record<MessageTable['name'], string>> = {
  adsb: 'icao is not null',
  acars: '(icao is not null or tail is not null)',
};

/** Received from `fromMs` to `toMs`, the newest `maxRows` of each table, oldest first, `size` at a time: many rows at once would block the process. */
async function* reportsBetween(
  db: Pick<Database, 'snapshot'>,
  [fromMs, toMs]: readonly [number, number],
  maxRows: number,
  size: number,
): AsyncGenerator<RawReport[], void> {
  for (const { table, fields, read } of sources) {
    const sql = `with received as materialized (
         select * from ${table.name} where ${table.time} >= $1::timestamptz and ${table.time} <= $2::timestamptz and ${conditionOf[table.name]}
         order by ${table.time} desc, id desc limit ${maxRows})
       select ${fields} from received ${table.name} order by ${table.time}, id`;
    const values = [writeInstant(fromMs), writeInstant(toMs)];
    for await (const rows of db.snapshot((from) => from.chunks(sql, values, size)))
      yield rows.map((row) => read(row as never));
  }
}

/** What is on record of each address in upper case. null = nothing. */
async function recordsOf(db: Query, addresses: readonly string[]): Promise<Map<string, OnRecord | null>> {
  const rows = await db.query<OnRecord & { readonly icao: string }>(
    `select upper(a.mode_s) as icao, upper(a.type_code) as "typeCode", nullif(a.registration, '') as registration,
       coalesce(l.airline_name, a.operator_name) as airline
     from aircraft a left join airlines l on l.airline_id = a.airline_id
     where lower(a.mode_s) = any($1::text[]) order by a.aircraft_id`,
    [addresses.map((address) => address.toLowerCase())],
  );
  const records = new Map<string, OnRecord | null>(addresses.map((address) => [address, null]));
  for (const { icao, ...onRecord } of rows) records.set(icao, onRecord);
  return records;
}

type TrailRequest = {
  readonly icao: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The first position of each such span. */
  readonly stepMs: number;
  /** null = all messages. */
  readonly marks: CompanyMarks | null;
};

/** Positions of an aircraft, unordered. */
export async function reportsOf(db: Query, request: TrailRequest): Promise<RawReport[]> {
  const found = await Promise.all(
    sources.map(async ({ table, address, fields, read }) => {
      const values = new Values();
      const step = `floor(extract(epoch from ${table.time}) * 1000 / ${request.stepMs})`;
      const conditions = [
        `${table.time} >= ${values.add(writeInstant(request.fromMs), 'timestamptz')}`,
        `${table.time} <= ${values.add(writeInstant(request.toMs), 'timestamptz')}`,
        isTextSql(address, request.icao, values),
        isPlaced,
        ...companySql(request.marks, table.name, values),
      ];
      const rows = await db.query(
        `with received as materialized (
           select distinct on (${step}) * from ${table.name} where ${conditions.join(' and ')} order by ${step}, ${table.time}, id)
         select ${fields} from received ${table.name}`,
        values.list,
      );
      return rows.map((row) => read(row as never));
    }),
  );
  return found.flat();
}

// ---- Updates positions from the database, so that those stored by any process appear: imports, listeners, other servers.
// Uses a small part of the database's time.

const everyMs = 2000;
/** Of regular rounds: received messages are stored within seconds. */
const recentMs = 60_000;
/** With more in a minute, each aircraft reports its position again within seconds. */
const recentRows = 5000;
const wholeRows = 20_000;
/** Interval of full rounds: a recording shifted to now reaches further back. */
const wholeEvery = 10;
/** Maximum share of time for reading. */
const maxShare = 0.2;
const longestPauseMs = 5000;

type Stored = Pick<Database, 'query' | 'snapshot'>;
type StoredInto = Pick<Positions, 'take' | 'notLookedUp' | 'takeRecords'>;

/** Receptions of the last `spanMs`, and what is on record of new aircraft. */
export async function readStored(db: Stored, positions: StoredInto, spanMs = maxAgeMs): Promise<void> {
  const nowMs = clock.now();
  const maxRows = spanMs === recentMs ? recentRows : wholeRows;
  for await (const reports of reportsBetween(db, [nowMs - spanMs, nowMs + recentMs], maxRows, reportsAtOnce)) {
    positions.take(reports);
    await nextTurn();
  }
  const unknown = positions.notLookedUp();
  if (unknown.length > 0) positions.takeRecords(await recordsOf(db, unknown));
}

/** Reads everything first, then what is new. Returns a function that stops it and waits for a pending query. */
export function followStored(db: Stored, positions: StoredInto): () => Promise<void> {
  const ended = new AbortController();
  const running = (async () => {
    for (let round = 0; !ended.signal.aborted; round++) {
      const beganMs = performance.now();
      // While the database is unavailable positions age. The next round retries.
      await readStored(db, positions, round % wholeEvery === 0 ? maxAgeMs : recentMs).catch(() => {});
      const tookMs = performance.now() - beganMs;
      const pauseMs = Math.min(Math.max(everyMs, tookMs / maxShare), longestPauseMs);
      await pause(pauseMs, null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}
