/** Start screen of a logged-in user without a data role (C16, C119). A new role is noticed each minute. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { providerText } from '../../data/api-base.ts';
import { connection, isReachable } from '../../data/connection.ts';
import { refreshProfile } from '../../data/profile.ts';
import { utcClock } from '../../lib/time.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './NoAccess.module.css';

const checkMs = 60_000;

export function NoAccess({ userName }: { userName: string }): ReactElement {
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const check = useCallback(async (): Promise<void> => {
    await refreshProfile();
    if (isReachable(connection.get().state)) setCheckedAt(Date.now());
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void check();
    }, checkMs);
    return () => clearInterval(timer);
  }, [check]);
  return (
    <div className={styles.note}>
      <p role="status">
        <strong>You are logged in as {userName}.</strong> This account has no access to data. Ask {providerText()} for a
        role, or log in with another account.
      </p>
      <p className={styles.check}>
        <PlainButton onClick={() => void check()}>Check again</PlainButton>
        <span role="status">
          {checkedAt === null ? 'Checked every minute' : `Checked ${utcClock(checkedAt)}Z, no role yet`}
        </span>
      </p>
      <p>
        <Link to="/accountSecurity">Account security</Link> <Link to="/logins">My logins</Link>{' '}
        <Link to="/changePassword">Change password</Link> <Link to="/device">Stored on this device</Link>
      </p>
    </div>
  );
}
