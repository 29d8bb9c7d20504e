/** Bars for the calendar of a list. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayCountsQuery } from '../../api/day-counts.ts';
import { serverNow } from '../../api/send.ts';
import { utcMoment } from '../../lib/time.ts';
import { useAudience } from '../../session/use-session.ts';
import type { DayBars } from '../../ui/instant-picker-props.ts';
import { dayBarsOf } from './day-bars.ts';

/** Requested with the first open calendar. null = none: only an admin or a parser has a list with all of these messages. */
export function useDayBars(kind: 'text' | 'adsb' | undefined, isOpen: boolean): DayBars | null {
  const audience = useAudience();
  const isOffered = kind !== undefined && (audience === 'admin' || audience === 'parser');
  const { data } = useQuery({ ...dayCountsQuery(), enabled: isOpen && isOffered });
  return useMemo(() => {
    if (!data || !kind || !isOffered) return null;
    const bars = dayBarsOf(data.value, kind);
    if (data.source === 'live') return bars;
    return { ...bars, note: `${bars.note} As of ${utcMoment(data.dataAt, serverNow())}.` };
  }, [data, kind, isOffered]);
}
