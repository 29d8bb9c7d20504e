/**
 * /auth in plain HTML without Mantine: it loads first, and adopts what was typed into the static form.
 * It looks like index.html. The router redirects after login, not this screen.
 */
import './log-in.css';
import { Link } from '@tanstack/react-router';
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { appConfig, onConfig } from '../../data/api-base.ts';
import { ApiError, supportText } from '../../data/api-error.ts';
import { hasPasskeyHere } from '../../lib/passkeys.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import type { OutReason } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { useAudience, useSession } from '../../session/use-session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { notify, openError } from '../../ui/notices.ts';
import { checkCredentials, type FieldErrors, logIn, type Step, stepAfter } from './log-in.ts';
import { NoAccess } from './NoAccess.tsx';
import { takeOver } from './take-over.ts';

const CodeStep = lazyPart(() => import('./CodeStep.tsx'));

const reasons: Readonly<Record<OutReason, string | null>> = {
  none: null,
  'logged-out': null,
  expired: 'Your session has ended. Log in to continue where you left off.',
  inactive: 'You were logged out after a period of inactivity. Log in to continue where you left off.',
  unauthorized: 'The server ended your session. Log in to continue where you left off.',
  'profile-failed': 'Your profile could not be loaded. Log in again.',
};
const nothingWrong: FieldErrors = { username: null, password: null };

export default function LogInScreen(): ReactElement {
  const session = useSession();
  const audience = useAudience();
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [errors, setErrors] = useState(nothingWrong);
  const [failure, setFailure] = useState<string | null>(null);
  /** The failure has another cause than the typed text. */
  const [isOfOtherWay, setOfOtherWay] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [step, setStep] = useState<Step>('password');
  const field = (name: keyof FieldErrors | 'code'): HTMLInputElement | null =>
    form.current?.querySelector(`input[name="${name}"]`) ?? null;

  async function submit(): Promise<void> {
    const username = field('username')?.value.trim() ?? '';
    const password = field('password')?.value ?? '';
    const code = field('code')?.value.trim() ?? '';
    if (isUnderWay.current) return;
    const found = checkCredentials(username, password);
    setErrors(found);
    setFailure(null);
    setOfOtherWay(false);
    if (found.username || found.password) {
      field(found.username ? 'username' : 'password')?.focus();
      return;
    }
    if (step !== 'password' && code === '') {
      setFailure('Enter the code.');
      field('code')?.focus();
      return;
    }
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      const userName = await logIn(username, password, code);
      form.current?.reset();
      notify({ title: `${specTexts.auth.greeting} ${userName}`, kind: 'done' });
    } catch (error) {
      const failed = error instanceof ApiError ? error : new ApiError({ cause: error });
      const next = stepAfter(failed);
      if (next && step === 'password') {
        setStep(next);
        return;
      }
      setFailure(failed.message);
      // C51b: the modal, too, where the server refused; a server out of reach opens none (C51).
      if (!failed.unreached)
        openError({ title: 'Login failed', message: failed.message, support: supportText(failed) });
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  const submitRef = useRef(submit);
  submitRef.current = submit;
  useLayoutEffect(() => {
    const early = takeOver();
    const inputs = { username: form.current?.username, password: form.current?.password };
    if (early && inputs.username && inputs.password) {
      inputs.username.value = early.username;
      inputs.password.value = early.password;
    }
    const target = inputs[early?.focus ?? 'username'];
    if (!early || early.focus) target?.focus({ preventScroll: true });
    if (early?.selection) target?.setSelectionRange(...early.selection);
    if (early?.isSubmitted) void submitRef.current();
  }, []);
  useEffect(() => sessionStore.clearShouldLogout(), []);

  const failOtherWay = (text: string | null): void => {
    setOfOtherWay(true);
    setFailure(text);
  };
  const startAgain = (): void => {
    form.current?.reset();
    setFailure(null);
    setStep('password');
    requestAnimationFrame(() => field('username')?.focus());
  };

  const reason = session.kind === 'out' ? reasons[session.reason] : null;
  return (
    <div className="login">
      <form
        ref={form}
        className="login-card"
        noValidate
        aria-labelledby="login-title"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1 id="login-title" className="login-title">
          Log in
        </h1>
        <p className="login-hint">Aircraft radio messages, positions and station status.</p>
        {session.kind === 'in' && audience === 'noRole' ? <NoAccess userName={session.session.userName} /> : null}
        {reason ? (
          <p className="login-reason" role="status">
            {reason}
          </p>
        ) : null}
        <div className="login-field" hidden={step !== 'password'}>
          <label className="login-label" htmlFor="login-username">
            Username
          </label>
          <input
            id="login-username"
            className="login-input"
            name="username"
            type="text"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-required="true"
            aria-invalid={errors.username !== null}
            aria-describedby="login-username-error"
          />
          <span id="login-username-error" className="login-field-error">
            {errors.username}
          </span>
        </div>
        <div className="login-field" hidden={step !== 'password'}>
          <label className="login-label" htmlFor="login-password">
            Password
          </label>
          <span className="login-control">
            <input
              id="login-password"
              className="login-input login-password"
              name="password"
              type={isPasswordShown ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              aria-required="true"
              aria-invalid={errors.password !== null || (failure !== null && !isOfOtherWay)}
              aria-describedby="login-password-error"
            />
            <button
              type="button"
              className="login-show"
              aria-label="Show password"
              aria-pressed={isPasswordShown}
              onClick={() => setIsPasswordShown(!isPasswordShown)}
            >
              {eyeIcon}
            </button>
          </span>
          <span id="login-password-error" className="login-field-error">
            {errors.password}
          </span>
        </div>
        {step === 'password' ? null : (
          <Suspense>
            <CodeStep
              step={step}
              isWrong={failure !== null && !isOfOtherWay}
              credentials={{
                username: field('username')?.value.trim() ?? '',
                password: field('password')?.value ?? '',
              }}
              onFailure={failOtherWay}
              onBack={startAgain}
            />
          </Suspense>
        )}
        <div role="alert">
          {failure ? (
            <p className="login-error">
              {failureIcon}
              <span>{failure}</span>
            </p>
          ) : null}
        </div>
        <button type="submit" className="login-submit" aria-busy={isBusy} aria-disabled={isBusy}>
          <span className="login-spinner" aria-hidden="true" />
          {specTexts.auth.logIn}
        </button>
        <span role="status" className="dl-hidden">
          {isBusy ? 'Logging in' : ''}
        </span>
        <OtherWays step={step} onFailure={failOtherWay} />
        <p className="login-hint">Stored data stays readable offline until your session ends.</p>
      </form>
      <p className="login-footer">Informational only, not for navigation safety.</p>
    </div>
  );
}

// ---- other ways, where the server or this browser has them (decisions 21, 22). Their code is loaded then

const PasskeyButton = lazyPart(() => import('./PasskeyButton.tsx'));
const SignInButton = lazyPart(() => import('./SignInButton.tsx'));

type Props = { readonly step: Step; readonly onFailure: (text: string | null) => void };

function OtherWays({ step, onFailure }: Props): ReactElement {
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

// ---- icons: the form loads no library

function Icon({ size, children }: { size: number; children: ReactNode }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
const eyeIcon = (
  <Icon size={20}>
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);

const failureIcon = (
  <Icon size={18}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5m0 3.5v.1" strokeLinecap="round" />
  </Icon>
);
