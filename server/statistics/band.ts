/** Messages per slot of ten minutes and type, with the gaps, from rx_hour (ADD-band), and per day (ADD-days). */

import { dayMs, hourMs } from '../../contract/durations.ts';
import { countedDays, type DayCounts, type GapCause, type MessageBand } from '../../contract/entities/statistics.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import type { Query } from '../database/pool.ts';
import type { MessageType } from './count-receptions.ts';
import { firstSlotMs, hourBegin, type Span, slotMs } from './period.ts';
import type { StationQuery } from './station-query.ts';

type Hour = { readonly hourMs: number; readonly type: MessageType; readonly slots: readonly number[] };

const slotBegin = (ms: number): number => Math.floor(ms / slotMs) * slotMs;

/** Whole slots from that of `fromMs` to the one before `toMs`. */
export async function messageBand(
  db: Query,
  { receivers, stations }: StationQuery,
  { fromMs, toMs }: Span,
  nowMs: number,
): Promise<MessageBand> {
  const begin = slotBegin(fromMs);
  const length = Math.max(0, Math.ceil((toMs - begin) / slotMs));
  const [hours, countedSince, server] = await Promise.all([
    hoursOf(db, receivers, { fromMs: hourBegin(begin), toMs: begin + length * slotMs }),
    firstCounted(db, receivers),
    slotsOfServer(db, { fromMs: begin, toMs }),
  ]);
  const countsOf = (type: MessageType): number[] => {
    const counts = new Array<number>(length).fill(0);
    for (const hour of hours)
      if (hour.type === type)
        for (const [slot, messages] of hour.slots.entries()) {
          const place = (hour.hourMs - begin) / slotMs + slot;
          if (place >= 0 && place < length) counts[place] = (counts[place] ?? 0) + messages;
        }
    return counts;
  };
  const [acars, vdlm2, hfdl, adsb] = (['ACARS', 'VDLM2', 'HFDL', 'ADSB'] as const).map(countsOf);
  const counts = { acars: acars ?? [], vdlm2: vdlm2 ?? [], hfdl: hfdl ?? [], adsb: adsb ?? [] };
  const causeOf = (place: number): GapCause | null => {
    const at = begin + place * slotMs;
    const isKnown = countedSince !== null && at >= countedSince && at + slotMs <= nowMs;
    if (!isKnown || Object.values(counts).some((ofType) => ofType[place])) return null;
    return server.firstMs !== null && at > server.firstMs && !server.ran.has(at) ? 'serverOff' : 'nothingReceived';
  };
  return {
    asOf: writeInstant(nowMs),
    from: writeInstant(begin),
    ...counts,
    gaps: gapsOf(Array.from({ length }, (_, place) => causeOf(place))).map(({ first, end, cause }) => ({
      from: writeInstant(begin + first * slotMs),
      to: writeInstant(begin + end * slotMs),
      cause,
    })),
    countedSince: countedSince === null ? null : writeInstant(countedSince),
    stations: stations.length,
  };
}

type Gap = { readonly first: number; end: number; readonly cause: GapCause };
/** Neighbours of one cause joined. */
function gapsOf(causes: readonly (GapCause | null)[]): Gap[] {
  const gaps: Gap[] = [];
  for (const [place, cause] of causes.entries()) {
    if (cause === null) continue;
    const last = gaps.at(-1);
    if (last?.end === place && last.cause === cause) last.end++;
    else gaps.push({ first: place, end: place + 1, cause });
  }
  return gaps;
}

const ofReceivers = '($1::text[] is null or receiver = any($1))';

async function hoursOf(db: Query, receivers: readonly string[] | null, { fromMs, toMs }: Span): Promise<Hour[]> {
  return db.query<Hour>(
    `select (extract(epoch from hour) * 1000)::float8 as "hourMs", message_type as type,
       array[sum(m0), sum(m1), sum(m2), sum(m3), sum(m4), sum(m5)]::float8[] as slots
     from rx_hour where ${ofReceivers} and hour >= $2 and hour < $3 group by hour, message_type`,
    [receivers, new Date(fromMs), new Date(toMs)],
  );
}

