/** Events of radio links, received lines without a message (decision 7): stored, listed, and counted for pages. */
import { hash } from 'node:crypto';
import type * as z from 'zod/mini';
import { dayMs } from '../../contract/durations.ts';
import {
  type linkEvents,
  maxLinkEvents,
  type StationLink,
  stationLinkRows,
  type TailLink,
  tailLinkEvents,
} from '../../contract/entities/link-events.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { copyLine } from '../query/columns.ts';
import { Values } from '../query/filter-sql.ts';
import { linkEventTable } from '../query/message-tables.ts';
import { type CompanyMarks, companyMarks, companySql } from './company-sql.ts';
import { linkEventKey } from './message-key.ts';
import type { Messages } from './messages.ts';
import { dayOfInstant, inChunks, type Keyed, type StoredCount, type Storing, storeInBatches } from './store-batches.ts';

/** `ready` and `empty` = frames without content, counted by ten minutes. The others have a row each, or one per day and content. */
export type LinkEventKind =
  | 'handoff'
  | 'link'
  | 'gsif'
  | 'logon'
  | 'logoff'
  | 'spdu'
  | 'frequency'
  | 'performance'
  | 'atn'
  | 'route'
  | 'airframe'
  | 'ready'
  | 'empty';

export type LinkEvent = {
  /** Instant of the whole second. */
  readonly at: string;
  /** Epoch seconds with the receiver's fraction. */
  readonly timestamp: number;
  readonly stationId: string | null;
  readonly link: 'ACARS' | 'VDLM2' | 'HFDL';
  readonly kind: LinkEventKind;
  /** 24-bit address in upper case. */
  readonly icao: string | null;
  /** Address on VDL2, name on HFDL. */
  readonly groundStation: string | null;
  readonly flight: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  /** MHz. */
  readonly freq: number | null;
  /** dB. */
  readonly level: number | null;
  /** JSON text, bounded. */
  readonly detail: string | null;
  /** What a ground station repeats until it changes: equal ones of a day are one row. null = not such a kind. */
  readonly repeats: string | null;
};

/** `originalSeconds` = the receiver's epoch seconds if `event` was shifted in time. */
export type NewLinkEvent = {
  readonly event: LinkEvent;
  readonly originalSeconds?: number | null;
  readonly isDemo?: boolean;
};

// ---- Stores link events: skips duplicates, joins frames that repeat, copies the rest. All or nothing per batch.

type KeyedEvent = Keyed & { readonly row: LinkEvent };
/** Frames of one row. `key` null = a single frame. */
type Joined = {
  readonly event: LinkEvent;
  readonly key: number | null;
  readonly isDemo: boolean;
  firstS: number;
  lastS: number;
  level: number | null;
  frames: number;
};

const slotSeconds = 600;
const lockStripes = 64;
const lockClass = 0x6c696e6b;
const columns = `at, station_id, link, kind, icao, ground_station, flight, lat, lon, freq_mhz, level_db, detail,
  frames, last_at, join_key, is_demo, stored_at`;

const storing: Storing<NewLinkEvent, KeyedEvent> = {
  table: linkEventTable,
  keyed: ({ event, originalSeconds, isDemo = false }) => {
    const { at, timestamp, ...content } = event;
    return { row: event, isDemo, key: linkEventKey(content, originalSeconds ?? timestamp), day: dayOfInstant(at) };
  },
  begin: () => async (tx, rows, nowMs) => {
    const joined = joinedOf(rows);
    const fresh = await addToStored(tx, joined, new Date(nowMs).toISOString());
    await tx.copyIn(`copy link_event (${columns}) from stdin`, inChunks(copyLines(fresh, nowMs)));
    return rows;
  },
};

/** As storeInBatches. A frame that joins a stored row counts as stored. Concurrent writers take keys in order, then those of joins. */
export const storeLinkEvents = (messages: Messages, received: readonly NewLinkEvent[]): Promise<StoredCount> =>
  storeInBatches(messages, storing, received);

/** 52 bits, as those of assembly. The day or the slot is part of them, so that rows never leave their partition. */
function joinKey({ stationId, link, kind, icao, groundStation, repeats, at, timestamp }: LinkEvent, isDemo: boolean) {
  const isSlot = kind === 'ready' || kind === 'empty';
  if (!isSlot && repeats === null) return null;
  const span = isSlot ? Math.floor(timestamp / slotSeconds) : dayOfInstant(at);
  const content = [foldCase(stationId ?? ''), link, kind, icao, groundStation, repeats, span, isDemo];
  return Number.parseInt(hash('md5', JSON.stringify(content), 'hex').slice(0, 13), 16);
}

