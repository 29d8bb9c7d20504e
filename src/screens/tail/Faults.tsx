/** Faults of 15 days by ATA chapter. */
import { type ReactElement, useId } from 'react';
import { type Tail, type TailFault, tailDays } from '../../../contract/entities/tail.ts';
import { ataChapters } from '../../../decoder/fault-report.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import styles from './Tail.module.css';
import { msOf } from './tail-state.ts';

type Props = { readonly tail: Tail; readonly now: number; readonly onFault: (messageId: string) => void };

export function Faults({ tail, now, onFault }: Props): ReactElement {
  const heading = useId();
  const { faults, unreadFaults, messages } = tail;
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Faults by ATA chapter</h2>
        <span className={styles.note}>{tailDays} days</span>
      </div>
      {faults.length === 0 ? <p className={styles.none}>No fault reports received.</p> : null}
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <OneFault
            key={fault.chapter}
            fault={fault}
            now={now}
            onShow={messages.some(({ id }) => id === fault.messageId) ? () => onFault(fault.messageId) : null}
          />
        ))}
      </ul>
      {unreadFaults > 0 ? (
        <p className={styles.small}>
          {counted(unreadFaults, 'report')} of the maintenance computer not read: the format is unknown.
        </p>
      ) : null}
    </section>
  );
}

function OneFault({
  fault,
  now,
  onShow,
}: {
  fault: TailFault;
  now: number;
  onShow: (() => void) | null;
}): ReactElement {
  const { chapter, name, phase, persistence, at, legs } = fault;
  const ms = msOf(at);
  const when = ms === null ? '' : utcMoment(ms, now);
  const more = [phase === null ? null : `phase ${phase}`, persistence].filter((word) => word !== null).join(', ');
  return (
    <li>
      <span>
        <b>{oneLine(chapter)}</b> {ataChapters[chapter] ?? ''}
      </span>
      <span className={styles.when}>
        {onShow ? (
          <button type="button" onClick={onShow} aria-label={`Message of ${when}: ${oneLine(name)}`}>
            {when}
          </button>
        ) : (
          when
        )}
      </span>
      <span className={styles.part}>
        <code>{oneLine(name)}</code> {more}
      </span>
      <span className={styles.when}>{counted(legs, 'flight')}</span>
    </li>
  );
}
