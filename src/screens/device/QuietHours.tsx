/** Quiet hours of the user, in a local time zone that is named, and how email is sent. Own file: a form of its own. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { NoticeSettings } from '../../../contract/entities/notices.ts';
import { type EmailWay, emailWays, type QuietHours as Hours } from '../../../contract/entities/rules.ts';
import { attempt } from '../../data/attempt.ts';
import { noticeSettingsQuery, saveNoticeSettings } from '../../data/notices.ts';
import { useNow } from '../../data/use-now.ts';
import { clockText, isSameZone } from '../../lib/time.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import device from './Device.module.css';
import styles from './QuietHours.module.css';

const dayMinutes = 24 * 60;
const tickMs = 10_000;
/** From 22:00 to 06:30, every night. */
const usual: Hours = { from: 22 * 60, to: 6 * 60 + 30, days: [0, 1, 2, 3, 4, 5, 6], passEmergencies: true };
/** Monday first. The wire counts from Sunday. */
const days = [
  { day: 1, short: 'Mo', name: 'Monday' },
  { day: 2, short: 'Tu', name: 'Tuesday' },
  { day: 3, short: 'We', name: 'Wednesday' },
  { day: 4, short: 'Th', name: 'Thursday' },
  { day: 5, short: 'Fr', name: 'Friday' },
  { day: 6, short: 'Sa', name: 'Saturday' },
  { day: 0, short: 'Su', name: 'Sunday' },
];
const emailWords: Readonly<Record<EmailWay, string>> = {
  none: 'Off',
  each: 'One for each notice',
  hour: 'One digest an hour',
  day: 'One digest a day',
};

export function QuietHours(): ReactElement | null {
  const { data, error, refetch } = useQuery(noticeSettingsQuery());
  if (error && !data)
    return (
      <Section>
        <NotLoaded error={error} what="quiet hours and email" onRetry={() => void refetch()} isPart />
      </Section>
    );
  return data ? <SettingsForm key={JSON.stringify(data)} stored={data} /> : null;
}

function Section({ children }: { children: ReactNode }): ReactElement {
  return (
    <section className={device.panel} aria-labelledby="device-quiet">
      <h2 id="device-quiet">Quiet hours and email</h2>
      {children}
    </section>
  );
}

