/** Login at the provider of single sign-on (decision 22): there and back. Loaded where the server has one. Own file: loaded later. */

import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { notify } from '../../ui/notices.ts';
import { enter } from './log-in.ts';
import styles from './OtherButton.module.css';

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

// ---- a sign-in that this tab began: its ticket, and the path to open afterwards. The tab is away in between

const key = 'downlink-sign-in';
type Begun = { readonly ticket: string; readonly path: string };

/** Whether this is the query of an address to which a provider sent the browser back. */
function isProviderResponse(query: string): boolean {
  const params = new URLSearchParams(query);
  return params.has('state') && (params.has('code') || params.has('error'));
}

async function beginAtProvider(): Promise<void> {
  const { url, ticket } = await send(api.signIn.begin, { body: {}, cause: 'user' });
  const state = sessionStore.get();
  const begun: Begun = { ticket, path: state.kind === 'out' ? state.redirectPath : '/' };
  sessionStorage.setItem(key, JSON.stringify(begun));
  // A script address would run here.
  if (/^https?:\/\//i.test(url)) location.assign(url);
}

/** Once. Blank if this tab began none: the server then refuses. */
function takeBegun(): Begun {
  const none = { ticket: '', path: '/' };
  try {
    const begun = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Begun>;
    sessionStorage.removeItem(key);
    return { ...none, ...begun };
  } catch {
    return none;
  }
}