function joinedOf(rows: readonly KeyedEvent[]): Joined[] {
  const byKey = new Map<number, Joined>();
  const all: Joined[] = [];
  for (const { row: event, isDemo = false } of rows) {
    const key = joinKey(event, isDemo);
    const known = key === null ? undefined : byKey.get(key);
    const { timestamp, level } = event;
    if (known) {
      known.frames++;
      known.firstS = Math.min(known.firstS, timestamp);
      known.lastS = Math.max(known.lastS, timestamp);
      known.level = best(known.level, level);
      continue;
    }
    const one = { event, key, isDemo, firstS: timestamp, lastS: timestamp, level, frames: 1 };
    all.push(one);
    if (key !== null) byKey.set(key, one);
  }
  return all;
}

const best = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Returns those without a stored row. Until the transaction ends, no one else writes rows with these keys. */
async function addToStored(tx: Transaction, joined: readonly Joined[], storedAt: string): Promise<Joined[]> {
  const keyed = joined.filter(({ key }) => key !== null);
  if (keyed.length === 0) return [...joined];
  const stripes = [...new Set(keyed.map(({ key }) => (key ?? 0) % lockStripes))].sort((a, b) => a - b);
  await tx.query('select pg_advisory_xact_lock($1::int, stripe) from unnest($2::int[]) as stripe', [
    lockClass,
    stripes,
  ]);
  const days = keyed.map(({ event }) => dayOfInstant(event.at)).sort();
  const found = await tx.query<{ key: number }>(
    `update link_event as e set at = least(e.at, c.first_at), last_at = greatest(e.last_at, c.last_at),
       level_db = greatest(e.level_db, c.level), frames = e.frames + c.frames, stored_at = $8::timestamptz
     from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::float8[], $5::int[])
       as c (key, first_at, last_at, level, frames)
     where e.join_key = c.key and e.at >= $6::date::timestamp at time zone 'UTC'
       and e.at < ($7::date + 1)::timestamp at time zone 'UTC'
     returning c.key::float8 as key`,
    [
      keyed.map(({ key }) => key),
      keyed.map(({ firstS }) => instantOf(firstS)),
      keyed.map(({ lastS }) => instantOf(lastS)),
      keyed.map(({ level }) => level),
      keyed.map(({ frames }) => frames),
      days[0],
      days.at(-1),
      storedAt,
    ],
  );
  const known = new Set(found.map(({ key }) => key));
  return joined.filter(({ key }) => key === null || !known.has(key));
}

function* copyLines(joined: readonly Joined[], nowMs: number): Iterable<string> {
  const storedAt = new Date(nowMs).toISOString();
  for (const { event, key, isDemo, firstS, lastS, level, frames } of joined)
    yield copyLine([
      instantOf(firstS),
      event.stationId ?? '',
      event.link,
      event.kind,
      event.icao,
      event.groundStation,
      event.flight,
      event.lat,
      event.lon,
      event.freq,
      level,
      event.detail,
      frames,
      instantOf(lastS),
      key,
      isDemo,
      storedAt,
    ]);
}

// ---- The newest link events of a station or an aircraft, newest first.

type LinkEvents = z.output<typeof linkEvents>;
type LinkEventsRequest = {
  /** Station number or receiver name. */
  readonly stationId: string | undefined;
  readonly icao: string | undefined;
  readonly days: number;
  /** null = all data. */
  readonly company: string | null;
};
type Stored = Omit<LinkEvents['events'][number], 'at' | 'lastAt'> & { readonly at: Date; readonly lastAt: Date };

