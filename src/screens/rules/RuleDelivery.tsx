/** How often, when and on which ways a rule notifies. Own file: the lower half of the editor. */
import { IconBell, IconBroadcast, IconDeviceMobile, IconMail, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useId } from 'react';
import {
  type EmailWay,
  emailWays,
  type QuietHours,
  type RuleBody,
  type RuleOwner,
  type RuleWays,
  type WaysState,
} from '../../../contract/entities/rules.ts';
import { webhooksQuery } from '../../data/rules.ts';
import { oneLine } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import shared from '../../ui/shared.module.css';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import styles from './Editor.module.css';
import { clockOf, firstQuietHours, minutesOf } from './rule-draft.ts';

type ChoiceProps<T extends string> = {
  readonly label: string;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onValue: (value: T) => void;
};

/** One of few, as segments. Not shown without a choice. */
export function Choice<T extends string>({
  label,
  options,
  names,
  value,
  onValue,
}: ChoiceProps<T>): ReactElement | null {
  if (options.length < 2) return null;
  return <Segmented legend={label} value={value} choices={options} textOf={(one) => names[one]} onChange={onValue} />;
}

// ---- quiet hours

const quietChoices = ['mine', 'none', 'own'] as const;
const quietNames = { mine: 'My quiet hours', none: 'None', own: 'Only for this rule' } as const;
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const;

export function Quiet({
  quiet,
  onQuiet,
}: {
  quiet: RuleBody['quiet'];
  onQuiet: (quiet: RuleBody['quiet']) => void;
}): ReactElement {
  const hours = quiet === null || quiet === 'none' ? null : quiet;
  const choose = (choice: (typeof quietChoices)[number]): void =>
    onQuiet(choice === 'mine' ? null : choice === 'none' ? 'none' : firstQuietHours);
  return (
    <>
      <Choice
        label="Quiet hours"
        options={quietChoices}
        names={quietNames}
        value={hours ? 'own' : quiet === 'none' ? 'none' : 'mine'}
        onValue={choose}
      />
      {hours ? <Hours hours={hours} onHours={onQuiet} /> : null}
    </>
  );
}

function Hours({ hours, onHours }: { hours: QuietHours; onHours: (hours: QuietHours) => void }): ReactElement {
  const time = (name: 'from' | 'to', label: string): ReactElement => (
    <label className={styles.time}>
      {label}
      <input
        type="time"
        className={styles.input}
        value={clockOf(hours[name])}
        onChange={(event) => {
          const minutes = minutesOf(event.target.value);
          if (minutes !== null) onHours({ ...hours, [name]: minutes });
        }}
      />
    </label>
  );
  const toggle = (day: number): void =>
    onHours({
      ...hours,
      days: hours.days.includes(day) ? hours.days.filter((one) => one !== day) : [...hours.days, day].sort(),
    });
  return (
    <fieldset className={styles.quiet}>
      <legend className="dl-hidden">Quiet hours of this rule</legend>
      <div className={styles.line}>
        {time('from', 'From')}
        {time('to', hours.to <= hours.from ? 'To, next day' : 'To')}
      </div>
      <div className={styles.days}>
        {weekFromMonday.map((day) => (
          <ToggleChip key={day} name={dayNames[day]} isOn={hours.days.includes(day)} onToggle={() => toggle(day)}>
            {dayNames[day].slice(0, 2)}
          </ToggleChip>
        ))}
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hours.passEmergencies}
          onChange={(event) => onHours({ ...hours, passEmergencies: event.target.checked })}
        />
        Emergencies pass quiet hours
      </label>
      <p className={shared.smallDim}>Local time, in the time zone of your notice settings.</p>
    </fieldset>
  );
}

// ---- ways

const emailNames: Readonly<Record<EmailWay, string>> = {
  none: 'No email',
  each: 'One per notice',
  hour: 'Digest each hour',
  day: 'Digest each day',
};

type WaysProps = {
  readonly ways: RuleWays;
  /** A rule sends to webhooks of its owner only. */
  readonly owner: RuleOwner;
  /** Undefined = not known yet. */
  readonly states: WaysState | undefined;
  readonly onWays: (ways: RuleWays) => void;
};

