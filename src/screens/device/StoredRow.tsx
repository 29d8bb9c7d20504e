/** One thing that is stored: what it is, how much, how old, and the way to remove it. Must not: remove by itself. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Device.module.css';

export function StoredRow(props: {
  readonly title: string;
  readonly to?: string;
  readonly facts: string;
  readonly age?: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  const { title, to, facts, age } = props;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{to ? <Link to={to}>{title}</Link> : title}</strong>
        <span>{facts}</span>
        {age ? <span className={styles.dim}>{age}</span> : null}
      </div>
      <PlainButton aria-label={`Remove ${title}`} disabled={props.isBusy} onClick={props.onRemove}>
        Remove
      </PlainButton>
    </li>
  );
}
