/** Messages by flight, newest first. New ones are added on a click. Own file: the screen would have over 600 lines. */

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import { dayMs, minuteMs } from '../../../contract/durations.ts';
import {
  type Tail,
  type TailLeg,
  type TailMessage,
  type TailSpan,
  tailSpans,
} from '../../../contract/entities/tail.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { counted, formatCount, manyLines, oneLine } from '../../lib/format.ts';
import { utcClock, utcMoment } from '../../lib/time.ts';
import { KindIcon } from '../../objects/KindIcon.tsx';
import { NeverReceived } from '../../objects/NeverReceived.tsx';
import { StationLink } from '../../objects/ObjectLink.tsx';
import { AirportCode } from '../../objects/object-cells.tsx';
import { rawListPath, tailPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Tail.module.css';
import { msOf, routeText, timesText } from './tail-state.ts';

type Props = {
  readonly name: string;
  readonly tail: Tail;
  readonly now: number;
  readonly waiting: number;
  readonly onTake: () => void;
  readonly rows: OpenRows;
  readonly isPartial: boolean;
};

export function Legs({ name, tail, now, waiting, onTake, rows, isPartial }: Props): ReactElement {
  const heading = useId();
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>Messages by flight</h2>
        <span role="status">
          {waiting > 0 ? (
            <PlainButton look="subtle" onClick={onTake}>
              {waiting} new
            </PlainButton>
          ) : null}
        </span>
        <span className={`${shared.dimAtEnd} ${styles.hint}`}>Receptions of one message are one row</span>
        <AllInTheRawList name={name} tail={tail} />
      </div>
      {rows.groups.length === 0 ? (
        <p className={styles.none}>
          No messages and no flights received in this period. <NeverReceived name={name} aircraft={tail} />
        </p>
      ) : (
        <ul className={shared.bareList}>
          {rows.groups.map((group) => (
            <OneGroup key={group.id} name={name} group={group} now={now} rows={rows} />
          ))}
        </ul>
      )}
      {tail.olderMessages > 0 ? (
        <p className={styles.none}>
          {formatCount(tail.olderMessages)} older messages of this period are in the raw list only.
        </p>
      ) : null}
      {isPartial ? <p className={styles.none}>Not all messages are on this device.</p> : null}
    </section>
  );
}

/** The days of the axis, where every reception is, and the export. */
function AllInTheRawList({ name, tail }: Pick<Props, 'name' | 'tail'>): ReactElement {
  const audience = useAudience();
  const { days, asOf } = tail;
  const to = msOf(asOf) ?? 0;
  const window = {
    acarsMessageDateTimeMin: writeInstant(to - days * dayMs),
    acarsMessageDateTimeMax: writeInstant(to),
  };
  return (
    <Link className={styles.all} to={rawListPath(audience)} search={{ tail: name, ...window } as never}>
      {days === 1 ? '24 hours' : `${days} days`} in the raw list
    </Link>
  );
}

type GroupProps = {
  readonly name: string;
  readonly group: Group;
  readonly now: number;
  readonly rows: OpenRows;
};

