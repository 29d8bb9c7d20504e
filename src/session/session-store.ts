/** The session of the page: begin, renewal and end, in step with storage, timers and other tabs. It sends no requests (onSessionEnd). */
import { currentPath } from '../lib/base-path.ts';
import { restorable } from './parse-session.ts';
import { removeEntries } from './personal-entries.ts';
import { readRestorable } from './restorable-session.ts';
import { endReason, idleEnd, type OutReason, type Session, type SessionState } from './session.ts';
import {
  core,
  type Deadlines,
  dispatch,
  isFree,
  notifyDeadlines,
  notifyListeners,
  persist,
  persistAll,
  persistNew,
  readMarks,
  runEndHooks,
  subscribe,
} from './session-core.ts';
import { onLateResponse } from './session-database.ts';
import * as storage from './session-storage.ts';
import { openTabs, type TabMessage } from './tabs.ts';

const persistLimitMs = 3000;
const touchEveryMs = 1000;
const persistEveryMs = 60_000;

let timer: ReturnType<typeof startTimer> | null = null;
let tabs: ReturnType<typeof openTabs> | null = null;
/** The last logout of this tab, being written to disk. */
let logoutRecorded: Promise<void> = Promise.resolve();

function begin(session: Session, now: number, lastActiveAt: number): void {
  core.marks = { lastUserInputAt: lastActiveAt, lastUserRequestAt: 0, lastSeenAt: now };
  core.persistedAt = now;
  dispatch({ type: 'restored', session, now });
  timer?.rearm();
}

/** Ends it in this tab only: screen and stores. */
async function endHere(reason: OutReason, redirectPath?: string): Promise<void> {
  if (core.state.kind === 'out') return;
  const { session } = core.state;
  dispatch({ type: 'ended', reason, redirectPath });
  // This tab may have written marks after the other tab removed them.
  storage.clearMirror(session);
  forgetPerson(reason);
  await runEndHooks(reason, session);
}

/** Only a deliberate logout removes preferences: after an expiry the same user continues with them (invariant 4). */
function forgetPerson(reason: OutReason): void {
  if (reason === 'logged-out') removeEntries(null);
}

/** Only a deliberate logout forgets the current path. */
const pathToKeep = (reason: OutReason): string | undefined => (reason === 'logged-out' ? undefined : currentPath());

/** Follows the stored record: another tab logged out, logged in, or renewed the token. */
async function reread(): Promise<void> {
  const stored = await storage.readStored();
  if (!stored) return;
  const { record, logoutMarker } = stored;
  const now = Date.now();
  if (core.state.kind === 'in' && record?.sid === core.sid) {
    // A pending write of this tab is newer than what was read.
    if (core.writesUnderWay === 0) dispatch({ type: 'updated', part: record.session });
    return;
  }
  if (core.state.kind === 'in' && (record || logoutMarker?.sid === core.sid)) {
    const reason = logoutMarker?.sid === core.sid ? logoutMarker.reason : 'logged-out';
    await endHere(reason, pathToKeep(reason));
  }
  // Neither record nor logout marker: storage was evicted. The session continues until the page reloads.
  if (isFree() && record && restorable(record, logoutMarker, storage.readMirror(), now)) {
    core.sid = record.sid;
    core.isMirrored = record.isMirrored;
    begin(record.session, now, Math.max(record.lastActiveAt, storage.readUserAction(now)));
    checkNow();
  }
}

function onTabMessage(message: TabMessage): void {
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
  const logoutMarker = { sid: core.sid, loggedOutAt: Date.now(), reason };
  const until = session.expirationDate;
  const isToRevoke = reason !== 'unauthorized' && until > Date.now();
  // The strict logout marker is requested before anything is removed, and the screen is empty in the same task.
  logoutRecorded = storage.recordLogout(logoutMarker, isToRevoke ? { token: session.token, until } : null);
  dispatch({ type: 'ended', reason, redirectPath });
  storage.clearMirror(session);
  forgetPerson(reason);
  tabs?.post({ type: 'ended', sid: logoutMarker.sid, reason });
  await logoutRecorded;
  await runEndHooks(reason, session);
}

function touch(): void {
  const now = Date.now();
  // Input after a long sleep must not revive an ended session: check first.
  if (now - core.marks.lastUserInputAt < touchEveryMs || !checkNow()) return;
  core.marks = { ...core.marks, lastUserInputAt: now };
  storage.writeMark(storage.lastUserActionKey, now);
  notifyDeadlines();
}

/** Nothing is shown while it is uncertain whether another tab logged out. */
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
  const stored = await readRestorable(core.idleLimitMs);
  // Unknown is not absent: the record may exist, and is found when the database responds, or by the next page.
  if (!stored || !isFree()) return;
  const { now, found, logoutMarker, mirror, record, lastActiveAt, reason } = stored;
  if (record && !reason) {
    core.sid = record.sid;
    core.isMirrored = record.isMirrored;
    begin(record.session, now, lastActiveAt);
    if (mirror === 'absent') void persistAll({});
    return;
  }
  // A crash may bring back what the logout removed from localStorage; the logout marker is on the disk.
  if (!found && logoutMarker?.reason === 'logged-out') {
    dispatch({ type: 'not-restored', reason: 'logged-out' });
    forgetPerson('logged-out');
  }
  if (!found && mirror === 'absent') return;
  storage.clearMirror();
  if (!found) return;
  const why = reason ?? 'none';
  dispatch({ type: 'not-restored', reason: why });
  await storage.recordLogout({ sid: found.sid, loggedOutAt: now, reason: why }, null);
  if (why !== 'none') await runEndHooks(why, found.session);
}

