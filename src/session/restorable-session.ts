/** What the start of a page finds of a session on disk. Changes nothing. Own file: the first rows need this decision before the session starts. */
import { type LogoutMarker, restorable, type SessionRecord } from './parse-session.ts';
import { endReason, type OutReason, type Session } from './session.ts';
import * as storage from './session-storage.ts';

type Restorable = {
  /** When it was read. */
  readonly now: number;
  readonly found: SessionRecord | null;
  readonly logoutMarker: LogoutMarker | null;
  readonly mirror: ReturnType<typeof storage.readMirror>;
  /** null = it has been ended, here or elsewhere. */
  readonly record: SessionRecord | null;
  readonly lastActiveAt: number;
  /** Why the record has ended since; 'none' without a record, null = it continues. */
  readonly reason: OutReason | null;
};

/** null = unknown: the database does not work, or not yet. */
export async function readRestorable(idleLimitMs: number | null): Promise<Restorable | null> {
  const stored = await storage.readStored();
  if (!stored) return null;
  const now = Date.now();
  const mirror = storage.readMirror();
  const { record: found, logoutMarker } = stored;
  const record = restorable(found, logoutMarker, mirror, now);
  const lastActiveAt = Math.max(record?.lastActiveAt ?? 0, storage.readUserAction(now));
  const seen = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: record?.lastSeenAt ?? 0 };
  const reason = record ? endReason(record.session, seen, idleLimitMs, now) : 'none';
  return { now, found, logoutMarker, mirror, record, lastActiveAt, reason };
}

/** The session that this page is going to continue; null = none, or unknown. */
export async function continuedSession(idleLimitMs: number | null): Promise<Session | null> {
  const stored = await readRestorable(idleLimitMs);
  return stored?.record && stored.reason === null ? stored.record.session : null;
}
