/**
 * The line to a thread that decodes: one message after the other, each with a limit of time. Both the server's worker thread and the
 * browser's worker stand at its end. Must not: decode here, or know which kind of thread it is.
 */
import type { DecodingModel } from '../contract/entities/decoding.ts';
import { notDecodable } from './not-decodable.ts';

export type Question = { readonly label: string; readonly text: string };
/** What a thread says: that it has loaded, then an answer for each question, in order. */
export type Said = 'ready' | DecodingModel;
export type Thread = { post(question: Question): void; end(): void };
export type ThreadEvents = { said(what: Said): void; fell(error: Error): void };
export type LineLimits = {
  /** From the question to the answer, once the thread has loaded. */
  readonly answerMs: number;
  /** Until the thread has loaded. */
  readonly loadMs: number;
  /** So many may wait; whoever comes then is refused. */
  readonly waiting: number;
};

/** Too many wait: the same may be asked again in a moment. */
export class LineIsFull extends Error {
  override readonly name = 'LineIsFull';
}

type Waiting = Question & { settle(model: DecodingModel): void; fail(error: Error): void };
// Browser and Node have both; this folder knows the types of neither.
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

  /** A text that takes too long, or brings its thread down, is not decodable. Throws LineIsFull, or why no thread could be had. */
  decode(question: Question): Promise<DecodingModel> {
    return new Promise((settle, fail) => {
      if (this.#waiting.length >= this.#limits.waiting) {
        fail(new LineIsFull('Too many messages wait to be decoded.'));
        return;
      }
      this.#waiting.push({ ...question, settle, fail });
      this.#next();
    });
  }

  /** Ends the thread; the next question starts another. */
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
    this.#limit(this.#limits.answerMs, () => this.#giveUp('It takes too long to decode this text.'));
    this.#thread?.post({ label: this.#current.label, text: this.#current.text });
  }

  #start(): void {
    const isOurs = (thread: Thread): boolean => this.#thread === thread;
    this.#limit(this.#limits.loadMs, () => this.#failAll(new Error('The decoder did not start in time.')));
    try {
      const thread: Thread = this.#open({
        said: (what) => isOurs(thread) && this.#said(what),
        fell: (error) => isOurs(thread) && this.#fell(error),
      });
      this.#thread = thread;
    } catch (error) {
      this.#failAll(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #said(what: Said): void {
    clearTimeout(this.#timer);
    if (what === 'ready') this.#isReady = true;
    else {
      this.#current?.settle(what);
      this.#current = null;
    }
    this.#next();
  }

  /** One that falls over a text takes that text along; one that never stood is no use to anybody. */
  #fell(error: Error): void {
    if (this.#current) this.#giveUp('The decoder fell over this text.');
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