export async function readLinkEvents(db: Database, request: LinkEventsRequest): Promise<LinkEvents> {
  const { stationId, icao, days, company } = request;
  const values = new Values();
  const conditions = [`at >= ${values.add(writeInstant(clock.now() - days * dayMs), 'timestamptz')}`];
  if (icao !== undefined) conditions.push(`icao = ${values.add(icao.trim().toUpperCase(), 'text')}`);
  if (stationId !== undefined)
    conditions.push(`lower(station_id) = any(${values.add(await receiversOf(db, stationId), 'text[]')})`);
  conditions.push(...companySql(await companyMarks(db, company), 'link_event', values));
  const rows = await db.query<Stored>(
    `select id::text as id, at, last_at as "lastAt", frames, nullif(station_id, '') as "stationId", link, kind, icao,
       ground_station as "groundStation", flight, lat, lon, freq_mhz as freq, level_db as level, detail
     from link_event where ${conditions.join(' and ')} order by at desc, id desc limit ${maxLinkEvents}`,
    values.list,
  );
  return {
    events: rows.map((row) => ({
      ...row,
      at: writeInstant(row.at.getTime()),
      lastAt: writeInstant(row.lastAt.getTime()),
    })),
  };
}

/** In lower case. Of a receiver name only itself. */
async function receiversOf(db: Database, stationId: string): Promise<string[]> {
  const requestedId = foldCase(stationId.trim());
  const rows = await db.query<{ receiver: string }>(
    `select r.receiver from receiver_station r join stations s on s.id = r.station_record_id where s.station_id = $1`,
    [requestedId],
  );
  return [...new Set([requestedId, ...rows.map(({ receiver }) => receiver)])];
}

// ---- Link events on the pages of one aircraft and one station (decision 7).

type OfAircraft = {
  /** 24-bit address in lower case. */
  readonly address: string;
  readonly marks: CompanyMarks | null;
  readonly fromMs: number;
  readonly toMs: number;
};
type Row = Omit<TailLink['events'][number], 'at' | 'lastAt'> & {
  readonly at: Date;
  readonly lastAt: Date;
  readonly total: number;
};

export async function linkOfAircraft(db: Query, { address, marks, fromMs, toMs }: OfAircraft): Promise<TailLink> {
  const values = new Values();
  const conditions = [
    `icao = ${values.add(address.toUpperCase(), 'text')}`,
    `at >= ${values.add(writeInstant(fromMs), 'timestamptz')}`,
    `at <= ${values.add(writeInstant(toMs), 'timestamptz')}`,
    ...companySql(marks, 'link_event', values),
  ];
  const rows = await db.query<Row>(
    `select id::text as id, at, last_at as "lastAt", frames, nullif(station_id, '') as "stationId", link, kind,
       ground_station as "groundStation", freq_mhz as freq, count(*) over ()::int as total
     from link_event where ${conditions.join(' and ')} order by at desc, id desc limit ${tailLinkEvents}`,
    values.list,
  );
  return {
    events: rows.map(({ total: _total, at, lastAt, ...row }) => ({
      ...row,
      at: writeInstant(at.getTime()),
      lastAt: writeInstant(lastAt.getTime()),
    })),
    total: rows[0]?.total ?? 0,
  };
}

type Group = {
  /** Which of the sets: 3 = kind, 5 = ground station, 6 = frequency. */
  readonly part: number;
  readonly link: string;
  readonly kind: string | null;
  readonly groundStation: string | null;
  readonly freq: number | null;
  readonly frames: number;
};

/** `receivers` in lower case. Frames that were joined count by their number. */
export async function linkOfStation(db: Query, receivers: readonly string[], fromMs: number): Promise<StationLink> {
  const groups = await db.query<Group>(
    `select grouping(kind, ground_station, freq_mhz) as part, max(link) as link, kind, ground_station as "groundStation",
       freq_mhz as freq, sum(frames)::int as frames
     from link_event where lower(station_id) = any($1::text[]) and at >= $2::timestamptz
     group by grouping sets ((kind), (link, ground_station), (link, freq_mhz))
     order by frames desc, kind, ground_station, freq_mhz`,
    [receivers, writeInstant(fromMs)],
  );
  const of = (requested: number): Group[] => groups.filter(({ part }) => part === requested);
  const kinds = of(3).flatMap(({ kind, frames }) => (kind === null ? [] : [{ kind, frames }]));
  return {
    frames: kinds.reduce((sum, { frames }) => sum + frames, 0),
    kinds,
    groundStations: of(5)
      .flatMap(({ link, groundStation, frames }) => (groundStation === null ? [] : [{ link, groundStation, frames }]))
      .slice(0, stationLinkRows),
    frequencies: of(6).flatMap(({ link, freq, frames }) => (freq === null ? [] : [{ link, freq, frames }])),
  };
}
