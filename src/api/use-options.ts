/** Suggestions for what is typed now: waits for a pause, and never shows a response to other letters. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from './api-error.ts';
import { hasEnoughLetters, type Option, type OptionSource, optionsQuery } from './options.ts';

/** EXT-11, STN-03. */
const pauseMs = 500;

/** `nothing` = closed, or too few letters. Only `options` has any. */
export type OptionsState = { readonly options: readonly Option[] } & (
  | { readonly kind: 'nothing' | 'asking' | 'options' }
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
  if (!isSettled || query.isFetching) return { kind: 'asking', options: none };
  if (query.error) return { kind: 'failed', sentence: failure(query.error), options: none };
  return query.data ? { kind: 'options', options: query.data } : { kind: 'asking', options: none };
}

function failure(error: Error): string {
  return error instanceof ApiError && error.unreached !== null
    ? 'No suggestions while the server is unreachable. Your text is searched as typed.'
    : `Suggestions could not be loaded: ${error.message}`;
}
