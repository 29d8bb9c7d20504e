/**
 * Counts receptions in the transaction that stores them: hours of receivers, and the farthest position by direction (rx_hour, range_hour).
 * Days with text messages are noted for count-texts.ts.
 * Duplicates must be removed before.
 */
import { minuteMs } from '../../contract/durations.ts';
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';

/** Tables of counts by hour and by day. */
export const hourCounts = ['rx_hour', 'range_hour', 'level_hour'] as const;
export const dayCounts = ['range_day', 'text_day', 'text_due'] as const;

export type MessageType = 'ACARS' | 'VDLM2' | 'HFDL' | 'ADSB';
/** `receiver` = as sent, '' = none. `at` = a written instant, UTC. */
export type Reception = {
  readonly receiver: string;
  readonly at: string;
  readonly messageType: MessageType;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly isDemo: boolean;
  /** Number of messages that it represents. 1 unless they are counted apart from their rows. */
  readonly count?: number;
};

/** Type of the link of an ACARS message. */
export const messageTypeOf = (link: string | null): MessageType =>
  link === 'VDLM2' || link === 'HFDL' ? link : 'ACARS';

type Hour = {
  readonly receiver: string;
  readonly hour: string;
  readonly messageType: MessageType;
  readonly isDemo: boolean;
  spelling: string;
  messages: number;
  /** Bit n = its ten-minute slot n. */
  slots: number;
  /** Messages of each slot. */
  readonly ofSlot: number[];
  lastAt: string;
};
/** Received positions, by index of their hour. */
type Positions = { readonly hour: number[]; readonly lat: number[]; readonly lon: number[] };

/** Few hours per batch. The last statements, because other writers of the same receivers wait for them. */
export async function countReceptions(tx: Transaction, receptions: Iterable<Reception>): Promise<void> {
  const { hours, positions } = hoursOf(receptions);
  if (hours.length === 0) return;
  // Excludes concurrent recounts (recount_receptions).
  for (const isDemo of new Set(hours.map((hour) => hour.isDemo)))
    await tx.query(`select pg_advisory_xact_lock_shared(hashtext('receptions are counted'), $1)`, [Number(isDemo)]);
  await addCounts(tx, hours, positions);
}

/** Plain loops over texts: this runs for each of thousands of messages. */
function hoursOf(receptions: Iterable<Reception>): { hours: Hour[]; positions: Positions } {
  const places = new Map<string, number>();
  const hours: Hour[] = [];
  const positions: Positions = { hour: [], lat: [], lon: [] };
  for (const { receiver, at, messageType, lat, lon, isDemo, count = 1 } of receptions) {
    const hourText = at.slice(0, 13);
    const key = `${messageType} ${hourText} ${isDemo} ${receiver}`;
    let place = places.get(key);
    if (place === undefined) {
      place = hours.length;
      places.set(key, place);
      const hour = `${hourText.replace(' ', 'T')}:00:00Z`;
      const blank = { spelling: receiver, messages: 0, slots: 0, ofSlot: [0, 0, 0, 0, 0, 0], lastAt: at };
      hours.push({ receiver: foldCase(receiver), hour, messageType, isDemo, ...blank });
    }
    const one = hours[place] as Hour;
    one.messages += count;
    const slot = Number(at[14]);
    one.slots |= 1 << slot;
    one.ofSlot[slot] = (one.ofSlot[slot] ?? 0) + count;
    if (at > one.lastAt) one.lastAt = at;
    if (lat === null || lon === null || messageType === 'HFDL') continue;
    positions.hour.push(place + 1);
    positions.lat.push(lat);
    positions.lon.push(lon);
  }
  return { hours, positions };
}

/**
 * Hours and ranges in one statement, in the order of their keys like every writer: no deadlock. Case variants of a receiver are one
 * row. Most positions are nearer than a known one: those write nothing.
 */
