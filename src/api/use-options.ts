/**
 * From typed letters to options: waits until the typing has paused, asks, and gives the answer to what stands there now.
 * Must not: show an answer to other letters, or one that comes after the options were closed.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from './api-error.ts';
import { isAsked, type Option, type OptionSource, optionsQuery } from './options.ts';

/** EXT-11, STN-03. */
const pauseMs = 500;

/** `nothing` = closed, or too few letters to ask. */
export type OptionsState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'options'; readonly options: readonly Option[] };

export function useOptions(sources: readonly OptionSource[], typed: string, isOpen: boolean): OptionsState {
  const text = typed.trim();
  const isWanted = isOpen && sources.some((source) => isAsked(source, text));
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, isWanted]);
  const isSettled = isWanted && settled === text;
  // Without sources it is another query: the request of the one before is aborted.
  const query = useQuery({ ...optionsQuery(isSettled ? sources : [], text), enabled: isSettled });
  if (!isWanted) return { kind: 'nothing' };
  if (!isSettled || query.isFetching) return { kind: 'asking' };
  if (query.error) return { kind: 'failed', sentence: failure(query.error) };
  return query.data ? { kind: 'options', options: query.data } : { kind: 'asking' };
}

function failure(error: Error): string {
  return error instanceof ApiError && error.unreached !== null
    ? 'The server was not reached: no suggestions. What you type is searched as it is.'
    : `Suggestions could not be read: ${error.message}`;
}
