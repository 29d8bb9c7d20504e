/** Type of a call: method, path, query, body, response, and the types derived from it. */
import * as z from 'zod/mini';
import type { Filter } from './filters.ts';
import { type Entity, type Row, rowSchema } from './kinds.ts';
import type { ListOrder } from './order.ts';
import { type Params, type ParamValue, paging } from './params.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `bearer` = token in the header, `none` = public, `cookie` = session cookie, no header (C36), `station` = station key in the header (C120). */
type TokenUse = 'bearer' | 'none' | 'cookie' | 'station';

export const keyHeader = 'x-api-key';
type RefusalStatus = 401 | 404 | 409 | 413 | 424;

export type BodyForm = 'json' | 'lines' | 'bytes';

export type Endpoint<
  Q extends Params = Params,
  B extends z.ZodMiniType | null = z.ZodMiniType | null,
  A extends z.ZodMiniType = z.ZodMiniType,
  P extends string = string,
  I extends string = string,
> = {
  /** The requirement, or `ADD-...` for an added call: other servers of this API may lack it. */
  readonly id: I;
  readonly method: Method;
  /** Below the API base, in the client's case. `{name}` is a path parameter. */
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** Format of a body: one JSON value, lines of JSON passed to the handler as one text, or bytes. */
  readonly sends: BodyForm;
  readonly response: A;
  readonly token: TokenUse;
  readonly status: 200 | 201 | 204;
  /** The call may also return its body with this status, for checks that read only the status. */
  readonly statusWhenUnavailable?: 503;
  /** Refusals beyond the statuses of every call (statuses.ts), in ascending order. */
  readonly refuses?: readonly RefusalStatus[];
  /** Header that also carries the token, because the service of this call expects a key (C56). */
  readonly keyHeader?: typeof keyHeader;
  readonly summary: string;
  readonly list?: ListParts;
  /** Absent for calls whose response is not stored on the device. */
  readonly stored?: StoredAs;
};
/** What /device shows of the stored responses of a call. */
export type StoredAs = {
  /** Also the title of a list. */
  readonly title: string;
  /** Path of the screen that shows all of it. */
  readonly screen?: string;
  /** What has one response each, in the plural. */
  readonly each?: string;
};
/** Whether other servers of this API may lack the call. */
export const isAdded = ({ id }: Pick<Endpoint, 'id'>): boolean => id.startsWith('ADD-');
export type StoredEndpoint = Endpoint & { readonly stored: StoredAs };
/** Parts of a list's response: fields with rows and count, the row, its filters and sort order. */
export type ListParts<E extends Entity = Entity, F extends readonly Filter[] = readonly Filter[]> = {
  readonly rows: string;
  readonly count: string;
  readonly entity: E;
  /** Fields of its rows behind those of the entity. No columns. */
  readonly more?: Entity;
  readonly filters: F;
  /** Absent for lists filtered by From and To: newest first. */
  readonly order?: ListOrder;
  /** Every row of this list is part of another one: with a full copy of that, no request is needed. */
  readonly within?: PartOf;
};
/** Rows of `list` whose `field` contains an object with the path parameter `param` of the same name. */
type PartOf = { readonly list: ListEndpoint; readonly field: string; readonly param: string };
export type ListEndpoint<
  E extends Entity = Entity,
  F extends readonly Filter[] = readonly Filter[],
> = StoredEndpoint & {
  readonly list: ListParts<E, F>;
};

type Options<Q extends Params, B extends z.ZodMiniType | null, S extends StoredAs | undefined> = {
  query?: Q;
  body?: B;
  sends?: BodyForm;
  token?: TokenUse;
  status?: 200 | 201 | 204;
  statusWhenUnavailable?: 503;
  refuses?: readonly RefusalStatus[];
  keyHeader?: typeof keyHeader;
  summary: string;
  stored?: S;
};
/** An empty response (204). */
export const nothing = z.undefined();

