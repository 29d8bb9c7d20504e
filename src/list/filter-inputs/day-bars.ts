/** Bars of the calendar: messages of each day. Pure. */
import type { DayCounts } from '../../../contract/entities/statistics.ts';
import { parseInstant } from '../../../contract/params.ts';
import { counted } from '../../lib/format.ts';
import { isoDay, utcDay } from '../../lib/time.ts';
import type { DayBars } from '../../ui/instant-picker-props.ts';

const dayMs = 86_400_000;

export function dayBarsOf(counts: DayCounts, kind: 'text' | 'adsb'): DayBars {
  const { from, gaps, [kind]: days } = counts;
  const since = counts.countedSince === null ? null : parseInstant(counts.countedSince);
  const firstMs = Date.parse(`${from}T00:00:00Z`);
  const most = Math.max(1, ...days);
  const bars = days.flatMap((messages, at) => {
    const day = firstMs + at * dayMs;
    // Of earlier days nothing is known.
    if (since === null || day + dayMs <= since) return [];
    const text = `${counted(messages, 'message')}${gaps[at] ? ', a gap of more than 1 h' : ''}`;
    return [[isoDay(day), { share: messages / most, isGap: gaps[at] === true, text }] as const];
  });
  return {
    byDay: new Map(bars),
    note: `Bars: messages of the day. Red: a gap of more than 1 h.${since !== null && since > firstMs ? ` Counted since ${utcDay(since)}.` : ''}`,
  };
}
