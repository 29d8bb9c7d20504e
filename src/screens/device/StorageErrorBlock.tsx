import type { ReactElement } from 'react';
import { storageError } from '../../offline/storage-errors.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import styles from './Device.module.css';

export function StorageErrorBlock({ cannotRead, onRetry }: { cannotRead: boolean; onRetry: () => void }): ReactElement {
  const trouble = useValue(storageError);
  const { title, text } = trouble ?? {
    title: 'Stored data could not be read',
    text: globalThis.isSecureContext ? 'Browser storage did not respond.' : 'Nothing is stored without HTTPS.',
  };
  return (
    <div role="alert">
      {trouble || cannotRead ? (
        <div className={styles.trouble}>
          <strong>{title}</strong>
          <p>{text}</p>
          <p className={styles.buttons}>
            {trouble?.repairHref ? (
              <a href={trouble.repairHref}>Clear all stored data and log in again</a>
            ) : (
              <PlainButton onClick={onRetry}>Check again</PlainButton>
            )}
          </p>
        </div>
      ) : null}
    </div>
  );
}
