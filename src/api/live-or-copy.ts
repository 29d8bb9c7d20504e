/**
 * The function of a query whose answer is kept on the device: the live answer, or the stored one with why it is that (house.md, invariants 2, 5, 8).
 * Must not: know what is asked, or where the copy lies.
 */
import { hashKey, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { isCurrent } from '../offline/database.ts';
import { policy } from '../offline/policy.ts';
import { type LateAnswer, withOfflineCopy } from '../offline/with-offline-copy.ts';
import { ApiError, type Unreached } from './api-error.ts';
import { connection } from './connection.ts';

/** `why` = why this is the stored copy; null when it is live, or was asked for. */
export type Copy = { readonly source: 'live' | 'stored'; readonly why: Unreached | 'slow' | null };

/** The server was not reached, and nothing of what was asked is stored on this device. */
export class NothingStored extends Error {
  override readonly name = 'NothingStored';
  readonly why: Unreached;
  constructor(why: Unreached) {
    super('Nothing of it is stored on this device yet.');
    this.why = why;
  }
}

type Ways<V> = {
  /** `poll` = something is shown already. */
  live(cause: 'user' | 'poll'): Promise<V>;
  stored(): Promise<V | null>;
};

/** Live answers that are still awaited after the stored copy was shown, by query: a second request for the same is not sent. */
const awaited = new Map<string, Promise<unknown>>();
/** Refusals that came after the stored copy was shown, by query: its next run, which begins at once, throws them. */
const lateRefusals = new Map<string, unknown>();

/** `epoch` = that of the question. @throws what the server refused with; NothingStored */
export async function liveOrCopy<V extends Copy>(
  epoch: number,
  { client, queryKey, signal }: QueryFunctionContext,
  ways: Ways<V>,
): Promise<V> {
  const query = hashKey(queryKey);
  if (lateRefusals.has(query)) {
    const refusal = lateRefusals.get(query);
    lateRefusals.delete(query);
    throw refusal;
  }
  const cause = client.getQueryData(queryKey) === undefined ? 'user' : 'poll';
  const copied = await withOfflineCopy({
    live: () => once(query, signal, () => ways.live(cause)),
    stored: () => ways.stored(),
    unreached: (error) => (error instanceof ApiError ? error.unreached : null),
    slowMs: unreachedNow() === null ? policy.slowMs : policy.slowAgainMs,
    slow: () => connection.slow(),
    late: (answer) => takeLate(client, queryKey, epoch, answer),
  });
  if (copied.from === 'nothing') throw new NothingStored(copied.why);
  return copied.from === 'live' ? copied.value : { ...copied.value, why: copied.why };
}

/** Puts what came after the hand-over in the place of the stored copy. */
function takeLate<V extends Copy>(
  client: QueryClient,
  queryKey: readonly unknown[],
  epoch: number,
  answer: LateAnswer<V, Unreached>,
): void {
  if (!isCurrent(epoch)) return;
  const shown = client.getQueryData<V>(queryKey);
  if (shown?.source !== 'stored') return;
  if (answer.kind === 'answered') client.setQueryData(queryKey, answer.value);
  if (answer.kind === 'not reached') client.setQueryData(queryKey, { ...shown, why: answer.why });
  // Where nobody looks any more it is dropped: whoever comes back asks the server, which may answer by then.
  const isShown = client.getQueryCache().find({ queryKey, exact: true })?.isActive() === true;
  if (answer.kind === 'failed' && answer.error instanceof ApiError && isShown) {
    lateRefusals.set(hashKey(queryKey), answer.error);
    void client.refetchQueries({ queryKey, exact: true, type: 'active' });
  }
}

/** The request that is under way for this query, else a new one. */
function once<V>(query: string, signal: AbortSignal, start: () => Promise<V>): Promise<V> {
  const underWay = awaited.get(query);
  if (underWay) return underWay as Promise<V>;
  const started = start().finally(() => {
    if (awaited.get(query) === started) awaited.delete(query);
  });
  awaited.set(query, started);
  signal.addEventListener('abort', () => {
    if (awaited.get(query) === started) awaited.delete(query);
  });
  return started;
}

export function unreachedNow(): Unreached | null {
  const { state } = connection.get();
  return state === 'reached' || state === 'slow' ? null : state;
}
