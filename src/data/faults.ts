/** The fault ledger: its requests with their stored copies, and states that are set here and sent when the network is back (decision 44). */
import type { UseQueryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { api } from '../../contract/api.ts';
import {
  type FaultCounts,
  type FaultLedger,
  faultCounts,
  faultLedger,
  faultLimits,
  faultState,
  faultStates,
} from '../../contract/entities/faults.ts';
import { readKnown } from '../../contract/known-values.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { useValue, valueStore } from '../ui/value-store.ts';
import { ApiError } from './api-error.ts';
import { connection, isReachable } from './connection.ts';
import { dropChange, keepChange, storedChanges } from './offline/waiting-changes.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send, sendAs, serverNow } from './send.ts';

const timeOf = (body: unknown): number | null => parseInstant(String((body as { asOf?: unknown } | null)?.asOf));
/** The screen reports a failure in place: other servers of this API lack the call. */
const meta = { isQuiet: true };

/** One copy for each way to write a tail. */
const tailOf = (tail: string): string => tail.trim().toUpperCase().replace(/^\.+/, '');

export const faultLedgerQuery = (tail: string): UseQueryOptions<ApiResponse<FaultLedger>> => ({
  ...resource<FaultLedger>({
    key: [api.faults.ofTail.id, tailOf(tail)],
    request: (config) => send(api.faults.ofTail, { path: { tail: tailOf(tail) }, ...config }, readAny),
    read: (body) => readKnown(faultLedger, body),
    timeOf,
    copy: { call: api.faults.ofTail, variant: tailOf(tail) },
  }),
  meta,
});

/** `window` = texts of the wire, or hours up to now. */
type CountWindow = { readonly start?: string; readonly end?: string } | number;

export const faultCountsQuery = (window: CountWindow): UseQueryOptions<ApiResponse<FaultCounts>> => ({
  ...resource<FaultCounts>({
    key: [api.faults.counts.id, window],
    request: (config) => {
      const query = typeof window === 'number' ? { start: writeInstant(serverNow() - window * 3_600_000) } : window;
      return send(api.faults.counts, { query, ...config }, readAny);
    },
    read: (body) => readKnown(faultCounts, body),
    timeOf,
    copy: { call: api.faults.counts, variant: JSON.stringify(window) },
  }),
  meta,
});

// ---- States that are set here

const change = z.object({
  tail: z.string(),
  identity: z.string(),
  /** For the reader: chapter and name of the fault. */
  chapter: z.nullable(z.string()),
  name: z.string(),
  state: z.enum(faultStates),
  note: z.string(),
  /** User who set it, and when. */
  by: z.string(),
  at: z.string(),
  /** Version of the state that it replaces. */
  version: z.number(),
  /** Another change that came first: the user selects one of both. */
  conflict: z.nullable(faultState),
  /** Why the server refused it. */
  refusal: z.nullable(z.string()),
});
export type FaultChange = z.output<typeof change>;
type NewChange = Omit<FaultChange, 'conflict' | 'refusal'>;

const idOf = ({ tail, identity }: Pick<FaultChange, 'tail' | 'identity'>): string => `${tailOf(tail)} ${identity}`;

const waiting = valueStore<readonly FaultChange[]>([]);
/** Of the session that ended last, until they are taken. */
let left: readonly FaultChange[] = [];
const ofSession = sessionScoped(
  () => ({ isSending: false, isAgain: false, reading: null as Promise<void> | null }),
  () => {
    left = waiting.get();
    waiting.set([]);
  },
);
const sentListeners = valueStore(0);

/** Changes of this device that are not on the server yet. */
export function useFaultChanges(): readonly FaultChange[] {
  return useValue(waiting);
}
/** Counts changes that reached the server: stored ledgers are old then. */
export const useSentChanges = (): number => useValue(sentListeners);

function put(next: FaultChange): void {
  waiting.set([...waiting.get().filter((one) => idOf(one) !== idOf(next)), next]);
}
function remove(gone: Pick<FaultChange, 'tail' | 'identity'>): void {
  waiting.set(waiting.get().filter((one) => idOf(one) !== idOf(gone)));
}

/** What the device kept, once for each session. */
function readKept(session: AbortSignal): Promise<void> {
  const own = ofSession.get();
  own.reading ??= (async () => {
    const texts = (await storedChanges(session)) ?? [];
    if (!isRunning(session)) return;
    const kept = texts.flatMap((text) => {
      try {
        const read = change.safeParse(JSON.parse(text));
        return read.success ? [read.data] : [];
      } catch {
        return [];
      }
    });
    const newer = waiting.get();
    const isNewer = (one: FaultChange): boolean => newer.some((other) => idOf(other) === idOf(one));
    waiting.set([...kept.filter((one) => !isNewer(one)), ...newer]);
  })();
  return own.reading;
}

/** Before the session ends: what the device kept goes with the logout. */
export const readFaultChanges = (): Promise<void> => readKept(sessionSignal());

/** Kept on the device first. False: it is neither kept nor sent, and the user still has what was typed. */
export async function setFaultState(next: NewChange): Promise<boolean> {
  const session = sessionSignal();
  await readKept(session);
  const whole = { ...next, note: next.note.slice(0, faultLimits.note), conflict: null, refusal: null };
  const isKept = await keepChange(idOf(whole), JSON.stringify(whole), session);
  if (!isRunning(session)) return false;
  if (!isKept && !connection.isUp()) return false;
  put(whole);
  void sendFaultChanges();
  return true;
}

/** What waits survives `work`, which deletes the store: it is nowhere else. */
export async function keepFaultChanges<T>(work: () => Promise<T>): Promise<T> {
  const session = sessionSignal();
  await readKept(session);
  const result = await work();
  for (const one of waiting.get()) await keepChange(idOf(one), JSON.stringify(one), session);
  return result;
}

/** Before it is sent, or in place of the other one's: the server's state stays. */
export async function undoFaultChange(gone: Pick<FaultChange, 'tail' | 'identity'>): Promise<void> {
  remove(gone);
  await dropChange(idOf(gone), sessionSignal());
}

/** The user has seen the other change and keeps this one. */
export const keepMine = (mine: FaultChange): Promise<boolean> =>
  setFaultState({ ...mine, version: mine.conflict?.version ?? mine.version });

/** One after the other. What the server does not have stays here. Never throws. */
async function sendFaultChanges(): Promise<void> {
  const session = sessionSignal();
  const own = ofSession.get();
  if (own.isSending) {
    own.isAgain = true;
    return;
  }
  own.isSending = true;
  try {
    await readKept(session);
    do {
      own.isAgain = false;
      for (const one of waiting.get().filter(({ conflict, refusal }) => conflict === null && refusal === null))
        if (!(await sendOne(one, session))) return;
    } while (own.isAgain);
  } finally {
    own.isSending = false;
  }
}

/** False: the server is unreachable. */
async function sendOne(one: FaultChange, session: AbortSignal): Promise<boolean> {
  const isStill = (): boolean => isRunning(session) && waiting.get().includes(one);
  const settle = async (more: Partial<FaultChange>): Promise<void> => {
    const next = { ...one, ...more };
    put(next);
    await keepChange(idOf(one), JSON.stringify(next), session);
  };
  try {
    const { tail, identity, state, note, at, version } = one;
    const body = { tail, identity, state, note, at, version };
    const result = await send(api.faults.setState, { body, cause: 'poll' });
    // Set again, or undone, while it was under way: a later version of it is compared by the server.
    if (!isStill()) return isRunning(session);
    if (result.isStored) {
      remove(one);
      await dropChange(idOf(one), session);
      sentListeners.set(sentListeners.get() + 1);
    } else if (result.state) await settle({ conflict: result.state });
    // The server has lost the state that was replaced.
    else await settle({ version: 0 });
    return true;
  } catch (error) {
    if (!isStill()) return isRunning(session);
    if (!(error instanceof ApiError) || error.unreached || error.status === 429 || (error.status ?? 0) >= 500)
      return false;
    await settle({ refusal: error.message });
    return true;
  }
}

/** What waited when the session ended, once. */
export function takeLeftChanges(): readonly FaultChange[] {
  const taken = left;
  left = [];
  return taken.filter(({ conflict, refusal }) => conflict === null && refusal === null);
}

/** At a logout, with the token of the ended session. What the server does not store is lost. */
export async function sendLastChanges(token: string, changes: readonly FaultChange[]): Promise<void> {
  for (const { tail, identity, state, note, at, version } of changes) {
    const body = { tail, identity, state, note, at, version };
    await sendAs(token, api.faults.setState, { body }, { isQuiet: true, outlivesPage: true });
  }
}

/** While a user is logged in. Returns a function that ends it. */
export function followFaultChanges(): () => void {
  // A start without a network shows them at once, not after the first retry.
  void readKept(sessionSignal());
  let wasReached = false;
  const look = (): void => {
    const isReached = isReachable(connection.get().state);
    if (isReached && !wasReached) void sendFaultChanges();
    wasReached = isReached;
  };
  const leaveRetries = connection.onRetry(() => void sendFaultChanges());
  const leave = connection.subscribe(look);
  look();
  return () => {
    leave();
    leaveRetries();
  };
}
