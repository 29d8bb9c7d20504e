/** Responses that are text already, of a list, or streamed. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Endpoint, Reads } from '../../contract/endpoint.ts';
import { isReplicaFailure } from '../database/reads.ts';
import {
  type ListNames,
  longPageText,
  openPages,
  type PageSource,
  pageText,
  readShortPage,
} from '../query/list-page.ts';
import { TurnTooLate } from '../query/take-turn.ts';
import { HttpError } from './api-error.ts';
import { longBody } from './request-gates.ts';

/** A JSON text prepared by a handler (cached pages arrive from the database as text), sent unchanged. */
export class Preserialised {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Body of a call that succeeds, with the status that the contract defines for an unavailable server. */
export class Unavailable {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}

/** A JSON text in pieces, each created when the previous one was taken. `signal` = the client has disconnected. */
export class StreamedResponse {
  readonly chunks: (signal: AbortSignal) => AsyncGenerator<string, void>;
  constructor(chunks: (signal: AbortSignal) => AsyncGenerator<string, void>) {
    this.chunks = chunks;
  }
}

/** A response that is requested repeatedly: with a matching If-None-Match it is a 304, and its text is not created. */
export class TaggedResponse {
  readonly etag: string;
  readonly body: () => Buffer;
  constructor(etag: string, body: () => Buffer) {
    this.etag = etag;
    this.body = body;
  }
}

/** Weak comparison of RFC 9110: W/"a" and "a" are equal. An invalid header matches nothing. */
export function isTagAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, tag]) => tag === opaque);
}

// ---- Streams a response at the client's speed, and stops when the client disconnects.

/**
 * Time that the server waits for the client to read, in all. Time to make the rows does not count: a busy server is no slow client. A
 * client that does not read keeps others waiting: 3 MB, compressed, need 0.4 Mbit/s.
 */
const readWithinMs = 60_000;

/**
 * Resolves with the first piece: earlier failures are refusals. Later failures cut the connection before the end of the body,
 * so that no client takes a part for the whole. `check` receives the whole text, for tests.
 */
export async function sendStreamed(
  { chunks }: StreamedResponse,
  reply: FastifyReply,
  check: ((text: string) => void) | null,
): Promise<FastifyReply> {
  const left = new AbortController();
  const leave = (): void => left.abort(new HttpError(499, 'The client has left.'));
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
  const texts = chunks(left.signal);
  const first = await texts.next();
  if (left.signal.aborted) {
    await texts.return();
    throw left.signal.reason;
  }
  reply.raw.emit(longBody);
  const patience = new Patience(readWithinMs, () => body.destroy(new Error('the client reads too slowly')));
  const body = Readable.from(joined(first, texts, patience, check), { objectMode: false });
  // However the body ends, even before its first piece: the turn is over.
  body.once('close', () => {
    patience.stop();
    void texts.return();
  });
  left.signal.addEventListener('abort', () => body.destroy());
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

async function* joined(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
  patience: Patience,
  check: ((text: string) => void) | null,
): AsyncGenerator<string, void> {
  let whole = '';
  for (let next = first; !next.done; next = await rest.next()) {
    if (check) whole += next.value;
    patience.start();
    // Continues when the client has read most of what was sent.
    yield next.value;
    patience.stop();
  }
  check?.(whole);
}

/** Calls `onEnd` when the time between `start` and `stop` adds up to `limitMs`. */
class Patience {
  private leftMs: number;
  private readonly onEnd: () => void;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onEnd: () => void) {
    this.leftMs = limitMs;
    this.onEnd = onEnd;
  }

  start(): void {
    this.since = performance.now();
    this.timer = setTimeout(this.onEnd, this.leftMs);
  }

  stop(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.leftMs -= performance.now() - this.since;
  }
}

// ---- Response of a list: one text for a short page, otherwise streamed.

/** Maximum wait for a turn. */
const waitMs = 60_000;

/** Creates the query. */
type ReadSource = () => Promise<PageSource & { readonly names: ListNames }>;
/** `read` = from a replica if there is one; `instead` = from the primary, when the replica fails. */
type Sources = { readonly read: ReadSource; readonly instead: ReadSource | null };

/** `remembered` = cache of short responses, shared by equal requests. */
export async function listResponse<E extends Endpoint>(
  read: ReadSource,
  remembered: (make: () => Promise<string | null>) => Promise<string | null> = (make) => make(),
  instead: ReadSource | null = null,
): Promise<Reads<E>> {
  const either = { read, instead };
  const short = await remembered(() => shortText(either));
  const response =
    short === null ? new StreamedResponse((signal) => longText(either, signal)) : new Preserialised(short);
  return response as unknown as Reads<E>; // the text of such a response
}

async function shortText({ read, instead }: Sources): Promise<string | null> {
  try {
    const { db, names, request } = await read();
    const page = await readShortPage(db, request);
    return page && pageText(names, page);
  } catch (error) {
    if (!instead || !isReplicaFailure(error)) throw error;
    return shortText({ read: instead, instead: null });
  }
}

async function* longText({ read, instead }: Sources, signal: AbortSignal): AsyncGenerator<string, void> {
  const { names, ...first } = await firstOf({ read, instead });
  try {
    yield* longPageText({ first, instead }, names, { signal, waitMs });
  } catch (error) {
    if (!(error instanceof TurnTooLate)) throw error;
    const afterS = Math.max(5, Math.ceil(openPages.expectedWaitMs / 1000));
    throw new HttpError(503, `Too many long lists are being sent. Try again in ${afterS} s.`, undefined, afterS);
  }
}

function firstOf({ read, instead }: Sources): ReturnType<ReadSource> {
  return read().catch((error: unknown) => {
    if (!instead || !isReplicaFailure(error)) throw error;
    return instead();
  });
}
