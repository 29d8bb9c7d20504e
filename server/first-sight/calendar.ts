/** Feeding days of stations by type: the share of ten-minute slots, and why hours were silent. */
import { calendarDays, type SightReason, type StationDays } from '../../contract/entities/first-sight.ts';
import { type FeedType, feedTypes } from '../../contract/entities/station-health.ts';
import type { Database } from '../database/pool.ts';
import { firstReceptions } from '../statistics/feeding.ts';
import { hourMs, slotMs } from '../statistics/period.ts';
import { placesOfReceivers, type StationQuery } from '../statistics/station-query.ts';

type Query = Pick<Database, 'query'>;

const dayMs = 24 * hourMs;
type Fed = { readonly place: number; readonly day: number; readonly type: FeedType; readonly slots: number };
type Silent = {
  readonly stationId: string;
  readonly day: number;
  readonly type: FeedType;
  readonly reason: SightReason;
  readonly hours: number;
};
type Calendar = { readonly from: string; readonly rows: Omit<StationDays, 'city'>[] };

export async function calendarOf(db: Query, requested: StationQuery, nowMs: number): Promise<Calendar> {
  const from = Math.floor(nowMs / dayMs) * dayMs - (calendarDays - 1) * dayMs;
  const [fed, silent, firsts] = await Promise.all([
    fedDays(db, requested, from, nowMs),
    silentDays(db, requested, from),
    firstReceptions(
      db,
      requested.stations.flatMap(({ receivers }) => receivers),
    ),
  ]);
  const slots = new Map(fed.map((one) => [`${one.place} ${one.type} ${one.day}`, one.slots]));
  const reasons = new Map<string, Silent>();
  for (const one of silent) {
    const key = `${one.stationId} ${one.type} ${one.day}`;
    if ((reasons.get(key)?.hours ?? 0) < one.hours) reasons.set(key, one);
  }
  const days = Array.from({ length: calendarDays }, (_, at) => from + at * dayMs);
  const rows = requested.stations.flatMap(({ stationId, receivers }, place) => {
    const first = Math.min(...receivers.map((receiver) => firsts.get(receiver) ?? Number.POSITIVE_INFINITY));
    const types = feedTypes.filter((type) => fed.some((one) => one.place === place && one.type === type));
    return types.map((type) => ({
      stationId,
      type,
      shares: days.map((day) => {
        const possible = Math.ceil((Math.min(day + dayMs, nowMs) - Math.max(day, first)) / slotMs);
        if (possible <= 0) return null;
        return Math.min(1, Math.round(((slots.get(`${place} ${type} ${day}`) ?? 0) / possible) * 1000) / 1000);
      }),
      reasons: days.map((day) => {
        const found = reasons.get(`${stationId} ${type} ${day}`);
        return found ? { reason: found.reason, hours: found.hours } : null;
      }),
    }));
  });
  return { from: new Date(from).toISOString().slice(0, 10), rows };
}

const utcDayMs = (hour: string): string => `(extract(epoch from date_trunc('day', ${hour}, 'UTC')) * 1000)::float8`;

/** Slots of several receivers of a station are combined. HFDL is ACARS over another radio link (contract/feeding.ts). */
const fedDays = (db: Query, requested: StationQuery, from: number, nowMs: number): Promise<Fed[]> =>
  db.query(
    `select place, ${utcDayMs('hour')} as day, type, sum(bit_count(slots::int::bit(6)))::int as slots from (
       select m.place, h.hour, case h.message_type when 'HFDL' then 'ACARS' else h.message_type end as type, bit_or(h.slots) as slots
       from unnest($1::text[], $2::int[]) as m (receiver, place) join rx_hour h on h.receiver = m.receiver collate "C"
       where h.hour >= $3 and h.hour <= $4 group by 1, 2, 3) hourly
     group by 1, 2, 3`,
    [...placesOfReceivers(requested), new Date(from), new Date(nowMs)],
  );

const silentDays = (db: Query, { stations }: StationQuery, from: number): Promise<Silent[]> =>
  db.query(
    `select s.station_id as "stationId", ${utcDayMs('h.hour')} as day, h.message_type as type, h.reason, count(*)::int as hours
     from silent_hour h join stations s on s.id = h.station_record_id
     where s.station_id = any($1) and h.hour >= $2 group by 1, 2, 3, 4`,
    [stations.map(({ stationId }) => stationId), new Date(from)],
  );
