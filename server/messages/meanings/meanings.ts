/** Decodes messages in a thread of this process, in batches. A text that ends or blocks the thread leaves its piece not decoded. */
import type { Worker } from 'node:worker_threads';
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { startThread } from '../../base/threads.ts';
import type { StorableMeaning } from './storable-meaning.ts';

/** A message to be decoded. `text` = of all its blocks, which then have no `msgno`. `extra` = as stored, as JSON: with what the receiver decoded (decision 7). */
export type Decodable = Pick<AcarsMessage, 'label' | 'text' | 'blockId' | 'msgno' | 'acarsDateTime' | 'lat' | 'lon'> & {
  readonly extra: string | null;
};
/** The joined text, if it is complete. */
export const textToDecode = (
  text: string | null,
  joined: Pick<AcarsMessage, 'aggregatedText' | 'aggregationStatus'> | null | undefined,
): string | null => (joined?.aggregationStatus === 'complete' ? (joined.aggregatedText ?? text) : text);
/** Values of each message, one message after another: long lists and long texts are copied to a thread and back in half the time of objects. */
export type Sent = readonly (string | number | null)[];
export const sentValues = 8;
export type MeaningsOf = {
  /** JSON texts, one a line. '' = failed. */
  readonly lines: string;
  readonly kinds: readonly StorableMeaning['kind'][];
  readonly levels: readonly (StorableMeaning['level'] | null)[];
  /** What differs, for each message where the receiver decoded something else. */
  readonly disagreements: readonly string[];
};
type Meant = readonly (StorableMeaning | null)[];
type Piece = {
  readonly messages: readonly Decodable[];
  readonly settle: (meanings: Meant) => void;
};

/** Messages. A piece that fails stays not decoded as a whole. */
const usualPiece = 500;
/** Labels have two characters. Damaged ones are as many as their receiver likes. */
const maxLabels = 1000;
const pieceMs = 10_000;
const loadMs = 30_000;
/** A text may contain packed data that grows. */
const resourceLimits = { maxOldGenerationSizeMb: 256 } as const;

const program = { built: 'meaning-thread', source: 'messages/meanings/meaning-thread.ts' } as const;

export class Meanings {
  /** Messages of which the receiver decoded something else, by what differs, since the start. */
  readonly disagreements = new Map<string, number>();
  /** Of messages without a text. */
  readonly #ofLabels = new Map<string, StorableMeaning>();
  readonly #start: () => Worker;
  readonly #waiting: Piece[] = [];
  readonly #threads = new Map<Worker, Piece | null>();
  readonly #loaded = new WeakSet<Worker>();
  readonly #maxThreads: number;

  constructor({ threads = 1, start = () => startThread(program, { resourceLimits }) } = {}) {
    this.#maxThreads = threads;
    this.#start = start;
  }

  /** In order; null = could not be decoded, as the other messages of its piece. Never rejects. */
  async read(messages: readonly Decodable[], pieceSize = usualPiece): Promise<(StorableMeaning | null)[]> {
    // A third of all messages: what they say depends on the label alone.
    const read = messages.map((one) => (isBlank(one) ? (this.#ofLabels.get(one.label ?? '') ?? null) : null));
    const others = messages.filter((_, at) => read[at] === null);
    const pieces: Promise<Meant>[] = [];
    for (let from = 0; from < others.length; from += pieceSize)
      pieces.push(
        new Promise((settle) => {
          this.#waiting.push({ messages: others.slice(from, from + pieceSize), settle });
        }),
      );
    this.#next();
    const found = (await Promise.all(pieces)).flat();
    let next = 0;
    return read.map((known, at) => {
      if (known) return known;
      const [one, message] = [found[next++] ?? null, messages[at]];
      if (one && message && isBlank(message) && this.#ofLabels.size < maxLabels)
        this.#ofLabels.set(message.label ?? '', one);
      return one;
    });
  }

  /** Ends the threads. The next request starts others. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#free();
      if (!thread) return;
      const piece = this.#waiting.shift();
      if (piece) this.#run(thread, piece);
    }
  }

  #free(): Worker | null {
    for (const [thread, piece] of this.#threads) if (!piece) return thread;
    if (this.#threads.size >= this.#maxThreads) return null;
    const thread = this.#start();
    this.#threads.set(thread, null);
    // Without an 'exit' of its own the piece would wait for ever.
    thread.on('error', () => {});
    thread.on('exit', () => this.#threads.delete(thread));
    return thread;
  }

  #run(thread: Worker, piece: Piece): void {
    this.#threads.set(thread, piece);
    thread.ref();
    const end = (meanings: Meant): void => {
      clearTimeout(timer);
      thread.off('message', onReply).off('exit', onExit);
      thread.unref();
      if (this.#threads.has(thread)) this.#threads.set(thread, null);
      piece.settle(meanings);
      this.#next();
    };
    const none = (): Meant => piece.messages.map(() => null);
    const onReply = ({ lines, kinds, levels, disagreements }: MeaningsOf): void => {
      this.#loaded.add(thread);
      for (const about of disagreements) this.disagreements.set(about, (this.disagreements.get(about) ?? 0) + 1);
      const json = lines.split('\n');
      end(
        levels.map((level, at) =>
          level === null ? null : { json: json[at] ?? 'null', kind: kinds[at] ?? null, level },
        ),
      );
    };
    const onExit = (): void => {
      this.#threads.delete(thread);
      end(none());
    };
    const timer = setTimeout(() => void thread.terminate(), this.#loaded.has(thread) ? pieceMs : loadMs);
    thread.on('message', onReply).on('exit', onExit);
    thread.postMessage(sentOf(piece.messages));
  }
}

const isBlank = ({ text, extra }: Decodable): boolean => !text && !hasDecoded(extra);
const hasDecoded = (extra: string | null): boolean => extra?.includes('"decoded"') === true;

function sentOf(messages: readonly Decodable[]): Sent {
  const sent: (string | number | null)[] = [];
  for (const { label, text, blockId, msgno, acarsDateTime, lat, lon, extra } of messages)
    sent.push(label, text, blockId, msgno, acarsDateTime, lat, lon, hasDecoded(extra) ? extra : null);
  return sent;
}

/** Of this process: the thread has no state of a database. */
export const meanings = new Meanings();
