/** Messages of stations per hour, relative to the median of the same hour of the seven days before. */
import { mostHourDays, type SightDays, type StationHours } from '../../contract/entities/first-sight.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { firstReceptions } from '../statistics/feeding.ts';
import { hourBegin, hourMs } from '../statistics/period.ts';
import { placesOfReceivers, type StationQuery } from '../statistics/station-query.ts';

type Query = Pick<Database, 'query'>;

const dayMs = 24 * hourMs;
const comparedDays = 7;
/** Fewer days have no median. */
const fewestDays = 3;
/** A station without a message in so many hours, the current one included, is silent. */
const silentHours = 2;

type HoursOfStations = {
  readonly from: string;
  /** Places of all stations in the query: silent ones first, those without counts last. */
  readonly order: readonly number[];
  /** In this order. */
  readonly rows: readonly Omit<StationHours, 'city'>[];
};

export async function hoursOfStations(
  db: Query,
  requested: StationQuery,
  days: SightDays,
  nowMs: number,
): Promise<HoursOfStations> {
  const length = Math.min(days, mostHourDays) * 24;
  const from = hourBegin(nowMs) - (length - 1) * hourMs;
  const readFrom = from - comparedDays * dayMs;
  const counted = await db.query<{ place: number; hour: number; messages: number }>(
    `select m.place, (extract(epoch from h.hour) * 1000)::float8 as hour, sum(h.messages)::float8 as messages
     from unnest($1::text[], $2::int[]) as m (receiver, place) join rx_hour h on h.receiver = m.receiver collate "C"
     where h.hour >= $3 and h.hour <= $4 group by 1, 2`,
    [...placesOfReceivers(requested), new Date(readFrom), new Date(nowMs)],
  );
  const byPlace = new Map<number, Map<number, number>>();
  for (const { place, hour, messages } of counted) {
    const hours = byPlace.get(place) ?? new Map<number, number>();
    byPlace.set(place, hours.set(hour, messages));
  }
  const uncounted = requested.stations.flatMap(({ receivers }, place) => (byPlace.has(place) ? [] : receivers));
  const countedBefore = await firstReceptions(db, uncounted);
  const rows = requested.stations.map(({ stationId, receivers }, place) => {
    const messages = byPlace.get(place) ?? new Map<number, number>();
    const isCounted = messages.size > 0 || receivers.some((receiver) => countedBefore.has(receiver));
    return { place, isCounted, row: rowOf(stationId, messages, { from, length, nowMs, isCounted }) };
  });
  const rank = ({ isCounted, row }: (typeof rows)[number]): number => (isCounted ? (row.isSilent ? 0 : 1) : 2);
  const ordered = rows.toSorted((a, b) => rank(a) - rank(b));
  return {
    from: writeInstant(from),
    order: ordered.map(({ place }) => place),
    rows: ordered.map(({ row }) => row),
  };
}

/** `isCounted` = it has counts, possibly older ones. */
type Hours = {
  readonly from: number;
  readonly length: number;
  readonly nowMs: number;
  readonly isCounted: boolean;
};

export function rowOf(
  stationId: string,
  messages: ReadonlyMap<number, number>,
  { from, length, nowMs, isCounted }: Hours,
): Omit<StationHours, 'city'> {
  const first = Math.min(...messages.keys());
  const hours = Array.from({ length }, (_, at) => from + at * hourMs);
  const counts = hours.map((hour) => messages.get(hour) ?? 0);
  return {
    stationId,
    isSilent: isCounted && counts.slice(-silentHours).every((count) => count === 0),
    counts,
    usual: hours.map((hour, at) => {
      const before = Array.from({ length: comparedDays }, (_, day) => hour - (day + 1) * dayMs).filter(
        (one) => one >= first,
      );
      if (before.length < fewestDays) return null;
      const median = medianOf(before.map((one) => messages.get(one) ?? 0));
      if (median === 0) return null;
      // The current hour is compared with its part.
      const part = Math.min(1, Math.max(0.05, (nowMs - hour) / hourMs));
      return Math.round(((counts[at] ?? 0) / (median * part)) * 100) / 100;
    }),
  };
}

/** The list must not be empty. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
