/**
 * Who the server says the caller is: the session's members out of GET /account/me (SES-08, SES-09, SES-17, C53).
 * Must not: end a session because the server was not reached.
 */
import { api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { type Session, sessionLifeMs } from '../session/session.ts';
import { sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { onForbidden, send } from './send.ts';

type Profile = Reads<typeof api.account.me>['user'];

function membersOf(profile: Profile): Omit<Session, 'token' | 'expirationDate' | 'userId'> {
  const { refreshToken, userName, role, terms, company, id } = profile;
  return { refreshToken, userName, role, terms, company, userDetails: { id, userName, role, terms, company } };
}

/** A new session of this token, ending 29000 s after `loggedInAt` (epoch ms, C04). */
export function sessionOf(token: string, profile: Profile, loggedInAt: number): Session {
  return { token, expirationDate: loggedInAt + sessionLifeMs, userId: profile.id, ...membersOf(profile) };
}

let fetching: Promise<void> | null = null;

async function fetchProfile(): Promise<void> {
  const state = sessionStore.get();
  if (state.kind === 'out') return;
  const path = location.pathname + location.search;
  try {
    const { user } = await send(api.account.me, { cause: 'poll' });
    if (user.id === state.session.userId) await sessionStore.update(membersOf(user));
    else await sessionStore.logOut('profile-failed', path);
  } catch (error) {
    // Not reached: put off until the next try (C53). Ended: nothing to do.
    if (error instanceof ApiError && !error.unreached) await sessionStore.logOut('profile-failed', path);
  }
}

/** Fetches the profile of the running session again and follows it: another role or company is another epoch. Never throws. */
export function refreshProfile(): Promise<void> {
  fetching ??= fetchProfile().finally(() => {
    fetching = null;
  });
  return fetching;
}

const forbiddenPauseMs = 10_000;
let lookedAt = 0;
/** A 403 where the menu offered the way: the role was changed meanwhile. */
export function followForbidden(): void {
  onForbidden(() => {
    if (Date.now() - lookedAt < forbiddenPauseMs) return;
    lookedAt = Date.now();
    void refreshProfile();
  });
}
