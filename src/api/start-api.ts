/**
 * What runs beside the screens: settings, the profile of a restored session, knocking at a server that is away, log-outs to be told.
 * Must not: hold up the first paint.
 */
import { api } from '../../contract/api.ts';
import { dropRevocations, pendingRevocations } from '../session/session-storage.ts';
import { onSessionEnd, sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { onConfig } from './api-base.ts';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { followForbidden, refreshProfile } from './profile.ts';
import { readConfigFile, send, sendAs } from './send.ts';

/** Best effort (C17), by one tab at a time: any answer counts as told, also of a server that has no such call. Not reached: later. */
function tellLogOuts(): Promise<void> {
  return withLock('session-revocations', tellPending);
}
async function tellPending(): Promise<void> {
  for (const { token, until } of await pendingRevocations()) {
    const isHeard = until <= Date.now() || (await tellLogOut(token));
    if (isHeard) await dropRevocations([token]);
  }
}
async function tellLogOut(token: string): Promise<boolean> {
  try {
    await sendAs(token, api.account.logout, {}, { isQuiet: true, outlivesPage: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && (error.unreached === null || error.status === 404);
  }
}

/** The probe of a retry: what every server of this API answers. */
async function knock(): Promise<void> {
  void tellLogOuts();
  if (sessionStore.get().kind === 'in') return refreshProfile();
  await send(api.system.health, { cause: 'poll' }).catch(() => undefined);
}

/** Call once, after sessionStore.boot(). */
export function startApi(): void {
  onConfig((config) => sessionStore.setIdleLimit(config.idleLimitMs));
  void readConfigFile();
  followForbidden();
  onSessionEnd(() => {
    void tellLogOuts();
  });
  connection.start();
  connection.onRetry(() => void knock());
  if (sessionStore.get().kind === 'in') void refreshProfile();
  void tellLogOuts();
}
