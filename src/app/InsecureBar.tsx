import { IconLockOpen } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import styles from './bars.module.css';

/** Plain HTTP on another machine: the browser has no service worker there, so this says what is missing and how to get it. */
export function InsecureBar(): ReactElement | null {
  if (isSecureContext) return null;
  return (
    <div className={styles.bar} data-tone="warn" role="status">
      <IconLockOpen size={18} aria-hidden className={styles.icon} />
      <p className={styles.words}>
        <strong>Not a secure connection.</strong> Offline use and installation need HTTPS: start the server with
        TLS_CERT and TLS_KEY, see README.
      </p>
    </div>
  );
}
