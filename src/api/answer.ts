/** Reads an HTTP answer as an answer of this API, or says what it is instead. Pure. Must not: touch the network, or trust a content type alone. */
import * as z from 'zod/mini';
import { type Endpoint, type ErrorBody, errorBody } from '../../contract/endpoint.ts';
import { tolerantRow } from '../../contract/kinds.ts';
import { ApiError } from './api-error.ts';

/** What came over the wire. `isRedirect`: it wanted to send us elsewhere, which is never followed. */
export type RawAnswer = {
  readonly status: number;
  /** Empty over HTTP/2. */
  readonly statusText?: string;
  readonly contentType: string;
  readonly isRedirect: boolean;
  /** The Date header, where it may be read. */
  readonly date: string | null;
  /** The ETag header, where it may be read. */
  readonly etag: string | null;
  readonly text: string;
};
/** An answer that can be asked for again by its tag. */
export type Tagged = { readonly etag: string | null; readonly body: unknown };

const isJson = (raw: RawAnswer): boolean => /^application\/([\w.-]+\+)?json\b/i.test(raw.contentType);
const notBody = Symbol('not JSON');
function parseJson(raw: RawAnswer): unknown {
  if (!isJson(raw)) return notBody;
  try {
    return JSON.parse(raw.text);
  } catch {
    return notBody;
  }
}

const looseMessage = z.looseObject({ message: z.string() });
/** Tolerant: a bare `message` is enough, what else does not fit is dropped. */
function readErrorBody(value: unknown): ErrorBody | null {
  const strict = errorBody.safeParse(value);
  if (strict.success) return strict.data;
  const loose = looseMessage.safeParse(value);
  return loose.success ? { message: loose.data.message } : null;
}

function readFailure(raw: RawAnswer): ApiError {
  const { status } = raw;
  if (status === 502 || status === 503 || status === 504) return new ApiError({ unreached: 'unavailable', status });
  const value = parseJson(raw);
  // Other servers of this API refuse with an empty body; a page in HTML is somebody else's.
  if (value === notBody && (raw.text.trim() !== '' || status === 511))
    return new ApiError({ unreached: 'portal', status });
  return new ApiError({
    status,
    statusText: raw.statusText ?? '',
    text: raw.text,
    body: value === notBody ? null : readErrorBody(value),
  });
}

function readList(list: NonNullable<Endpoint['list']>, value: unknown): unknown {
  const answer = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const rows = answer[list.rows];
  if (!Array.isArray(rows)) throw new ApiError({ unreached: 'portal' });
  const count = Number(answer[list.count] ?? rows.length);
  return {
    ...answer,
    [list.rows]: rows.map((row) => tolerantRow(list.entity, row)),
    [list.count]: Number.isFinite(count) && count >= 0 ? count : rows.length,
  };
}

function requireSuccess(raw: RawAnswer): void {
  if (raw.isRedirect || (raw.status >= 300 && raw.status < 400)) throw new ApiError({ unreached: 'portal' });
  if (raw.status < 200 || raw.status >= 400) throw readFailure(raw);
}

/** The text of a successful answer, not looked into: whoever reads it, on a thread of its own, must not trust it. Throws as `readAnswer`. */
export function textOfAnswer(raw: RawAnswer): string {
  requireSuccess(raw);
  if (!isJson(raw)) throw new ApiError({ unreached: 'portal', status: raw.status });
  return raw.text;
}

/** The JSON of a successful answer, whatever its shape: for what other servers of this API shape in their own way. Throws as `readAnswer`. */
export function readAny(raw: RawAnswer): unknown {
  requireSuccess(raw);
  const value = parseJson(raw);
  if (value === notBody) throw new ApiError({ unreached: 'portal', status: raw.status });
  return value;
}

/** The same where an answer without a body is an answer, too: `undefined`. */
export function readAnyOrNothing(raw: RawAnswer): unknown {
  requireSuccess(raw);
  return raw.text.trim() === '' ? undefined : readAny(raw);
}

/** The same with its tag; 'unchanged' when it is the one whose tag was sent along. */
export function readTagged(raw: RawAnswer): Tagged | 'unchanged' {
  return raw.status === 304 ? 'unchanged' : { etag: raw.etag, body: readAny(raw) };
}

/** The same of a service behind the server: 502, 503 and 504 in the words of this API are that service's failure, not the server's. */
export function readAside(raw: RawAnswer): unknown {
  const isFailure = raw.status === 502 || raw.status === 503 || raw.status === 504;
  const body = isFailure ? readErrorBody(parseJson(raw)) : null;
  if (body) throw new ApiError({ status: raw.status, body });
  return readAny(raw);
}

/** The result of a call; throws ApiError: with `unreached` when this is no answer of this API, else with the status it refused with. */
export function readAnswer(endpoint: Pick<Endpoint, 'answer' | 'list' | 'status'>, raw: RawAnswer): unknown {
  requireSuccess(raw);
  const isEmpty = raw.text.trim() === '';
  if (endpoint.status === 204 && (isEmpty || parseJson(raw) !== notBody)) return undefined;
  const value = parseJson(raw);
  if (value === notBody) throw new ApiError({ unreached: 'portal', status: raw.status });
  if (endpoint.list) return readList(endpoint.list, value);
  const result = endpoint.answer.safeParse(value);
  if (!result.success) throw new ApiError({ unreached: 'portal', status: raw.status, cause: result.error });
  return result.data;
}
