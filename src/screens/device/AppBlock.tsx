import type { ReactElement } from 'react';
import styles from './Device.module.css';

export function AppBlock({ isReady }: { isReady: boolean }): ReactElement {
  return (
    <section className={styles.panel} aria-labelledby="device-app">
      <h2 id="device-app">The app itself</h2>
      <p>
        Downlink {__APP_VERSION__}.{' '}
        {isReady ? 'Stored. Opens offline.' : 'Not stored yet. Open the app once over HTTPS to use it offline.'}
      </p>
      <p className={styles.dim}>Settings (columns, widths, appearance, map view) stay when stored rows are removed.</p>
    </section>
  );
}
