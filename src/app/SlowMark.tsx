import { IconHourglass } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useConnection } from '../api/connection.ts';
import { StoredWords } from './ConnectionBar.tsx';
import styles from './SlowMark.module.css';

/** Slow network, in free space of the header: the state changes often, and a bar would move the screen each time. */
export function SlowMark(): ReactElement | null {
  const isSlow = useConnection().state === 'slow';
  return isSlow ? (
    <section aria-label="Connection" className={styles.mark}>
      <IconHourglass size={13} aria-hidden />
      <strong role="status">Slow network.</strong>{' '}
      <span className="dl-hidden">
        <StoredWords />
      </span>
    </section>
  ) : null;
}
