/** Start screen of a logged-in user without a data role (C16, C119). */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { appConfig } from '../../api/api-base.ts';
import styles from './NoAccess.module.css';

export function NoAccess({ userName }: { userName: string }): ReactElement {
  const { name, contact } = appConfig().provider;
  return (
    <div className={styles.note} role="status">
      <p>
        <strong>You are logged in as {userName}.</strong> This account has no access to data. Ask {name}
        {contact ? ` (${contact})` : ''} for a role, or log in with another account.
      </p>
      <p>
        <Link to="/accountSecurity">Account security</Link> <Link to="/logins">My logins</Link>{' '}
        <Link to="/changePassword">Change password</Link> <Link to="/device">Stored on this device</Link>
      </p>
    </div>
  );
}
