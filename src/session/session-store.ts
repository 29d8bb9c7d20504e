/**
 * The one session of the page: the reducer's state, kept in step with storage, timers and the other tabs.
 * For: everyone who asks who is logged in. Must not: use the network (api/ registers with onSessionEnd) or hold a rule of time (session.ts).
 */
import { restorable, type SessionRecord } from './parse-session.ts';
import {
  defaultIdleLimitMs,
  endReason,
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
import { listenForWake, startTimer } from './session-timers.ts';
import { openTabs, type TabMessage, withLock } from './tabs.ts';

export type { OutReason, Session, SessionState } from './session.ts';

type EndHook = (ended: { reason: OutReason; session: Session }) => void | Promise<void>;
export type Deadlines = { readonly expiresAt: number; readonly idleEndsAt: number | null };

const hookLimitMs = 3000;
const touchEveryMs = 1000;
const persistEveryMs = 60_000;
const writeLock = 'session';

let state: SessionState = initialState;
let sid = '';
let marks: Marks = { lastUserInputAt: 0, lastUserRequestAt: 0, lastSeenAt: 0 };
let idleLimitMs: number | null = defaultIdleLimitMs;
let isMirrored = false;
let persistedAt = 0;
let writesUnderWay = 0;
let deadlines: Deadlines | null = null;
let timer: ReturnType<typeof startTimer> | null = null;
let tabs: ReturnType<typeof openTabs> | null = null;
const listeners = new Set<() => void>();
const endHooks = new Set<EndHook>();

function tellListeners(): void {
  for (const listener of [...listeners]) listener();
}
function dispatch(event: SessionEvent): void {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  refreshDeadlines();
  tellListeners();
}
/** Keeps the same object while it says the same, as useSyncExternalStore demands. */
function refreshDeadlines(): void {
  const expiresAt = state.kind === 'in' ? state.session.expirationDate : 0;
  const idleEndsAt = idleEnd(marks, idleLimitMs);
  if (state.kind === 'out') deadlines = null;
  else if (deadlines?.expiresAt !== expiresAt || deadlines.idleEndsAt !== idleEndsAt)
    deadlines = { expiresAt, idleEndsAt };
}
const currentPath = (): string => (typeof location === 'undefined' ? '/' : location.pathname + location.search);

/** Other tabs of this browser count as use, too. */
function readMarks(now: number): Marks {
  const lastUserInputAt = Math.max(marks.lastUserInputAt, storage.readUserAction(now));
  return lastUserInputAt === marks.lastUserInputAt ? marks : { ...marks, lastUserInputAt };
}

async function persist(part: Partial<Session> | null): Promise<void> {
  if (state.kind === 'out') return;
  const lastActiveAt = Math.max(marks.lastUserInputAt, marks.lastUserRequestAt);
  const record: SessionRecord = { sid, session: state.session, lastSeenAt: marks.lastSeenAt, lastActiveAt, isMirrored };
  persistedAt = marks.lastSeenAt;
  await storage.writeRecord(record, part);
}
/** Record and mirror change together, one tab at a time. */
async function persistAll(part: Partial<Session>): Promise<void> {
  writesUnderWay += 1;
  try {
    await withLock(writeLock, async () => {
      if (state.kind === 'out') return;
      isMirrored = storage.writeMirror(state.session);
      await persist(part);
    });
  } finally {
    writesUnderWay -= 1;
  }
}

async function runEndHooks(reason: OutReason, session: Session): Promise<void> {
  const all = Promise.allSettled([...endHooks].map(async (hook) => hook({ reason, session })));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, hookLimitMs))]);
}

function begin(session: Session, now: number, lastActiveAt: number): void {
  marks = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: now };
  persistedAt = now;
  dispatch({ type: 'restored', session, now });
  timer?.rearm();
}

/** Ends it in this tab only: the screen, the store's hooks. */
async function endHere(reason: OutReason, redirectPath?: string): Promise<void> {
  if (state.kind === 'out') return;
  const { session } = state;
  dispatch({ type: 'ended', reason, redirectPath });
  await runEndHooks(reason, session);
}