async function addCounts(tx: Transaction, hours: readonly Hour[], { hour, lat, lon }: Positions): Promise<void> {
  await tx.query(
    `with hour as materialized (
       select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::text[], $6::int[], $7::smallint[], $8::timestamptz[],
           $12::int[], $13::int[], $14::int[], $15::int[], $16::int[], $17::int[])
         with ordinality as h (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5, at)),
     counted as (
       insert into rx_hour (receiver, hour, message_type, is_demo, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
       select receiver, hour, message_type, is_demo, max(spelling), sum(messages), bit_or(slots), max(last_at),
         sum(m0), sum(m1), sum(m2), sum(m3), sum(m4), sum(m5)
       from hour group by 1, 2, 3, 4 order by receiver collate "C", hour, message_type collate "C", is_demo
       on conflict (receiver, hour, message_type, is_demo) do update set spelling = excluded.spelling,
         messages = rx_hour.messages + excluded.messages, slots = rx_hour.slots | excluded.slots,
         last_at = greatest(rx_hour.last_at, excluded.last_at),
         m0 = rx_hour.m0 + excluded.m0, m1 = rx_hour.m1 + excluded.m1, m2 = rx_hour.m2 + excluded.m2,
         m3 = rx_hour.m3 + excluded.m3, m4 = rx_hour.m4 + excluded.m4, m5 = rx_hour.m5 + excluded.m5),
     due as (
       insert into text_due (day, is_demo, stored_minute)
       select distinct (hour at time zone 'UTC')::date, is_demo, $18::timestamptz from hour where message_type <> 'ADSB' order by 1, 2
       on conflict do nothing),
     place as materialized (
       select h.*, p.latitude, p.longitude
       from hour h join receiver_station r on r.receiver = h.receiver collate "C", station_place_at(r.station_record_id, h.hour) p),
     heard as (
       select p.receiver, p.hour, p.message_type, p.is_demo, bearing_deg(p.latitude, p.longitude, s.lat, s.lon) as bearing_deg,
         great_circle_nmi(p.latitude, p.longitude, s.lat, s.lon) as nmi
       from unnest($9::int[], $10::float8[], $11::float8[]) as s (at, lat, lon) join place p using (at)),
     farthest as (
       select receiver, hour, message_type, is_demo, bearing_deg, max(nmi) as nmi
       from heard where nmi <= farthest_possible_nmi() group by 1, 2, 3, 4, 5),
     of_hour as (
       insert into range_hour (receiver, hour, message_type, is_demo, bearing_deg, farthest_nmi)
       select f.* from farthest f where not exists (
         select from range_hour k where k.receiver = f.receiver collate "C" and k.hour = f.hour and k.message_type = f.message_type collate "C"
           and k.is_demo = f.is_demo and k.bearing_deg = f.bearing_deg and k.farthest_nmi >= f.nmi)
       order by f.receiver collate "C", f.hour, f.message_type collate "C", f.is_demo, f.bearing_deg
       on conflict (receiver, hour, message_type, is_demo, bearing_deg)
         do update set farthest_nmi = greatest(range_hour.farthest_nmi, excluded.farthest_nmi)
       returning receiver, hour, message_type, is_demo, bearing_deg, farthest_nmi),
     of_day as (
       select receiver, (hour at time zone 'UTC')::date as day, message_type, is_demo, bearing_deg / 5 * 5 as bearing_deg, max(farthest_nmi) as nmi
       from of_hour group by 1, 2, 3, 4, 5)
     insert into range_day (receiver, day, message_type, is_demo, bearing_deg, farthest_nmi)
     select f.* from of_day f where not exists (
       select from range_day k where k.receiver = f.receiver collate "C" and k.day = f.day and k.message_type = f.message_type collate "C"
         and k.is_demo = f.is_demo and k.bearing_deg = f.bearing_deg and k.farthest_nmi >= f.nmi)
     order by f.receiver collate "C", f.day, f.message_type collate "C", f.is_demo, f.bearing_deg
     on conflict (receiver, day, message_type, is_demo, bearing_deg)
       do update set farthest_nmi = greatest(range_day.farthest_nmi, excluded.farthest_nmi)`,
    [
      hours.map(({ receiver }) => receiver),
      hours.map(({ hour }) => hour),
      hours.map(({ messageType }) => messageType),
      hours.map(({ isDemo }) => isDemo),
      hours.map(({ spelling }) => spelling),
      hours.map(({ messages }) => messages),
      hours.map(({ slots }) => slots),
      hours.map(({ lastAt }) => lastAt),
      numbers(hour),
      numbers(lat),
      numbers(lon),
      ...[0, 1, 2, 3, 4, 5].map((slot) => numbers(hours.map(({ ofSlot }) => ofSlot[slot] ?? 0))),
      new Date(Math.floor(clock.now() / minuteMs) * minuteMs),
    ],
  );
}

/** The driver would check each for characters that need quotes. */
const numbers = (values: readonly number[]): string => `{${values.join(',')}}`;

/**
 * Counts hours between two instants again from the current messages, after some were removed.
 * `receivers` = names in lower case, null = all.
 */
export async function recountReceptions(
  db: Query,
  span: { readonly from: string; readonly to: string; readonly isDemo: boolean },
  receivers: readonly string[] | null = null,
): Promise<void> {
  const values = [span.from, span.to, span.isDemo, receivers];
  await db.query('select recount_receptions($1, $2, $3, $4), recount_frames($1, $2, $3, $4)', values);
}

