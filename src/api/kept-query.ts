/**
 * The query of an answer that is no list and is kept on the device whole: the live one, else the stored one with its age.
 * Must not: know what is asked, or trust an answer, live or stored (`read` does not either).
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { keepAnswer, keptAnswer } from '../offline/kept-answers.ts';
import { currentEpoch } from '../session/session-store.ts';
import { type Copy, liveOrCopy } from './live-or-copy.ts';
import { serverNow } from './send.ts';

/** `dataAt` = epoch ms of the server at which it said so. */
export type Kept<T> = Copy & { readonly value: T; readonly dataAt: number };

export function keptQuery<T>(asked: {
  readonly key: readonly unknown[];
  /** Of the stored answer: the id of the call, and of what it was asked. */
  readonly id: string;
  readonly ask: (cause: 'user' | 'poll', signal: AbortSignal) => Promise<unknown>;
  readonly read: (answer: unknown) => T;
}): UseQueryOptions<Kept<T>> {
  const { key, id, ask, read } = asked;
  const epoch = currentEpoch();
  return {
    queryKey: [...key, epoch],
    queryFn: (context) =>
      liveOrCopy<Kept<T>>(epoch, context, {
        live: async (cause) => {
          // An empty body is an answer, too.
          const answer = (await ask(cause, context.signal)) ?? null;
          const dataAt = serverNow();
          void keepAnswer(id, { value: answer, storedAt: dataAt }, epoch);
          return { value: read(answer), dataAt, source: 'live', why: null };
        },
        stored: async () => {
          const kept = await keptAnswer(id);
          return kept && { value: read(kept.value), dataAt: kept.storedAt, source: 'stored', why: null };
        },
      }),
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
