/**
 * What a type-ahead offers for the letters typed so far, asked of calls of the contract.
 * Must not: wait for the typist (the input does), open a dialog, or keep an answer on the device.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../contract/endpoint.ts';
import { currentEpoch } from '../session/session-store.ts';
import { send } from './send.ts';

/** `hint` = what tells it from others, such as an airline's codes. */
export type Option = { readonly value: string; readonly hint: string };
/** One call that knows options. */
export type OptionSource = {
  readonly endpoint: Endpoint;
  /** It is asked as soon as so many letters stand there; 0 = when the list of options is opened. */
  readonly fromLetters: number;
  /** Wire parameters that ask for `text`. */
  readonly query: (text: string) => Readonly<Record<string, string>>;
  readonly options: (answer: never) => readonly Option[];
};

/** EXT-11. */
const maxOptions = 30;
/** Types and airlines change by an import only. */
const staleMs = 60_000;

export const isAsked = (source: OptionSource, text: string): boolean => text.length >= source.fromLetters;

/** Every source that has letters enough is asked; what several offer stands once. A newer text aborts the request of an older one. */
export function optionsQuery(sources: readonly OptionSource[], text: string): UseQueryOptions<readonly Option[]> {
  const asked = sources.filter((source) => isAsked(source, text));
  return {
    queryKey: ['options', currentEpoch(), asked.map(({ endpoint, query }) => [endpoint.id, query(text)])],
    queryFn: async ({ signal }) =>
      eachOnce((await Promise.all(asked.map((source) => optionsOf(source, text, signal)))).flat()),
    networkMode: 'always',
    retry: false,
    staleTime: staleMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isQuiet: true },
  };
}

async function optionsOf(source: OptionSource, text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const limit = 'limit' in source.endpoint.query ? { limit: String(maxOptions) } : {};
  const query = { ...source.query(text), ...limit };
  const answer = await send(source.endpoint, { query, cause: 'user', signal });
  return source.options(answer as never);
}

function eachOnce(options: readonly Option[]): readonly Option[] {
  return [...new Map(options.map((option) => [`${option.value}\n${option.hint}`, option])).values()];
}
