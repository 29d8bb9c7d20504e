/** Statistics at first sight, from counts only (ADD-firstSight, decision 56). */
import { type FirstSight, type SightDays, shownInSight } from '../../contract/entities/first-sight.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { firstCounted } from '../statistics/band.ts';
import type { StationQuery } from '../statistics/station-query.ts';
import { calendarOf } from './calendar.ts';
import { frequencyLevels } from './levels.ts';
import { messagesPerStep } from './messages.ts';
import { mostFrequent } from './most-frequent.ts';
import { rangesOf } from './ranges.ts';
import { hoursOfStations } from './station-hours.ts';

type Query = Pick<Database, 'query'>;

export async function readFirstSight(
  db: Query,
  requested: StationQuery,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight> {
  const hours = await hoursOfStations(db, requested, days, nowMs);
  // The same stations everywhere: those that need attention first.
  const first = (count: number): StationQuery => ({
    ...requested,
    stations: hours.order.slice(0, count).flatMap((place) => requested.stations[place] ?? []),
  });
  const cities = await citiesOf(db, requested);
  const [messages, ranges, calendar, levels, tops, countedSince] = await Promise.all([
    messagesPerStep(db, requested.receivers, days, nowMs),
    rangesOf(db, first(shownInSight.ranges), nowMs),
    calendarOf(db, first(shownInSight.calendar), nowMs),
    frequencyLevels(db, requested.receivers, days, nowMs),
    mostFrequent(db, requested.receivers, days, nowMs),
    firstCounted(db, requested.receivers),
  ]);
  const withCity = <T extends { readonly stationId: string }>(row: T) => ({
    ...row,
    city: cities.get(row.stationId) ?? null,
  });
  return {
    asOf: writeInstant(nowMs),
    countedSince: countedSince === null ? null : writeInstant(countedSince),
    stations: requested.stations.length,
    messages,
    hours: { from: hours.from, rows: hours.rows.slice(0, shownInSight.hours).map(withCity) },
    ranges: ranges.map(withCity),
    calendar: { from: calendar.from, rows: calendar.rows.map(withCity) },
    levels,
    tops,
  };
}

async function citiesOf(db: Query, { stations }: StationQuery): Promise<Map<string, string | null>> {
  const rows = await db.query<{ stationId: string; city: string | null }>(
    'select station_id as "stationId", city from stations where station_id = any($1)',
    [stations.map(({ stationId }) => stationId)],
  );
  return new Map(rows.map(({ stationId, city }) => [stationId, city]));
}
