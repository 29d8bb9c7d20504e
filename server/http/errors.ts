/** Every response other than 2xx, in the shape `Err`. Stacks, SQL and paths go to the log, never to the client. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { refusalsOf } from '../../contract/statuses.ts';
import { DiskNearlyFull } from '../base/disk-reserve.ts';
import { isDatabaseAway, sqlState } from '../database/pool.ts';
import { errorBodyOf, HttpError } from './api-error.ts';

/** Fastify's own refusals, in our words. */
const ownWords: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_BAD_URL: [400, 'The address is not correctly encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send JSON: the content type must be application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body length does not match its header.'],
};

export class OutageLog {
  #loggedAtMs = Number.NEGATIVE_INFINITY;
  #refused = 0;

  refuse(log: Pick<FastifyBaseLogger, 'error'>, requestId: string, error: Error, nowMs = performance.now()): void {
    this.#refused++;
    if (nowMs - this.#loggedAtMs < everyMs) return;
    log.error(
      { requestId, refused: this.#refused, reason: error.message },
      'the database is unavailable: requests are refused',
    );
    this.#loggedAtMs = nowMs;
    this.#refused = 0;
  }
}

const databaseOutage = new OutageLog();

/** Database errors caused by the request. */
const badValueStates = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05', '22023']);

export function addErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => respondWithError(error as FastifyError, request, reply));
}

/** Also for errors before a route is found. */
export function respondWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  sendOrLog(error, refusal, request, reply);
}

/** For tests: a call may refuse with the statuses of the contract only. */
export const respondWithDocumentedError =
  (endpoint: Endpoint) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(error, request);
    const isListed = refusal.status >= 500 || refusalsOf(endpoint).includes(refusal.status);
    const unlisted = (): HttpError =>
      new HttpError(500, `The contract does not list ${refusal.status} for ${endpoint.id}.`);
    sendOrLog(error, isListed ? refusal : unlisted(), request, reply);
  };

function sendOrLog(error: FastifyError, refusal: HttpError, request: FastifyRequest, reply: FastifyReply): void {
  if (refusal.status >= 500 && !isCutOff(request)) {
    if (isDatabaseAway(error)) databaseOutage.refuse(request.log, request.id, error);
    else request.log.error({ requestId: request.id, err: error }, 'a request failed');
  }
  sendRefusal(reply, refusal);
}

/** The client disconnected or was too slow: not our error, and no one to report it to. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Response to a refusal that was not thrown. */
export function sendRefusal(reply: FastifyReply, refusal: HttpError): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  if (refusal.status === 413) {
    // Closing now would break the connection while the client is sending, and lose the response.
    reply.removeHeader('connection');
    discardSlowly(reply.request.raw);
  }
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBodyOf(refusal.status, refusal.message, refusal.errors)));
}

/** Reads the rest of a body at 16 MB/s, for as long as a request may take. Reading it as fast as it arrives delays the requests of others. */
function discardSlowly(body: IncomingMessage): void {
  if (body.complete) return;
  body.on('data', () => {
    body.pause();
    setTimeout(() => body.resume(), 4);
  });
}

function refusalOf(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request);
  const own = Object.hasOwn(ownWords, error.code ?? '') ? ownWords[error.code] : undefined;
  if (own) return new HttpError(own[0], own[1]);
  if (error instanceof DiskNearlyFull) return new HttpError(507, error.message, undefined, 60);
  const fromDatabase = refusalOfDatabase(error, request.method === 'GET');
  if (fromDatabase) return fromDatabase;
  const status = error.statusCode;
  if (status && status >= 400 && status < 500) return new HttpError(status, 'Invalid request.');
  return new HttpError(500, 'Server error. Details are in the server log.');
}

function tooLarge(request: FastifyRequest): HttpError {
  const megabytes = request.routeOptions.bodyLimit / 1_048_576;
  return new HttpError(413, `The request is too large. The limit is ${megabytes} MB.`);
}

function refusalOfDatabase(error: Error, isRead: boolean): HttpError | null {
  const state = sqlState(error);
  if (state === '57014')
    return isRead
      ? new HttpError(422, 'The search timed out. Narrow the time range or add a filter.')
      : // A sender drops what is refused with another 4xx, and repeats after a 503.
        new HttpError(503, 'The server is too busy. Repeat the request shortly.', undefined, 5);
  // Two changes that need the same rows: the database ended one of them, which is not stored.
  if (state === '40P01' || state === '40001')
    return new HttpError(503, 'The server is too busy. Repeat the request shortly.', undefined, 1);
  if (state === '53100') return new HttpError(507, "The server's disk is full. Reading still works.");
  if (state && badValueStates.has(state)) return new HttpError(400, 'A value is out of range or malformed.');
  if (isDatabaseAway(error))
    return new HttpError(503, 'The database is temporarily unavailable. Try again shortly.', undefined, 5);
  return null;
}

/** Malformed HTTP: reported in the same shape on the bare socket, then closed. */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const message =
    status === 431
      ? 'The address or the headers are too long.'
      : status === 408
        ? 'The request took too long.'
        : 'This is not a valid HTTP request.';
  const body = JSON.stringify(errorBodyOf(status, message));
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

// ---- Log of requests that an outage refuses: an entry when it begins, then one a minute with their number.

const everyMs = 60_000;