function endpoint(method: Method) {
  return <
    const I extends string,
    const P extends string,
    A extends z.ZodMiniType,
    const Q extends Params = Record<never, never>,
    B extends z.ZodMiniType | null = null,
    S extends StoredAs | undefined = undefined,
  >(
    id: I,
    path: P,
    response: A,
    options: Options<Q, B, S>,
  ): Endpoint<Q, B, A, P, I> & { readonly stored: S } => ({
    id,
    method,
    path,
    response,
    query: options.query ?? ({} as Q),
    body: (options.body ?? null) as B,
    sends: options.sends ?? 'json',
    token: options.token ?? 'bearer',
    status: options.status ?? (response === (nothing as z.ZodMiniType) ? 204 : 200),
    ...(options.statusWhenUnavailable ? { statusWhenUnavailable: options.statusWhenUnavailable } : {}),
    ...(options.refuses ? { refuses: options.refuses } : {}),
    ...(options.keyHeader ? { keyHeader: options.keyHeader } : {}),
    summary: options.summary,
    stored: options.stored as S,
  });
}
export const get = endpoint('GET');
export const post = endpoint('POST');
export const put = endpoint('PUT');
export const del = endpoint('DELETE');

/** Every field of the rows of a list. */
export const rowEntity = <E extends Entity>({ entity, more }: Pick<ListParts<E>, 'entity' | 'more'>): E => ({
  ...entity,
  ...more,
});

/** A paged list: rows and count under their specified names. offset and limit are added to the query. */
export function list<
  const I extends string,
  const P extends string,
  const R extends string,
  const C extends string,
  E extends Entity,
  const F extends readonly Filter[],
  const Q extends Params,
  M extends Entity = Record<never, never>,
>(
  id: I,
  path: P,
  parts: { rows: R; count: C; entity: E; more?: M; filters: F; order?: ListOrder; within?: PartOf },
  options: { query: Q; token?: TokenUse; summary: string; stored: StoredAs },
): Endpoint<Q & typeof paging, null, z.ZodMiniType<ListResponse<R, C, E & M>>, P, I> & {
  readonly list: ListParts<E, F>;
  readonly stored: StoredAs;
} {
  const response = z.object({ [parts.rows]: z.array(rowSchema(rowEntity(parts))), [parts.count]: z.number() });
  return {
    ...get(id, path, response as unknown as z.ZodMiniType<ListResponse<R, C, E & M>>, {
      ...options,
      query: { ...options.query, ...paging },
    }),
    list: parts,
  };
}
type ListResponse<R extends string, C extends string, E extends Entity> = { [K in R]: Row<E>[] } & {
  [K in C]: number;
};

/** The query on the wire: all values are text, absent = no filter. */
export type QueryText<E extends Pick<Endpoint, 'query'>> = { readonly [K in keyof E['query']]?: string };
/** The query as values. Absent = no filter. */
export type Query<E extends Pick<Endpoint, 'query'>> = { [K in keyof E['query']]?: ParamValue<E['query'][K]> };
export type Body<E extends Pick<Endpoint, 'body'>> = E['body'] extends z.ZodMiniType ? z.output<E['body']> : undefined;
/** The parsed response. */
export type Reads<E extends Pick<Endpoint, 'response'>> = z.output<E['response']>;
type PathNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;
export type PathParams<E extends Pick<Endpoint, 'path'>> = { [N in PathNames<E['path']>]: string };

/** A handler of a call. `C` is the server's context (caller, database ...). */
export type Handler<E extends Endpoint, C> = (
  call: { query: Query<E>; body: Body<E>; path: PathParams<E> } & C,
) => Promise<Reads<E>>;
/** A missing handler does not compile. */
export type Handlers<G extends Readonly<Record<string, Endpoint>>, C> = {
  readonly [K in keyof G]: Handler<G[K], C>;
};

/** Shape of every response other than 2xx. */
export const errorBody = z.object({
  message: z.string(),
  title: z.optional(z.string()),
  status: z.optional(z.number()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type ErrorBody = z.output<typeof errorBody>;
