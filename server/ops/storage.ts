/** Storage of the server, for an Admin: sizes of the database now and per full day, and the forecast. */
import type { Api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { clock } from '../base/clock.ts';
import { diskReserve } from '../base/disk-reserve.ts';
import type { Query } from '../database/pool.ts';
import { rawTable } from '../input/radio/raw/store-raw.ts';
import { dayOf } from '../messages/day-partitions.ts';
import { dayTables, type KeyedTable, messageTables } from '../query/message-tables.ts';
import { factorOfToday } from './frame-limit.ts';

export async function readStorage(
  db: Query,
  settings: RetentionSettings & { readonly keepSeconds: number | null },
): Promise<Omit<Reads<Api['system']['storage']>, 'backup'>> {
  const sizes = await readSizes(db);
  return {
    bytes: sizes.bytes,
    freeBytes: diskReserve.freeBytes(),
    maxBytes: settings.maxBytes,
    measuredDays: sizes.measuredDays,
    perDay: sizes.perDay,
    archive: sizes.archive.days > 0 || settings.archiveDays > 0 ? sizes.archive : null,
    forecast: forecastOf(sizes, settings),
    frameSeconds: settings.keepSeconds,
    frameFactor: await factorOfToday(db),
  };
}

// ---- Sizes of the database by its own account: now, and per full day.

/** Bytes of one full day, with indexes and keys, by contents. Link events count as messages. */
type DayBytes = { readonly messages: number; readonly frames: number; readonly rawFrames: number };
type Sizes = {
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
type ArchiveBytes = { readonly days: number; readonly bytes: number };
type DaySize = { readonly name: string; readonly day: string; readonly bytes: number };

const maxMeasuredDays = 7;
const names = { acars: 'messages', link_event: 'messages', adsb: 'frames', adsb_raw: 'rawFrames' } as const;
const none: DayBytes = { messages: 0, frames: 0, rawFrames: 0 };

export async function databaseBytes(db: Query): Promise<number> {
  const [row] = await db.query<{ bytes: number }>('select database_bytes() as bytes');
  return row?.bytes ?? 0;
}

export async function readSizes(db: Query): Promise<Sizes> {
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
function daySizes(db: Query): Promise<DaySize[]> {
  return db.query<DaySize>(
    `select table_name as name, to_char(to_date(right(partition_name, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, total_bytes as bytes
     from partition_sizes($1) where partition_name ~ '_\\d{8}$' and has_rows`,
    [[...dayTables, rawTable].map(({ name }) => name)],
  );
}

async function archiveBytes(db: Query): Promise<ArchiveBytes> {
  const [row] = await db.query<ArchiveBytes>(
    `select (select count(distinct day) from archive_day)::float8 as days,
       (select coalesce(sum(total_bytes), 0) from partition_sizes($1)) as bytes`,
    [messageTables.map(({ archive }) => archive)],
  );
  return row ?? { days: 0, bytes: 0 };
}

async function keySizes(db: Query): Promise<{ readonly name: KeyedTable['name']; readonly bytes: number }[]> {
  const sizes: { name: KeyedTable['name']; bytes: number }[] = [];
  for (const { name, keys } of dayTables) {
    const [row] = await db.query<{ bytes: number }>('select pg_total_relation_size($1::regclass)::float8 as bytes', [
      keys,
    ]);
    sizes.push({ name, bytes: row?.bytes ?? 0 });
  }
  return sizes;
}

// ---- What the database leads to at the measured rate. Pure.

type RetentionSettings = {
  /** 0 = forever. */
  readonly retentionDays: number;
  /** After `retentionDays`. 0 = no archive. */
  readonly archiveDays: number;
  readonly rawDays: number;
  readonly maxBytes: number | null;
};
/** Size of the database when it no longer grows, and the days of messages that it then contains. */
type Forecast = { readonly bytes: number; readonly days: number };

/** A day in columns takes this part of a day in rows (decision 30). Where days are archived, their own size counts. */
const columnarPart = 1 / 7;

/** Null without a full day, or if it grows for ever. */
export function forecastOf(
  { perDay, otherBytes, measuredDays, archive }: Pick<Sizes, 'perDay' | 'otherBytes' | 'measuredDays' | 'archive'>,
  { retentionDays, archiveDays, rawDays, maxBytes }: RetentionSettings,
): Forecast | null {
  if (measuredDays === 0) return null;
  const ofDay = perDay.messages + perDay.frames;
  if (retentionDays > 0) {
    const ofArchivedDay = archive.days > 0 ? archive.bytes / archive.days : ofDay * columnarPart;
    // Without the setting, archived days stay as they are.
    const archived = archiveDays > 0 ? ofArchivedDay * archiveDays : archive.bytes;
    const bytes = Math.round(otherBytes + ofDay * retentionDays + perDay.rawFrames * rawDays + archived);
    if (maxBytes === null || bytes <= maxBytes) return { bytes, days: retentionDays };
  }
  if (maxBytes === null) return null;
  // The oldest day goes with its packed frames, the last day stays.
  const days = Math.max(1, Math.floor((maxBytes - otherBytes) / Math.max(1, ofDay + perDay.rawFrames)));
  return { bytes: maxBytes, days: retentionDays > 0 ? Math.min(days, retentionDays) : days };
}