/**
 * Recounts names whose station moved, or that belong to another one now: distances from the position of their station
 * (decision 18). Case-insensitive. One day per transaction, so that no one waits long. Idempotent.
 */
export async function recountReceivers(db: Database, names: readonly string[]): Promise<void> {
  const receivers = names.map(foldCase);
  const days = await db.query<{ day: string; isDemo: boolean }>(
    `select distinct to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, is_demo as "isDemo" from rx_hour
     where receiver = any($1) order by 1, 2`,
    [receivers],
  );
  for (const { day, isDemo } of days)
    await db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
      await recountReceptions(tx, { from: `${day}T00:00:00Z`, to: next, isDemo }, receivers);
    });
}

// ---- Counts outlive their messages (decision 18). Counts of a receiver, day and kind are either those of stored messages, or have a
// row in `kept_counts`: then they are never counted again. Receivers without a station have none.

/** Days are `YYYY-MM-DD`, UTC. */
type DayOfKind = { readonly day: string; readonly isAdsb: boolean };

const isOfDay = `hour >= $1::date::timestamp at time zone 'UTC' and hour < ($1::date + 1)::timestamp at time zone 'UTC'`;
const ofKind = `(message_type = 'ADSB') = $2`;

/** In the transaction that drops the messages of a day. `retainedFrom` = first day with retained counts. null = all. */
export async function outliveMessages(
  tx: Transaction,
  { day, isAdsb }: DayOfKind,
  retainedFrom: string | null,
): Promise<void> {
  const values = [day, isAdsb];
  await tx.query(`delete from range_hour where ${isOfDay} and ${ofKind}`, values);
  if (isAdsb) await tx.query(`delete from frame_hour where ${isOfDay}`, [day]);
  else {
    await tx.query(`delete from level_hour where ${isOfDay}`, [day]);
    for (const table of ['text_day', 'text_due']) await tx.query(`delete from ${table} where day = $1::date`, [day]);
  }
  const isRetained = retainedFrom === null || day >= retainedFrom;
  if (isRetained)
    await tx.query(
      `insert into kept_counts (receiver, day, is_adsb) select distinct receiver, $1::date, $2::boolean
       from rx_hour join receiver_station using (receiver) where ${isOfDay} and ${ofKind} on conflict do nothing`,
      values,
    );
  const notRetained = isRetained
    ? 'not exists (select from kept_counts k where k.receiver = c.receiver and k.day = $1::date and k.is_adsb = $2)'
    : 'true';
  await tx.query(`delete from rx_hour c where ${isOfDay} and ${ofKind} and ${notRetained}`, values);
  await tx.query(`delete from range_day c where day = $1::date and ${ofKind} and ${notRetained}`, values);
  if (!isRetained) await tx.query('delete from kept_counts where day = $1::date and is_adsb = $2', values);
}

/** Removes retained counts before a day (null = none are too old) and those of receivers without a station. */
export async function clearKeptCounts(db: Query, retainedFrom: string | null): Promise<void> {
  if (retainedFrom !== null)
    await db.query(`delete from silent_hour where hour < $1::date::timestamp at time zone 'UTC'`, [retainedFrom]);
  await db.query(
    `with old as materialized (
       delete from kept_counts k where k.day < $1::date
         or not exists (select from receiver_station r where r.receiver = k.receiver) returning *),
     hours as (
       delete from rx_hour h using old where h.receiver = old.receiver and (h.message_type = 'ADSB') = old.is_adsb
         and h.hour >= old.day::timestamp at time zone 'UTC' and h.hour < (old.day + 1)::timestamp at time zone 'UTC')
     delete from range_day d using old where d.receiver = old.receiver and d.day = old.day and (d.message_type = 'ADSB') = old.is_adsb`,
    [retainedFrom],
  );
}

/** Before messages of an old day are counted, as of a recording that is imported again: their receivers start from nothing. */
export async function startAgain(tx: Transaction, receivers: readonly string[], days: readonly DayOfKind[]) {
  for (const { day, isAdsb } of days) {
    const again = await tx.query<{ receiver: string }>(
      'delete from kept_counts where day = $1::date and is_adsb = $2 and receiver = any($3) returning receiver',
      [day, isAdsb, receivers],
    );
    if (again.length === 0) continue;
    const values = [day, isAdsb, again.map(({ receiver }) => receiver)];
    await tx.query(`delete from rx_hour where ${isOfDay} and ${ofKind} and receiver = any($3)`, values);
    await tx.query(`delete from range_day where day = $1::date and ${ofKind} and receiver = any($3)`, values);
  }
}
