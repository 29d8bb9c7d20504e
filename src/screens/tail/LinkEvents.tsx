/** Link control of the axis: handoffs, log-ons, reports of HFDL, frames without content. */
import { type ReactElement, useId } from 'react';
import type { TailLink } from '../../../contract/entities/link-events.ts';
import { formatCount, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { linkKindText, megahertzText } from '../../objects/link-event-text.ts';
import styles from './Tail.module.css';
import { msOf } from './tail-state.ts';

type Props = { readonly link: TailLink; readonly days: number; readonly now: number };

export function LinkEvents({ link: { events, total }, days, now }: Props): ReactElement {
  const heading = useId();
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Link control</h2>
        <span className={styles.note}>{days === 1 ? '24 h' : `${days} days`}</span>
      </div>
      {events.length === 0 ? (
        <p className={styles.none}>No link control of VDL2 or HFDL received.</p>
      ) : (
        <ul className={styles.events}>
          {events.map((event) => (
            <OneEvent key={event.id} event={event} now={now} />
          ))}
        </ul>
      )}
      {total > events.length ? (
        <p className={styles.small}>
          The newest {formatCount(events.length)} of {formatCount(total)}.
        </p>
      ) : null}
    </section>
  );
}

function OneEvent({ event, now }: { event: TailLink['events'][number]; now: number }): ReactElement {
  const { at, lastAt, frames, stationId, link, kind, groundStation, freq } = event;
  const [firstMs, lastMs] = [msOf(at), msOf(lastAt)];
  const ms = lastMs ?? firstMs;
  const parts = [
    link,
    groundStation === null ? null : `ground station ${oneLine(groundStation)}`,
    freq === null ? null : megahertzText(freq),
    frames === 1 ? null : `${formatCount(frames)} frames`,
    stationId === null ? null : `received by ${oneLine(stationId)}`,
  ];
  return (
    <li>
      <span>{linkKindText(kind)}</span>
      <span className={styles.when}>{ms === null ? '' : utcMoment(ms, now)}</span>
      <span className={styles.part}>{parts.filter((part) => part !== null).join(', ')}</span>
    </li>
  );
}
