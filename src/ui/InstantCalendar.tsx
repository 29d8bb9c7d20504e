/** Calendar, 24-hour time and presets of InstantPicker, loaded with the first one that opens. Everything is UTC. */
import { hourMs } from '../../contract/durations.ts';
import '@mantine/dates/styles.layer.css';
import { DatePicker, TimePicker } from '@mantine/dates';
import { type ReactElement, useEffect, useRef } from 'react';
import { windowLabel } from '../lib/time.ts';
import styles from './InstantPicker.module.css';
import type { InstantPickerProps } from './instant-picker-props.ts';
import { PlainButton } from './PlainButton.tsx';

const wholeHours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

export default function InstantCalendar(props: InstantPickerProps & { onDone(): void }): ReactElement {
  const { ms, now, presetHours, step, bars, onPick } = props;
  const place = useRef<HTMLDivElement>(null);
  const today = textOf(now()).slice(0, 10);
  const isHours = step === 'hour';
  const isDays = step === 'day';
  const [day = '', minute = ''] = ms === null ? [] : textOf(ms).split(' ');
  const time = isHours && minute !== '' ? `${minute.slice(0, 2)}:00` : minute;
  useEffect(() => {
    const dayOf = (mark: string) => place.current?.querySelector<HTMLElement>(mark);
    (dayOf('[data-selected]') ?? dayOf('[data-now]'))?.focus();
  }, []);
  const pick = (nextDay: string, nextTime: string): void => {
    onPick(isDays ? nextDay : `${nextDay} ${nextTime}`);
    if (isDays) props.onDone();
  };
  return (
    <div ref={place} className={styles.calendar}>
      {presetHours ? (
        <fieldset className={styles.presets} aria-label="Before now">
          {presetHours.map((hours) => (
            <PlainButton key={hours} onClick={() => onPick(textOf(now() - hours * hourMs))}>
              {windowLabel(hours)}
            </PlainButton>
          ))}
          <PlainButton onClick={() => onPick(textOf(now()))}>Now</PlainButton>
        </fieldset>
      ) : null}
      <DatePicker
        value={day || null}
        defaultDate={day || today}
        {...(isDays ? { maxDate: today } : {})}
        firstDayOfWeek={1}
        weekendDays={[]}
        hideOutsideDates
        size="sm"
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
          monthLevelControl: 'Choose a month',
          yearLevelControl: 'Choose a year',
        }}
        // Day by UTC, not by the device's time zone.
        getDayProps={(date) => ({
          ...(date === today ? { className: styles.today ?? '', 'data-now': true } : {}),
          title: bars?.byDay.get(date)?.text,
        })}
        {...(bars ? { renderDay: (date: string) => <Day date={date} bar={bars.byDay.get(date)} /> } : {})}
        onChange={(date) => {
          if (date !== null) pick(date, time || '00:00');
        }}
      />
      {bars ? <p className={styles.note}>{bars.note}</p> : null}
      {isDays ? null : (
        <div className={styles.time}>
          {isHours ? (
            <select aria-label="Hour, UTC" value={time} onChange={(event) => pick(day || today, event.target.value)}>
              {time === '' ? <option value="">--:--</option> : null}
              {wholeHours.map((hour) => (
                <option key={hour}>{hour}</option>
              ))}
            </select>
          ) : (
            <TimePicker
              value={time}
              format="24h"
              aria-label="Time in UTC"
              hoursInputLabel="Hours, UTC"
              minutesInputLabel="Minutes, UTC"
              onChange={(next) => {
                if (next !== '' && next.slice(0, 5) !== time) pick(day || today, next.slice(0, 5));
              }}
            />
          )}
          <span className={styles.unit}>UTC</span>
          <PlainButton look="filled" className={styles.done} onClick={props.onDone}>
            Done
          </PlainButton>
        </div>
      )}
    </div>
  );
}

type DayProps = {
  readonly date: string;
  readonly bar: { readonly share: number; readonly isGap: boolean } | undefined;
};

function Day({ date, bar }: DayProps): ReactElement {
  return (
    <span className={styles.day}>
      {Number(date.slice(8, 10))}
      {bar ? (
        <i
          className={styles.bar}
          data-gap={bar.isGap || undefined}
          style={{ width: `${minBarPx + bar.share * moreBarPx}px` }}
        />
      ) : null}
    </span>
  );
}
const [minBarPx, moreBarPx] = [3, 21];
