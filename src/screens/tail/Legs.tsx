/** Messages by flight, newest first. New ones are added on a click. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';
import { writeInstant } from '../../../contract/params.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { AirportCode } from '../../objects/airport-cell.tsx';
import { rawListPath, tailPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Legs.module.css';
import type { Group } from './leg-groups.ts';
import { OneMessage } from './OneMessage.tsx';
import { msOf, routeText, timesText } from './tail-state.ts';
import { type OpenRows, rowButtonId } from './use-open-rows.ts';

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
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Messages by flight</h2>
        <span role="status">
          {waiting > 0 ? (
            <PlainButton look="subtle" onClick={onTake}>
              {waiting} new
            </PlainButton>
          ) : null}
        </span>
        <span className={styles.hint}>Receptions of one message are one row</span>
        <AllInTheRawList name={name} tail={tail} />
      </div>
      {rows.groups.length === 0 ? (
        <p className={styles.none}>No messages and no flights received in this time.</p>
      ) : (
        <ul className={styles.groups}>
          {rows.groups.map((group) => (
            <OneGroup key={group.id} name={name} group={group} now={now} rows={rows} />
          ))}
        </ul>
      )}
      {tail.olderMessages > 0 ? (
        <p className={styles.none}>
          {formatCount(tail.olderMessages)} older messages of this time are in the raw list only.
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
const dayMs = 24 * 60 * 60_000;

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
              <span className={styles.route}>
                {leg.flight ? <code>{oneLine(leg.flight)}</code> : null} {routeText(leg) ?? 'Flight'}
              </span>
              <span className={styles.times}>{timesText(leg, now)}</span>
            </>
          ) : (
            <span className={styles.route}>Between flights</span>
          )}
          <span className={styles.count}>{countText(group)}</span>
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen ? (
          <>
            {leg ? (
              <p className={styles.actions}>
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
              className={styles.messages}
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
