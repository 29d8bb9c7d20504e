/** Sizes of the database by its own account: now, and per full day. */
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import { dayMs, dayOf } from '../messages/day-partitions.ts';
import { dayTables, type KeyedTable, messageTables } from '../query/message-tables.ts';
import { rawTable } from '../radio/raw/store-raw.ts';

/** Bytes of one full day, with indexes and keys, by contents. Link events count as messages. */
type DayBytes = { readonly messages: number; readonly frames: number; readonly rawFrames: number };
export type Sizes = {
  /** Of the whole database. */
  readonly bytes: number;
  /** What does not grow with the days: accounts, reference data, counts. */
  readonly otherBytes: number;
  /** Full days that were measured. */
  readonly measuredDays: number;
  readonly perDay: DayBytes;
  /** Messages beyond retention, in columns. */
  readonly archive: ArchiveBytes;
};
export type ArchiveBytes = { readonly days: number; readonly bytes: number };
type DaySize = { readonly name: string; readonly day: string; readonly bytes: number };

const maxMeasuredDays = 7;
const names = { acars: 'messages', link_event: 'messages', adsb: 'frames', adsb_raw: 'rawFrames' } as const;
const none: DayBytes = { messages: 0, frames: 0, rawFrames: 0 };

export async function databaseBytes(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ bytes: number }>('select database_bytes() as bytes');
  return row?.bytes ?? 0;
}

export async function readSizes(db: Pick<Database, 'query'>): Promise<Sizes> {
  const bytes = await databaseBytes(db);
  const days = await daySizes(db);
  const keys = await keySizes(db);
  const archive = await archiveBytes(db);
  const sum = (of: readonly { readonly bytes: number }[]): number => of.reduce((total, one) => total + one.bytes, 0);
  const measured = fullDays(days);
  const perDay = { ...none };
  for (const { name, day, bytes: size } of days) {
    const content = names[name as keyof typeof names];
    if (content && measured.includes(day)) perDay[content] += size / measured.length;
  }
  for (const { name, bytes: size } of keys) {
    const filled = days.filter((one) => one.name === name).length;
    if (measured.length > 0 && filled > 0) perDay[names[name]] += size / filled;
  }
  return {
    bytes,
    otherBytes: Math.max(0, bytes - sum(days) - sum(keys) - archive.bytes),
    measuredDays: measured.length,
    perDay: {
      messages: Math.round(perDay.messages),
      frames: Math.round(perDay.frames),
      rawFrames: Math.round(perDay.rawFrames),
    },
    archive,
  };
}

/** Ended days of the last week. The first day with data has probably begun in the middle. */
function fullDays(sizes: readonly DaySize[]): string[] {
  const today = dayOf(clock.now());
  const oldest = dayOf(clock.now() - maxMeasuredDays * dayMs);
  const [first, ...rest] = [...new Set(sizes.map(({ day }) => day))].sort().filter((day) => day < today);
  const full = rest.length > 0 ? rest : first === undefined ? [] : [first];
  return full.filter((day) => day >= oldest);
}

/** Of partitions with rows. */
function daySizes(db: Pick<Database, 'query'>): Promise<DaySize[]> {
  return db.query<DaySize>(
    `select table_name as name, to_char(to_date(right(partition_name, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, total_bytes as bytes
     from partition_sizes($1) where partition_name ~ '_\\d{8}$' and has_rows`,
    [[...dayTables, rawTable].map(({ name }) => name)],
  );
}

async function archiveBytes(db: Pick<Database, 'query'>): Promise<ArchiveBytes> {
  const [row] = await db.query<ArchiveBytes>(
    `select (select count(distinct day) from archive_day)::float8 as days,
       (select coalesce(sum(total_bytes), 0) from partition_sizes($1)) as bytes`,
    [messageTables.map(({ archive }) => archive)],
  );
  return row ?? { days: 0, bytes: 0 };
}

async function keySizes(
  db: Pick<Database, 'query'>,
): Promise<{ readonly name: KeyedTable['name']; readonly bytes: number }[]> {
  const sizes: { name: KeyedTable['name']; bytes: number }[] = [];
  for (const { name, keys } of dayTables) {
    const [row] = await db.query<{ bytes: number }>('select pg_total_relation_size($1::regclass)::float8 as bytes', [
      keys,
    ]);
    sizes.push({ name, bytes: row?.bytes ?? 0 });
  }
  return sizes;
}