/** Only a log-out by will forgets where one was. */
const pathToKeep = (reason: OutReason): string | undefined => (reason === 'logged-out' ? undefined : currentPath());

/** Looks at the truth again and follows it: another tab logged out, logged in, or renewed the token. */
async function reread(): Promise<void> {
  const stored = await storage.readStored();
  if (!stored) return;
  const { record, tombstone } = stored;
  const now = Date.now();
  if (state.kind === 'in' && record?.sid === sid) {
    // What this tab is writing just now is newer than what was read.
    if (writesUnderWay === 0) dispatch({ type: 'updated', part: record.session });
    return;
  }
  if (state.kind === 'in' && (record || tombstone?.sid === sid)) {
    const reason = tombstone?.sid === sid ? tombstone.reason : 'logged-out';
    await endHere(reason, pathToKeep(reason));
  }
  // Neither record nor tombstone: storage was evicted. The session of this page goes on until it is loaded again.
  if (state.kind === 'out' && record && restorable(record, tombstone, storage.readMirror(), now)) {
    sid = record.sid;
    isMirrored = record.isMirrored;
    begin(record.session, now, Math.max(record.lastActiveAt, storage.readUserAction(now)));
    checkNow();
  }
}

function hear(message: TabMessage): void {
  if (message.type === 'changed') void reread();
  else if (message.sid === sid) void endHere(message.reason, pathToKeep(message.reason));
}

function checkNow(): boolean {
  if (state.kind === 'out') return false;
  const now = Date.now();
  marks = readMarks(now);
  const reason = endReason(state.session, marks, idleLimitMs, now);
  if (reason) {
    void logOut(reason, currentPath());
    return false;
  }
  marks = { ...marks, lastSeenAt: Math.max(marks.lastSeenAt, now) };
  if (now - persistedAt >= persistEveryMs) void persist(null);
  return true;
}

async function logOut(reason: OutReason, redirectPath?: string): Promise<void> {
  if (state.kind === 'out') return;
  const { session } = state;
  const tombstone = { sid, loggedOutAt: Date.now(), reason };
  // The screen is empty at once; the strict tombstone is asked for in the same task, before anything else is taken away (faults 5.4).
  dispatch({ type: 'ended', reason, redirectPath });
  const until = session.expirationDate;
  const isToRevoke = reason !== 'unauthorized' && until > Date.now();
  const buried = storage.bury(tombstone, isToRevoke ? { token: session.token, until } : null);
  storage.clearMirror();
  tabs?.tell({ type: 'ended', sid: tombstone.sid, reason });
  await buried;
  await runEndHooks(reason, session);
}

function touch(): void {
  const now = Date.now();
  // An input after a long sleep must not revive what has ended: look first.
  if (now - marks.lastUserInputAt < touchEveryMs || !checkNow()) return;
  marks = { ...marks, lastUserInputAt: now };
  storage.writeMark(storage.lastUserActionKey, now);
  refreshDeadlines();
  tellListeners();
}

/** While it is not sure that another tab did not log out, nothing is shown (faults 5.1). */
async function wake(): Promise<void> {
  if (document.visibilityState === 'hidden') {
    if (state.kind === 'in') void persist(null);
    return;
  }
  checkNow();
  timer?.rearm();
  const isUnsure = state.kind === 'in' && isMirrored && storage.isMirrorGone();
  if (isUnsure) document.documentElement.dataset.checking = '';
  await reread();
  delete document.documentElement.dataset.checking;
}