/** The database has responded late. If no one has logged in since the page load, this is its start. */
async function catchUp(): Promise<void> {
  notifyListeners();
  await (core.sid === '' ? restore() : reread());
}

export const sessionStore = {
  get: (): SessionState => core.state,
  subscribe,
  /** Reads logout marker, record and mirror, decides, and starts timers and the channel to the other tabs. Never throws. Call once. */
  async boot(): Promise<void> {
    tabs = openTabs(onTabMessage, storage.mirrorKey);
    onLateResponse(() => void catchUp());
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
    notifyDeadlines();
    timer?.rearm();
  },
  /** After authentication and profile (SES-08). A session of another user on this page ends first. */
  async loggedIn(session: Session): Promise<void> {
    if (core.state.kind === 'in' && core.state.session.userId !== session.userId) await logOut('logged-out');
    const now = Date.now();
    core.sid = crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 64);
    core.marks = { lastUserInputAt: now, lastUserRequestAt: now, lastSeenAt: now };
    storage.writeMark(storage.lastUserActionKey, now);
    // Hanging storage must not prevent a login.
    await Promise.race([persistNew(session), new Promise((resolve) => setTimeout(resolve, persistLimitMs))]);
    dispatch({ type: 'logged-in', session, now });
    removeEntries(session.userId);
    timer?.rearm();
    tabs?.post({ type: 'changed' });
  },
  /** Changes members of the session, never its end (C05). Another role, company or user is another epoch. */
  async update(part: Partial<Session>): Promise<void> {
    const before = core.state;
    dispatch({ type: 'updated', part });
    if (core.state === before) return;
    await persistAll(part);
    tabs?.post({ type: 'changed' });
  },
  /** The screen is logged out when this returns; the promise waits for logout marker and hooks. Without a session: nothing. */
  logOut,
  /** Resolves when the last logout is on disk, or storage has failed: a browser killed afterwards stays logged out. */
  whenEnded: (): Promise<void> => logoutRecorded,
  clearShouldLogout(): void {
    dispatch({ type: 'should-logout-cleared' });
  },
  /** Path after login (C14, C15). '/' = none. */
  rememberPath(path: string): void {
    dispatch({ type: 'path-remembered', path });
  },
  touchUserInput: touch,
  /** SES-12. Polls are recorded too, but are not activity (C05b). */
  stampRequest(atMs: number, causedByUser: boolean): void {
    // Check first: a request after a long sleep must not revive an ended session.
    if (!checkNow()) return;
    storage.writeMark(storage.lastRequestKey, atMs);
    if (!causedByUser) return;
    core.marks = { ...core.marks, lastUserRequestAt: atMs };
    storage.writeMark(storage.lastUserActionKey, atMs);
    notifyDeadlines();
  },
  /** Whether there is a valid session now. Ends an expired one. Before each request and each cached read. */
  checkNow,
  /** Applies what another tab wrote, now. */
  reread,
  deadlines: (): Deadlines | null => core.deadlines,
  /** True if the session could not be stored: it ends with this page, which is shown once. Listeners are notified if storage was only slow. */
  hasStorageError: storage.hasStorageError,
};

export function currentEpoch(): number {
  return core.state.epoch;
}

// ---- Rechecks the session at absolute instants, and after every event that may follow a pause (invariant 7).
// Never count durations: timers sleep with the device.

/** Maximum timer, so that a changed clock or a sleep is noticed soon. */
export const longestWaitMs = 30_000;

/** Time until `deadline` (epoch ms, null = none) is checked again. */
export function waitMs(deadline: number | null, now: number): number {
  return deadline === null ? longestWaitMs : Math.min(Math.max(deadline - now, 0), longestWaitMs);
}

type TimerParts = {
  now(): number;
  /** The next instant at which something ends. null = none. */
  deadline(): number | null;
  check(): void;
};

/** Checks at the deadline, at least every 30 s. Returns re-arm (after a change of the deadline) and stop. */
export function startTimer(parts: TimerParts): { rearm(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        parts.check();
        arm();
      },
      waitMs(parts.deadline(), parts.now()),
    );
  };
  arm();
  return { rearm: arm, stop: () => clearTimeout(timer) };
}

/** Calls `wake` after a possible sleep, `act` at each user input. Returns a function that stops it. */
export function listenForWake(wake: () => void, act: () => void): () => void {
  const stops: (() => void)[] = [];
  const on = (target: EventTarget, names: readonly string[], listener: () => void, capture = true): void => {
    for (const name of names) {
      target.addEventListener(name, listener, { capture, passive: true });
      stops.push(() => target.removeEventListener(name, listener, { capture }));
    }
  };
  on(document, ['visibilitychange', 'resume'], wake);
  on(window, ['pageshow', 'focus', 'online'], wake);
  on(window, ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'], act);
  // After the field's own handlers. Before them a render would put the old value back, and React would see no change.
  on(window, ['input'], act, false);
  return () => {
    for (const stop of stops) stop();
  };
}

export type { OutReason, Session, SessionState } from './session.ts';

export { onSessionEnd } from './session-core.ts';
