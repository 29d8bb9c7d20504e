/**
 * What a call is: method, path, query, body, answer; and the types that app and server take from it.
 * Must not: name a single call (that is api.ts), or say who may make it (audience.ts).
 */
import * as z from 'zod/mini';
import type { Filter } from './filters.ts';
import { type Entity, type Row, rowSchema } from './kinds.ts';
import type { ListOrder } from './order.ts';
import { type Params, type ParamValue, paging } from './params.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `bearer` = Authorization header; `none` = public; `cookie` = no header, the session cookie proves the caller (C36); `station` = Authorization header with the key of a station (C120). */
export type TokenUse = 'bearer' | 'none' | 'cookie' | 'station';

export type BodyForm = 'json' | 'lines' | 'bytes';

export type Endpoint<
  Q extends Params = Params,
  B extends z.ZodMiniType | null = z.ZodMiniType | null,
  A extends z.ZodMiniType = z.ZodMiniType,
  P extends string = string,
  I extends string = string,
> = {
  /** The row of the specification, or `ADD-...` for a call that we added: another server of this API may lack it. */
  readonly id: I;
  readonly method: Method;
  /** Below the API base, letter case as the client sends it; `{name}` marks a path parameter. */
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** How a body travels: one JSON value; lines of text that are JSON each and reach the handler as one text; or bytes as they are. */
  readonly sends: BodyForm;
  readonly answer: A;
  readonly token: TokenUse;
  readonly status: 200 | 201 | 204;
  readonly summary: string;
  readonly list?: ListParts;
};
/** The parts of a list's answer: which fields hold rows and count, what a row is, how it is filtered and sorted. */
export type ListParts<E extends Entity = Entity, F extends readonly Filter[] = readonly Filter[]> = {
  readonly rows: string;
  readonly count: string;
  readonly entity: E;
  readonly filters: F;
  /** Absent where the filters have a From and To: newest first then. */
  readonly order?: ListOrder;
  /** Every row of this list stands in another one, too: who holds that one whole needs not ask for this. */
  readonly within?: PartOf;
};
/** The rows of `list` whose `field` holds an object with the path's parameter `param` under the same name. */
export type PartOf = { readonly list: ListEndpoint; readonly field: string; readonly param: string };
export type ListEndpoint<E extends Entity = Entity, F extends readonly Filter[] = readonly Filter[]> = Endpoint & {
  readonly list: ListParts<E, F>;
};

type Options<Q extends Params, B extends z.ZodMiniType | null> = {
  query?: Q;
  body?: B;
  sends?: BodyForm;
  token?: TokenUse;
  status?: 200 | 201 | 204;
  summary: string;
};
/** An answer without content (204). */
export const nothing = z.undefined();

function endpoint(method: Method) {
  return <
    const I extends string,
    const P extends string,
    A extends z.ZodMiniType,
    const Q extends Params = Record<never, never>,
    B extends z.ZodMiniType | null = null,
  >(
    id: I,
    path: P,
    answer: A,
    options: Options<Q, B>,
  ): Endpoint<Q, B, A, P, I> => ({
    id,
    method,
    path,
    answer,
    query: options.query ?? ({} as Q),
    body: (options.body ?? null) as B,
    sends: options.sends ?? 'json',
    token: options.token ?? 'bearer',
    status: options.status ?? (answer === (nothing as z.ZodMiniType) ? 204 : 200),
    summary: options.summary,
  });
}
export const get = endpoint('GET');
export const post = endpoint('POST');
export const put = endpoint('PUT');
export const del = endpoint('DELETE');

/** A paged list: rows and count under the names that the specification gives them; offset and limit are added to the query. */
export function list<
  const I extends string,
  const P extends string,
  const R extends string,
  const C extends string,
  E extends Entity,
  const F extends readonly Filter[],
  const Q extends Params,
>(
  id: I,
  path: P,
  parts: { rows: R; count: C; entity: E; filters: F; order?: ListOrder; within?: PartOf },
  options: { query: Q; token?: TokenUse; summary: string },
): Endpoint<Q & typeof paging, null, z.ZodMiniType<ListAnswer<R, C, E>>, P, I> & { readonly list: ListParts<E, F> } {
  const answer = z.object({ [parts.rows]: z.array(rowSchema(parts.entity)), [parts.count]: z.number() });
  return {
    ...get(id, path, answer as unknown as z.ZodMiniType<ListAnswer<R, C, E>>, {
      ...options,
      query: { ...options.query, ...paging },
    }),
    list: parts,
  };
}
export type ListAnswer<R extends string, C extends string, E extends Entity> = { [K in R]: Row<E>[] } & {
  [K in C]: number;
};

/** The query as it travels: all values are text, absent = not asked. */
export type QueryText<E extends Pick<Endpoint, 'query'>> = { readonly [K in keyof E['query']]?: string };
/** The query as values; an absent key is not asked. */
export type Query<E extends Pick<Endpoint, 'query'>> = { [K in keyof E['query']]?: ParamValue<E['query'][K]> };
export type Body<E extends Pick<Endpoint, 'body'>> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined;
/** What the caller reads out of an answer. */
export type Reads<E extends Pick<Endpoint, 'answer'>> = z.output<E['answer']>;
type PathNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;
export type PathParams<E extends Pick<Endpoint, 'path'>> = { [N in PathNames<E['path']>]: string };

/** One handler of a call. `C` is what the server adds (who calls, the database ...). */
export type Handler<E extends Endpoint, C> = (
  call: { query: Query<E>; body: Body<E>; path: PathParams<E> } & C,
) => Promise<Reads<E>>;
/** Leaving a handler out does not compile. */
export type Handlers<G extends Readonly<Record<string, Endpoint>>, C> = {
  readonly [K in keyof G]: Handler<G[K], C>;
};

/** The shape of every answer that is not 2xx. */
export const errorBody = z.object({
  message: z.string(),
  title: z.optional(z.string()),
  status: z.optional(z.number()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type ErrorBody = z.output<typeof errorBody>;
