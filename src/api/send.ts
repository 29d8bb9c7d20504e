/**
 * The only door to the network: every call of the contract goes through here, with its deadline, token, epoch and report to connection.ts.
 * Must not: store an answer, know a screen, or keep a request of an ended session alive.
 */
import { type FetchOptions, ofetch } from 'ofetch';
import { api } from '../../contract/api.ts';
import type { Body, Endpoint, PathParams, QueryText, Reads } from '../../contract/endpoint.ts';
import { currentEpoch, sessionStore } from '../session/session-store.ts';
import {
  type RawAnswer,
  readAnswer,
  readAny,
  readAnyOrNothing,
  readAside,
  readTagged,
  type Tagged,
  textOfAnswer,
} from './answer.ts';
import { apiBase, appConfig, credentialsFor, isConfigKnown, learnConfig } from './api-base.ts';
import { ApiError, EndedSession, type Unreached } from './api-error.ts';
import { connection } from './connection.ts';
import { learnServerTime } from './server-clock.ts';
import { renewToken } from './token-renewal.ts';

export { serverNow } from './server-clock.ts';

/** From the request to the last byte of its answer. */
export const deadlineMs = 8000;
const firstConfigWaitMs = 3000;

export type Call<E extends Endpoint> = {
  query?: QueryText<E>;
  body?: Body<E>;
  path?: PathParams<E>;
  signal?: AbortSignal;
  /** The version that is meant to be changed, as the answer told it: the server refuses when there is a newer one. */
  ifMatch?: string;
  /** `poll` = nobody asked for it: it does not count as use (C05b). */
  cause: 'user' | 'poll';
};
type AnyCall = {
  ifMatch?: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  path?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};
/** `knownTag`: of the answer that the caller has. `isQuiet`: says nothing to connection.ts. `outlivesPage`: goes on when the tab is closed. `read`: in place of `readAnswer`. */
type Manner = {
  token: string | null;
  signal?: AbortSignal;
  knownTag?: string;
  isQuiet?: boolean;
  outlivesPage?: boolean;
  read?: (endpoint: Endpoint, raw: RawAnswer) => unknown;
};

// ---- one request

/** Base, path with its parameters, query; absent values are left out. */
export function urlOf(base: string, endpoint: Pick<Endpoint, 'path'>, call: Pick<AnyCall, 'path' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return base + path + (text && `?${text}`);
}

async function fetchRaw(url: string, options: FetchOptions<'text'>): Promise<RawAnswer> {
  const response = await ofetch.raw(url, {
    ...options,
    responseType: 'text',
    retry: 0,
    ignoreResponseError: true,
    redirect: 'manual',
    cache: 'no-store',
  });
  return {
    status: response.status,
    statusText: response.statusText,
    contentType: response.headers.get('content-type') ?? '',
    isRedirect: response.type === 'opaqueredirect',
    date: response.headers.get('date'),
    etag: response.headers.get('etag'),
    text: response._data ?? '',
  };
}

function whyUnreached(isLate: boolean): Unreached {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return 'no-network';
  return isLate ? 'timeout' : 'refused';
}

async function exchange(endpoint: Endpoint, call: AnyCall, manner: Manner): Promise<unknown> {
  const base = apiBase();
  const deadline = AbortSignal.timeout(deadlineMs);
  const signals = [deadline, call.signal, manner.signal].filter((signal) => signal !== undefined);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (manner.token !== null && endpoint.token !== 'cookie') headers.authorization = `Bearer ${manner.token}`;
  if (manner.knownTag !== undefined) headers['if-none-match'] = manner.knownTag;
  if (endpoint.sends === 'bytes') headers['content-type'] = 'application/octet-stream';
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch;
  const report = manner.isQuiet ? null : connection;
  const sentAt = Date.now();
  try {
    const raw = await fetchRaw(urlOf(base, endpoint, call), {
      method: endpoint.method,
      headers,
      credentials: credentialsFor(base, appConfig().sendsCookiesAbroad),
      signal: AbortSignal.any(signals),
      ...(call.body === undefined ? {} : { body: call.body as Record<string, unknown> }),
      ...(manner.outlivesPage ? { keepalive: true } : {}),
    });
    const result = (manner.read ?? readAnswer)(endpoint, raw);
    learnServerTime(raw.date, sentAt, Date.now());
    report?.reached(sentAt);
    return result;
  } catch (error) {
    if (manner.signal?.aborted) throw new EndedSession();
    if (call.signal?.aborted) throw call.signal.reason;
    const failure =
      error instanceof ApiError ? error : new ApiError({ unreached: whyUnreached(deadline.aborted), cause: error });
    if (failure.unreached) report?.failed(failure.unreached);
    else report?.reached(sentAt);
    throw failure;
  }
}

// ---- the session's side

let epochGate = new AbortController();
let gateEpoch = currentEpoch();
sessionStore.subscribe(() => {
  if (currentEpoch() === gateEpoch) return;
  gateEpoch = currentEpoch();
  epochGate.abort(new EndedSession());
  epochGate = new AbortController();
});

