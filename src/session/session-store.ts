/**
 * The one session of the page: when it begins, goes on and ends, in step with storage, timers and the other tabs.
 * For: everyone who asks who is logged in. Must not: use the network (api/ registers with onSessionEnd) or hold a rule of time (session.ts).
 */
import { restorable } from './parse-session.ts';
import { endReason, idleEnd, type Marks, type OutReason, type Session, type SessionState } from './session.ts';
import {
  core,
  type Deadlines,
  dispatch,
  isFree,
  persist,
  persistAll,
  persistNew,
  readMarks,
  runEndHooks,
  subscribe,
  tellDeadlines,
  tellListeners,
} from './session-core.ts';
import { onLateOpening } from './session-database.ts';
import * as storage from './session-storage.ts';
import { listenForWake, startTimer } from './session-timers.ts';
import { openTabs, type TabMessage } from './tabs.ts';

export type { OutReason, Session, SessionState } from './session.ts';

const persistLimitMs = 3000;
const touchEveryMs = 1000;
const persistEveryMs = 60_000;

let timer: ReturnType<typeof startTimer> | null = null;
let tabs: ReturnType<typeof openTabs> | null = null;
/** The last log-out of this tab on its way to the disk. */
let buried: Promise<void> = Promise.resolve();

const currentPath = (): string => (typeof location === 'undefined' ? '/' : location.pathname + location.search);

function begin(session: Session, now: number, lastActiveAt: number): void {
  core.marks = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: now };
  core.persistedAt = now;
  dispatch({ type: 'restored', session, now });
  timer?.rearm();
}

/** Ends it in this tab only: the screen, the store's hooks. */
async function endHere(reason: OutReason, redirectPath?: string): Promise<void> {
  if (core.state.kind === 'out') return;
  const { session } = core.state;
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
  if (core.state.kind === 'in' && record?.sid === core.sid) {
    // What this tab is writing just now is newer than what was read.
    if (core.writesUnderWay === 0) dispatch({ type: 'updated', part: record.session });
    return;
  }
  if (core.state.kind === 'in' && (record || tombstone?.sid === core.sid)) {
    const reason = tombstone?.sid === core.sid ? tombstone.reason : 'logged-out';
    await endHere(reason, pathToKeep(reason));
  }
  // Neither record nor tombstone: storage was evicted. The session of this page goes on until it is loaded again.
  if (isFree() && record && restorable(record, tombstone, storage.readMirror(), now)) {
    core.sid = record.sid;
    core.isMirrored = record.isMirrored;
    begin(record.session, now, Math.max(record.lastActiveAt, storage.readUserAction(now)));
    checkNow();
  }
}

function hear(message: TabMessage): void {
  if (message.type === 'changed') void reread();
  else if (message.sid === core.sid) void endHere(message.reason, pathToKeep(message.reason));
}

function checkNow(): boolean {
  if (core.state.kind === 'out') return false;
  const now = Date.now();
  core.marks = readMarks(now);
  const reason = endReason(core.state.session, core.marks, core.idleLimitMs, now);
  if (reason) {
    void logOut(reason, currentPath());
    return false;
  }
  core.marks = { ...core.marks, lastSeenAt: Math.max(core.marks.lastSeenAt, now) };
  if (now - core.persistedAt >= persistEveryMs) void persist({});
  return true;
}

async function logOut(reason: OutReason, redirectPath?: string): Promise<void> {
  if (core.state.kind === 'out') return;
  const { session } = core.state;
  const tombstone = { sid: core.sid, loggedOutAt: Date.now(), reason };
  const until = session.expirationDate;
  const isToRevoke = reason !== 'unauthorized' && until > Date.now();
  // The strict tombstone is asked for before anything else is taken away, and the screen is empty in the same task (faults 5.4).
  buried = storage.bury(tombstone, isToRevoke ? { token: session.token, until } : null);
  dispatch({ type: 'ended', reason, redirectPath });
  storage.clearMirror(session);
  tabs?.tell({ type: 'ended', sid: tombstone.sid, reason });
  await buried;
  await runEndHooks(reason, session);
}

function touch(): void {
  const now = Date.now();
  // An input after a long sleep must not revive what has ended: look first.
  if (now - core.marks.lastUserInputAt < touchEveryMs || !checkNow()) return;
  core.marks = { ...core.marks, lastUserInputAt: now };
  storage.writeMark(storage.lastUserActionKey, now);
  tellDeadlines();
}

