/** State and timestamps shared by the session modules, with listeners and storage. For session-store.ts only. */
import { listenerSet } from '../lib/listeners.ts';
import type { SessionRecord } from './parse-session.ts';
import {
  defaultIdleLimitMs,
  idleEnd,
  initialState,
  type Marks,
  type OutReason,
  reduce,
  type Session,
  type SessionEvent,
  type SessionState,
} from './session.ts';
import * as storage from './session-storage.ts';
import { withLock } from './tabs.ts';

type EndHook = (ended: { reason: OutReason; session: Session }) => void | Promise<void>;
export type Deadlines = { readonly expiresAt: number; readonly idleEndsAt: number | null };

const hookLimitMs = 3000;
const writeLock = 'session';

type Core = {
  state: SessionState;
  /** Identifies this login in storage and between tabs, without revealing the token. */
  sid: string;
  marks: Marks;
  /** null = never ends by inactivity. */
  idleLimitMs: number | null;
  isMirrored: boolean;
  /** Last written `lastSeenAt`. */
  persistedAt: number;
  writesUnderWay: number;
  deadlines: Deadlines | null;
};
export const core: Core = {
  state: initialState,
  sid: '',
  marks: { lastUserInputAt: 0, lastUserRequestAt: 0, lastSeenAt: 0 },
  idleLimitMs: defaultIdleLimitMs,
  isMirrored: false,
  persistedAt: 0,
  writesUnderWay: 0,
  deadlines: null,
};
/** No one is logged in, or about to be. */
export const isFree = (): boolean => core.state.kind === 'out' && core.writesUnderWay === 0;

const listeners = listenerSet();
export const subscribe = listeners.add;
export const notifyListeners = listeners.notify;
const endHooks = new Set<EndHook>();

export function dispatch(event: SessionEvent): void {
  const next = reduce(core.state, event);
  if (next === core.state) return;
  core.state = next;
  refreshDeadlines();
  notifyListeners();
}

/** Returns the same object while nothing changes, as useSyncExternalStore requires. */
function refreshDeadlines(): boolean {
  const { state, deadlines } = core;
  const expiresAt = state.kind === 'in' ? state.session.expirationDate : 0;
  const idleEndsAt = idleEnd(core.marks, core.idleLimitMs);
  const isSame = deadlines?.expiresAt === expiresAt && deadlines.idleEndsAt === idleEndsAt;
  if (state.kind === 'out') core.deadlines = null;
  else if (!isSame) core.deadlines = { expiresAt, idleEndsAt };
  return core.deadlines !== deadlines;
}
/** After marks or limit changed. */
export function notifyDeadlines(): void {
  if (refreshDeadlines()) notifyListeners();
}

/** The marks, including activity in other tabs of this browser. */
export function readMarks(now: number): Marks {
  const { marks } = core;
  const lastUserInputAt = Math.max(marks.lastUserInputAt, storage.readUserAction(now));
  return lastUserInputAt === marks.lastUserInputAt ? marks : { ...marks, lastUserInputAt };
}

/** Writes the timestamps, and changed members of the session. 'all' = a new session. */
export async function persist(part: Partial<Session> | 'all'): Promise<void> {
  if (core.state.kind === 'in') await write(core.state.session, part);
}
async function write(session: Session, part: Partial<Session> | 'all'): Promise<void> {
  const { sid, marks, isMirrored } = core;
  const lastActiveAt = Math.max(marks.lastUserInputAt, marks.lastUserRequestAt);
  const record: SessionRecord = { sid, session, lastSeenAt: marks.lastSeenAt, lastActiveAt, isMirrored };
  core.persistedAt = marks.lastSeenAt;
  await storage.writeRecord(record, part);
}

/** Record and mirror change together, one tab at a time. */
export function persistAll(part: Partial<Session>): Promise<void> {
  return writeLocked(() => (core.state.kind === 'in' ? core.state.session : null), part);
}
/** A new session, stored before anyone is notified: a page that is left at once must find it again. */
export function persistNew(session: Session): Promise<void> {
  return writeLocked(() => session, 'all');
}
async function writeLocked(sessionNow: () => Session | null, part: Partial<Session> | 'all'): Promise<void> {
  core.writesUnderWay += 1;
  try {
    await withLock(writeLock, async () => {
      const session = sessionNow();
      if (!session) return;
      core.isMirrored = storage.writeMirror(session);
      await write(session, part);
    });
  } finally {
    core.writesUnderWay -= 1;
  }
}

/** `fn` runs at each end of a session, also in another tab, and is awaited for up to 3 s. Returns a function that removes it. */
export function onSessionEnd(fn: EndHook): () => void {
  endHooks.add(fn);
  return () => endHooks.delete(fn);
}
export async function runEndHooks(reason: OutReason, session: Session): Promise<void> {
  const all = Promise.allSettled([...endHooks].map(async (hook) => hook({ reason, session })));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, hookLimitMs))]);
}
