/** A station in one line of a list: rates, ranges and 48 half hours against its own week. Own file: pure but for its two queries. */
import { dayMs, hourMs, minuteMs } from '../../../contract/durations.ts';
import {
  briefHalfHours,
  type FeedType,
  feedTypes,
  type StationBrief,
} from '../../../contract/entities/station-health.ts';
import type { Database } from '../../database/pool.ts';
import { byStation, type HourCounts, hourCounts, type KnownStation } from './known-stations.ts';
import type { CachedRanges } from './station-facts.ts';
import { rangeOf } from './station-week.ts';

const halfMs = 30 * minuteMs;
const slotMs = 10 * minuteMs;
const slotsPerHalf = halfMs / slotMs;
const usualDays = 7;
/** A share beyond is drawn no higher. */
const maxShare = 2;
/** What a half hour of which only minutes are over can say. */
const minElapsedMs = 10 * minuteMs;

type Station = { readonly station: KnownStation; readonly types: readonly FeedType[] };

export async function stationBriefsOf(
  db: Database,
  ranges: CachedRanges,
  stations: readonly Station[],
  now: number,
): Promise<Map<number, StationBrief>> {
  const ids = stations.map(({ station }) => station.id);
  const from = Math.floor(now / hourMs) * hourMs - (usualDays + 1) * dayMs;
  const [hours, farthest] = await Promise.all([hourCounts(db, ids, { from, to: now }), ranges.of(ids, now)]);
  const hoursOf = byStation(hours);
  return new Map(
    stations.map(({ station: { id }, types }) => {
      const range = rangeOf(farthest.get(id) ?? []);
      return [
        id,
        {
          types: feedTypes.filter((type) => types.includes(type)),
          ...ratesOf(hoursOf.get(id) ?? [], now),
          rangeNmi: range?.nowNmi ?? null,
          usualRangeNmi: range?.usualNmi ?? null,
        },
      ];
    }),
  );
}

type Rates = Pick<StationBrief, 'perMin' | 'usualPerMin' | 'halfHours'>;

/** Usual = the mean of the same half hour of the seven days before, of those with messages. */
export function ratesOf(hours: readonly Omit<HourCounts, 'id'>[], now: number): Rates {
  const slots = new Map(hours.flatMap(({ hour, counts }) => counts.map((count, at) => [hour + at * slotMs, count])));
  const countFrom = (begin: number, length: number): number =>
    Array.from({ length }, (_, at) => slots.get(begin + at * slotMs) ?? 0).reduce((sum, count) => sum + count, 0);
  const usualOf = (begin: number): number | null => {
    const counts = Array.from({ length: usualDays }, (_, day) => countFrom(begin - (day + 1) * dayMs, slotsPerHalf));
    const fed = counts.filter((count) => count > 0);
    return fed.length > 0 ? fed.reduce((sum, count) => sum + count, 0) / fed.length : null;
  };
  const firstAt = Math.min(...[...slots].filter(([, count]) => count > 0).map(([at]) => at));
  const last = Math.floor(now / halfMs) * halfMs;
  const halfHours = Array.from({ length: briefHalfHours }, (_, at): number | null => {
    const begin = last - (briefHalfHours - 1 - at) * halfMs;
    const elapsed = Math.min(halfMs, now - begin);
    const count = countFrom(begin, slotsPerHalf);
    // Before the first message nothing is missing, and minutes are too few to miss anything.
    if (count === 0) return begin + halfMs <= firstAt || firstAt > now || elapsed < minElapsedMs ? null : 0;
    const usual = usualOf(begin);
    return usual === null ? 1 : Math.min(maxShare, Math.round((count / usual / (elapsed / halfMs)) * 100) / 100);
  });
  const rateFrom = Math.floor(now / slotMs) * slotMs - halfMs;
  const perMinute = (count: number): number => Math.round((count / (halfMs / minuteMs)) * 10) / 10;
  const usual = usualOf(Math.floor(rateFrom / halfMs) * halfMs);
  return {
    perMin: Number.isFinite(firstAt) ? perMinute(countFrom(rateFrom, slotsPerHalf)) : null,
    usualPerMin: usual === null ? null : perMinute(usual),
    halfHours,
  };
}
