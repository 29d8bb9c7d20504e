/** Stores link events: skips duplicates, joins frames that repeat, copies the rest. All or nothing per batch. */
import { hash } from 'node:crypto';
import { foldCase } from '../../contract/filters.ts';
import type { Transaction } from '../database/pool.ts';
import { copyLine } from '../query/copy-text.ts';
import { linkEventTable } from '../query/message-tables.ts';
import type { LinkEvent, NewLinkEvent } from './link-event.ts';
import { linkEventKey } from './message-key.ts';
import type { Messages } from './messages.ts';
import { inChunks, type Keyed, type StoredCount } from './new-rows.ts';
import { dayOfInstant, type Storing, storeInBatches } from './store-batches.ts';

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
  keyed: ({ event, originalSeconds, isDemo = false }) => ({
    row: event,
    isDemo,
    key: linkEventKey(event, originalSeconds ?? event.timestamp),
    day: dayOfInstant(event.at),
  }),
  write: async (tx, rows, nowMs) => {
    const joined = joinedOf(rows);
    const fresh = await addToStored(tx, joined, new Date(nowMs).toISOString());
    await tx.copyIn(`copy link_event (${columns}) from stdin`, inChunks(copyLines(fresh, nowMs)));
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
