import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import styles from './overall-bid.module.css';

/** Failed request: the server's message, below the dialog with the same text (BID-09, C51). */
export function BidNotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <div role="alert" className={styles.problem}>
      <IconAlertCircle size={20} aria-hidden="true" />
      <p>
        <ServerMessage text={error.message} />
      </p>
      <PlainButton onClick={onRetry}>
        <IconRefresh size={16} aria-hidden="true" />
        Try again
      </PlainButton>
    </div>
  );
}
