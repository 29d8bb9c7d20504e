/** A second factor that the role needs, before the first login with it: an authenticator app or a passkey. Loaded for these users only. Own file: loaded later. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { NewSecret } from '../../../contract/entities/security.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { deviceName } from '../../lib/device-name.ts';
import { canUsePasskeys, createPasskey } from '../../lib/passkeys.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { AuthenticatorSecret } from '../../ui/AuthenticatorSecret.tsx';
import { notify } from '../../ui/notices.ts';
import { enter } from './log-in.ts';
import styles from './OtherButton.module.css';

export type Credentials = { readonly username: string; readonly password: string };
type Props = Credentials & { readonly onFailure: (text: string | null) => void };

/** No query: there is no query client before the login. */
export default function SetUpStep({ username, password, onFailure }: Props): ReactElement {
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
  return (
    <>
      <p>Your role needs a second factor. Set it up once.</p>
      {canUsePasskeys() ? (
        <>
          <NewPasskey username={username} password={password} onFailure={onFailure} />
          <p>Or use an authenticator app:</p>
        </>
      ) : null}
      {typeof shown === 'string' ? <p role="status">{shown}</p> : <AuthenticatorSecret {...shown} />}
    </>
  );
}

/** Created on this device. It is the second factor from then on, and logs in. */
function NewPasskey({ username, password, onFailure }: Props): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const setUp = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    onFailure(null);
    try {
      const loggedInAt = Date.now();
      const credentials = { username, password };
      const options = await send(api.security.beginRequiredPasskey, { body: credentials, cause: 'user' });
      const credential = await createPasskey(options);
      const body = { ...credentials, name: deviceName(navigator.userAgent), credential };
      const userName = await enter(await send(api.security.addRequiredPasskey, { body, cause: 'user' }), loggedInAt);
      notify({ title: `${specTexts.auth.greeting} ${userName}`, kind: 'done' });
    } catch (error) {
      onFailure(
        error instanceof ApiError
          ? error.message
          : 'Your device created no passkey. Try again, or use an authenticator app.',
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={styles.other}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => void setUp()}
    >
      <span className={styles.spinner} aria-hidden="true" />
      Set up a passkey
    </button>
  );
}
