/** What is wrong with this device's storage, for as long as it is. Must not: say it where all is well. */
import type { ReactElement } from 'react';
import { storageTrouble } from '../../offline/storage-trouble.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import styles from './Device.module.css';

export function TroubleBlock({ cannotRead, onRetry }: { cannotRead: boolean; onRetry: () => void }): ReactElement {
  const trouble = useValue(storageTrouble);
  const { title, text } = trouble ?? {
    title: 'What is stored could not be read',
    text: globalThis.isSecureContext
      ? 'The storage of this browser did not answer.'
      : 'At an address that is not secure (https) nothing is kept.',
  };
  return (
    <div role="alert">
      {trouble || cannotRead ? (
        <div className={styles.trouble}>
          <strong>{title}</strong>
          <p>{text}</p>
          <p className={styles.buttons}>
            {trouble?.repairHref ? (
              <a href={trouble.repairHref}>Clear all that this app has stored, and log in again</a>
            ) : (
              <PlainButton onClick={onRetry}>Look again</PlainButton>
            )}
          </p>
        </div>
      ) : null}
    </div>
  );
}
