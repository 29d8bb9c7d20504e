import { IconPlugConnectedX, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { type Connection, connection, useConnection } from '../data/connection.ts';
import { clockOffsetMs } from '../data/server-clock.ts';
import { ageText, utcShort } from '../lib/time.ts';
import { useSecond } from '../lib/use-second.ts';
import { staleAfterMs, useDataAge } from '../ui/data-age.ts';
import shared from '../ui/shared.module.css';
import styles from './bars.module.css';

type Unreached = Exclude<Connection['state'], 'reached' | 'slow'>;
/** Which of these it is: no network, connection refused or server down, frozen, a captive portal, another version. */
const connectionText: Readonly<Record<Unreached, string>> = {
  'no-network': 'No network.',
  refused: 'Server unreachable.',
  timeout: 'Server not responding.',
  portal: 'This network requires a sign-in.',
  mismatch: 'The response does not match this version of the app.',
  unavailable: 'Server unavailable.',
};

/** One bar for the whole app while the server is unreachable. Never a dialog. A late response is in the header (SlowMark). */
export function ConnectionBar(): ReactElement | null {
  const { state, nextTryAt } = useConnection();
  return state === 'reached' || state === 'slow' ? null : <Bar state={state} nextTryAt={nextTryAt} />;
}

/** Time and age of the stored data on the screen; null = the data is live. */
function useStored(now: number): { at: number; ageMs: number } | null {
  const age = useDataAge();
  // By the server's clock, which dated the copy.
  return age?.source === 'stored' && age.at !== null
    ? { at: age.at, ageMs: Math.max(0, now + clockOffsetMs() - age.at) }
    : null;
}

/** "Showing stored data from 14:32Z, 18 min ago." */
export function StoredWords(): ReactElement | null {
  const stored = useStored(useSecond());
  return stored ? (
    <>
      <span className={styles.showing}>Showing </span>stored data from {utcShort(stored.at)}, {ageText(stored.ageMs)}{' '}
      ago.
    </>
  ) : null;
}

function Bar({ state, nextTryAt }: { state: Unreached; nextTryAt: number | null }): ReactElement {
  const now = useSecond();
  const stored = useStored(now);
  const isStale = stored !== null && stored.ageMs >= staleAfterMs;
  const Icon = state === 'no-network' ? IconWifiOff : IconPlugConnectedX;
  const seconds = nextTryAt === null ? null : Math.max(0, Math.ceil((nextTryAt - now) / 1000));
  return (
    <section
      aria-label="Connection"
      className={styles.bar}
      data-tone={isStale ? 'stale' : 'stored'}
      data-state={state}
      data-testid="connection-bar"
    >
      <Icon size={18} aria-hidden className={shared.rigid} />
      <p className={styles.words}>
        {/* Only this is read out: a countdown spoken each second would drown everything else. */}
        <strong role="status">{connectionText[state]}</strong>{' '}
        {state === 'portal' ? <span>Sign in to the network, then retry. </span> : null}
        {state === 'mismatch' ? <span>Reload the app. </span> : null}
        {stored ? (
          <span className={styles.stored}>
            <StoredWords />
          </span>
        ) : null}{' '}
        {seconds === null ? null : <span className={styles.next}>Retrying in {seconds} s.</span>}
      </p>
      <button type="button" className={styles.try} onClick={() => connection.tryNow()}>
        <span className={styles.tryWord}>Retry now</span>
        <IconRefresh size={18} aria-hidden className={styles.tryIcon} />
      </button>
    </section>
  );
}
