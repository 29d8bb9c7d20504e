/** The only client of the network: adds deadline, token and session to a call of the contract, and reports to connection.ts. */

import { type FetchOptions, ofetch } from 'ofetch';
import * as z from 'zod/mini';
import { buildHeader } from '../../contract/build.ts';
import { account } from '../../contract/calls/account.ts';
import {
  type Body,
  type Endpoint,
  isAdded,
  type PathParams,
  type QueryText,
  type Reads,
} from '../../contract/endpoint.ts';
import { basePath, currentPath } from '../lib/base-path.ts';
import { listenerSet } from '../lib/listeners.ts';
import { EndedSession, sessionSignal } from '../session/session-signal.ts';
import { sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { apiBase, appConfig, credentialsFor, isAbroad, isConfigKnown, learnConfig } from './api-base.ts';
import { ApiError, type UnreachableReason } from './api-error.ts';
import { connection } from './connection.ts';
import { type RawResponse, readResponse } from './response.ts';
import { serverBuild } from './server-build.ts';
import { learnServerTime } from './server-clock.ts';

/** From the request to the last byte of the response. A server that needs half a minute is slow, not unreachable, and stored data is shown until then. */
export const usualDeadlineMs = 45_000;
/** The app starts without it. */
const configDeadlineMs = 8000;
const firstConfigWaitMs = 3000;

export type Call<E extends Endpoint> = {
  query?: QueryText<E>;
  body?: Body<E>;
  path?: PathParams<E>;
  signal?: AbortSignal;
  /** The version that the caller changes: the server refuses when there is a newer one. */
  ifMatch?: string;
  /** The version that the caller has, for `readTagged`. */
  ifNoneMatch?: string;
  /** A media type that the caller prefers to plain JSON. A server without it ignores it. */
  prefers?: string;
  /** A third-party service sends the response (C56): a failure is not reported to connection.ts. */
  isThirdParty?: true;
  /** Instead of the usual one. */
  deadlineMs?: number | undefined;
  /** `poll` = without user action: does not count as use (C05b). */
  cause: 'user' | 'poll';
};
type AnyCall = {
  deadlineMs?: number | undefined;
  ifMatch?: string;
  ifNoneMatch?: string;
  prefers?: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  path?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};
type SessionCall = AnyCall & { isThirdParty?: true; cause: 'user' | 'poll' };
/** `isQuiet`: not reported to connection.ts. `outlivesPage`: continues when the tab is closed. */
type RequestOptions = {
  token: string | null;
  read: (raw: RawResponse) => unknown;
  signal?: AbortSignal;
  isQuiet?: boolean | undefined;
  outlivesPage?: boolean;
};

// ---- one request

export function urlOf(base: string, endpoint: Pick<Endpoint, 'path'>, call: Pick<AnyCall, 'path' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return base + path + (text && `?${text}`);
}

/** Another server may send anything: only an id is shown. */
const readRequestId = (text: string | null): string | null => (text && /^[\w-]{1,64}$/.test(text) ? text : null);

async function fetchRaw(url: string, options: FetchOptions<'text'>): Promise<RawResponse> {
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
    age: response.headers.get('age'),
    etag: response.headers.get('etag'),
    build: response.headers.get(buildHeader),
    requestId: readRequestId(response.headers.get('x-request-id')),
    text: response._data ?? '',
  };
}

const hasNoNetwork = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false;

function whyUnreached(isLate: boolean): UnreachableReason {
  if (hasNoNetwork()) return 'no-network';
  return isLate ? 'timeout' : 'refused';
}

/**
 * Another server of this API refuses the preflight of a call that it lacks, and the browser reports that like a server that is down. A server
 * that sends its build has all calls.
 */
const mayLack = (base: string, endpoint: Endpoint): boolean =>
  isAdded(endpoint) && isAbroad(base) && !serverBuild.isKnown();

const lacking = (cause: unknown): ApiError =>
  new ApiError({
    status: 404,
    sentence: 'This server does not support this function.',
    isLacking: true,
    cause,
  });

/** A 401 because the app may not send its cookie to this server. A new login would not help. */
const withoutCookie = (cause: unknown): ApiError =>
  new ApiError({
    status: 401,
    sentence:
      'This data needs a cookie, but the app sends cookies only to its own server. The operator can change this with API_COOKIES.',
    cause,
  });

