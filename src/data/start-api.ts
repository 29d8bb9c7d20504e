/** Starts what runs in the background: settings, profile, retries and pending logouts. */
import { account } from '../../contract/calls/account.ts';
import { system } from '../../contract/calls/system.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { accountEntries, readEntry } from '../session/personal-entries.ts';
import { dropRevocations, pendingRevocations, revocationLock } from '../session/session-storage.ts';
import { onSessionEnd, sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { onConfig } from './api-base.ts';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { followForbidden, followReturn, refreshProfile } from './profile.ts';
import { readConfigFile, send, sendAs } from './send.ts';

/** Best effort (C17), in one tab at a time, the push subscription of this device first. Any response counts, also of a server without this call. Unreachable: later. */
function sendLogouts(): Promise<void> {
  return withLock(revocationLock, sendPendingLogouts);
}
async function sendPendingLogouts(): Promise<void> {
  for (const { token, until, deviceId } of await pendingRevocations()) {
    const isSettled =
      until <= Date.now() ||
      ((typeof deviceId !== 'string' || (await removeDeviceOf(token, deviceId))) &&
        (await sendLast(token, account.logout, {})));
    if (isSettled) await dropRevocations([token]);
  }
}
async function removeDeviceOf(token: string, id: string): Promise<boolean> {
  const calls = await import('../../contract/calls/notices.ts').catch(() => null);
  return calls !== null && sendLast(token, calls.ways.unsubscribe, { path: { id } });
}
/** False: the server is unreachable. */
async function sendLast<E extends Endpoint>(
  token: string,
  endpoint: E,
  call: Parameters<typeof sendAs<E>>[2],
): Promise<boolean> {
  try {
    await sendAs(token, endpoint, call, { isQuiet: true, outlivesPage: true });
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

/** Push messages of a user who has left. Another user may have logged in since. */
async function leaveDevice(): Promise<void> {
  const { leavePush } = await import('./push.ts');
  if (sessionStore.get().kind === 'out') await leavePush();
}

/** The request of a retry: the profile, or before a login a call without a token. */
async function probe(): Promise<void> {
  void sendLogouts();
  if (sessionStore.get().kind === 'in') return refreshProfile();
  await send(system.health, { cause: 'poll' }).catch(() => undefined);
}

/** Call once, after sessionStore.boot(). */
export function startApi(): void {
  onConfig((config) => sessionStore.setIdleLimit(config.idleLimitMs));
  void readConfigFile();
  followForbidden();
  followReturn();
  sendLastAtLogout();
  onSessionEnd(({ reason }) => {
    void sendLogouts();
    if (reason === 'logged-out') void leaveDevice().catch(() => undefined);
  });
  connection.start();
  connection.onRetry(() => void probe());
  if (sessionStore.get().kind === 'in') void refreshProfile();
  void sendLogouts();
}