const timeText = (minutes: number): string => clockText({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):?([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Minute of the local day in an IANA zone. null = this browser does not know the zone. */
function localMinute(zone: string, now: number): number | null {
  try {
    return minutesOf(
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now),
    );
  } catch {
    return null;
  }
}
const zoneOfDevice = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function SettingsForm({ stored }: { stored: NoticeSettings }): ReactElement {
  const client = useQueryClient();
  const now = useNow(tickMs);
  const [settings, setSettings] = useState(stored);
  const [result, setResult] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { zone, quiet, email } = settings;
  const change = (part: Partial<NoticeSettings>): void => {
    setResult(null);
    setSettings({ ...settings, ...part });
  };
  const local = localMinute(zone, now);
  const save = async (): Promise<void> => {
    setBusy(true);
    const isSaved = await attempt('Quiet hours were not saved', () => saveNoticeSettings(settings));
    setBusy(false);
    if (!isSaved) return;
    setResult('Saved.');
    client.setQueryData(noticeSettingsQuery().queryKey, settings);
  };
  return (
    <Section>
      <div className={shared.wrappingLine}>
        <Check
          label="Quiet hours"
          note={`${zone}${local === null ? '' : `, now ${timeText(local)}`}`}
          isChecked={quiet !== null}
          onChange={(isOn) => change({ quiet: isOn ? usual : null })}
        />
        {isSameZone(zone, zoneOfDevice()) ? null : (
          <PlainButton onClick={() => change({ zone: zoneOfDevice() })}>
            Use {zoneOfDevice()} of this device
          </PlainButton>
        )}
      </div>
      {quiet ? <HoursFields quiet={quiet} localMinute={local} onChange={(next) => change({ quiet: next })} /> : null}
      <label className={styles.time}>
        Email
        <select
          value={email}
          onChange={(event) => change({ email: emailWays.find((way) => way === event.target.value) ?? 'none' })}
        >
          {emailWays.map((way) => (
            <option key={way} value={way}>
              {emailWords[way]}
            </option>
          ))}
        </select>
        <span className={shared.dim}>
          Applies to station notices and ready-made rules. Other rules have their own setting.
        </span>
      </label>
      <div className={shared.wrappingLine}>
        <PlainButton look="filled" aria-disabled={isBusy} onClick={() => void save()}>
          Save
        </PlainButton>
        <span role="status" className={shared.dim}>
          {result}
        </span>
      </div>
    </Section>
  );
}

type CheckProps = {
  readonly label: string;
  readonly note: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

function Check({ label, note, isChecked, onChange }: CheckProps): ReactElement {
  const id = useId();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-describedby={id}
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span id={id} className={shared.dim}>
          {note}
        </span>
      </span>
    </label>
  );
}

type FieldsProps = {
  readonly quiet: Hours;
  readonly localMinute: number | null;
  readonly onChange: (quiet: Hours) => void;
};

function HoursFields({ quiet, localMinute: at, onChange }: FieldsProps): ReactElement {
  const { from, to, days: chosen, passEmergencies } = quiet;
  const isOverMidnight = to <= from;
  return (
    <>
      <div className={styles.times}>
        <TimeField label="From" value={from} onChange={(minutes) => onChange({ ...quiet, from: minutes })} />
        <TimeField
          label={isOverMidnight ? 'To, next day' : 'To'}
          value={to}
          onChange={(minutes) => onChange({ ...quiet, to: minutes })}
        />
      </div>
      <DayStrip from={from} to={to} at={at} />
      <fieldset className={styles.days}>
        <legend>{isOverMidnight ? 'Nights of' : 'Days'}</legend>
        {days.map(({ day, short, name }) => (
          <button
            key={day}
            type="button"
            aria-label={name}
            aria-pressed={chosen.includes(day)}
            onClick={() =>
              onChange({
                ...quiet,
                days: chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort(),
              })
            }
          >
            {short}
          </button>
        ))}
      </fieldset>
      <Check
        label="Emergencies pass"
        note="7500, 7600, 7700, MAYDAY, PAN"
        isChecked={passEmergencies}
        onChange={(isOn) => onChange({ ...quiet, passEmergencies: isOn })}
      />
      <p className={shared.dim}>Notices held until then arrive as one digest at {timeText(to)}.</p>
    </>
  );
}

type TimeProps = {
  readonly label: string;
  /** Minutes of the local day. */
  readonly value: number;
  readonly onChange: (minutes: number) => void;
};

/** 24 hours: a time input of the browser has the hours of its language. An invalid time changes nothing. */
function TimeField({ label, value, onChange }: TimeProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = typed !== null && minutesOf(typed) === null;
  return (
    <label className={styles.time}>
      {label}
      <input
        inputMode="numeric"
        maxLength={5}
        placeholder="HH:MM"
        aria-invalid={isInvalid}
        value={typed ?? timeText(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          const minutes = minutesOf(event.target.value);
          if (minutes !== null) onChange(minutes);
        }}
        onBlur={() => {
          if (!isInvalid) setTyped(null);
        }}
      />
      {isInvalid ? <span className={shared.failed}>Enter hours and minutes, such as 06:30.</span> : null}
    </label>
  );
}

/** The local day from 0 to 24, quiet hours grey, now a line. */
function DayStrip({ from, to, at }: { from: number; to: number; at: number | null }): ReactElement {
  const percent = (minutes: number): string => `${(100 * minutes) / dayMinutes}%`;
  const parts: readonly (readonly [from: number, to: number])[] =
    to > from
      ? [[from, to]]
      : [
          [0, to],
          [from, dayMinutes],
        ];
  return (
    <div aria-hidden="true">
      <div className={styles.strip}>
        {parts.map(([start, end]) => (
          <i key={start} style={{ left: percent(start), width: percent(end - start) }} />
        ))}
        {at === null ? null : <b style={{ left: percent(at) }} />}
      </div>
      <div className={styles.hours}>
        {['00', '06', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  );
}
