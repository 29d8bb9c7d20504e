/**
 * The app: router, and reactions to the begin, end and change of a session. Never load Mantine here: it belongs to the frame after login.
 * Own file: what React renders; `start.tsx` runs before it.
 */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { homeAfterLogIn } from '../session/after-log-in.ts';
import type { SessionState } from '../session/session.ts';
import { onSessionEnd, sessionStore } from '../session/session-store.ts';
import { forgetDrafts } from '../session/typed-drafts.ts';
import { clearNotices } from '../ui/notices.ts';
import { startUpdates } from './app-update.ts';
import { startAppearance } from './appearance.ts';
import { startInstall } from './install.ts';
import { isOpen, rowOfPath } from './route-guard.ts';
import { currentPerson, router } from './routes.tsx';

/** Also before the first render: then nothing follows the history, and the guard would not see the new address. */
function replaceAddress(href: string, state: { isAfterLogIn?: boolean } = {}): void {
  void router.navigate({ href, replace: true, state });
}

/** Target after login or acceptance of the terms (AUTH-08, C15). */
function goHome(state: Extract<SessionState, { kind: 'in' }>): void {
  const { audience } = currentPerson();
  const home = homeAfterLogIn(state.session, state.redirectPath, (path) => isOpen(path, audience));
  if (state.session.terms === 1) sessionStore.rememberPath('/');
  replaceAddress(home.to, { isAfterLogIn: home.isRoleHome });
}

/** Storage that hangs delays this no longer. */
const endLimitMs = 1000;

/**
 * The screen is empty already. The login appears once the logout is on disk: then the device can be switched off (C55).
 * SES-10, NAV-16: the guard redirects to /auth and stores the path.
 */
async function leave(out: Extract<SessionState, { kind: 'out' }>): Promise<void> {
  await Promise.race([sessionStore.whenEnded(), new Promise((late) => setTimeout(late, endLimitMs))]);
  // Someone has logged in since.
  if (sessionStore.get().kind === 'in') return;
  if (out.shouldLogout) replaceAddress(out.redirectPath);
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

// Registered here, not with the forms: a logout may happen before any of them loads.
onSessionEnd(forgetDrafts);
startAppearance();
startInstall();
startUpdates();

export function App(): ReactElement {
  return <RouterProvider router={router} />;
}
