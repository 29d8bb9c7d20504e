/** Shown where the server sends email (decision 73). */
import { Link } from '@tanstack/react-router';
import { type ReactElement, useSyncExternalStore } from 'react';
import { appConfig, onConfig } from '../../api/api-base.ts';

export function ForgottenLink(): ReactElement | null {
  const { hasPasswordByEmail } = useSyncExternalStore(onConfig, appConfig);
  return hasPasswordByEmail ? (
    <p className="login-hint">
      <Link to="/resetPassword" className="login-back">
        Forgot your password?
      </Link>
    </p>
  ) : null;
}
