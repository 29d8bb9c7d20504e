import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Device.module.css';

export function StoredRow(props: {
  readonly title: string;
  readonly screen?: string;
  readonly facts: string;
  readonly age?: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  const { title, screen, facts, age } = props;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{screen ? <Link to={screen}>{title}</Link> : title}</strong>
        <span>{facts}</span>
        {age ? <span className={styles.dim}>{age}</span> : null}
      </div>
      <PlainButton aria-label={`Remove ${title}`} disabled={props.isBusy} onClick={props.onRemove}>
        Remove
      </PlainButton>
    </li>
  );
}
