/** Session state as a pure reducer. All expiry and inactivity rules are here. The time is always an argument. */

/** The nine members of SES-03, under their stored names. `expirationDate` is epoch ms. */
export type Session = {
  readonly token: string;
  readonly expirationDate: number;
  readonly userId: string;
  readonly role: string;
  /** 1 = accepted */
  readonly terms: number;
  readonly company: string | null;
  readonly refreshToken: string;
  readonly userName: string;
  readonly userDetails: Readonly<Record<string, unknown>>;
};
export type OutReason = 'none' | 'logged-out' | 'expired' | 'inactive' | 'unauthorized' | 'profile-failed';
export type SessionState =
  | {
      readonly kind: 'in';
      readonly session: Session;
      /** Increases with each login, logout and change of user, role or company. Results of an earlier epoch are dropped. */
      readonly epoch: number;
      /** The path requested before login. '/' = none (SES-10, C15). */
      readonly redirectPath: string;
    }
  | {
      readonly kind: 'out';
      readonly reason: OutReason;
      readonly epoch: number;
      readonly redirectPath: string;
      readonly shouldLogout: boolean;
      /** User of the path: others do not inherit it. null = any. */
      readonly redirectUser: string | null;
    };

export type SessionEvent =
  | { readonly type: 'restored'; readonly session: Session; readonly now: number }
  | { readonly type: 'logged-in'; readonly session: Session; readonly now: number }
  | { readonly type: 'updated'; readonly part: Partial<Session> }
  | { readonly type: 'not-restored'; readonly reason: OutReason }
  | { readonly type: 'ended'; readonly reason: OutReason; readonly redirectPath?: string | undefined }
  | { readonly type: 'path-remembered'; readonly path: string }
  | { readonly type: 'should-logout-cleared' };

/** C04: lifetime of a session, ms. */
export const sessionLifeMs = 29_000_000;
/** A clock set back by more than this invalidates the session. */
export const clockSlackMs = 60_000;
/** C05b. */
export const defaultIdleLimitMs = 30 * 60_000;
export const idleWarningMs = 60_000;

export const initialState: SessionState = {
  kind: 'out',
  reason: 'none',
  epoch: 0,
  redirectPath: '/',
  shouldLogout: false,
  redirectUser: null,
};

/** Whether the session is alive at `now`. It starts at its end minus the lifetime: an earlier clock is invalid, too. */
export function isAlive(session: Pick<Session, 'expirationDate'>, now: number): boolean {
  return session.expirationDate - sessionLifeMs - clockSlackMs <= now && now < session.expirationDate;
}

/** Instants against which a session is checked, epoch ms. */
export type Marks = {
  readonly lastUserInputAt: number;
  /** Last request that the user caused. Polls do not count (C05b). */
  readonly lastUserRequestAt: number;
  /** The latest instant of this session. */
  readonly lastSeenAt: number;
};

/** When inactivity ends the session. null = never. */
export function idleEnd(marks: Marks, idleLimitMs: number | null): number | null {
  return idleLimitMs === null ? null : Math.max(marks.lastUserInputAt, marks.lastUserRequestAt) + idleLimitMs;
}

/** Why the session must end at `now`, or null. A clock set back by more than the slack counts as expired: only a login confirms the time again. */
export function endReason(
  session: Session,
  marks: Marks,
  idleLimitMs: number | null,
  now: number,
): 'expired' | 'inactive' | null {
  if (!isAlive(session, now) || now < marks.lastSeenAt - clockSlackMs) return 'expired';
  const idleEndsAt = idleEnd(marks, idleLimitMs);
  return idleEndsAt !== null && now >= idleEndsAt ? 'inactive' : null;
}

const neverRedirected = /^\/(auth2?|logout)\/?([?#]|$)/i;
/** A path of this app to return to. Anything else (other hosts, the login itself) becomes '/'. */
export function safePath(path: string | undefined): string {
  if (!path || path.length > 8000 || !/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return '/';
  return neverRedirected.test(path) ? '/' : path;
}

function enter(state: SessionState, session: Session, now: number): SessionState {
  if (!isAlive(session, now)) return state;
  const isOthers = state.kind === 'out' && state.redirectUser !== null && state.redirectUser !== session.userId;
  const redirectPath = isOthers ? '/' : state.redirectPath;
  return { kind: 'in', session, epoch: state.epoch + 1, redirectPath };
}

function update(state: SessionState, part: Partial<Session>): SessionState {
  if (state.kind === 'out') return state;
  const session = { ...state.session, ...part, expirationDate: state.session.expirationDate };
  if (JSON.stringify(session) === JSON.stringify(state.session)) return state;
  const isOther = (['userId', 'role', 'company'] as const).some((member) => session[member] !== state.session[member]);
  return { ...state, session, epoch: isOther ? state.epoch + 1 : state.epoch };
}

/** The next state. The same object if nothing changes. Ending twice changes nothing. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'restored':
    case 'logged-in':
      return enter(state, event.session, event.now);
    case 'updated':
      return update(state, event.part);
    case 'not-restored':
      return state.kind === 'out' ? { ...state, reason: event.reason } : state;
    case 'ended':
      if (state.kind === 'out') return state;
      return {
        kind: 'out',
        reason: event.reason,
        epoch: state.epoch + 1,
        redirectPath: safePath(event.redirectPath),
        shouldLogout: true,
        redirectUser: event.redirectPath ? state.session.userId : null,
      };
    case 'path-remembered': {
      const redirectPath = safePath(event.path);
      if (redirectPath === state.redirectPath) return state;
      return state.kind === 'in' ? { ...state, redirectPath } : { ...state, redirectPath, redirectUser: null };
    }
    case 'should-logout-cleared':
      return state.kind === 'out' && state.shouldLogout ? { ...state, shouldLogout: false } : state;
  }
}
