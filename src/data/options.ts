/** Suggestions for the letters typed so far. */
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

/** `hint` distinguishes it from others, such as an airline's codes. */
export type Option = { readonly value: string; readonly hint: string };
export type OptionSource = {
  readonly endpoint: Endpoint;
  /** Minimum number of letters; 0 = requested when the list of options opens. */
  readonly fromLetters: number;
  readonly query: (text: string) => Readonly<Record<string, string>>;
  readonly options: (response: never) => readonly Option[];
};

/** EXT-11. */
const maxOptions = 30;
/** Types and airlines change only by an import. */
const staleMs = 60_000;

export const hasEnoughLetters = (source: OptionSource, text: string): boolean => text.length >= source.fromLetters;

/** Requests every source with enough letters and removes duplicates. A newer text aborts the request of an older one. */
function optionsQuery(sources: readonly OptionSource[], text: string): UseQueryOptions<readonly Option[]> {
  const requested = sources.filter((source) => hasEnoughLetters(source, text));
  return {
    queryKey: ['options', requested.map(({ endpoint, query }) => [endpoint.id, query(text)])],
    queryFn: async ({ signal }) =>
      eachOnce((await Promise.all(requested.map((source) => optionsOf(source, text, signal)))).flat()),
    staleTime: staleMs,
    meta: { isQuiet: true },
  };
}

async function optionsOf(source: OptionSource, text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const limit = 'limit' in source.endpoint.query ? { limit: String(maxOptions) } : {};
  const query = { ...source.query(text), ...limit };
  const response = await send(source.endpoint, { query, cause: 'user', signal });
  return source.options(response as never);
}

function eachOnce(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [`${option.value}\n${option.hint}`, option])).values()];
}

// ---- Suggestions for what is typed now: waits for a pause, and never shows a response to other letters.

/** EXT-11, STN-03. */
const pauseMs = 500;

/** `nothing` = closed, or too few letters. Only `options` has any. */
export type OptionsState = { readonly options: readonly Option[] } & (
  | { readonly kind: 'nothing' | 'searching' | 'options' }
  | { readonly kind: 'failed'; readonly sentence: string }
);

const none: readonly Option[] = [];

export function useOptions(sources: readonly OptionSource[], typed: string, isOpen: boolean): OptionsState {
  const text = typed.trim();
  const isActive = isOpen && sources.some((source) => hasEnoughLetters(source, text));
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, isActive]);
  const isSettled = isActive && settled === text;
  // Without sources the query changes, which aborts the previous request.
  const query = useQuery({ ...optionsQuery(isSettled ? sources : [], text), enabled: isSettled });
  if (!isActive) return { kind: 'nothing', options: none };
  if (!isSettled || query.isFetching) return { kind: 'searching', options: none };
  if (query.error) return { kind: 'failed', sentence: failure(query.error), options: none };
  return query.data ? { kind: 'options', options: query.data } : { kind: 'searching', options: none };
}

function failure(error: Error): string {
  return error instanceof ApiError && error.unreached !== null
    ? 'No suggestions while the server is unreachable. Your text is searched as typed.'
    : `Suggestions could not be loaded: ${error.message}`;
}
