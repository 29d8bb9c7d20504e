/**
 * Writes missing demo traffic of a span, thins out old traffic, drops what is too old. Touches only rows marked `is_demo`.
 * Own file: the only writer of demo messages, with its own rules of repeating.
 */
import { writeInstant } from '../../contract/params.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { daysBetween, settleDays } from '../messages/finished-days.ts';
import { storeLinkEvents } from '../messages/link-events.ts';
import { adsbKey, messageKey } from '../messages/message-key.ts';
import type { Messages } from '../messages/messages.ts';
import { storeAcars } from '../messages/store-acars.ts';
import { storeAdsb } from '../messages/store-adsb.ts';
import { acarsTable, adsbTable, linkEventTable, type MessageTable } from '../query/message-tables.ts';
import { dayCounts, hourCounts, recountReceptions } from '../statistics/count-receptions.ts';
import { acarsSlotMs, demoExtra, demoLinkEvents, demoMessages } from './acars-traffic.ts';
import { adsbSlotMs, demoFrames } from './adsb-traffic.ts';
import {
  type Density,
  densityAt,
  historyMs,
  type Job,
  jobsFor,
  type SpanState,
  shareOf,
  spanBegin,
  spanMs,
  type Traffic,
} from './density.ts';

type Identity = { readonly key: string; readonly stationId: string; readonly seconds: number };
type Source = {
  readonly table: MessageTable;
  readonly momentsPerSpan: number;
  write(db: Messages, fromMs: number, toMs: number, density: Density): Promise<void>;
  /** Of the rows written by `write`. */
  identities(fromMs: number, toMs: number, density: Density): Identity[];
};

const sources: Readonly<Record<Traffic, Source>> = {
  acars: {
    table: acarsTable,
    momentsPerSpan: spanMs / acarsSlotMs,
    write: async (db, fromMs, toMs, density) => {
      const rows = demoMessages(fromMs, toMs, density);
      await storeAcars(
        db,
        rows.map((row) => ({ row, extra: demoExtra(row), isDemo: true })),
      );
      await storeLinkEvents(
        db,
        demoLinkEvents(rows).map((event) => ({ event, isDemo: true })),
      );
    },
    identities: (fromMs, toMs, density) =>
      demoMessages(fromMs, toMs, density).map((row) => ({ ...identity(row), key: messageKey(row, row.timestamp) })),
  },
  adsb: {
    table: adsbTable,
    momentsPerSpan: spanMs / adsbSlotMs,
    write: async (db, fromMs, toMs, density) => {
      const rows = demoFrames(fromMs, toMs, density);
      await storeAdsb(
        db,
        rows.map((row) => ({ row, isDemo: true })),
      );
    },
    identities: (fromMs, toMs, density) =>
      demoFrames(fromMs, toMs, density).map((row) => ({ ...identity(row), key: adsbKey(row, row.timestamp) })),
  },
};
const tables = [acarsTable, adsbTable, linkEventTable];
const traffics = Object.keys(sources) as Traffic[];
const identity = (row: { stationId: string | null; timestamp: number | null }) => ({
  stationId: row.stationId ?? '',
  seconds: row.timestamp ?? 0,
});

export type TrafficJob = Job & { readonly traffic: Traffic };

/** Work due for both kinds, newest first. */
export async function pendingJobs(db: Database, nowMs: number): Promise<TrafficJob[]> {
  const jobs: TrafficJob[] = [];
  for (const traffic of traffics) {
    const written = await writtenSpans(db, traffic);
    for (const job of jobsFor(traffic, written, nowMs, sources[traffic].momentsPerSpan)) jobs.push({ ...job, traffic });
  }
  return jobs.sort((a, b) => b.toMs - a.toMs);
}

async function writtenSpans(db: Database, traffic: Traffic): Promise<Map<number, SpanState>> {
  const rows = await db.query<{ seconds: number; density: SpanState }>(
    'select extract(epoch from begins_at)::bigint as seconds, density from demo_span where traffic = $1',
    [traffic],
  );
  return new Map(rows.map(({ seconds, density }) => [seconds * 1000, density]));
}

/** `mayDelete` = the clock is trusted. Otherwise what is too dense stays, and the job is due again. */
export async function runJob(db: Messages, job: TrafficJob, mayDelete: boolean): Promise<void> {
  const { traffic, fromMs, toMs, density, was } = job;
  if (was !== null && !mayDelete) return;
  const isWhole = was !== null && was !== 'open' && shareOf(traffic, was) >= shareOf(traffic, density);
  if (!isWhole) await sources[traffic].write(db, fromMs, toMs, density);
  if (was !== null) await thinOut(db, job, was === 'open' ? 'live' : was);
  await recordSpans(db, traffic, fromMs, toMs, density);
}

async function recordSpans(db: Database, traffic: Traffic, fromMs: number, toMs: number, density: SpanState) {
  const begins = Array.from({ length: (toMs - fromMs) / spanMs }, (_, i) => writeInstant(fromMs + i * spanMs));
  await db.query(
    `insert into demo_span (traffic, begins_at, density) select $1, begins_at, $3 from unnest($2::timestamptz[]) as s (begins_at)
     on conflict (traffic, begins_at) do update set density = excluded.density`,
    [traffic, begins, density],
  );
}