const forbiddenListeners = new Set<() => void>();
/** `fn` is called when the server refused with 403: the role may have changed. */
export function onForbidden(fn: () => void): void {
  forbiddenListeners.add(fn);
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && !error.unreached && error.status === 401;
const currentPath = (): string => (typeof location === 'undefined' ? '/' : location.pathname + location.search);

/** C05, C52: one renewal after a 401, then the session is over. A cookie call that stays refused ends nothing: its cookie may never have come. */
async function withRenewal(
  endpoint: Endpoint,
  token: string,
  attempt: (token: string) => Promise<unknown>,
): Promise<unknown> {
  const signal = epochGate.signal;
  try {
    return await attempt(token);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    console.warn(`${endpoint.id}: unauthorized or token expired`);
    const renewed = await renewToken(token, (refreshToken) =>
      exchange(api.account.refreshToken, { body: { refreshToken } }, { token: null, isQuiet: true }),
    );
    if (signal.aborted) throw new EndedSession();
    if (renewed === null) return endSession();
    try {
      return await attempt(renewed);
    } catch (again) {
      if (!isUnauthorized(again) || endpoint.token === 'cookie') throw again;
      console.warn(`${endpoint.id}: unauthorized with a new token`);
      return endSession();
    }
  }
}
function endSession(): never {
  void sessionStore.logOut('unauthorized', currentPath());
  throw new EndedSession();
}

/** SES-12. */
const unstamped: ReadonlySet<string> = new Set([
  api.account.refreshToken.id,
  api.account.me.id,
  api.account.authenticate.id,
]);

/**
 * Makes a call of the contract and reads its answer: rows of a list tolerantly, everything else by its schema.
 * Throws ApiError; EndedSession when there is no session for it (any more); the signal's reason when the caller gave up.
 */
export async function send<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Reads<E>> {
  return (await sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, { read: readAnswer })) as Reads<E>;
}

/** The same, but the answer comes as its text, for a worker to read: pages of thousands of rows would stop the screen. */
export async function sendForText<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<string> {
  const read: Manner['read'] = (_, raw) => textOfAnswer(raw);
  return (await sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, { read })) as string;
}

/** The answer as its JSON, whatever its shape: who asked reads it tolerantly. */
export async function sendForAny<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<unknown> {
  const read: Manner['read'] = (_, raw) => readAny(raw);
  return sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, { read });
}

/** The same; an empty body is `undefined`. */
export async function sendForAnyOrNothing<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<unknown> {
  const read: Manner['read'] = (_, raw) => readAnyOrNothing(raw);
  return sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, { read });
}

/** The same of an answer that is asked for again and again: 'unchanged' when `knownTag` is still its tag. */
export async function sendForTagged<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  knownTag: string | null,
): Promise<Tagged | 'unchanged'> {
  const read: Manner['read'] = (_, raw) => readTagged(raw);
  const manner = knownTag === null ? { read } : { read, knownTag };
  return (await sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, manner)) as Tagged | 'unchanged';
}

/** The same of a service behind the server (C56). That it fails tells nothing of the server: connection.ts does not hear of it. */
export async function sendAside<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<unknown> {
  const read: Manner['read'] = (_, raw) => readAside(raw);
  return sendAndRead(endpoint, call as AnyCall & Pick<Call<E>, 'cause'>, { read, isQuiet: true });
}

async function sendAndRead(
  endpoint: Endpoint,
  call: AnyCall & { cause: 'user' | 'poll' },
  manner: Pick<Manner, 'read' | 'isQuiet' | 'knownTag'>,
): Promise<unknown> {
  await firstConfig();
  if (!unstamped.has(endpoint.id)) sessionStore.stampRequest(Date.now(), call.cause === 'user');
  if (endpoint.token === 'none') return exchange(endpoint, call, { token: null, ...manner });
  if (!sessionStore.checkNow()) throw new EndedSession();
  const state = sessionStore.get();
  if (state.kind === 'out') throw new EndedSession();
  const { signal } = epochGate;
  try {
    const result = await withRenewal(endpoint, state.session.token, (token) =>
      exchange(endpoint, call, { token, signal, ...manner }),
    );
    if (currentEpoch() !== state.epoch) throw new EndedSession();
    return result;
  } catch (error) {
    if (currentEpoch() !== state.epoch) throw new EndedSession();
    if (error instanceof ApiError && !error.unreached && error.status === 403)
      for (const listener of forbiddenListeners) listener();
    throw error;
  }
}

/** A call with a token that is not the session's: before there is one (SES-08), or after its end (C17). No renewal, no stamp. */
export async function sendAs<E extends Endpoint>(
  token: string,
  endpoint: E,
  call: Omit<Call<E>, 'cause'>,
  manner: { isQuiet?: boolean; outlivesPage?: boolean } = {},
): Promise<Reads<E>> {
  await firstConfig();
  return (await exchange(endpoint, call as AnyCall, { token, ...manner })) as Reads<E>;
}

// ---- /config.json, the one file that is read outside of the API

let configReading: Promise<void> | null = null;

/** Reads /config.json of the app's own origin and takes it over. Never throws: without it the kept or standard values go on. */
export function readConfigFile(): Promise<void> {
  configReading ??= fetchRaw('/config.json', { credentials: 'omit', signal: AbortSignal.timeout(deadlineMs) })
    .then((raw) => {
      if (raw.status !== 200 || !/\bjson\b/i.test(raw.contentType)) return;
      learnConfig(JSON.parse(raw.text), sessionStore.get().kind === 'out');
    })
    .catch(() => undefined)
    .finally(() => {
      configReading = null;
    });
  return configReading;
}
/** On the very first visit the calls wait for the settings, so that the first log-in goes to the right server. */
async function firstConfig(): Promise<void> {
  if (isConfigKnown() || !configReading) return;
  await Promise.race([configReading, new Promise((resolve) => setTimeout(resolve, firstConfigWaitMs))]);
}
