/** Refreshes the session from GET /account/me (SES-08, SES-09, SES-17, C53). An unreachable server ends no session. */
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
    // Unreachable: the next retry repeats it (C53). Ended: nothing to do.
    if (error instanceof ApiError && !error.unreached) await sessionStore.logOut('profile-failed', path);
  }
}

/** Updates the running session: another role or company is another session. Never throws. */
export function refreshProfile(): Promise<void> {
  fetching ??= fetchProfile().finally(() => {
    fetching = null;
  });
  return fetching;
}

const forbiddenPauseMs = 10_000;
let lookedAt = 0;
/** After a 403: the role may have changed. */
export function followForbidden(): void {
  onForbidden(() => {
    if (Date.now() - lookedAt < forbiddenPauseMs) return;
    lookedAt = Date.now();
    void refreshProfile();
  });
}
