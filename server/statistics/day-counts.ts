/** Messages per day for the calendar of a list (ADD-days), summed from the time band. */
import { countedDays, type DayCounts } from '../../contract/entities/statistics.ts';
import { parseInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { messageBand } from './band.ts';
import { hourMs, slotMs } from './period.ts';
import type { StationQuery } from './station-query.ts';

const dayMs = 24 * hourMs;
const slotsPerDay = dayMs / slotMs;

export async function dayCounts(
  db: Pick<Database, 'query'>,
  requested: StationQuery,
  nowMs: number,
): Promise<DayCounts> {
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
