/** The app itself: its version, and whether it opens without a network. Must not: update it (the frame does). */
import type { ReactElement } from 'react';
import styles from './Device.module.css';

export function AppBlock({ isReady }: { isReady: boolean }): ReactElement {
  return (
    <section className={styles.panel} aria-labelledby="device-app">
      <h2 id="device-app">The app itself</h2>
      <p>
        Downlink {__APP_VERSION__}.{' '}
        {isReady
          ? 'It is stored on this device and opens without a network.'
          : 'It is not stored yet and does not open without a network. It needs a secure address (https) and a service worker; a first visit stores it within seconds.'}
      </p>
      <p className={styles.dim}>
        Columns, widths, appearance and where the map stood are small settings; they stay when stored rows are removed.
      </p>
    </section>
  );
}
