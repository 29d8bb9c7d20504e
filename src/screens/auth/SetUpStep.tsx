/** The secret of a second factor that the role needs, before the first login with it. Loaded for these users only. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { NewSecret } from '../../../contract/entities/security.ts';
import { send } from '../../api/send.ts';
import { AuthenticatorSecret } from '../../ui/AuthenticatorSecret.tsx';

export type Credentials = { readonly username: string; readonly password: string };

/** No query: there is no query client before the login. */
export default function SetUpStep({ username, password }: Credentials): ReactElement {
  const [shown, setShown] = useState<NewSecret | string>('Loading the secret');
  // Each request makes another secret, and only the last one works.
  const isRequested = useRef(false);
  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    send(api.security.beginRequiredSecondFactor, { body: { username, password }, cause: 'user' }).then(
      setShown,
      (error: Error) => setShown(error.message),
    );
  }, [username, password]);
  return typeof shown === 'string' ? <p role="status">{shown}</p> : <AuthenticatorSecret {...shown} />;
}
