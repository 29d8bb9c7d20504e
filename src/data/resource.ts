/** Declares a request whose response is stored. The stored body is read as strictly as a live one. */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { Reads, StoredEndpoint } from '../../contract/endpoint.ts';
import { readKnown } from '../../contract/known-values.ts';
import { type ResponseName, storedResponse, storeResponse } from './offline/cached-responses.ts';
import { liveOrStored, type Origin } from './race.ts';
import { AgedBody } from './response.ts';
import { send, serverNow } from './send.ts';

/** `dataAt` = epoch ms of the server. */
export type ApiResponse<V> = Origin & { readonly value: V; readonly dataAt: number };
export type Found<V> = Pick<ApiResponse<V>, 'value' | 'dataAt'>;
export type Response<V> = Found<V> & { readonly body: unknown };
export type RequestConfig = { readonly cause: 'user' | 'poll'; readonly signal: AbortSignal };

/** Where the copy of a response is stored and found. */
export type LocalCopy<V> = {
  readonly store: (response: Response<V>, session: AbortSignal) => void;
  /** `shown` = what the screen has. null = nothing is stored. */
  readonly find: (session: AbortSignal, shown: ApiResponse<V> | undefined) => Promise<Found<V> | null>;
};

type Resource<V> = {
  readonly key: readonly unknown[];
  /** Resolves to the body, or to an AgedBody. */
  readonly request: (config: RequestConfig) => Promise<unknown>;
  /** @throws for a body that is no response of this call */
  readonly read: (body: unknown) => V;
  /** The server's time of the response, where the body contains it. */
  readonly timeOf?: (body: unknown) => number | null;
  readonly copy: ResponseName | LocalCopy<V>;
};

export function resource<V>({ key, request, read, timeOf, copy }: Resource<V>): UseQueryOptions<ApiResponse<V>> {
  const { store, find } = 'call' in copy ? responseCopy(copy, read) : copy;
  return {
    queryKey: key,
    queryFn: (context) =>
      liveOrStored<ApiResponse<V>>(context, {
        live: async ({ cause, session }) => {
          const found = await request({ cause, signal: context.signal });
          const { body, ageMs } = found instanceof AgedBody ? found : new AgedBody(found ?? null, 0);
          const value = read(body);
          const dataAt = timeOf?.(body) ?? serverNow() - ageMs;
          store({ body, value, dataAt }, session);
          return { value, dataAt, source: 'live', why: null };
        },
        stored: async (session) => {
          const found = await find(session, context.client.getQueryData<ApiResponse<V>>(key));
          return found && { ...found, source: 'stored', why: null };
        },
      }),
  };
}

/** The last response under this name. `everyMs` = it is not written again sooner. */
export function responseCopy<V>(
  name: ResponseName,
  read: (body: unknown) => V,
  everyMs: (value: V) => number = () => 0,
): LocalCopy<V> {
  return {
    store: ({ body, value, dataAt }, session) =>
      void storeResponse(name, { value: body, storedAt: dataAt }, session, everyMs(value)),
    find: async (session) => {
      const stored = await storedResponse(name, session);
      try {
        return stored && { value: read(stored.value), dataAt: stored.storedAt };
      } catch {
        // Of another version of the app, or tampered with.
        return null;
      }
    },
  };
}

/** One call with its path, read by the contract. */
export function callResource<E extends StoredEndpoint>(
  endpoint: E,
  path: Readonly<Record<string, string>> = {},
): UseQueryOptions<ApiResponse<Reads<E>>> {
  const values = Object.values(path);
  const call = (config: RequestConfig) => ({ path, ...config }) as unknown as Parameters<typeof send<E>>[1];
  return resource<Reads<E>>({
    key: [endpoint.id, path],
    request: (config) => send(endpoint, call(config)),
    read: (body) => readKnown(endpoint.response, body) as Reads<E>,
    copy: { call: endpoint, ...(values.length > 0 ? { variant: values.join(' ') } : {}) },
  });
}