/** While it is not sure that another tab did not log out, nothing is shown (faults 5.1). */
async function wake(): Promise<void> {
  if (document.visibilityState === 'hidden') {
    if (core.state.kind === 'in') void persist({});
    return;
  }
  checkNow();
  timer?.rearm();
  const isUnsure = core.state.kind === 'in' && core.isMirrored && storage.isMirrorGone();
  if (isUnsure) document.documentElement.dataset.checking = '';
  await reread();
  delete document.documentElement.dataset.checking;
}

async function restore(): Promise<void> {
  const stored = await storage.readStored();
  // Not known is not absent: what is there may be whole, and is found when the database answers, or by the next page.
  if (!stored || !isFree()) return;
  const mirror = storage.readMirror();
  const now = Date.now();
  const { record: found, tombstone } = stored;
  const record = restorable(found, tombstone, mirror, now);
  const lastActiveAt = Math.max(record?.lastActiveAt ?? 0, storage.readUserAction(now));
  const seen: Marks = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: record?.lastSeenAt ?? 0 };
  const reason = record ? endReason(record.session, seen, core.idleLimitMs, now) : 'none';
  if (record && !reason) {
    core.sid = record.sid;
    core.isMirrored = record.isMirrored;
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

/** The database has answered after all. Where nobody has been logged in since the page was loaded, that is its start. */
async function catchUp(): Promise<void> {
  tellListeners();
  await (core.sid === '' ? restore() : reread());
}

export const sessionStore = {
  get: (): SessionState => core.state,
  subscribe,
  /** Reads tombstone, record and mirror, decides, and starts timers and the channel to the other tabs. Never throws. Call once. */
  async boot(): Promise<void> {
    tabs = openTabs(hear, storage.mirrorKey);
    onLateOpening(() => void catchUp());
    await restore();
    const deadline = (): number | null =>
      core.state.kind === 'in'
        ? Math.min(core.state.session.expirationDate, idleEnd(core.marks, core.idleLimitMs) ?? Infinity)
        : null;
    timer = startTimer({ now: Date.now, deadline, check: checkNow });
    listenForWake(() => void wake(), touch);
  },
  /** C05b: null = never ('off', wall displays). */
  setIdleLimit(limitMs: number | null): void {
    if (limitMs === core.idleLimitMs) return;
    core.idleLimitMs = limitMs;
    tellDeadlines();
    timer?.rearm();
  },
  /** After authentication and profile (SES-08). Somebody else's session in this page ends first. */
  async loggedIn(session: Session): Promise<void> {
    if (core.state.kind === 'in' && core.state.session.userId !== session.userId) await logOut('logged-out');
    const now = Date.now();
    core.sid = crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 64);
    core.marks = { lastUserInputAt: now, lastUserRequestAt: now, lastSeenAt: now };
    storage.writeMark(storage.lastUserActionKey, now);
    // Storage that hangs must not keep anybody out.
    await Promise.race([persistNew(session), new Promise((resolve) => setTimeout(resolve, persistLimitMs))]);
    dispatch({ type: 'logged-in', session, now });
    timer?.rearm();
    tabs?.tell({ type: 'changed' });
  },
  /** Changes members of the session, never its end (C05). Another role, company or user is another epoch. */
  async update(part: Partial<Session>): Promise<void> {
    const before = core.state;
    dispatch({ type: 'updated', part });
    if (core.state === before) return;
    await persistAll(part);
    tabs?.tell({ type: 'changed' });
  },
  /** The screen is logged out when this returns; the promise waits for tombstone and hooks. Without a session: nothing. */
  logOut,
  /** Resolves when the last log-out is on the disk, or storage has failed: a browser that is killed then stays logged out. */
  whenEnded: (): Promise<void> => buried,
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
    // Look first: a request after a long sleep must not revive what has ended.
    if (!checkNow()) return;
    storage.writeMark(storage.lastRequestKey, atMs);
    if (!causedByUser) return;
    core.marks = { ...core.marks, lastUserRequestAt: atMs };
    storage.writeMark(storage.lastUserActionKey, atMs);
    tellDeadlines();
  },
  /** Is there a valid session at this instant? Ends it when not. Before each request and each cached read. */
  checkNow,
  /** Follows what another tab wrote, now. */
  reread,
  deadlines: (): Deadlines | null => core.deadlines,
  /** True when the session could not be stored: it ends with this page, which is said once. Listeners hear when it was only slow. */
  hasStorageTrouble: storage.hasStorageTrouble,
};

export function currentEpoch(): number {
  return core.state.epoch;
}

export { onSessionEnd } from './session-core.ts';
