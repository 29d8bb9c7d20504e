/** The second step of the login: code, recovery code or passkey. Loaded for users who have one, or whose role needs one. Own file: loaded later. */
import { type ReactElement, Suspense, useEffect, useRef } from 'react';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Step } from './log-in.ts';
import PasskeyButton from './PasskeyButton.tsx';
import type { Credentials } from './SetUpStep.tsx';

const SetUpStep = lazyPart(() => import('./SetUpStep.tsx'));

type SecondStep = Exclude<Step, 'password'>;
type Props = {
  readonly step: SecondStep;
  readonly isWrong: boolean;
  readonly credentials: Credentials;
  readonly onFailure: (text: string | null) => void;
  readonly onBack: () => void;
};

const hints: Readonly<Record<SecondStep, string>> = {
  code: 'The 6 digits of your authenticator app, or a recovery code.',
  passkey: 'Use a recovery code if you lost your passkeys. Each code works once.',
  setUp: 'The 6 digits that the app shows. Create recovery codes under Account security afterwards.',
};

export default function CodeStep({ step, isWrong, credentials, onFailure, onBack }: Props): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const button = step === 'passkey' ? place.current?.querySelector('button') : null;
    (button ?? input.current)?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={place} className="login-field">
      {step === 'setUp' ? (
        <Suspense fallback={<p role="status">Loading the secret</p>}>
          <SetUpStep {...credentials} onFailure={onFailure} />
        </Suspense>
      ) : null}
      {step === 'passkey' ? (
        <>
          <p>
            {canUsePasskeys()
              ? 'Your role needs a second factor. Confirm with your passkey.'
              : 'Your second factor is a passkey. This browser supports passkeys over HTTPS only, or not at all.'}
          </p>
          <PasskeyButton isMain onFailure={onFailure} />
        </>
      ) : null}
      <label className="login-label" htmlFor="login-code">
        {step === 'passkey' ? 'Recovery code' : 'Code'}
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
        {hints[step]}
      </span>
      <button type="button" className="login-back" onClick={onBack}>
        Log in as another user
      </button>
    </div>
  );
}
