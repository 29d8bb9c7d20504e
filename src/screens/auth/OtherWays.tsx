/** Other ways to log in, where the server or this browser has them (decisions 73, 89, 100). Their code is loaded then. */
import { Link } from '@tanstack/react-router';
import { type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { appConfig, onConfig } from '../../api/api-base.ts';
import { hasPasskeyHere } from '../../lib/passkeys.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Step } from './second-step.ts';

const PasskeyButton = lazyPart(() => import('./PasskeyButton.tsx'));
const SignInButton = lazyPart(() => import('./SignInButton.tsx'));

type Props = { readonly step: Step; readonly onFailure: (text: string | null) => void };

export function OtherWays({ step, onFailure }: Props): ReactElement {
  const { hasPasswordByEmail, singleSignOn } = useSyncExternalStore(onConfig, appConfig);
  const isFirst = step === 'password';
  return (
    <Suspense>
      {isFirst && singleSignOn ? <SignInButton label={singleSignOn} onFailure={onFailure} /> : null}
      {step === 'code' || (isFirst && hasPasskeyHere()) ? <PasskeyButton onFailure={onFailure} /> : null}
      {hasPasswordByEmail ? (
        <p className="login-hint">
          <Link to="/resetPassword" className="login-back">
            Forgot your password?
          </Link>
        </p>
      ) : null}
    </Suspense>
  );
}
