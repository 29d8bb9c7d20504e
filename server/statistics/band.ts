/** Messages per slot of ten minutes and type, with the gaps, from rx_hour (ADD-band). */
import type { GapCause, MessageBand } from '../../contract/entities/statistics.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import type { MessageType } from './count-receptions.ts';
import { firstSlotMs, hourBegin, type Span, slotMs } from './period.ts';
import { slotsOfServer } from './server-slots.ts';
import type { StationQuery } from './station-query.ts';

type Query = Pick<Database, 'query'>;
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
