/** Deliberate refusals in the shape `Err`. The message is shown to users: no stack, SQL or path. */
import type { ErrorBody } from '../../contract/endpoint.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Wrong content type',
  422: 'Cannot be processed',
  424: 'Not available',
  429: 'Too many requests',
  431: 'Headers too long',
  500: 'Server error',
  502: 'Not available',
  503: 'Not available',
  507: 'Storage full',
};

/** Throw it in a handler: it becomes the response. `errors` = texts by field name. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly errors: Readonly<Record<string, string[]>> | undefined;
  /** Seconds, sent as Retry-After. */
  readonly retryAfterS: number | undefined;

  constructor(status: number, message: string, errors?: Record<string, string[]>, retryAfterS?: number) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}

/** Response to guessing: `waitS` seconds until the next attempt counts. */
export function tooManyAttempts(waitS: number): HttpError {
  return new HttpError(429, `Too many wrong attempts. Try again in ${waitS} seconds.`, undefined, waitS);
}

/** The session was revoked, or its account closed. */
export const sessionEnded = (): HttpError => new HttpError(401, 'Your session has ended. Log in again.');

/** The role of the caller does not include the call. */
export const noPermission = (): HttpError =>
  new HttpError(403, 'Your account does not have permission for this. Ask an administrator for access.');

/** Body of a response other than 2xx. */
export function errorBodyOf(status: number, message: string, errors?: Readonly<Record<string, string[]>>): ErrorBody {
  const title = titles[status] ?? 'Error';
  return errors ? { message, title, status, errors: { ...errors } } : { message, title, status };
}

/** A value that is not accepted, at its field. */
export const fieldError = (field: string, text: string): HttpError => new HttpError(400, text, { [field]: [text] });

/** Sentences by wire name of a field. Empty = valid. */
export type FieldFaults = Record<string, string[]>;

/** The message contains all sentences: specified ones without a full stop get one where another follows. @throws HttpError 400 */
export function refuseFields(faults: FieldFaults): void {
  const sentences = Object.values(faults).flat();
  if (sentences.length === 0) return;
  const [last, ...others] = sentences.toReversed();
  const ended = others.toReversed().map((one) => (/[.!?]$/.test(one) ? one : `${one}.`));
  throw new HttpError(400, [...ended, last].join(' '), faults);
}
