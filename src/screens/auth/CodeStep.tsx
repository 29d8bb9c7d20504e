/** The second step of the login: the code of an authenticator app, or a recovery code. Loaded for users who have one. */
import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react';
import type { Credentials } from './SetUpStep.tsx';
import type { Step } from './second-step.ts';

const SetUpStep = lazy(() => import('./SetUpStep.tsx'));

type Props = {
  readonly step: Exclude<Step, 'password'>;
  readonly isWrong: boolean;
  readonly credentials: Credentials;
  readonly onBack: () => void;
};

export default function CodeStep({ step, isWrong, credentials, onBack }: Props): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const isSetUp = step === 'setUp';
  return (
    <div className="login-field">
      {isSetUp ? (
        <>
          <p>Your role needs a second factor. Set it up once with an authenticator app.</p>
          <Suspense fallback={<p role="status">Loading the secret</p>}>
            <SetUpStep {...credentials} />
          </Suspense>
        </>
      ) : null}
      <label className="login-label" htmlFor="login-code">
        Code
      </label>
      <input
        ref={input}
        id="login-code"
        className="login-input"
        name="code"
        type="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-required="true"
        aria-invalid={isWrong}
        aria-describedby="login-code-hint"
      />
      <span id="login-code-hint" className="login-hint">
        {isSetUp
          ? 'The 6 digits that the app shows. Create recovery codes under Account security afterwards.'
          : 'The 6 digits of your authenticator app, or a recovery code.'}
      </span>
      <button type="button" className="login-back" onClick={onBack}>
        Log in as another user
      </button>
    </div>
  );
}
