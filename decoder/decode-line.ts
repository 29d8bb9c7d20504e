/** Decodes messages in a worker thread, one at a time, each with a timeout. For the server and the browser. */
import type { DecodingModel } from '../contract/entities/decoding.ts';
import { notDecodable } from './not-decodable.ts';
import type { LineRequest } from './reading.ts';

/** Messages of a thread: loaded, then one response per request, in order. */
export type DecoderReply = 'ready' | DecodingModel;
export type Thread = { post(request: LineRequest): void; end(): void };
export type ThreadEvents = { onReply(what: DecoderReply): void; onError(error: Error): void };
type LineLimits = {
  /** Timeout of a request, once the thread has loaded. */
  readonly responseMs: number;
  /** Timeout of loading the thread. */
  readonly loadMs: number;
  /** Maximum queue length. Further requests are refused. */
  readonly waiting: number;
};

/** The queue is full: retry shortly. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull';
}

type Waiting = LineRequest & { settle(model: DecodingModel): void; fail(error: Error): void };
// Browser and Node both have them, but this folder uses the types of neither.
declare function setTimeout(work: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

export class DecodeLine {
  readonly #open: (events: ThreadEvents) => Thread;
  readonly #limits: LineLimits;
  readonly #waiting: Waiting[] = [];
  #thread: Thread | null = null;
  #isReady = false;
  #current: Waiting | null = null;
  #timer: unknown = null;

  constructor(open: (events: ThreadEvents) => Thread, limits: LineLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /** A text that takes too long or crashes its thread is not decodable. Throws LineIsFull, or why no thread could start. */
  decode(request: LineRequest): Promise<DecodingModel> {
    return new Promise((settle, fail) => {
      if (this.#waiting.length >= this.#limits.waiting) {
        fail(new LineIsFull('The decoder queue is full. Try again shortly.'));
        return;
      }
      this.#waiting.push({ ...request, settle, fail });
      this.#next();
    });
  }

  /** Ends the thread. The next request starts another. */
  close(): void {
    const error = new Error('The decoder was closed.');
    const left = this.#drop();
    for (const one of [...(left ? [left] : []), ...this.#waiting.splice(0)]) one.fail(error);
  }

  #next(): void {
    if (this.#current || this.#waiting.length === 0) return;
    if (!this.#thread) this.#start();
    if (!this.#isReady) return;
    this.#current = this.#waiting.shift() ?? null;
    if (!this.#current) return;
    this.#limit(this.#limits.responseMs, () => this.#giveUp('Decoding timed out.'));
    const { settle: _settle, fail: _fail, ...request } = this.#current;
    this.#thread?.post(request);
  }

  #start(): void {
    const isOurs = (thread: Thread): boolean => this.#thread === thread;
    this.#limit(this.#limits.loadMs, () => this.#failAll(new Error('The decoder did not start in time.')));
    try {
      const thread: Thread = this.#open({
        onReply: (what) => isOurs(thread) && this.#handleReply(what),
        onError: (error) => isOurs(thread) && this.#handleError(error),
      });
      this.#thread = thread;
    } catch (error) {
      this.#failAll(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #handleReply(what: DecoderReply): void {
    clearTimeout(this.#timer);
    if (what === 'ready') this.#isReady = true;
    else {
      this.#current?.settle(what);
      this.#current = null;
    }
    this.#next();
  }

  /** A thread that crashes fails its current text. One that never started fails all. */
  #handleError(error: Error): void {
    if (this.#current) this.#giveUp('The decoder failed on this text.');
    else this.#failAll(error);
  }

  #giveUp(reason: string): void {
    const current = this.#drop();
    current?.settle(notDecodable(current.text, reason));
    this.#next();
  }

  #failAll(error: Error): void {
    this.#drop();
    for (const one of this.#waiting.splice(0)) one.fail(error);
  }

  #drop(): Waiting | null {
    clearTimeout(this.#timer);
    this.#thread?.end();
    const current = this.#current;
    this.#thread = null;
    this.#isReady = false;
    this.#current = null;
    return current;
  }

  #limit(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }
}
