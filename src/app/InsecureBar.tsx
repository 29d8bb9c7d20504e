import { IconLockOpen } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import shared from '../ui/shared.module.css';
import styles from './bars.module.css';

/** Plain HTTP on another machine: without a service worker, with the reason and the remedy. */
export function InsecureBar(): ReactElement | null {
  if (isSecureContext) return null;
  return (
    <div className={styles.bar} data-tone="warn" role="status">
      <IconLockOpen size={18} aria-hidden className={shared.rigid} />
      <p className={styles.words}>
        <strong>The connection is not secure.</strong> Offline use and installation need HTTPS. Set TLS_CERT and TLS_KEY
        on the server.
      </p>
    </div>
  );
}
