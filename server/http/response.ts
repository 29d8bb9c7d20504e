/** Responses that are text already, of a list, or streamed. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
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
  withTurn,
} from '../query/list-page.ts';
import { TurnTooLate } from '../query/take-turn.ts';
import { HttpError } from './api-error.ts';
import { longBody } from './request-gates.ts';

/** JSON made by a handler (pages arrive from the database as text). Its bytes, tag and compressed forms are made once for all its readers. */
export class Preserialised {
  readonly bytes: Buffer;
  #etag: string | null = null;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(json: string) {
    this.bytes = Buffer.from(json);
  }

  /** Weak: compressed forms have the same. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha1').update(this.bytes).digest('base64url')}"`;
    return this.#etag;
  }

  packed(encoding: Encoding): Promise<Buffer> {
    const made = this.#packed.get(encoding) ?? compressors[encoding](this.bytes);
    this.#packed.set(encoding, made);
    return made;
  }
}

export type Encoding = 'br' | 'gzip';
/** The quality of @fastify/compress, which compresses other responses. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const [brotliBytes, gzipBytes] = [promisify(brotliCompress), promisify(gzip)];
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotliBytes(bytes, brotliOptions),
  gzip: (bytes) => gzipBytes(bytes),
};
/** Shorter responses are sent as they are. */
export const compressedFromBytes = 1024;

/** The better one that the header names. null = none: @fastify/compress reads the rest of the header. */
export function encodingAmong(acceptEncoding: string | undefined): Encoding | null {
  if (acceptEncoding === undefined) return null;
  const isNamed = (name: Encoding): boolean =>
    acceptEncoding.split(',').some((entry) => {
      const [coding = '', quality = ''] = entry.split(';', 2);
      return coding.trim().toLowerCase() === name && !/^\s*q=0(\.0*)?\s*$/i.test(quality);
    });
  return isNamed('br') ? 'br' : isNamed('gzip') ? 'gzip' : null;
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

/** What changed since one of the versions of If-None-Match, else everything, for a client whose Accept lists its type. */
export type Changes = { readonly type: string; readonly body: (known: readonly string[]) => Buffer };

/** A response that is requested repeatedly: with a matching If-None-Match it is a 304, and its text is not created. */
export class TaggedResponse {
  readonly etag: string;
  readonly body: () => Buffer;
  readonly changes: Changes | null;
  constructor(etag: string, body: () => Buffer, changes: Changes | null = null) {
    this.etag = etag;
    this.body = body;
    this.changes = changes;
  }
}

/** The tags of If-None-Match, as sent. */
export const tagsIn = (ifNoneMatch: string | undefined): string[] =>
  [...(ifNoneMatch ?? '').matchAll(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g)].map(([tag]) => tag);

/** Weak comparison of RFC 9110: W/"a" and "a" are equal. An invalid header matches nothing. */
export function isTagAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === opaque);
}

/** Next to the header of CORS. */
export function addEncoding(reply: FastifyReply, encoding: Encoding): void {
  const vary = reply.getHeader('vary');
  reply.headers({ vary: vary ? `${vary}, accept-encoding` : 'accept-encoding', 'content-encoding': encoding });
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
  const encoding = encodingAmong(reply.request.headers['accept-encoding']);
  if (encoding !== null) addEncoding(reply, encoding);
  const packer = encoding && new Packer(encoding);
  const body = Readable.from(joined({ first, rest: texts, packer }, patience, check), { objectMode: false });
  // However the body ends, even before its first piece: the turn is over.
  body.once('close', () => {
    patience.stop();
    packer?.close();
    void texts.return();
  });
  left.signal.addEventListener('abort', () => body.destroy());
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

type Pieces = {
  readonly first: IteratorResult<string, void>;
  readonly rest: AsyncGenerator<string, void>;
  readonly packer: Packer | null;
};

async function* joined(
  { first, rest, packer }: Pieces,
  patience: Patience,
  check: ((text: string) => void) | null,
): AsyncGenerator<string | Buffer, void> {
  let whole = '';
  for (let next = first; !next.done; next = await rest.next()) {
    const text = next.value;
    if (check) whole += text;
    const piece = packer ? await withTurn(() => packer.add(text)) : text;
    patience.start();
    // Continues when the client has read most of what was sent.
    yield piece;
    patience.stop();
  }
  check?.(whole);
  if (packer) yield await packer.end();
}

/**
 * Compresses one body in pieces. The plugin would compress those of all long bodies at once, in as many threads as there are processors,
 * and light requests would wait for them.
 */
class Packer {
  readonly #stream: ReturnType<typeof createBrotliCompress> | ReturnType<typeof createGzip>;
  /** Never resolves. */
  readonly #failed: Promise<never>;
  #made: Buffer[] = [];

  constructor(encoding: Encoding) {
    const stream = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip();
    stream.on('data', (bytes: Buffer) => this.#made.push(bytes));
    this.#failed = new Promise((_, fail) => {
      stream.once('error', fail);
      stream.once('close', () => fail(new Error('The body has ended.')));
    });
    this.#failed.catch(() => {});
    this.#stream = stream;
  }

  add(text: string): Promise<Buffer> {
    return this.#after((done) => {
      this.#stream.write(text);
      this.#stream.flush(done);
    });
  }

  end(): Promise<Buffer> {
    return this.#after((done) => {
      this.#stream.once('end', done);
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  async #after(start: (done: () => void) => void): Promise<Buffer> {
    await Promise.race([this.#failed, new Promise<void>(start)]);
    const bytes = Buffer.concat(this.#made);
    this.#made = [];
    return bytes;
  }
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

/** null = a long one. */
export type ShortResponse = Preserialised | null;

/** `remembered` = cache of short responses, shared by equal requests. */
export async function listResponse<E extends Endpoint>(
  read: ReadSource,
  remembered: (make: () => Promise<ShortResponse>) => Promise<ShortResponse> = (make) => make(),
  instead: ReadSource | null = null,
): Promise<Reads<E>> {
  const either = { read, instead };
  const short = await remembered(() => shortResponse(either));
  const response = short ?? new StreamedResponse((signal) => longText(either, signal));
  return response as unknown as Reads<E>; // the text of such a response
}

async function shortResponse({ read, instead }: Sources): Promise<ShortResponse> {
  try {
    const { db, names, request } = await read();
    const page = await readShortPage(db, request);
    return page && new Preserialised(pageText(names, page));
  } catch (error) {
    if (!instead || !isReplicaFailure(error)) throw error;
    return shortResponse({ read: instead, instead: null });
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
