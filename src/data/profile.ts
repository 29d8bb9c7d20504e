/** Refreshes the session from GET /account/me (SES-08, SES-09, SES-17, C53). An unreachable server ends no session. */

import { account } from '../../contract/calls/account.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { currentPath } from '../lib/base-path.ts';
import { type Session, sessionLifeMs } from '../session/session.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { connection, isReachable } from './connection.ts';
import { onForbidden, send } from './send.ts';

type Profile = Reads<typeof account.me>['user'];

function membersOf(profile: Profile): Omit<Session, 'token' | 'expirationDate' | 'userId'> {
  const { refreshToken, userName, role, terms, company, id } = profile;
  return { refreshToken, userName, role, terms, company, userDetails: { id, userName, role, terms, company } };
}

/** A new session of this token, ending 29000 s after `loggedInAt` (epoch ms, C04). */
export function sessionOf(token: string, profile: Profile, loggedInAt: number): Session {
  return { token, expirationDate: loggedInAt + sessionLifeMs, userId: profile.id, ...membersOf(profile) };
}

type Fetching = { running: Promise<void> | null; isPutOff: boolean; lookedAt: number };
const fetching = sessionScoped((): Fetching => ({ running: null, isPutOff: false, lookedAt: 0 }));

async function fetchProfile(): Promise<void> {
  const state = sessionStore.get();
  if (state.kind === 'out') return;
  const path = currentPath();
  const own = fetching.get();
  try {
    own.isPutOff = false;
    const { user } = await send(account.me, { cause: 'poll' });
    if (user.id === state.session.userId) await sessionStore.update(membersOf(user));
    else await sessionStore.logOut('profile-failed', path);
  } catch (error) {
    // Unreachable: repeated when the server responds to any request (C53). Ended: nothing to do.
    if (!(error instanceof ApiError)) return;
    if (error.unreached) own.isPutOff = true;
    else await sessionStore.logOut('profile-failed', path);
  }
}

/** Updates the running session: another role or company is another session. Never throws. */
export function refreshProfile(): Promise<void> {
  const own = fetching.get();
  own.running ??= fetchProfile().finally(() => {
    own.running = null;
  });
  return own.running;
}

/** Reads a profile that the server could not send before, as soon as it responds again. Call once. */
export function followReturn(): void {
  connection.subscribe(() => {
    if (fetching.get().isPutOff && isReachable(connection.get().state)) void refreshProfile();
  });
}

const forbiddenPauseMs = 10_000;
/** After a 403: the role may have changed. */
export function followForbidden(): void {
  onForbidden(() => {
    const own = fetching.get();
    if (Date.now() - own.lookedAt < forbiddenPauseMs) return;
    own.lookedAt = Date.now();
    void refreshProfile();
  });
}
