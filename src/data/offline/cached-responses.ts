/** Stores, finds and evicts the responses of the user who is logged in. Every write to the store goes through here. */

import type { StoredEndpoint } from '../../../contract/endpoint.ts';
import { isRunning, sessionSignal } from '../../session/session-signal.ts';
import { inStore, type UserStore, writeInStore } from './database.ts';
import { policy } from './policy.ts';
import { type Body, callOf, type ResponseRecord } from './records.ts';
import { reportStorageError, storageErrorOf } from './storage-errors.ts';

/** Runs in one transaction, unless the session has ended. */
const change = <T>(store: UserStore, session: AbortSignal, work: () => Promise<T>): Promise<T | undefined> =>
  store.database.transaction('rw', store.responses, store.rows, store.packs, async () =>
    isRunning(session) ? work() : undefined,
  );

/**
 * Stores a response in place of the earlier one with its id, unless that is newer, or less than `everyMs` older. Resolves when it is on the device, or
 * cannot be stored. Never throws.
 */
export async function storeRecord(facts: ResponseRecord, body: Body, session: AbortSignal, everyMs = 0): Promise<void> {
  const put = (store: UserStore): Promise<unknown> =>
    change(store, session, async () => {
      const before = await store.responses.get(facts.id);
      if (before && facts.storedAt - before.storedAt < everyMs) return;
      await store.responses.put(facts);
      await store.rows.put({ id: facts.id, ...body });
      // Positions take the place of those before, every few seconds.
      if (facts.kind !== 'positions') await evict(store, policy.maxBytes, facts.id);
    });
  try {
    await writeInStore(session, put);
  } catch {
    await storeWithLessSpace(put, facts.bytes, session);
  }
}

/** The disk is full: the oldest responses make room, once. */
async function storeWithLessSpace(
  put: (store: UserStore) => Promise<unknown>,
  bytes: number,
  session: AbortSignal,
): Promise<void> {
  try {
    await inStore(session, (store) =>
      change(store, session, async () => {
        const stored = await store.responses.toArray();
        await evict(store, stored.reduce((sum, one) => sum + one.bytes, 0) / 2 - bytes, null);
      }),
    );
    await writeInStore(session, put);
  } catch (error) {
    if (storageErrorOf(error) === 'full') reportStorageError('full');
  }
}

async function evict(store: UserStore, maxBytes: number, spare: string | null): Promise<void> {
  const packs = await store.packs.toArray();
  const taken = new Set(packs.flatMap(({ ids }) => ids));
  const gone = selectEvictions(await store.responses.toArray(), { maxBytes, now: Date.now(), spare, taken });
  if (gone.length > 0) await remove(store, gone);
}

async function remove(store: UserStore, ids: string[]): Promise<void> {
  await store.responses.bulkDelete(ids);
  await store.rows.bulkDelete(ids);
}

/** The record with its body; null = not stored; undefined = the store cannot be used, or the session has ended. */
export async function findRecord(
  id: string,
  session: AbortSignal,
): Promise<
  { readonly facts: ResponseRecord; readonly body: Partial<Record<'text' | 'record', unknown>> } | null | undefined
> {
  return inStore(session, async ({ responses, rows }) => {
    const [facts, body] = await Promise.all([responses.get(id), rows.get(id)]);
    return facts && body && Number.isFinite(facts.storedAt) ? { facts, body } : null;
  }).catch(() => undefined);
}

/** The facts stored under this id; null = none; undefined = the store cannot be used. */
export const factsOf = (id: string, session: AbortSignal): Promise<ResponseRecord | null | undefined> =>
  inStore(session, async ({ responses }) => (await responses.get(id)) ?? null).catch(() => undefined);

/** What is stored was found to be current. */
export async function confirmRecord(facts: ResponseRecord, session: AbortSignal): Promise<void> {
  await writeInStore(session, (store) => change(store, session, () => store.responses.put(facts))).catch(
    () => undefined,
  );
}

export async function removeRecord(id: string, session: AbortSignal): Promise<void> {
  await inStore(session, (store) => change(store, session, () => remove(store, [id]))).catch(() => undefined);
}

/** Pictures of lists may show rows of what is removed. */
export async function dropFirstRows(session: AbortSignal): Promise<void> {
  await inStore(session, ({ firstRows }) => firstRows.clear()).catch(() => undefined);
}

