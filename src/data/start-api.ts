/** Starts what runs in the background: settings, profile, retries and pending logouts. */
import { api } from '../../contract/api.ts';
import { accountEntries, readEntry } from '../session/personal-entries.ts';
import { dropRevocations, pendingRevocations, revocationLock } from '../session/session-storage.ts';
import { onSessionEnd, sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { onConfig } from './api-base.ts';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { followForbidden, followReturn, refreshProfile } from './profile.ts';
import { readConfigFile, send, sendAs } from './send.ts';

/** Best effort (C17), in one tab at a time. Any response counts, also of a server without this call. Unreachable: later. */
function sendLogouts(): Promise<void> {
  return withLock(revocationLock, sendPendingLogouts);
}
async function sendPendingLogouts(): Promise<void> {
  for (const { token, until } of await pendingRevocations()) {
    const isSettled = until <= Date.now() || (await sendLogout(token));
    if (isSettled) await dropRevocations([token]);
  }
}
async function sendLogout(token: string): Promise<boolean> {
  try {
    await sendAs(token, api.account.logout, {}, { isQuiet: true, outlivesPage: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && (error.unreached === null || error.status === 404);
  }
}

/**
 * A logout removes preferences and states of faults of this device, so those that the server lacks are sent first, with the token of the ended session. Its revocation waits for the lock.
 * Called before the entries are removed.
 */
function sendLastAtLogout(): void {
  let last = sessionStore.get();
  sessionStore.subscribe(() => {
    const now = sessionStore.get();
    if (last.kind === 'in' && now.kind === 'out') {
      const isLogout = now.reason === 'logged-out';
      const { token, userId } = last.session;
      const [entries, synced] = [accountEntries(userId), readEntry({ kind: 'synced', userId })];
      void withLock(revocationLock, async () => {
        const { sendLastChanges, takeLeftChanges } = await import('./faults.ts');
        const changes = takeLeftChanges();
        if (!isLogout) return;
        const { exchangeLast } = await import('./account-preferences.ts');
        await Promise.allSettled([sendLastChanges(token, changes), exchangeLast(token, entries, synced)]);
      }).catch(() => undefined);
    }
    last = now;
  });
}

/** The request of a retry: the profile, or before a login a call without a token. */
async function probe(): Promise<void> {
  void sendLogouts();
  if (sessionStore.get().kind === 'in') return refreshProfile();
  await send(api.system.health, { cause: 'poll' }).catch(() => undefined);
}

/** Call once, after sessionStore.boot(). */
export function startApi(): void {
  onConfig((config) => sessionStore.setIdleLimit(config.idleLimitMs));
  void readConfigFile();
  followForbidden();
  followReturn();
  sendLastAtLogout();
  onSessionEnd(() => {
    void sendLogouts();
  });
  connection.start();
  connection.onRetry(() => void probe());
  if (sessionStore.get().kind === 'in') void refreshProfile();
  void sendLogouts();
}
