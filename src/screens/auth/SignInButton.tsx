/** Login at the provider of single sign-on (decision 100): there and back. Loaded where the server has one. */
import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { notify } from '../../ui/notices.ts';
import { enter } from './log-in.ts';
import styles from './OtherButton.module.css';
import { beginAtProvider, isProviderResponse, takeBegun } from './sign-in.ts';

type Props = { readonly label: string; readonly onFailure: (text: string | null) => void };

export default function SignInButton({ label, onFailure }: Props): ReactElement {
  const router = useRouter();
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(() => isProviderResponse(location.search));
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    onFailure(null);
    try {
      await work();
    } catch (error) {
      onFailure(error instanceof ApiError ? error.message : 'This browser blocks storage, which single sign-on needs.');
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that the page was loaded with
  useEffect(() => {
    const query = location.search;
    if (!isProviderResponse(query)) return;
    // The code leaves the address and the history.
    router.history.replace(location.pathname);
    void run(async () => {
      const { ticket, path } = takeBegun();
      sessionStore.rememberPath(path);
      const loggedInAt = Date.now();
      const response = await send(api.signIn.complete, { body: { ticket, query }, cause: 'user' });
      const userName = await enter(response, loggedInAt);
      notify({ title: `${specTexts.auth.greeting} ${userName}`, kind: 'done' });
    });
  }, []);
  return (
    <button
      type="button"
      className={styles.other}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => void run(beginAtProvider)}
    >
      <span className={styles.spinner} aria-hidden="true" />
      {label}
    </button>
  );
}
