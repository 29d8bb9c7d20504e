/**
 * The start of the app: time, whose device stores may stand, the session, then the screen.
 * Must not: wait for the network, or load what the log-in screen does not need.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { apiBase, appConfig } from './api/api-base.ts';
import { startApi } from './api/start-api.ts';
import { App } from './app/App.tsx';
import { fetchCodeOf, router } from './app/routes.tsx';
import { ensureTemporal } from './lib/time.ts';
import { guardStores } from './offline/store-owner.ts';
// In the first chunk, so that the routes' lazy imports find them here: logging out must work without network on the first visit, too.
import './screens/auth/LogInScreen.tsx';
import './screens/auth/LogOutScreen.tsx';
import { sessionStore } from './session/session-store.ts';
import { dismissNotice, notify } from './ui/notices.ts';

/** The static page of index.html goes when a screen stands in its place; LogInScreen takes it off itself, with what was typed. */
function removeBootPage(root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (root.querySelector('.login') || !root.querySelector('main > *, [role="alert"]')) return;
    document.getElementById('boot')?.remove();
    observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
}

/** A network that takes longer than this for the code shows the frame meanwhile. */
const codeLimitMs = 2000;

/**
 * Waits for the screen's code, so that it is drawn at once: each placeholder that React draws first holds what follows back for 300 ms.
 * The static page stands until then.
 */
async function screenReady(code: Promise<void>): Promise<void> {
  await Promise.race([code.then(() => router.load()), new Promise((late) => setTimeout(late, codeLimitMs))]);
}

/** Says it once, and takes it back when the storage was only slow. */
function tellStorageTrouble(): void {
  if (!sessionStore.hasStorageTrouble()) return;
  const id = notify({
    title: 'This device does not store your session',
    text: 'Its storage is full or switched off. You stay logged in until this page is closed.',
    kind: 'warn',
  });
  const stop = sessionStore.subscribe(() => {
    if (sessionStore.hasStorageTrouble()) return;
    dismissNotice(id);
    stop();
  });
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // index.html has seen a session that has not ended: the code comes while it is read.
  const code = document.documentElement.dataset.boot === 'in' ? fetchCodeOf(location.pathname) : null;
  await ensureTemporal();
  guardStores(apiBase);
  sessionStore.setIdleLimit(appConfig().idleLimitMs);
  await sessionStore.boot();
  startApi();
  if (code && sessionStore.get().kind === 'in') await screenReady(code);
  removeBootPage(root);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  tellStorageTrouble();
}

void start();