/** Removes what one call brought. False: it could not be removed. */
export async function removeCall(call: string): Promise<boolean> {
  const session = sessionSignal();
  const isDone = await inStore(session, (store) =>
    change(store, session, async () => {
      const isOfCall = (id: unknown): boolean => typeof id === 'string' && callOf(id) === call;
      for (const table of [store.responses, store.rows])
        await table.bulkDelete((await table.toCollection().primaryKeys()).filter(isOfCall));
      return true;
    }),
  ).catch(() => false);
  await dropFirstRows(session);
  return isDone === true;
}

// ---- responses without a list

/** `storedAt` = epoch ms of the server at which it sent this. */
type StoredResponse = { readonly value: unknown; readonly storedAt: number };

/** The response of a call; `variant` distinguishes several. Only a call with a title (`stored` in the contract) has one. */
export type ResponseName = { readonly call: StoredEndpoint; readonly variant?: string };
export const responseId = ({ call, variant }: ResponseName): string =>
  variant === undefined ? call.id : `${call.id} ${variant}`;

/** A response that is longer than a page may be is not stored. */
export async function storeResponse(
  name: ResponseName,
  { value, storedAt }: StoredResponse,
  session: AbortSignal,
  everyMs = 0,
): Promise<void> {
  const id = responseId(name);
  const text = JSON.stringify(value);
  if (text.length > policy.maxPageBytes) return;
  const rowCount = Array.isArray(value) ? value.length : null;
  await storeRecord(
    { id, part: id, kind: 'response', storedAt, rowCount, bytes: text.length },
    { text },
    session,
    everyMs,
  );
}

/** null = not stored, not readable, or the session has ended. The value is not checked. */
export async function storedResponse(name: ResponseName, session: AbortSignal): Promise<StoredResponse | null> {
  const found = await findRecord(responseId(name), session);
  if (!found || typeof found.body.text !== 'string') return null;
  try {
    return { value: JSON.parse(found.body.text), storedAt: found.facts.storedAt };
  } catch {
    reportStorageError('dropped', 1);
    return null;
  }
}

// ---- Selects what leaves the device when there is too much. Pure.

type Limits = { readonly most: number; readonly maxAgeMs: number };
const unlimited: Limits = { most: Infinity, maxAgeMs: Infinity };
const objectPages: Limits = { most: policy.maxObjectPages, maxAgeMs: Infinity };
/** A call with its own limit, otherwise the kind. */
const groupOf = ({ id, kind }: ResponseRecord): string => (Object.hasOwn(limits, callOf(id)) ? callOf(id) : kind);
const limits: Readonly<Record<string, Limits>> = {
  page: { most: policy.maxPages, maxAgeMs: policy.maxPageAgeMs },
  response: { most: policy.maxResponses, maxAgeMs: Infinity },
  'ADD-tail': objectPages,
  'ADD-briefing': objectPages,
  'ADD-stationPage': objectPages,
  'ADD-airportPage': objectPages,
  positions: unlimited,
  full: unlimited,
};

type EvictionLimits = {
  readonly maxBytes: number;
  /** Epoch ms. */
  readonly now: number;
  readonly spare: string | null;
  /** Ids of what the user took along. */
  readonly taken?: ReadonlySet<string>;
};

/**
 * Ids: what is too old, then the oldest beyond the number of their kind or beyond `maxBytes`, full copies last. `spare` stays, and what
 * was taken along while there is space.
 */
export function selectEvictions(
  stored: readonly ResponseRecord[],
  { maxBytes, now, spare, taken = new Set() }: EvictionLimits,
): string[] {
  const rankOf = ({ id, kind }: ResponseRecord): number => (taken.has(id) ? 2 : kind === 'full' ? 1 : 0);
  const oldestFirst = [...stored].sort((a, b) => rankOf(a) - rankOf(b) || a.storedAt - b.storedAt);
  const left = new Map<string, number>();
  for (const one of stored) if (!taken.has(one.id)) left.set(groupOf(one), (left.get(groupOf(one)) ?? 0) + 1);
  let bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
  return oldestFirst.flatMap((one) => {
    const { id, storedAt, bytes: size } = one;
    const group = groupOf(one);
    const { most, maxAgeMs } = taken.has(id) ? unlimited : (limits[group] ?? unlimited);
    const count = left.get(group) ?? 0;
    const isTooMuch = bytes > maxBytes || count > most || now - storedAt >= maxAgeMs;
    if (!isTooMuch || id === spare) return [];
    bytes -= size;
    left.set(group, count - 1);
    return [id];
  });
}
