import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { dayMs } from '../../../../contract/durations.ts';
import type { DayCounts } from '../../../../contract/entities/statistics.ts';
import { parseInstant } from '../../../../contract/params.ts';
import { dayCountsQuery } from '../../../data/resources.ts';
import { serverNow } from '../../../data/send.ts';
import { counted } from '../../../lib/format.ts';
import { isoDay, utcDay, utcMoment } from '../../../lib/time.ts';
import { useAudience } from '../../../session/use-session.ts';
import { InstantPicker } from '../../../ui/InstantPicker.tsx';
import type { DayBars } from '../../../ui/instant-picker-props.ts';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';
import styles from './inputs.module.css';

/** Usual ranges: 2 h, 24 h, 3 d, 7 d. */
const presetHours = [2, 24, 72, 168];

/**
 * A UTC date and time: typed as `2026-02-01 23:58` or in the T form, or picked. Reports missing parts when it loses focus (ERR-10).
 * Typed text stays as typed.
 */
export function DateTimeInput(props: InputProps): ReactElement {
  const [isOpened, setOpened] = useState(false);
  const bars = useDayBars(props.counts, isOpened);
  return (
    <span className={styles.withPicker}>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        inputMode="numeric"
        maxLength={30}
        placeholder={props.placeholder}
        onChange={(event) => props.onText(event.target.value)}
        onBlur={props.onLeave}
      />
      <InstantPicker
        label={props.label}
        ms={parseInstant(props.text)}
        now={serverNow}
        presetHours={presetHours}
        bars={bars}
        onOpen={() => setOpened(true)}
        onPick={(text) => {
          props.onText(text);
          props.onLeave();
        }}
      />
    </span>
  );
}

// ---- Bars of the calendar: messages of each day. Pure.

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

// ---- Bars for the calendar of a list.

/** Requested with the first open calendar. null = none: only an admin or a parser has a list with all of these messages. */
function useDayBars(kind: 'text' | 'adsb' | undefined, isOpen: boolean): DayBars | null {
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
