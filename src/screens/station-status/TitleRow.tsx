import { IconAntenna, IconBellPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useAudience } from '../../session/use-session.ts';
import styles from './StationStatus.module.css';

/** The title with the ways of the screen. `children`: counts and tools of what is shown. */
export function TitleRow({ children }: { children?: ReactNode }): ReactElement {
  const audience = useAudience();
  const isAdmin = audience === 'admin';
  // On a phone the status of a host's only station is first. The switch below it turns the notice on.
  const isBare = children === undefined && !isAdmin && audience !== 'parser';
  return (
    <div className={styles.head} data-bare={isBare || undefined}>
      <h1>Station status</h1>
      {children}
      <nav className={styles.ways} aria-label="Station status">
        <Link to="/rules/$id" params={{ id: 'new' }} search={{ ready: 'silent' } as never} className={styles.way}>
          <IconBellPlus size={16} aria-hidden="true" /> Create rule
        </Link>
        {isAdmin ? (
          <Link to="/receivers" className={styles.way}>
            <IconAntenna size={16} aria-hidden="true" /> Receivers
          </Link>
        ) : null}
      </nav>
    </div>
  );
}
