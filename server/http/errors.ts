/**
 * Every answer that is not 2xx, in the shape `Err`, whatever went wrong and wherever.
 * Must not: show a stack, SQL or a path of this machine to the client; those go to the log.
 */
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, sqlState } from '../database/pool.ts';
import { errorBodyOf, HttpError } from './api-error.ts';

/** fastify's own refusals, in our words. */
const ownWords: Readonly<Record<string, readonly [status: number, message: string]>> = {
  FST_ERR_BAD_URL: [400, 'The address is not correctly encoded.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'The address is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send JSON: the content type must be application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not correct JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as its header says.'],
};

/** What the database refuses because of what the client asked. */
const badValueStates = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05', '22023']);

export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(error as FastifyError, request, reply));
}

/** Also for what goes wrong before a route is found. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  if (refusal.status >= 500 && !isCutOff(request))
    request.log.error({ requestId: request.id, err: error }, 'a request failed');
  sendRefusal(reply, refusal);
}

/** Whoever sent it went away, or was too slow, before it was whole: no fault of ours, and nobody is there to be told. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** The answer to a refusal that nobody threw. */
export function sendRefusal(reply: FastifyReply, refusal: HttpError): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  // Closed now, the connection would break under what is still being sent, and the answer be lost. What comes is read away, no longer than any request.
  if (refusal.status === 413) reply.removeHeader('connection');
  return reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBodyOf(refusal.status, refusal.message, refusal.errors)));
}

function refusalOf(error: FastifyError, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request);
  const own = Object.hasOwn(ownWords, error.code ?? '') ? ownWords[error.code] : undefined;
  if (own) return new HttpError(own[0], own[1]);
  const fromDatabase = refusalOfDatabase(error);
  if (fromDatabase) return fromDatabase;
  const status = error.statusCode;
  if (status && status >= 400 && status < 500) return new HttpError(status, 'The request is not right.');
  return new HttpError(500, 'Something went wrong on the server. It has been written to its log.');
}

function tooLarge(request: FastifyRequest): HttpError {
  const megabytes = request.routeOptions.bodyLimit / 1_048_576;
  return new HttpError(413, `What was sent is too large; at most ${megabytes} MB is taken.`);
}

function refusalOfDatabase(error: Error): HttpError | null {
  const state = sqlState(error);
  if (state === '57014')
    return new HttpError(422, 'This search takes too long. Narrow the time range or add a filter.');
  if (state === '53100') return new HttpError(507, 'The disk of the server is full. Reading goes on.');
  if (state && badValueStates.has(state)) return new HttpError(400, 'A value is out of range or malformed.');
  if (isDatabaseAway(error))
    return new HttpError(503, 'The database is not available at the moment. Try again shortly.', undefined, 5);
  return null;
}

/** Broken HTTP: told in the same shape, on the bare socket, and closed. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const message =
    status === 431
      ? 'The address or the headers are too long.'
      : status === 408
        ? 'The request took too long.'
        : 'This is not a correct HTTP request.';
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
