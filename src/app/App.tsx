/**
 * The app: the router, and what follows when the session begins, ends or changes.
 * Must not: load Mantine (the frame after log-in does), or be imported by anyone but main.tsx.
 */
import '../ui/tokens.css';
import '../ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { forgetDrafts } from '../form/draft.ts';
import { homeAfterLogIn } from '../session/after-log-in.ts';
import type { SessionState } from '../session/session.ts';
import { onSessionEnd, sessionStore } from '../session/session-store.ts';
import { clearNotices } from '../ui/notices.ts';
import { startUpdates } from './app-update.ts';
import { startAppearance } from './appearance.ts';
import { startDemoCheck } from './demo.ts';
import { startInstall } from './install.ts';
import { isOpen } from './route-guard.ts';
import { rowOfPath } from './route-table.ts';
import { currentPerson, router } from './routes.tsx';

/** Where one goes who has just logged in or accepted the terms (AUTH-08, C15). */
function goHome(state: Extract<SessionState, { kind: 'in' }>): void {
  const { audience } = currentPerson();
  const home = homeAfterLogIn(state.session, state.redirectPath, (path) => isOpen(path, audience));
  if (state.session.terms === 1) sessionStore.rememberPath('/');
  router.history.replace(home.to, { isAfterLogIn: home.isRoleHome });
}

/** Storage that hangs is not waited for longer. */
const endLimitMs = 1000;

/**
 * The screen is empty already. The log-in comes when the log-out is on the disk: whoever sees it may switch the device off (C55).
 * SES-10, NAV-16: the guard sends the visitor on to /auth and keeps the path.
 */
async function leave(out: Extract<SessionState, { kind: 'out' }>): Promise<void> {
  await Promise.race([sessionStore.whenEnded(), new Promise((late) => setTimeout(late, endLimitMs))]);
  // Somebody has logged in meanwhile.
  if (sessionStore.get().kind === 'in') return;
  if (out.shouldLogout) router.history.replace(out.redirectPath);
  else void router.invalidate();
}

function followSession(before: SessionState, now: SessionState): void {
  const path = rowOfPath(router.latestLocation.pathname)?.path;
  if (now.kind === 'out') {
    if (before.kind === 'out') return;
    clearNotices();
    void leave(now);
    return;
  }
  const hasTerms = now.session.terms === 1;
  if (before.kind === 'out' && path === '/auth') goHome(now);
  else if (before.kind === 'in' && before.session.terms !== 1 && hasTerms && path === '/auth2') goHome(now);
  else if (before.kind === 'out' || before.epoch !== now.epoch || before.session.terms !== now.session.terms)
    void router.invalidate();
}

let last = sessionStore.get();
sessionStore.subscribe(() => {
  const before = last;
  last = sessionStore.get();
  if (last !== before) followSession(before, last);
});

// Here and not with the forms: a log-out may come before any of them is loaded.
onSessionEnd(forgetDrafts);
startAppearance();
startInstall();
startUpdates();
startDemoCheck();

export function App(): ReactElement {
  return <RouterProvider router={router} />;
}
