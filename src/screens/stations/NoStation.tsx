import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './stations.module.css';

/** A station that is loading, missing or unreadable: the reason, and a link back. */
export function NoStation({
  title,
  words,
  isBusy,
  retry,
}: {
  title: string;
  words: string;
  isBusy?: boolean;
  retry?: () => void;
}): ReactElement {
  const navigate = useNavigate();
  return (
    <div className={styles.none}>
      <h1>{title}</h1>
      <p role={isBusy ? 'status' : 'alert'}>{words}</p>
      <div className={styles.buttons}>
        {retry ? (
          <PlainButton look="filled" onClick={retry}>
            Try again
          </PlainButton>
        ) : null}
        <PlainButton onClick={() => void navigate({ to: '/statistics' })}>Back to statistics</PlainButton>
      </div>
    </div>
  );
}
