import { IconHourglass, IconPlugConnectedX, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { type Connection, connection, useConnection } from '../api/connection.ts';
import { clockOffsetMs } from '../api/server-clock.ts';
import { ageText, utcShort } from '../lib/time.ts';
import { useSecond } from '../lib/use-second.ts';
import { staleAfterMs, useDataAge } from '../ui/data-age.ts';
import styles from './bars.module.css';

/** Which of these it is: no network, connection refused or server down, frozen, a captive portal, another version, slow. */
const connectionText: Readonly<Record<Exclude<Connection['state'], 'reached'>, string>> = {
  'no-network': 'No network.',
  refused: 'Server unreachable.',
  timeout: 'Server not responding.',
  portal: 'This network requires a sign-in.',
  mismatch: 'The response does not match this version of the app.',
  unavailable: 'Server unavailable.',
  slow: 'Slow network.',
};

/** One bar for the whole app while the server is unreachable or slow. Never a dialog. */
export function ConnectionBar(): ReactElement | null {
  const { state, nextTryAt } = useConnection();
  return state === 'reached' ? null : <Bar state={state} nextTryAt={nextTryAt} />;
}

function Bar({
  state,
  nextTryAt,
}: {
  state: Exclude<Connection['state'], 'reached'>;
  nextTryAt: number | null;
}): ReactElement {
  const now = useSecond();
  const age = useDataAge();
  const storedAt = age?.source === 'stored' ? age.at : null;
  // By the server's clock, which dated the copy.
  const ageMs = storedAt === null ? 0 : Math.max(0, now + clockOffsetMs() - storedAt);
  const isStale = ageMs >= staleAfterMs;
  const Icon = state === 'no-network' ? IconWifiOff : state === 'slow' ? IconHourglass : IconPlugConnectedX;
  const seconds = nextTryAt === null ? null : Math.max(0, Math.ceil((nextTryAt - now) / 1000));
  return (
    <section
      aria-label="Connection"
      className={styles.bar}
      data-tone={isStale ? 'stale' : 'stored'}
      data-state={state}
      data-testid="connection-bar"
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      <p className={styles.words}>
        {/* Only this is read out: a countdown spoken each second would drown everything else. */}
        <strong role="status">{connectionText[state]}</strong>{' '}
        {state === 'portal' ? <span>Sign in to the network, then retry. </span> : null}
        {state === 'mismatch' ? <span>Reload the app. </span> : null}
        {storedAt === null ? null : (
          <span className={styles.stored}>
            <span className={styles.showing}>Showing </span>stored data from {utcShort(storedAt)}, {ageText(ageMs)} ago.
          </span>
        )}{' '}
        {state === 'slow' || seconds === null ? null : <span className={styles.next}>Retrying in {seconds} s.</span>}
      </p>
      {state === 'slow' ? null : (
        <button type="button" className={styles.try} onClick={() => connection.tryNow()}>
          <span className={styles.tryWord}>Retry now</span>
          <IconRefresh size={18} aria-hidden className={styles.tryIcon} />
        </button>
      )}
    </section>
  );
}
