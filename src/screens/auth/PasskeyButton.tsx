/** Login by passkey (decision 22). Loaded where this browser used one, and for users with a second factor. */
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { canUsePasskeys, requestPasskey } from '../../lib/passkeys.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { notify } from '../../ui/notices.ts';
import { enter } from './log-in.ts';
import styles from './OtherButton.module.css';

/** `isMain` = the form requires a passkey. */
type Props = { readonly isMain?: boolean; readonly onFailure: (text: string | null) => void };

export default function PasskeyButton({ isMain = false, onFailure }: Props): ReactElement | null {
  const [isBusy, setBusy] = useState(false);
  const logIn = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    onFailure(null);
    try {
      const loggedInAt = Date.now();
      const options = await send(api.security.beginPasskeyLogin, { body: {}, cause: 'user' });
      const body = await requestPasskey(options);
      const userName = await enter(await send(api.security.passkeyLogin, { body, cause: 'user' }), loggedInAt);
      notify({ title: `${specTexts.auth.greeting} ${userName}`, kind: 'done' });
    } catch (error) {
      onFailure(
        error instanceof ApiError ? error.message : 'No passkey was used. Try again, or log in with your password.',
      );
    } finally {
      setBusy(false);
    }
  };
  return canUsePasskeys() ? (
    <button
      type="button"
      className={isMain ? styles.other : 'login-back'}
      aria-disabled={isBusy}
      onClick={() => void logIn()}
    >
      Log in with a passkey
    </button>
  ) : null;
}
