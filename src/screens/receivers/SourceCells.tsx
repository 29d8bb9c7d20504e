/** Cells that receivers and destinations share. */
import type { ReactElement } from 'react';
import { parseInstant } from '../../../contract/params.ts';
import { oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import type { Shown } from './receiver-text.ts';
import styles from './receivers.module.css';

export function momentOf(wire: string | null, now: number): string | null {
  const ms = wire === null ? null : parseInstant(wire);
  return ms === null ? null : utcMoment(ms, now);
}

export function SourceName({ address, note }: { readonly address: string; readonly note: string }): ReactElement {
  return (
    <span className={styles.name}>
      <span className={styles.mono}>{oneLine(address)}</span>
      <span className={styles.dim}>{note}</span>
    </span>
  );
}

type StateProps = { readonly shown: Shown; readonly since: string | null; readonly isNow: boolean };

export function SourceState({ shown: { badge, word, note }, since, isNow }: StateProps): ReactElement {
  return (
    <span className={styles.state}>
      <StateBadge kind={isNow ? badge : 'stale'} word={word}>
        {since === null ? null : `since ${since}`}
      </StateBadge>
      {note === '' ? null : <span className={styles.note}>{oneLine(note)}</span>}
    </span>
  );
}