async function exchange(endpoint: Endpoint, call: AnyCall, options: RequestOptions): Promise<unknown> {
  const base = apiBase();
  const deadline = AbortSignal.timeout(call.deadlineMs ?? usualDeadlineMs);
  const signals = [deadline, call.signal, options.signal].filter((signal) => signal !== undefined);
  const headers: Record<string, string> = {
    accept: call.prefers === undefined ? 'application/json' : `${call.prefers}, application/json`,
  };
  if (options.token !== null && endpoint.token !== 'cookie') headers.authorization = `Bearer ${options.token}`;
  if (options.token !== null && endpoint.keyHeader) headers[endpoint.keyHeader] = options.token;
  if (call.ifNoneMatch !== undefined) headers['if-none-match'] = call.ifNoneMatch;
  if (endpoint.sends === 'bytes') headers['content-type'] = 'application/octet-stream';
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch;
  const report = options.isQuiet ? null : connection;
  const sentAt = Date.now();
  const isUnsent = hasNoNetwork();
  try {
    const raw = await fetchRaw(urlOf(base, endpoint, call), {
      method: endpoint.method,
      headers,
      credentials: credentialsFor(base, appConfig().sendsCookiesAbroad),
      signal: AbortSignal.any(signals),
      ...(call.body === undefined ? {} : { body: call.body as Record<string, unknown> }),
      ...(options.outlivesPage ? { keepalive: true } : {}),
    });
    const result = options.read(raw);
    learnServerTime(raw.date, sentAt, Date.now());
    serverBuild.learn(raw.build);
    report?.reached(sentAt);
    return result;
  } catch (error) {
    if (options.signal?.aborted) throw new EndedSession();
    if (call.signal?.aborted) throw call.signal.reason;
    const failure =
      error instanceof ApiError
        ? error
        : new ApiError({ unreached: whyUnreached(deadline.aborted), isUnsent, cause: error });
    if (failure.unreached === 'refused' && mayLack(base, endpoint)) throw report?.isUp() ? lacking(error) : failure;
    if (failure.unreached) report?.failed(failure.unreached);
    else report?.reached(sentAt);
    throw failure;
  }
}
const forbidden = listenerSet();

/** After a 403: the role may have changed. */
export const onForbidden = forbidden.add;

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && !error.unreached && error.status === 401;

/** C05, C52: one renewal after a 401, then the session ends. A refused cookie call ends nothing: its cookie may never have arrived. */
async function withRenewal(
  endpoint: Endpoint,
  token: string,
  session: AbortSignal,
  attempt: (token: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await attempt(token);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    console.warn(`${endpoint.id}: unauthorized or token expired`);
    const isCookie = endpoint.token === 'cookie';
    if (isCookie && credentialsFor(apiBase(), appConfig().sendsCookiesAbroad) === 'omit') throw withoutCookie(error);
    const renewed = await renewToken(token, (refreshToken) =>
      exchange(account.refreshToken, { body: { refreshToken } }, { token: null, read: readRenewal, isQuiet: true }),
    ).catch((failure) => {
      if (isCookie) return null;
      throw failure;
    });
    session.throwIfAborted();
    if (renewed === null && isCookie) throw error;
    if (renewed === null) return endSession();
    try {
      return await attempt(renewed);
    } catch (again) {
      if (!isUnauthorized(again) || isCookie) throw again;
      console.warn(`${endpoint.id}: unauthorized with a new token`);
      return endSession();
    }
  }
}
const readRenewal = (raw: RawResponse): unknown => readResponse(account.refreshToken, raw);
function endSession(): never {
  void sessionStore.logOut('unauthorized', currentPath());
  throw new EndedSession();
}

/** SES-12. */
const unstamped: ReadonlySet<string> = new Set([account.refreshToken.id, account.me.id, account.authenticate.id]);

/**
 * Makes a call of the contract. Without `read`, rows of a list are read tolerantly and everything else by its schema.
 * Throws ApiError; EndedSession without a session; the signal's reason when the caller aborts.
 */
