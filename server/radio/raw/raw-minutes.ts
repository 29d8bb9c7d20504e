/** Packs all accepted frames of each station by minute, and writes them. Bounded while the database is unavailable. */
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { FramePacker, type RawFrame } from '../../mode-s/raw-minute.ts';

export type PackedMinute = {
  /** In lower case. */
  readonly receiver: string;
  readonly minuteMs: number;
  readonly beginsMs: number;
  readonly frames: number;
  readonly bytes: Buffer;
};
type Minute = Pick<PackedMinute, 'receiver' | 'minuteMs' | 'beginsMs'> & { readonly frames: FramePacker };

const minuteLengthMs = 60_000;
/** The clocks of receivers are up to a second late. */
const graceMs = 2000;
/** Of a minute with more, parts are stored. */
const maxFramesOfMinute = 20_000;
const usualMaxBytes = 67_108_864;
/** On a thread of Node's pool. */
const deflate = promisify(deflateRaw);

export class RawMinutes {
  /** Frames of minutes that could not be written for too long. */
  dropped = 0;
  readonly #open = new Map<string, Minute>();
  #closed: Minute[] = [];
  readonly #packed: PackedMinute[] = [];
  #bytes = 0;
  #isWriting: Promise<void> | null = null;

  /** `write` = one minute. It may be called again with the same one after an error. */
  constructor(
    private readonly write: (minute: PackedMinute) => Promise<void>,
    private readonly maxBytes: number = usualMaxBytes,
  ) {}

  /** `receiver` in lower case. @throws RangeError for a frame with a wrong length */
  add(receiver: string, frame: RawFrame): void {
    const minuteMs = Math.floor(frame.timeMs / minuteLengthMs) * minuteLengthMs;
    const open = this.#open.get(receiver);
    // A frame that is a little late stays with the later ones, so that their order is preserved.
    const isSame = open && minuteMs <= open.minuteMs && minuteMs >= open.minuteMs - minuteLengthMs;
    if (isSame && open.frames.count < maxFramesOfMinute) {
      open.frames.add(frame);
      return;
    }
    if (open) this.#closed.push(open);
    // Parts of a minute differ in their begin, which is in their key.
    const beginsMs = isSame ? Math.max(frame.timeMs, open.beginsMs + 1) : frame.timeMs;
    const opened = { receiver, minuteMs: isSame ? open.minuteMs : minuteMs, beginsMs };
    const frames = new FramePacker(opened.minuteMs);
    frames.add(frame);
    this.#open.set(receiver, { ...opened, frames });
  }

  /** Writes minutes that have ended, or all of them. @throws errors of `write`: the rest waits for the next call */
  async flush(nowMs: number, isEnd = false): Promise<void> {
    // What a run in progress no longer sees.
    if (isEnd) await this.#isWriting?.catch(() => {});
    for (const [receiver, minute] of this.#open) {
      if (!isEnd && nowMs < minute.minuteMs + minuteLengthMs + graceMs) continue;
      this.#closed.push(minute);
      this.#open.delete(receiver);
    }
    this.#isWriting ??= this.#writeAll().finally(() => {
      this.#isWriting = null;
    });
    await this.#isWriting;
  }

  async #writeAll(): Promise<void> {
    for (let minute = this.#closed.shift(); minute; minute = this.#closed.shift()) this.#enqueue(await packed(minute));
    for (let minute = this.#packed[0]; minute; minute = this.#packed[0]) {
      await this.write(minute);
      this.#dropOldest();
    }
  }

  #enqueue(minute: PackedMinute): void {
    this.#packed.push(minute);
    this.#bytes += minute.bytes.length;
    while (this.#bytes > this.maxBytes) this.dropped += this.#dropOldest();
  }
  /** The oldest minute. */
  #dropOldest(): number {
    const oldest = this.#packed.shift();
    this.#bytes -= oldest?.bytes.length ?? 0;
    return oldest?.frames ?? 0;
  }
}

async function packed({ receiver, minuteMs, beginsMs, frames }: Minute): Promise<PackedMinute> {
  const bytes = await deflate(frames.packed());
  return { receiver, minuteMs, beginsMs, frames: frames.count, bytes };
}