export function Ways({ ways, owner, states, onWays }: WaysProps): ReactElement {
  const heading = useId();
  const { data: all } = useQuery(webhooksQuery());
  const webhooks = all?.filter((one) => one.owner === owner);
  const why = (way: 'push' | 'email' | 'webhook' | 'mqtt'): string | null => {
    const state = states?.[way];
    return state && !state.canWork ? oneLine(state.reason ?? 'Does not work on this server.') : null;
  };
  const box = (label: string, isOn: boolean, isOff: boolean, onChange: (isOn: boolean) => void): ReactElement => (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        disabled={isOff}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
  const known = new Set(webhooks?.map(({ id }) => id));
  const gone = webhooks ? ways.webhooks.filter((id) => !known.has(id)) : [];
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>Ways</h2>
      <ul className={styles.ways}>
        <Way icon={<IconBell size={18} aria-hidden="true" />} name="Inbox" text="always">
          {box('Inbox', true, true, () => {})}
        </Way>
        <Way
          icon={<IconDeviceMobile size={18} aria-hidden="true" />}
          name="Push"
          text="to your devices"
          why={why('push')}
        >
          {box('Push', ways.push, why('push') !== null, (push) => onWays({ ...ways, push }))}
        </Way>
        <Way icon={<IconMail size={18} aria-hidden="true" />} name="Email" why={why('email')}>
          {box('Email', ways.email !== 'none', why('email') !== null, (isOn) =>
            onWays({ ...ways, email: isOn ? 'each' : 'none' }),
          )}
          {ways.email === 'none' ? null : (
            <select
              className={styles.field}
              aria-label="How email is sent"
              value={ways.email}
              onChange={(event) => onWays({ ...ways, email: event.target.value as EmailWay })}
            >
              {emailWays.map((one) => (
                <option key={one} value={one}>
                  {emailNames[one]}
                </option>
              ))}
            </select>
          )}
        </Way>
        {webhooks?.map(({ id, name, address, pausedBecause }) => (
          <Way
            key={id}
            icon={<IconWebhook size={18} aria-hidden="true" />}
            name={oneLine(name)}
            text={oneLine(address)}
            why={why('webhook') ?? (pausedBecause && `Paused. ${oneLine(pausedBecause)}`)}
          >
            {box(`Webhook ${oneLine(name)}`, ways.webhooks.includes(id), why('webhook') !== null, (isOn) =>
              onWays({
                ...ways,
                webhooks: isOn ? [...ways.webhooks, id].slice(0, 10) : ways.webhooks.filter((one) => one !== id),
              }),
            )}
          </Way>
        ))}
        {webhooks && webhooks.length > 0 ? null : (
          <Way
            icon={<IconWebhook size={18} aria-hidden="true" />}
            name="Webhook"
            text="none set up"
            why={why('webhook')}
          >
            {box('Webhook', false, true, () => {})}
          </Way>
        )}
        <Way
          icon={<IconBroadcast size={18} aria-hidden="true" />}
          name="MQTT"
          text="to the broker of this server"
          why={why('mqtt')}
        >
          {box('MQTT', ways.mqtt, why('mqtt') !== null, (mqtt) => onWays({ ...ways, mqtt }))}
        </Way>
      </ul>
      {gone.length > 0 ? (
        <p className={styles.note}>
          A webhook of this rule was removed, or has another owner.{' '}
          <PlainButton
            look="subtle"
            onClick={() => onWays({ ...ways, webhooks: ways.webhooks.filter((id) => known.has(id)) })}
          >
            Remove it from the rule
          </PlainButton>
        </p>
      ) : null}
    </section>
  );
}

type WayProps = {
  readonly icon: ReactElement;
  readonly name: string;
  readonly text?: string;
  /** Why it cannot work here, and what to use instead. */
  readonly why?: string | null;
  readonly children: ReactNode;
};

function Way({ icon, name, text, why = null, children }: WayProps): ReactElement {
  const [box, ...more] = Array.isArray(children) ? (children as ReactNode[]) : [children];
  return (
    <li data-off={why !== null || undefined}>
      {box}
      {icon}
      <span className={styles.wayName}>{name}</span>
      <span className={shared.dim}>{why ?? text}</span>
      {more}
    </li>
  );
}
