/**
 * The search index on the device (decision 53): the stored one first, read in idle time after login, then what changed every ten
 * minutes. Failures are ignored: the search works with what is stored.
 */
import { api } from '../../contract/api.ts';
import { audienceOf, permissionFor } from '../../contract/audience.ts';
import { type FindIndex, findIndex } from '../../contract/entities/find.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { readAny } from '../api/response.ts';
import { send, serverNow } from '../api/send.ts';
import { idle } from '../lib/idle.ts';
import { storedResponse, storeResponse } from '../offline/cached-responses.ts';
import { policy } from '../offline/policy.ts';
import { isRunning, onOtherSession, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { valueStore } from '../ui/value-store.ts';
import { withChanges } from './aircraft.ts';

/** null = none yet. */
export const deviceIndex = valueStore<FindIndex | null>(null);
export const asOfMs = (index: FindIndex): number => parseInstant(index.asOf) ?? 0;

const name = { call: api.find.index };
/** A copy whose aircraft are older than the server stores messages by default is not shown. */
const maxAgeMs = 15 * 24 * 3_600_000;
let reading: { readonly session: AbortSignal; readonly done: Promise<void> } | null = null;
let updating: Promise<void> | null = null;
onOtherSession(() => {
  deviceIndex.set(null);
  reading = null;
});

const isAllowed = (): boolean => {
  const state = sessionStore.get();
  if (state.kind !== 'in') return false;
  return permissionFor(name.call.id, audienceOf(state.session), state.session.terms === 1) === 'yes';
};

/** The stored index, once for each session. */
export function readStoredIndex(): Promise<void> {
  const session = sessionSignal();
  if (reading?.session === session) return reading.done;
  const done = readStored(session);
  reading = { session, done };
  return done;
}

async function readStored(session: AbortSignal): Promise<void> {
  const found = await storedResponse(name, session);
  const read = found && findIndex.safeParse(found.value);
  if (!read?.success || serverNow() - asOfMs(read.data) > maxAgeMs || !isRunning(session)) return;
  if (deviceIndex.get() === null) deviceIndex.set(read.data);
}

/** Requests changes if the index is older than `olderThanMs`. Never throws. */
export function updateIndex(olderThanMs: number): Promise<void> {
  updating ??= update(olderThanMs)
    .catch(() => undefined)
    .finally(() => {
      updating = null;
    });
  return updating;
}

async function update(olderThanMs: number): Promise<void> {
  if (!isAllowed()) return;
  const session = sessionSignal();
  await readStoredIndex();
  const known = deviceIndex.get();
  if (known && serverNow() - asOfMs(known) < olderThanMs) return;
  const query = known ? { since: writeInstant(asOfMs(known)) } : {};
  const response = findIndex.parse(await send(name.call, { query, cause: 'poll' }, readAny));
  const merged = known ? withChanges(known, response) : response;
  if (!isRunning(session)) return;
  deviceIndex.set(merged);
  await idle();
  await storeResponse(name, { value: merged, storedAt: asOfMs(merged) }, session, policy.prefetchEveryMs / 2);
}