async function restore(): Promise<void> {
  const stored = await storage.readStored();
  const mirror = storage.readMirror();
  const now = Date.now();
  const found = stored?.record ?? null;
  const record = restorable(found, stored?.tombstone ?? null, mirror, now);
  const lastActiveAt = Math.max(record?.lastActiveAt ?? 0, storage.readUserAction(now));
  const seen: Marks = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: record?.lastSeenAt ?? 0 };
  const reason = record ? endReason(record.session, seen, idleLimitMs, now) : 'none';
  if (record && !reason) {
    sid = record.sid;
    isMirrored = record.isMirrored;
    begin(record.session, now, lastActiveAt);
    if (mirror === 'absent') void persistAll({});
    return;
  }
  if (!found && mirror === 'absent') return;
  storage.clearMirror();
  if (!found) return;
  const why = reason ?? 'none';
  dispatch({ type: 'not-restored', reason: why });
  await storage.bury({ sid: found.sid, loggedOutAt: now, reason: why }, null);
  if (why !== 'none') await runEndHooks(why, found.session);
}

export const sessionStore = {
  get: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Reads tombstone, record and mirror, decides, and starts timers and the channel to the other tabs. Never throws. Call once. */
  async boot(): Promise<void> {
    tabs = openTabs(hear, storage.mirrorKey);
    await restore();
    const deadline = (): number | null =>
      state.kind === 'in' ? Math.min(state.session.expirationDate, idleEnd(marks, idleLimitMs) ?? Infinity) : null;
    timer = startTimer({ now: Date.now, deadline, check: checkNow });
    listenForWake(() => void wake(), touch);
  },
  /** C05b: null = never ('off', wall displays). */
  setIdleLimit(limitMs: number | null): void {
    if (limitMs === idleLimitMs) return;
    idleLimitMs = limitMs;
    refreshDeadlines();
    tellListeners();
    timer?.rearm();
  },
  /** After authentication and profile (SES-08). Somebody else's session in this page ends first. */
  async loggedIn(session: Session): Promise<void> {
    if (state.kind === 'in' && state.session.userId !== session.userId) await logOut('logged-out');
    const now = Date.now();
    sid = crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 64);
    marks = { lastUserInputAt: now, lastUserRequestAt: now, lastSeenAt: now };
    storage.writeMark(storage.lastUserActionKey, now);
    dispatch({ type: 'logged-in', session, now });
    timer?.rearm();
    await persistAll(session);
    tabs?.tell({ type: 'changed' });
  },
  /** Changes members of the session, never its end (C05). Another role, company or user is another epoch. */
  async update(part: Partial<Session>): Promise<void> {
    const before = state;
    dispatch({ type: 'updated', part });
    if (state === before) return;
    await persistAll(part);
    tabs?.tell({ type: 'changed' });
  },
  /** The screen is logged out when this returns; the promise waits for tombstone and hooks. Without a session: nothing. */
  logOut,
  clearShouldLogout(): void {
    dispatch({ type: 'should-logout-cleared' });
  },
  /** The path to go to after the log-in (C14, C15); '/' = none. */
  rememberPath(path: string): void {
    dispatch({ type: 'path-remembered', path });
  },
  touchUserInput: touch,
  /** SES-12. Polls stamp, too, but do not count as use (C05b). */
  stampRequest(atMs: number, causedByUser: boolean): void {
    if (state.kind === 'out') return;
    storage.writeMark(storage.lastRequestKey, atMs);
    if (!causedByUser) return;
    marks = { ...marks, lastUserRequestAt: atMs };
    storage.writeMark(storage.lastUserActionKey, atMs);
    refreshDeadlines();
  },
  /** Is there a valid session at this instant? Ends it when not. Before each request and each cached read. */
  checkNow,
  /** Follows what another tab wrote, now. */
  reread,
  deadlines: (): Deadlines | null => deadlines,
  /** True when the session could not be stored: it ends with this page, which is said once. */
  hasStorageTrouble: storage.hasStorageTrouble,
};

export function currentEpoch(): number {
  return state.epoch;
}

/** `fn` runs at each end of a session, also one that ended in another tab; it is waited for, at most 3 s. Returns the way to stop. */
export function onSessionEnd(fn: EndHook): () => void {
  endHooks.add(fn);
  return () => endHooks.delete(fn);
}
