/** Downloads the lists that are stored with every row, after login and when the server has another version. Failures are ignored. */
import { api } from '../../contract/api.ts';
import { permissionFor } from '../../contract/audience.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { idle } from '../lib/idle.ts';
import { isoDay } from '../lib/time.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { connection, isReachable } from './connection.ts';
import { listCall, sendList } from './list-wire.ts';
import { confirmFullCopy, fullCopyInfo, storeFullCopy } from './offline/full-copies.ts';
import { policy } from './offline/policy.ts';
import type { ListId } from './offline/stored-pages.ts';
import { send, serverNow } from './send.ts';

type FullCopy = {
  readonly endpoint: ListEndpoint;
  /** Changes with the rows. */
  readonly version: () => Promise<string>;
};
const fullCopies: readonly FullCopy[] = [
  { endpoint: api.airport.list, version: async () => (await send(api.airport.version, { cause: 'poll' })).version },
];

/** Call after login. Returns the function that stops it. */
export function followFullCopies(): () => void {
  const look = (): void => {
    for (const list of fullCopies) void refresh(list);
  };
  // Retries what failed while the server was unreachable.
  let unsubscribe = (): void => {};
  const first = setTimeout(() => {
    look();
    unsubscribe = connection.subscribe(() => {
      if (isReachable(connection.get().state)) look();
    });
  }, policy.recordAfterMs);
  const timer = setInterval(look, policy.recordEveryMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    unsubscribe();
  };
}

/** Refreshes the full copy when it is needed. Resolves when it is there, or cannot be had. null = the list has none, or the user may not read it. */
export function refreshFullCopy(endpoint: ListEndpoint): Promise<void> | null {
  const list = fullCopies.find((one) => one.endpoint.id === endpoint.id);
  return list && mayRead(endpoint) ? refresh(list) : null;
}

const refreshing = sessionScoped(() => new Map<FullCopy, Promise<void>>());

function refresh(list: FullCopy): Promise<void> {
  const underWay = refreshing.get();
  const running = underWay.get(list);
  if (running) return running;
  if (!mayRead(list.endpoint)) return Promise.resolve();
  const refreshed = idle()
    .then(() => refreshNow(list, sessionSignal()))
    // The list reports the failure when the user opens it.
    .catch(() => undefined)
    .finally(() => underWay.delete(list));
  underWay.set(list, refreshed);
  return refreshed;
}

function mayRead(endpoint: ListEndpoint): boolean {
  const state = sessionStore.get();
  if (state.kind !== 'in') return false;
  return permissionFor(endpoint.id, audienceOf(state.session), state.session.terms === 1) === 'yes';
}

async function refreshNow({ endpoint, version }: FullCopy, session: AbortSignal): Promise<void> {
  const list: ListId = { endpoint, scope: {} };
  const stored = await fullCopyInfo(list, session);
  if (stored === undefined || (stored && serverNow() - stored.confirmedAt < policy.recordEveryMs)) return;
  const latest = await versionOf(version);
  if (stored?.version === latest) return confirmFullCopy(list, { version: latest, confirmedAt: serverNow() }, session);
  const rows = await allRows(endpoint, session);
  // The rows changed during the download: pages of two versions do not make one. The next look downloads again.
  if ((await versionOf(version)) !== latest || !isRunning(session)) return;
  await storeFullCopy(list, { version: latest, confirmedAt: serverNow(), rows }, session);
}

/** A server without this call: every day is a version. */
async function versionOf(version: FullCopy['version']): Promise<string> {
  try {
    return await version();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return isoDay(serverNow());
    throw error;
  }
}

async function allRows(endpoint: ListEndpoint, session: AbortSignal): Promise<object[]> {
  const rows: object[] = [];
  for (;;) {
    const request = { filters: {}, window: null, sort: null, offset: rows.length, limit: policy.recordRows };
    const response = await sendList<object>(listCall(endpoint, request, {}), { cause: 'poll' });
    rows.push(...response.rows);
    if (response.rows.length < policy.recordRows || !isRunning(session)) return rows;
    await idle();
  }
}
