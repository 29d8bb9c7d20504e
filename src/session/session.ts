/**
 * Who is logged in, as a pure reducer over named events: every rule of time and of what counts as a session stands here.
 * For: session-store.ts and the tests. Must not: read a clock (each event brings `now`), storage, DOM or network.
 */

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
      /** Grows with each log-in, log-out and change of user, role or company: what was asked under an earlier one is dropped. */
      readonly epoch: number;
      /** The path that was wanted before the log-in; '/' = none (SES-10, C15). */
      readonly redirectPath: string;
    }
  | {
      readonly kind: 'out';
      readonly reason: OutReason;
      readonly epoch: number;
      readonly redirectPath: string;
      readonly shouldLogout: boolean;
      /** Whose path it is: another user does not inherit it. null = nobody's in particular. */
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

/** C04: the one life span of a session, seconds to ms. */
export const sessionLifeMs = 29_000_000;
/** How far a clock may be set back before the session is no longer believed (faults 5.1, 5.5). */
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

/** Is the session alive at `now`? Its beginning is its end less the life span, so a clock before that is not believed either. */
export function isAlive(session: Pick<Session, 'expirationDate'>, now: number): boolean {
  return session.expirationDate - sessionLifeMs - clockSlackMs <= now && now < session.expirationDate;
}

/** Instants against which a session is checked; epoch ms. */
export type Marks = {
  readonly lastUserInputAt: number;
  /** Last request that the user caused; polls do not count (C05b). */
  readonly lastUserRequestAt: number;
  /** The latest instant that this session has seen. */
  readonly lastSeenAt: number;
};

/** When inactivity ends the session; null = never. */
export function idleEnd(marks: Marks, idleLimitMs: number | null): number | null {
  return idleLimitMs === null ? null : Math.max(marks.lastUserInputAt, marks.lastUserRequestAt) + idleLimitMs;
}

/** Why the session must end at `now`, or null. A clock set back by more than the slack counts as expired: only a log-in tells the time again. */
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

const neverWanted = /^\/(auth2?|logout)\/?([?#]|$)/i;
/** A path of this app that may be returned to; anything else (other hosts, the log-in itself) becomes '/'. */
export function safePath(path: string | undefined): string {
  if (!path || path.length > 8000 || !/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]/u.test(path)) return '/';
  return neverWanted.test(path) ? '/' : path;
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

/** The next state; the same object when nothing changes. An end while logged out changes nothing (twice is once). */
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
