/** /resetPassword: requests a link by email, or sets the new password with the token of the link (decision 21). */
import './log-in.css';
import { Link, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { takeOver } from './take-over.ts';

const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? '';

type FieldParts = {
  readonly name: 'username' | 'new-password';
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly submit: string;
  readonly done: string;
  readonly save: (text: string) => Promise<unknown>;
};

export default function ResetPasswordScreen(): ReactElement {
  const router = useRouter();
  const [token] = useState(() => tokenIn(location.hash));
  // The start leaves the static form to every screen in this style.
  useLayoutEffect(() => {
    takeOver();
  }, []);
  // The token leaves the address and the history.
  useEffect(() => {
    if (token !== '') router.history.replace(location.pathname);
  }, [token, router]);
  const request: FieldParts = {
    name: 'username',
    label: 'Username or email address',
    type: 'text',
    submit: 'Send link',
    done: 'If an account with a confirmed email address matches, a link was sent to it. It works for one hour.',
    save: (account) => send(api.security.requestPassword, { body: { account }, cause: 'user' }),
  };
  const change: FieldParts = {
    name: 'new-password',
    label: 'New password',
    type: 'password',
    submit: 'Set password',
    done: 'Your password was changed, and your logins on all devices have ended.',
    save: (newPassword) => send(api.security.setPassword, { body: { token, newPassword }, cause: 'user' }),
  };
  return (
    <div className="login">
      <OneField {...(token === '' ? request : change)} />
    </div>
  );
}

function OneField({ name, label, type, submit, done, save }: FieldParts): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const text = input.current?.value ?? '';
    if (state !== 'idle') return;
    setFailure(text.trim() === '' ? `${label} is required.` : null);
    if (text.trim() === '') return input.current?.focus();
    setState('busy');
    try {
      await save(text);
      setState('done');
    } catch (error) {
      setFailure((error instanceof ApiError ? error : new ApiError({ cause: error })).message);
      setState('idle');
    }
  };
  return (
    <form className="login-card" noValidate aria-labelledby="reset-title" onSubmit={(event) => void onSubmit(event)}>
      <h1 id="reset-title" className="login-title">
        New password
      </h1>
      {state === 'done' ? (
        <p className="login-reason" role="status">
          {done}
        </p>
      ) : (
        <div className="login-field">
          <label className="login-label" htmlFor="reset-field">
            {label}
          </label>
          <input
            ref={input}
            id="reset-field"
            className="login-input"
            type={type}
            autoComplete={name}
            autoCapitalize="none"
            spellCheck={false}
            aria-required="true"
            aria-invalid={failure !== null}
          />
        </div>
      )}
      <div role="alert">{failure ? <p className="login-error">{failure}</p> : null}</div>
      {state === 'done' ? null : (
        <button type="submit" className="login-submit" aria-busy={state === 'busy'} aria-disabled={state === 'busy'}>
          <span className="login-spinner" aria-hidden="true" />
          {submit}
        </button>
      )}
      <p className="login-hint">
        <Link to="/auth" className="login-back">
          Back to the login
        </Link>
      </p>
    </form>
  );
}