/** Removes rows beyond a thinner density, with their keys. Messages are removed as a whole: all rows share one event. */
async function thinOut(db: Messages, { traffic, fromMs, toMs, density }: TrafficJob, was: Density): Promise<void> {
  const { table, identities } = sources[traffic];
  const remaining = identities(fromMs, toMs, density);
  const remainingKeys = new Set(remaining.map(({ key }) => key));
  const goneKeys = identities(fromMs, toMs, was)
    .map(({ key }) => key)
    .filter((key) => !remainingKeys.has(key));
  await db.transaction(async (tx) => {
    await tx.query(
      `delete from ${table.name} where is_demo and ${table.time} >= $1::timestamptz and ${table.time} < $2::timestamptz
       and not exists (select from unnest($3::text[], $4::float8[]) as kept (station_id, seconds)
         where kept.station_id = ${table.name}.station_id and kept.seconds = ${table.name}.epoch_seconds)`,
      [
        writeInstant(fromMs),
        writeInstant(toMs),
        remaining.map((one) => one.stationId),
        remaining.map(({ seconds }) => seconds),
      ],
    );
    await tx.query(`delete from ${table.keys} where is_demo and key = any($1::uuid[])`, [goneKeys.sort()]);
    await recountReceptions(tx, { from: writeInstant(fromMs), to: writeInstant(toMs), isDemo: true });
    await tx.query(
      `insert into text_due select distinct d::date, true, date_trunc('minute', now()) from unnest($1::timestamptz[]) d on conflict do nothing`,
      [[writeInstant(fromMs), writeInstant(toMs)]],
    );
  });
  db.memory.pages.clear();
}

/**
 * Live traffic from `fromMs` (end of the last call or start of a span) to `toMs`. A span is marked before its first row is
 * written, so that no row is ever forgotten.
 */
export async function writeLive(db: Messages, fromMs: number, toMs: number): Promise<void> {
  const [firstBegin, lastBegin] = [spanBegin(fromMs), spanBegin(toMs)];
  for (const traffic of traffics) {
    const density = densityAt(traffic, 0);
    if (density === null) continue;
    const openedMs = fromMs === firstBegin ? firstBegin : firstBegin + spanMs;
    if (openedMs <= lastBegin) await recordSpans(db, traffic, openedMs, lastBegin + spanMs, 'open');
    await sources[traffic].write(db, fromMs, toMs, density);
    if (lastBegin > firstBegin) await recordSpans(db, traffic, firstBegin, lastBegin, density);
  }
}

/** After a bulk write. */
export async function settleTraffic(db: Database, nowMs: number): Promise<void> {
  for (const { table } of Object.values(sources)) await settleDays(db, daysBetween(nowMs - historyMs, nowMs), table);
}

/** Drops everything older than the demo's history. Keys are dropped with their day. */
export async function dropOldTraffic(db: Messages, nowMs: number): Promise<void> {
  const oldest = writeInstant(spanBegin(nowMs - historyMs - spanMs) + spanMs);
  await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    for (const table of tables) {
      await tx.query(`delete from ${table.name} where is_demo and ${table.time} < $1::timestamptz`, [oldest]);
      await tx.query(`delete from ${table.keys} where is_demo and day < $1::date`, [oldest.slice(0, 10)]);
    }
    await tx.query('delete from tail_last where is_demo and last_at < $1::timestamptz', [oldest]);
    await tx.query('delete from demo_span where begins_at < $1::timestamptz', [oldest]);
    for (const counts of hourCounts)
      await tx.query(`delete from ${counts} where is_demo and hour < $1::timestamptz`, [oldest]);
    for (const counts of dayCounts)
      await tx.query(`delete from ${counts} where is_demo and day < $1::date`, [oldest.slice(0, 10)]);
    await recountReceptions(tx, { from: oldest, to: writeInstant(Date.parse(oldest) + 1000), isDemo: true });
  });
  db.memory.pages.clear();
}

/** Removes all demo traffic. Resolves to the rows of each kind. */
export async function removeTraffic(tx: Transaction): Promise<Record<Traffic, number>> {
  await tx.query('set local statement_timeout = 0');
  const gone = { acars: 0, adsb: 0 };
  for (const traffic of traffics) {
    const { table } = sources[traffic];
    const [row] = await tx.query<{ count: number }>(
      `with gone as (delete from ${table.name} where is_demo returning 1) select count(*) as count from gone`,
    );
    await tx.query(`delete from ${table.keys} where is_demo`);
    gone[traffic] = row?.count ?? 0;
  }
  for (const name of [linkEventTable.name, linkEventTable.keys]) await tx.query(`delete from ${name} where is_demo`);
  await tx.query('delete from tail_last where is_demo');
  await tx.query('delete from demo_span');
  for (const counts of [...hourCounts, ...dayCounts]) await tx.query(`delete from ${counts} where is_demo`);
  return gone;
}

/** Whether traffic was written in this format. A demo of an earlier version has no records. */
export async function hasWrittenSpans(db: Database): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('select exists (select from demo_span) as found');
  return row?.found ?? false;
}
