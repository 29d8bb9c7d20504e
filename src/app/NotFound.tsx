/** Below the specified text: the address, what it may mean, and ways to continue. Loaded after the frame. */
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { deviceEntries } from '../find/device-entries.ts';
import { openGoTo } from '../ui/go-to-event.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { useValue } from '../ui/value-store.ts';
import { guessAddress } from './guess-address.ts';
import styles from './NotFound.module.css';
import { isOpen } from './route-guard.ts';

export default function NotFound({ audience }: { audience: Audience }): ReactElement {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { groups } = useValue(deviceEntries);
  const guess = useMemo(() => guessAddress(pathname, audience, groups), [pathname, audience, groups]);
  return (
    <>
      <p className={styles.address}>
        Your account has no screen at the address <code>{pathname}</code>.
      </p>
      <div role="status">
        {guess ? (
          <Link to={guess.to} className={styles.guess}>
            <IconArrowRight size={18} aria-hidden="true" />
            <span>
              Did you mean <strong>{guess.name}</strong>?
            </span>
          </Link>
        ) : null}
      </div>
      <p className={styles.ways}>
        {isOpen('/overview', audience) ? (
          <Link to="/overview" className={styles.main}>
            Overview
          </Link>
        ) : null}
        <PlainButton onClick={openGoTo}>
          <IconSearch size={16} aria-hidden="true" />
          Go to anything
          <kbd className={styles.key}>Ctrl K</kbd>
        </PlainButton>
      </p>
    </>
  );
}
