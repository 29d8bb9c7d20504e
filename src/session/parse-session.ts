/** Reads a stored session. Never throws: the content may originate from a user, an old version or a damaged disk. */
import { isAlive, type OutReason, type Session } from './session.ts';

const isText = (value: unknown, max = 8192): value is string => typeof value === 'string' && value.length <= max;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The session, or null if a member is missing or invalid. Unknown members are dropped. */
export function parseSession(value: unknown): Session | null {
  if (!isObject(value)) return null;
  const { token, expirationDate, userId, role, terms, company, refreshToken, userName, userDetails } = value;
  if (!isText(token) || token === '' || /\s/.test(token)) return null;
  if (typeof expirationDate !== 'number' || !Number.isSafeInteger(expirationDate)) return null;
  if (!isText(userId) || userId === '' || !isText(role) || !isText(refreshToken) || !isText(userName)) return null;
  if (typeof terms !== 'number' || !(company === null || isText(company)) || !isObject(userDetails)) return null;
  return { token, expirationDate, userId, role, terms, company, refreshToken, userName, userDetails };
}

/** The mirror in localStorage: `absent`, `corrupt`, or its session. */
export function parseMirror(text: string | null): 'absent' | 'corrupt' | Session {
  if (text === null) return 'absent';
  try {
    return parseSession(JSON.parse(text)) ?? 'corrupt';
  } catch {
    return 'corrupt';
  }
}

/** An instant stored as text in localStorage. 0 if missing or implausible. */
export function parseMark(text: string | null, now: number): number {
  const value = text === null ? 0 : Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= now + 60_000 ? value : 0;
}

/** The IndexedDB record, which is authoritative (invariant 6). */
export type SessionRecord = {
  readonly sid: string;
  readonly session: Session;
  readonly lastSeenAt: number;
  readonly lastActiveAt: number;
  /** Whether localStorage accepted the mirror: then a missing mirror was removed by someone. */
  readonly isMirrored: boolean;
};
/** A record of a logout, so that a crash cannot bring the session back. Its stored key is `tombstone`. */
export type LogoutMarker = { readonly sid: string; readonly loggedOutAt: number; readonly reason: OutReason };

const outReasons: readonly unknown[] = [
  'none',
  'logged-out',
  'expired',
  'inactive',
  'unauthorized',
  'profile-failed',
] satisfies readonly OutReason[];
export const isOutReason = (value: unknown): value is OutReason => outReasons.includes(value);

export function parseRecord(value: unknown): SessionRecord | null {
  if (!isObject(value) || !isText(value.sid, 64) || value.sid === '') return null;
  const session = parseSession(value.session);
  const { lastSeenAt, lastActiveAt } = value;
  if (!session || typeof lastSeenAt !== 'number' || typeof lastActiveAt !== 'number') return null;
  if (!Number.isFinite(lastSeenAt) || !Number.isFinite(lastActiveAt)) return null;
  return { sid: value.sid, session, lastSeenAt, lastActiveAt, isMirrored: value.isMirrored === true };
}

export function parseLogoutMarker(value: unknown): LogoutMarker | null {
  if (!isObject(value) || !isText(value.sid, 64) || typeof value.loggedOutAt !== 'number') return null;
  const reason = isOutReason(value.reason) ? value.reason : 'logged-out';
  return { sid: value.sid, loggedOutAt: value.loggedOutAt, reason };
}

/**
 * What can be restored: the record, unless a logout marker ends it, or the mirror was removed, damaged or expired by hand
 * (SES-01, SES-04: removing the token in either place logs out).
 */
export function restorable(
  record: SessionRecord | null,
  logoutMarker: LogoutMarker | null,
  mirror: 'absent' | 'corrupt' | 'unreadable' | Session,
  now: number,
): SessionRecord | null {
  if (!record || record.sid === logoutMarker?.sid) return null;
  if (mirror === 'corrupt' || (mirror === 'absent' && record.isMirrored)) return null;
  if (typeof mirror === 'object' && (mirror.userId !== record.session.userId || !isAlive(mirror, now))) return null;
  return record;
}
