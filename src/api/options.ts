/** Suggestions for the letters typed so far. */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../contract/endpoint.ts';
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
export function optionsQuery(sources: readonly OptionSource[], text: string): UseQueryOptions<readonly Option[]> {
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