export async function send<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Reads<E>>;
export async function send<E extends Endpoint, T>(
  endpoint: E,
  call: Call<E>,
  read: (raw: RawResponse) => T,
): Promise<T>;
export async function send(
  endpoint: Endpoint,
  call: SessionCall,
  read: (raw: RawResponse) => unknown = (raw) => readResponse(endpoint, raw),
): Promise<unknown> {
  await firstConfig();
  if (!unstamped.has(endpoint.id)) sessionStore.stampRequest(Date.now(), call.cause === 'user');
  const options = { read, isQuiet: call.isThirdParty };
  if (endpoint.token === 'none') return exchange(endpoint, call, { token: null, ...options });
  const session = sessionSignal();
  session.throwIfAborted();
  const state = sessionStore.get();
  if (state.kind === 'out') throw new EndedSession();
  try {
    const result = await withRenewal(endpoint, state.session.token, session, (token) =>
      exchange(endpoint, call, { token, signal: session, ...options }),
    );
    session.throwIfAborted();
    return result;
  } catch (error) {
    session.throwIfAborted();
    if (error instanceof ApiError && !error.unreached && error.status === 403) forbidden.notify();
    throw error;
  }
}

/** A call with another token than the session's: before it starts (SES-08), or after its end (C17). No renewal. */
export async function sendAs<E extends Endpoint>(
  token: string,
  endpoint: E,
  call: Omit<Call<E>, 'cause'>,
  options: { isQuiet?: boolean; outlivesPage?: boolean } = {},
): Promise<Reads<E>> {
  await firstConfig();
  const read = (raw: RawResponse): unknown => readResponse(endpoint, raw);
  return (await exchange(endpoint, call as AnyCall, { token, read, ...options })) as Reads<E>;
}

// ---- /config.json, the one file that is read outside of the API

let configReading: Promise<void> | null = null;

/** Reads and applies /config.json of the app's own origin. Never throws: without it stored or default values apply. */
export function readConfigFile(): Promise<void> {
  configReading ??= fetchRaw(`${basePath}/config.json`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(configDeadlineMs),
  })
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
/** On the first visit calls wait for the settings, so that the first login goes to the right server. */
async function firstConfig(): Promise<void> {
  if (isConfigKnown() || !configReading) return;
  await Promise.race([configReading, new Promise((resolve) => setTimeout(resolve, firstConfigWaitMs))]);
}

// ---- Renews the token within a session, in one tab only (C05, C52): two tabs at once would look like a stolen token.

const lockWaitMs = 10_000;
/** The server does not have this call. */
const noSuchCall: readonly (number | null)[] = [404, 405, 501];
const renewalResponse = z.object({ token: z.string(), refreshToken: z.string() });

/** Of its token. */
let running: { readonly used: string; readonly result: Promise<string | null> } | null = null;
/** The preflight of a server without this call may always fail: twice in a row is a refusal. */
let failuresInRow = 0;

type SendRenewal = (refreshToken: string) => Promise<unknown>;

async function renew(used: string, sendRenewal: SendRenewal): Promise<string | null> {
  await sessionStore.reread();
  const state = sessionStore.get();
  if (state.kind === 'out') return null;
  // Another tab was faster.
  if (state.session.token !== used) return state.session.token;
  if (state.session.refreshToken === '') return null;
  try {
    const renewed = renewalResponse.parse(await sendRenewal(state.session.refreshToken));
    failuresInRow = 0;
    await sessionStore.update(renewed);
    return renewed.token;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failuresInRow = error.unreached === 'refused' ? failuresInRow + 1 : 0;
    if (error.unreached === null || noSuchCall.includes(error.status) || failuresInRow > 1) return null;
    throw error;
  }
}

/** The token that replaces the refused one; null = it cannot be renewed. Throws ApiError when the server is unreachable: that ends no session. */
function renewToken(used: string, sendRenewal: SendRenewal): Promise<string | null> {
  if (running?.used === used) return running.result;
  const result = withLock('session-refresh', () => renew(used, sendRenewal), lockWaitMs);
  const entry = { used, result };
  running = entry;
  const clear = (): void => {
    if (running === entry) running = null;
  };
  result.then(clear, clear);
  return result;
}

export { serverNow } from './server-clock.ts';

// ---- the session's side
