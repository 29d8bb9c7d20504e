/** Messages of an aircraft to and from air traffic control, as a dialogue reads them. The screen of the dialogue and the rows of lists share the request. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../contract/api.ts';
import type { Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { DialogueMessage } from '../../decoder/dialogue.ts';
import { joinReceptions, type Received } from '../../decoder/join-receptions.ts';
import { type ListPage, listQuery } from '../data/list-resource.ts';
import { useAudience, useSession } from '../session/use-session.ts';
import { useMeanings } from './row-meaning.ts';

const maxRows = 1000;

/** Of messages to and from air traffic control. */
export const talkFilter = { kind: 'cpdlc,adsc' };

/** The list of messages that the caller may read, with its company. */
export function useTalkList() {
  const audience = useAudience();
  const session = useSession();
  const company = session.kind === 'in' ? (session.session.company ?? '') : '';
  const isCustomer = audience === 'customer';
  return {
    endpoint: isCustomer ? api.acarsMessage.company : api.acarsMessage.allUsers,
    extra: isCustomer && company !== '' ? { company } : noExtra,
  };
}
const noExtra: Readonly<Record<string, string>> = {};

/** The request for messages of one aircraft. `of` = filters that name it. */
export function useTalkQuery(): (
  of: Readonly<Record<string, string>>,
  hours: number,
) => UseQueryOptions<ListPage<AcarsMessage & { readonly id?: string }>> {
  const { endpoint, extra } = useTalkList();
  return (of: Readonly<Record<string, string>>, hours: number) => ({
    ...listQuery(
      endpoint,
      { filters: { ...of, ...talkFilter }, window: { hours }, ...{ sort: null, offset: 0, limit: maxRows } },
      extra,
    ),
    refetchInterval: 60_000,
    meta: { isQuiet: true },
  });
}

/** Rows newest first. */
export function useDialogueMessages(rows: readonly Received[]): readonly DialogueMessage[] {
  const meanings = useMeanings(rows);
  const read = meanings.filter((one) => one !== null).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: meanings of the same rows only become more
  return useMemo(() => dialogueMessages(rows, meanings), [rows, read]);
}

/** Two stations may read an uplink with different letters, and the same words. */
const repeatMs = 60_000;

/** Receptions of one message are one: by their numbers, otherwise by what they say. Pure. */
export function dialogueMessages(rows: readonly Received[], meanings: readonly (Meaning | null)[]): DialogueMessage[] {
  const meaningOf = new Map(rows.map((row, at) => [row, meanings[at]]));
  const messages = new Map<string, DialogueMessage & { readonly receivers: Set<string> }>();
  for (const { newest, atMs, receivers } of joinReceptions(rows)) {
    const meaning = meaningOf.get(newest);
    if (!meaning) continue;
    const { words, facts } = meaning;
    const key = JSON.stringify([words, facts.cpdlc ?? facts.adsc]);
    const known = messages.get(key);
    const isRepeat = known !== undefined && known.atMs - atMs <= repeatMs;
    const all = new Set([...(isRepeat ? known.receivers : []), ...receivers]);
    if (known && !isRepeat) messages.set(known.id, known);
    messages.set(key, { id: newest.id, atMs, words, facts, receivers: all, heardBy: all.size });
  }
  return [...messages.values()];
}