function OneGroup({ name, group, now, rows }: GroupProps): ReactElement {
  const { id, leg, messages } = group;
  const isOpen = rows.isOpen(id);
  const body = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={styles.group}>
      <h3>
        <button
          id={rowButtonId(id)}
          type="button"
          className={styles.leg}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => rows.toggle(id)}
        >
          <Chevron size={16} aria-hidden="true" />
          {leg ? (
            <>
              <span className={shared.strong}>
                {leg.flight ? <code>{oneLine(leg.flight)}</code> : null} {routeText(leg) ?? 'Flight'}
              </span>
              <span className={shared.dim}>{timesText(leg, now)}</span>
            </>
          ) : (
            <span className={shared.strong}>Between flights</span>
          )}
          <span className={shared.dimAtEnd}>{countText(group)}</span>
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen ? (
          <>
            {leg ? (
              <p className={`${shared.dim} ${styles.actions}`}>
                <Link to={tailPath(name) ?? '.'} search={{ leg: leg.id } as never}>
                  Link to this flight
                </Link>
                {[...new Set([leg.from, leg.to, leg.endedAt])].map((code) =>
                  code === null ? null : (
                    <span key={code}>
                      <AirportCode code={code} />
                    </span>
                  ),
                )}
                <span>{whenText(group, now)}</span>
              </p>
            ) : null}
            {messages.length === 0 ? <p className={styles.none}>Positions only, no messages.</p> : null}
            <ul
              className={shared.bareList}
              aria-label={leg ? `Messages of ${oneLine(leg.flight ?? 'this flight')}` : 'Messages'}
            >
              {messages.map((message) => (
                <OneMessage key={message.id} name={name} message={message} rows={rows} />
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </li>
  );
}

function countText({ leg, messages }: Group): string {
  const count = leg?.messages ?? messages.length;
  const words = counted(count, 'message');
  if (!leg || count === 0) return words;
  return `${words}, ${counted(leg.receivers, 'receiver')}`;
}

function whenText({ leg }: Group, now: number): string {
  const [from, to] = [msOf(leg?.id), msOf(leg?.until)];
  return from === null || to === null ? '' : `Received ${utcMoment(from, now)} to ${utcMoment(to, from)}`;
}

// ---- a message in words. Expanded: its text, decoded on this device

type OneMessageProps = { readonly name: string; readonly message: TailMessage; readonly rows: OpenRows };

function OneMessage({ name, message, rows }: OneMessageProps): ReactElement {
  const { id, at, kind, words, text, heardBy } = message;
  const isOpen = rows.isOpen(id);
  const body = useId();
  const ms = parseInstant(at);
  return (
    <li className={styles.item} data-kind={kind}>
      <button
        id={rowButtonId(id)}
        type="button"
        className={styles.message}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => rows.toggle(id)}
      >
        <time dateTime={at}>{ms === null ? '' : utcClock(ms)}</time>
        <KindIcon kind={kind} className={shared.rigid} />
        <span className={styles.words}>{oneLine(words)}</span>
        <code className={styles.text} dir="auto">
          {oneLine(text ?? '')}
        </code>
        <span className={`${shared.dim} ${styles.legReceivers}`}>received by {heardBy}</span>
      </button>
      <div id={body} hidden={!isOpen} className={styles.body}>
        {isOpen ? <Whole name={name} message={message} /> : null}
      </div>
    </li>
  );
}

function Whole({ name, message }: Omit<OneMessageProps, 'rows'>): ReactElement {
  const { at, label, text, isCut, type, stationId } = message;
  const audience = useAudience();
  const ms = parseInstant(at) ?? 0;
  const window = {
    acarsMessageDateTimeMin: writeInstant(ms - minuteMs),
    acarsMessageDateTimeMax: writeInstant(ms + minuteMs),
  };
  const facts = [type, label && `label ${label}`].filter(Boolean).join(' · ');
  return (
    <>
      <p className={styles.messageFacts}>
        {oneLine(facts)}
        {stationId ? (
          <>
            {facts === '' ? '' : ' · '}receiver <StationLink id={stationId} />
          </>
        ) : null}{' '}
        <Link to={rawListPath(audience)} search={{ tail: name, ...window } as never}>
          In the raw list
        </Link>
      </p>
      {text ? (
        <>
          <pre dir="auto">{manyLines(text)}</pre>
          {isCut ? <p className={styles.messageFacts}>The text is longer. The raw list contains all of it.</p> : null}
          <div className={shared.buttons}>
            <CopyButton text={text}>Copy text</CopyButton>
            {label ? <DecodeText key={text} label={label} text={text} /> : null}
          </div>
        </>
      ) : (
        <p className={styles.messageFacts}>No text.</p>
      )}
    </>
  );
}

// ---- messages by leg, and those between flights

/** `leg` null = between flights. */
type Group = { readonly id: string; readonly leg: TailLeg | null; readonly messages: readonly TailMessage[] };

/** Newest first. Neighbouring messages without a leg are one group. */
export function groupsOf(legs: readonly TailLeg[], messages: readonly TailMessage[]): Group[] {
  const ofLeg = new Map(legs.map((leg) => [leg.id, { id: leg.id, leg, messages: [] as TailMessage[] }]));
  const groups: { id: string; leg: TailLeg | null; messages: TailMessage[]; at: string }[] = [];
  for (const leg of legs) {
    const group = ofLeg.get(leg.id);
    if (group) groups.push(Object.assign(group, { at: leg.until }));
  }
  let between: (typeof groups)[number] | null = null;
  for (const message of messages) {
    const own = message.leg === null ? undefined : ofLeg.get(message.leg);
    if (own) {
      own.messages.push(message);
      between = null;
      continue;
    }
    if (between === null) {
      between = { id: `between ${message.id}`, leg: null, messages: [], at: message.at };
      groups.push(between);
    }
    between.messages.push(message);
  }
  return groups.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** The leg of an instant: the one that contains it, otherwise the next before it. null = there is none. */
export function legAt(legs: readonly TailLeg[], instant: string): TailLeg | null {
  const at = parseInstant(instant);
  if (at === null) return null;
  const startOf = ({ id }: TailLeg): number => parseInstant(id) ?? 0;
  const within = legs.find((leg) => startOf(leg) <= at && at <= (parseInstant(leg.until) ?? 0));
  return within ?? legs.find((leg) => startOf(leg) <= at) ?? null;
}

/** The shortest axis that contains the instant. null = it is older than all. */
export function spanOf(instant: string, nowMs: number): TailSpan | null {
  const at = parseInstant(instant);
  return at === null ? null : (tailSpans.find((days) => nowMs - at < (days - 0.25) * dayMs) ?? null);
}

// ---- expanded legs and messages, and which row gets the focus next

type OpenRows = {
  readonly groups: readonly Group[];
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Expands its leg and the message, and moves the focus to it. */
  readonly showMessage: (messageId: string) => void;
};
/** Ids of the buttons that expand rows. */
const rowButtonId = (id: string): string => `tail-row-${id}`;
/** Groups that are expanded at first. */
const openAtFirst = 2;

/** `leg` = an instant of the leg that the address names. */
export function useOpenRows(tail: Tail, leg: string | null): OpenRows {
  const groups = useMemo(() => groupsOf(tail.legs, tail.messages), [tail]);
  const selectedLeg = leg === null ? null : (legAt(tail.legs, leg)?.id ?? null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focus, setFocus] = useState<string | null>(null);
  const shownLeg = useRef<string | null>(null);
  const isGroup = (id: string): boolean => groups.some((group) => group.id === id);
  const isOpen = (id: string): boolean =>
    toggled.get(id) ??
    (isGroup(id) && (id === selectedLeg || groups.slice(0, openAtFirst).some((one) => one.id === id)));
  const open = (...ids: readonly string[]): void =>
    setToggled((old) => new Map([...old, ...ids.map((id) => [id, true] as const)]));

  useEffect(() => {
    // Once per address: an update of the data does not move the reader.
    if (selectedLeg === null || shownLeg.current === leg) return;
    shownLeg.current = leg;
    setFocus(selectedLeg);
  }, [selectedLeg, leg]);
  useEffect(() => {
    if (focus === null) return;
    const row = document.getElementById(rowButtonId(focus));
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setFocus(null);
  }, [focus]);

  return {
    groups,
    isOpen,
    toggle: (id) => setToggled((old) => new Map([...old, [id, !isOpen(id)]])),
    showMessage: (messageId) => {
      const group = groups.find(({ messages }) => messages.some(({ id }) => id === messageId));
      if (!group) return;
      open(group.id, messageId);
      setFocus(messageId);
    },
  };
}
