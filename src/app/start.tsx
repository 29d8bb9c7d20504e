/** Start of the app: time, device stores, session, screen. Never wait for the network or load what the login screen does not need. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { apiBase, appConfig } from '../data/api-base.ts';
import { guardStores } from '../data/offline/store-owner.ts';
import { startApi } from '../data/start-api.ts';
import { pathInApp } from '../lib/base-path.ts';
import { ensureTemporal } from '../lib/time.ts';
import { trustLibrariesOfPage } from '../lib/trusted-types.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { App } from './App.tsx';
import { startDemoCheck } from './demo.ts';
import { endFirstRows, keepFirstRowsFor, leaveFirstRows } from './first-rows.ts';
import { fetchCodeOf, router } from './routes.tsx';
// In the first chunk, where lazy routes find it: logout must work offline on the first visit, too.
import '../screens/auth/LogInScreen.tsx';
import '../screens/auth/LogOutScreen.tsx';
import { sessionStore } from '../session/session-store.ts';
import { onFirstData } from '../ui/data-age.ts';
import { dismissNotice, notify } from '../ui/notices.ts';

/** Removes the static page of index.html when the frame or a screen replaces it. LogInScreen does it itself, with the typed text. */
function removeBootPage(root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (root.querySelector('.login') || !root.querySelector('#screen, main > *, [role="alert"]')) return;
    document.getElementById('boot')?.remove();
    observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
}

/** If the code takes longer to load, the frame is shown first. */
const codeLimitMs = 2000;

/**
 * Waits for the screen's code, so that it renders at once: React shows a placeholder for at least 300 ms.
 * The static page stays until then.
 */
async function screenReady(code: Promise<void>): Promise<void> {
  await Promise.race([code.then(() => router.load()), new Promise((late) => setTimeout(late, codeLimitMs))]);
}

/** Shown once, and removed if the storage was only slow. */
function reportStorageErrors(): void {
  if (!sessionStore.hasStorageError()) return;
  const id = notify({
    title: 'Your session is not stored',
    text: 'Browser storage is full or blocked. You stay logged in until you close this page.',
    kind: 'warn',
  });
  const stop = sessionStore.subscribe(() => {
    if (sessionStore.hasStorageError()) return;
    dismissNotice(id);
    stop();
  });
}

/** The rows of the last visit give way to the screen's own data, to another screen, and to the end of the session. */
function followFirstRows(): void {
  onFirstData(endFirstRows);
  // The root is left for the home.
  router.subscribe(
    'onBeforeLoad',
    ({ toLocation }) => toLocation.pathname !== '/' && leaveFirstRows(toLocation.pathname),
  );
  const check = (): void => {
    const state = sessionStore.get();
    keepFirstRowsFor(state.kind === 'in' ? state.session : null);
  };
  sessionStore.subscribe(check);
  check();
}

/** Starts the app in index.html's #root. Called once. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  trustLibrariesOfPage();
  // index.html found a valid session: the code loads while it is read.
  const code = document.documentElement.dataset.boot === 'in' ? fetchCodeOf(pathInApp(location.pathname)) : null;
  await ensureTemporal();
  await yieldToMain();
  guardStores(apiBase);
  sessionStore.setIdleLimit(appConfig().idleLimitMs);
  await sessionStore.boot();
  followFirstRows();
  startApi();
  // Last: on the first visit its call waits for the settings, which contain the address of the server.
  startDemoCheck();
  if (code && sessionStore.get().kind === 'in') await screenReady(code);
  removeBootPage(root);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  reportStorageErrors();
}
