/**
 * Fetches the lists that are kept whole on the device, after log-in and when nobody waits for anything, and again when the server has other ones.
 * Must not: hold up or disturb what the person does; its failures are nobody's concern.
 */
import { api } from '../../contract/api.ts';
import { audienceOf, permissionFor } from '../../contract/audience.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { isoDay } from '../lib/time.ts';
import { isCurrent } from '../offline/database.ts';
import { policy } from '../offline/policy.ts';
import type { ListId } from '../offline/stored-pages.ts';
import { confirmWhole, keepWhole, wholeFacts } from '../offline/whole-lists.ts';
import { currentEpoch, sessionStore } from '../session/session-store.ts';
import { ApiError } from './api-error.ts';
import { connection } from './connection.ts';
import { idle } from './idle.ts';
import { listCall, sendList } from './list-call.ts';
import { send, serverNow } from './send.ts';

type WholeList = {
  readonly endpoint: ListEndpoint;
  /** A text that changes whenever the rows do. */
  readonly version: () => Promise<string>;
};
const wholeLists: readonly WholeList[] = [
  { endpoint: api.airport.list, version: async () => (await send(api.airport.version, { cause: 'poll' })).version },
];

/** To be called once a log-in stands; returns the way to stop it. */
export function followWholeLists(): () => void {
  const look = (): void => {
    for (const list of wholeLists) void refresh(list);
  };
  // What failed without the server is tried again with it.
  let unsubscribe = (): void => {};
  const first = setTimeout(() => {
    look();
    unsubscribe = connection.subscribe(() => {
      if (connection.get().state === 'reached') look();
    });
  }, policy.recordAfterMs);
  const timer = setInterval(look, policy.recordEveryMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    unsubscribe();
  };
}

/** Of a list that is kept whole its first page is the occasion to fetch the others. False: it is none of these. */
export function refreshWhole(endpoint: ListEndpoint): boolean {
  const list = wholeLists.find((one) => one.endpoint.id === endpoint.id);
  if (list) void refresh(list);
  return list !== undefined;
}

const underWay = new Set<WholeList>();

async function refresh(list: WholeList): Promise<void> {
  if (underWay.has(list) || !mayRead(list.endpoint)) return;
  underWay.add(list);
  try {
    await idle();
    await refreshNow(list, currentEpoch());
  } catch {
    // Not reached or refused: the list itself tells it when the person asks.
  } finally {
    underWay.delete(list);
  }
}

function mayRead(endpoint: ListEndpoint): boolean {
  const state = sessionStore.get();
  if (state.kind !== 'in') return false;
  return permissionFor(endpoint.id, audienceOf(state.session), state.session.terms === 1) === 'yes';
}

async function refreshNow({ endpoint, version }: WholeList, epoch: number): Promise<void> {
  const list: ListId = { endpoint, scope: {} };
  const held = await wholeFacts(list);
  if (held === undefined || (held && serverNow() - held.confirmedAt < policy.recordEveryMs)) return;
  const wanted = await versionOf(version);
  if (held?.version === wanted) return confirmWhole(list, { version: wanted, confirmedAt: serverNow() }, epoch);
  const rows = await allRows(endpoint, epoch);
  // Changed while they were fetched: pages of two states do not make one. The next look fetches them anew.
  if ((await versionOf(version)) !== wanted || !isCurrent(epoch)) return;
  await keepWhole(list, { version: wanted, confirmedAt: serverNow(), rows }, epoch);
}

/** Another server of this API may not have the call: then every day is a version. */
async function versionOf(version: WholeList['version']): Promise<string> {
  try {
    return await version();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return isoDay(serverNow());
    throw error;
  }
}

async function allRows(endpoint: ListEndpoint, epoch: number): Promise<object[]> {
  const rows: object[] = [];
  for (;;) {
    const request = { filters: {}, window: null, sort: null, offset: rows.length, limit: policy.recordRows };
    const answer = await sendList<object>(listCall(endpoint, request, {}), { cause: 'poll' });
    rows.push(...answer.rows);
    if (answer.rows.length < policy.recordRows || !isCurrent(epoch)) return rows;
    await idle();
  }
}
