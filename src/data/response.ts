/** Reads an HTTP response as a response of this API, or classifies it. Pure. Never trust the content type alone: captive portals send HTML as JSON. */
import * as z from 'zod/mini';
import { type Endpoint, type ErrorBody, errorBody, rowEntity } from '../../contract/endpoint.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { safeReadKnown } from '../../contract/known-values.ts';
import { ApiError } from './api-error.ts';

/** An HTTP response. Redirects are never followed. */
export type RawResponse = {
  readonly status: number;
  /** Empty over HTTP/2. */
  readonly statusText?: string;
  readonly contentType: string;
  readonly isRedirect: boolean;
  readonly date: string | null;
  /** Header Age: the server read older data. */
  readonly age?: string | null;
  readonly etag: string | null;
  /** The build of the app that the server serves; absent from other servers. */
  readonly build?: string | null;
  readonly requestId?: string | null;
  readonly text: string;
};
/** A response with the tag for the next request. */
export type Tagged = { readonly etag: string | null; readonly body: unknown };

const isJson = (raw: RawResponse): boolean => /^application\/([\w.-]+\+)?json\b/i.test(raw.contentType);
/** A captive portal may send its page as JSON, and an empty body is no evidence of the server. */
const mayBeJson = (raw: RawResponse): boolean => isJson(raw) && /^\s*[^<\s]/.test(raw.text);
const notBody = Symbol('not JSON');
function parseJson(raw: RawResponse): unknown {
  if (!isJson(raw)) return notBody;
  try {
    return JSON.parse(raw.text);
  } catch {
    return notBody;
  }
}

const looseMessage = z.looseObject({ message: z.string() });
/** Tolerant: a bare `message` is enough. */
function readErrorBody(value: unknown): ErrorBody | null {
  const strict = errorBody.safeParse(value);
  if (strict.success) return strict.data;
  const loose = looseMessage.safeParse(value);
  return loose.success ? { message: loose.data.message } : null;
}

/** HTML instead of JSON is the page of a captive portal; JSON that cannot be read is from another version, or cut. */
const unreadable = (raw: RawResponse, cause?: unknown): ApiError =>
  new ApiError({ unreached: mayBeJson(raw) ? 'mismatch' : 'portal', status: raw.status, cause });

function readFailure(raw: RawResponse): ApiError {
  const { status } = raw;
  if (status === 502 || status === 503 || status === 504) return new ApiError({ unreached: 'unavailable', status });
  const value = parseJson(raw);
  // Other servers of this API refuse with an empty body; an HTML page is not from this API.
  if (value === notBody && (raw.text.trim() !== '' || status === 511)) return unreadable(raw);
  return new ApiError({
    status,
    statusText: raw.statusText ?? '',
    text: raw.text,
    requestId: raw.requestId ?? null,
    body: value === notBody ? null : readErrorBody(value),
  });
}

function readList(list: NonNullable<Endpoint['list']>, value: unknown): unknown {
  const response = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const rows = response[list.rows];
  if (!Array.isArray(rows)) throw new ApiError({ unreached: 'mismatch' });
  const count = Number(response[list.count] ?? rows.length);
  const entity = rowEntity(list);
  return {
    ...response,
    [list.rows]: rows.map((row) => tolerantRow(entity, row)),
    [list.count]: Number.isFinite(count) && count >= 0 ? count : rows.length,
  };
}

function requireSuccess(raw: RawResponse): void {
  if (raw.isRedirect || (raw.status >= 300 && raw.status < 400)) throw new ApiError({ unreached: 'portal' });
  if (raw.status < 200 || raw.status >= 400) throw readFailure(raw);
}

/** The unchecked text of a successful response. Throws as `readResponse`. */
export function readText(raw: RawResponse): string {
  requireSuccess(raw);
  if (!isJson(raw)) throw unreadable(raw);
  return raw.text;
}

/** The JSON of a successful response in any shape. Throws as `readResponse`. */
export function readAny(raw: RawResponse): unknown {
  requireSuccess(raw);
  const value = parseJson(raw);
  if (value === notBody) throw unreadable(raw);
  return value;
}

/** A body with the age of its data. */
export class AgedBody {
  readonly body: unknown;
  readonly ageMs: number;
  constructor(body: unknown, ageMs: number) {
    this.body = body;
    this.ageMs = ageMs;
  }
}

/** The same, of a call whose response contains no time. */
export const readAged = (raw: RawResponse): AgedBody => new AgedBody(readAny(raw), ageMsIn(raw.age));

const ageMsIn = (age: string | null | undefined): number => (/^\d{1,9}$/.test(age ?? '') ? Number(age) * 1000 : 0);

/** The same; `undefined` for an empty body. */
export function readOptional(raw: RawResponse): unknown {
  requireSuccess(raw);
  return raw.text.trim() === '' ? undefined : readAny(raw);
}

/** The same with its tag; 'unchanged' for a 304. */
export function readTagged(raw: RawResponse): Tagged | 'unchanged' {
  return raw.status === 304 ? 'unchanged' : { etag: raw.etag, body: readAny(raw) };
}

/** The same from a service behind the server: a 502, 503 or 504 with an error body of this API is that service's failure. */
export function readThirdParty(raw: RawResponse): unknown {
  const isFailure = raw.status === 502 || raw.status === 503 || raw.status === 504;
  const body = isFailure ? readErrorBody(parseJson(raw)) : null;
  if (body) throw new ApiError({ status: raw.status, body, requestId: raw.requestId ?? null });
  return readAny(raw);
}

/** The result of a call. @throws ApiError, with `unreached` when this is no response of this API */
export function readResponse(endpoint: Pick<Endpoint, 'response' | 'list' | 'status'>, raw: RawResponse): unknown {
  requireSuccess(raw);
  const isEmpty = raw.text.trim() === '';
  if (endpoint.status === 204 && (isEmpty || parseJson(raw) !== notBody)) return undefined;
  const value = parseJson(raw);
  if (value === notBody) throw unreadable(raw);
  if (endpoint.list) return readList(endpoint.list, value);
  const result = safeReadKnown(endpoint.response, value);
  if (!result.success) throw unreadable(raw, result.error);
  return result.data;
}