/** Start of the first slot with a stored message. */
export async function firstCounted(db: Query, receivers: readonly string[] | null): Promise<number | null> {
  const [first] = await db.query<{ hour: Date; slots: number }>(
    `select hour, bit_or(slots) as slots from rx_hour
     where ${ofReceivers} and hour = (select min(hour) from rx_hour where ${ofReceivers}) group by hour`,
    [receivers],
  );
  return first ? first.hour.getTime() + firstSlotMs(first.slots) : null;
}

// ---- Slots of ten minutes in which this server ran: a gap in the counts has a cause (decision 18).

/** As long as the longest band. */
export const maxBandMs = 7 * 86_400_000;

/** Idempotent. Older slots are removed, if the clock is trusted: without one, the band keeps what it knows. */
export async function noteServerSlot(db: Query, nowMs: number, isTrusted = true): Promise<void> {
  const slot = new Date(Math.floor(nowMs / slotMs) * slotMs);
  await db.query('insert into server_slot (slot) values ($1) on conflict do nothing', [slot]);
  if (!isTrusted) return;
  await db.query('delete from server_slot where slot < $1', [new Date(nowMs - maxBandMs - slotMs)]);
}

/** `firstMs` = first known slot of all. Earlier ones are unknown. null = none. */
type ServerSlots = { readonly firstMs: number | null; readonly ran: ReadonlySet<number> };

export async function slotsOfServer(db: Query, { fromMs, toMs }: Span): Promise<ServerSlots> {
  const [row] = await db.query<{ firstMs: number | null; ran: number[] | null }>(
    `select (extract(epoch from min(slot)) * 1000)::float8 as "firstMs",
       array_agg((extract(epoch from slot) * 1000)::float8) filter (where slot >= $1 and slot < $2) as ran from server_slot`,
    [new Date(fromMs), new Date(toMs)],
  );
  return { firstMs: row?.firstMs ?? null, ran: new Set(row?.ran ?? []) };
}

// ---- Messages per day for the calendar of a list (ADD-days), summed from the time band.

const slotsPerDay = dayMs / slotMs;

export async function dayCounts(db: Query, requested: StationQuery, nowMs: number): Promise<DayCounts> {
  const fromMs = Math.floor(nowMs / dayMs) * dayMs - (countedDays - 1) * dayMs;
  const band = await messageBand(db, requested, { fromMs, toMs: nowMs }, nowMs);
  const perDay = (...types: readonly (readonly number[])[]): number[] => {
    const days = new Array<number>(countedDays).fill(0);
    for (const counts of types)
      for (const [slot, messages] of counts.entries()) {
        const day = Math.floor(slot / slotsPerDay);
        days[day] = (days[day] ?? 0) + messages;
      }
    return days;
  };
  return {
    asOf: band.asOf,
    from: new Date(fromMs).toISOString().slice(0, 10),
    text: perDay(band.acars, band.vdlm2, band.hfdl),
    adsb: perDay(band.adsb),
    gaps: daysWithGap(
      band.gaps.map(({ from, to }) => [parseInstant(from) ?? 0, parseInstant(to) ?? 0]),
      fromMs,
    ),
    countedSince: band.countedSince,
  };
}

/** Marks the day in which a gap of more than an hour begins, and each day with more than an hour of it. */
export function daysWithGap(gaps: readonly (readonly [from: number, to: number])[], fromMs: number): boolean[] {
  const days = new Array<boolean>(countedDays).fill(false);
  for (const [from, to] of joined(gaps)) {
    if (to - from <= hourMs) continue;
    for (const day of days.keys()) {
      const [begin, end] = [fromMs + day * dayMs, fromMs + (day + 1) * dayMs];
      const isBeginning = from >= begin && from < end;
      if (isBeginning || Math.min(to, end) - Math.max(from, begin) > hourMs) days[day] = true;
    }
  }
  return days;
}

/** A gap with two causes is one. */
function joined(gaps: readonly (readonly [from: number, to: number])[]): (readonly [from: number, to: number])[] {
  const found: (readonly [from: number, to: number])[] = [];
  for (const [from, to] of gaps) {
    const last = found.at(-1);
    if (last && last[1] === from) found[found.length - 1] = [last[0], to];
    else found.push([from, to]);
  }
  return found;
}
