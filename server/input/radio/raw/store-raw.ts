/** The table of packed minutes: writes, and drops whole days. */
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { dayMs } from '../../../../contract/durations.ts';
import { clock } from '../../../base/clock.ts';
import { diskReserve } from '../../../base/disk-reserve.ts';
import { dayOf, ensureDays, forgetDay, partitionDays, partitionName } from '../../../messages/day-partitions.ts';
import type { Messages } from '../../../messages/messages.ts';
import { unlessLocked } from '../../../messages/retention.ts';
import { FramePacker, type RawFrame } from '../../mode-s/raw-minute.ts';

// ---- Packs all accepted frames of each station by minute, and writes them. Bounded while the database is unavailable.

type PackedMinute = {
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

export const rawTable = { name: 'adsb_raw' } as const;

/** The same minute again changes nothing. @throws DiskNearlyFull and errors of the database */
export async function storeRaw(messages: Messages, minute: PackedMinute): Promise<void> {
  diskReserve.check();
  await ensureDays(messages, [dayOf(minute.minuteMs)], clock.now(), rawTable);
  await messages.query(
    `insert into adsb_raw (receiver, minute, begins_at, frames, bytes)
     values ($1, to_timestamp($2), to_timestamp($3), $4, $5) on conflict do nothing`,
    [minute.receiver, minute.minuteMs / 1000, minute.beginsMs / 1000, minute.frames, minute.bytes],
  );
}

/** Drops days that ended more than `days` ago by a trusted clock. Resolves to them. 0 = all but today. */
export async function clearRaw(messages: Messages, days: number, nowMs: number): Promise<string[]> {
  const cutoffMs = nowMs - days * dayMs;
  const dropped: string[] = [];
  for (const day of await partitionDays(messages, rawTable))
    if (day < dayOf(cutoffMs) && (await dropRawDay(messages, day))) dropped.push(day);
  await messages.query('delete from adsb_raw_default where minute < to_timestamp($1)', [cutoffMs / 1000]);
  return dropped;
}

/** False if a long query locks it: the next run retries. */
export async function dropRawDay(messages: Messages, day: string): Promise<boolean> {
  forgetDay(messages, day, rawTable);
  const isDropped = await unlessLocked(messages, async (tx) => {
    // Another server may do the same.
    await tx.query(`drop table if exists ${partitionName(day, rawTable)}`);
    return true;
  });
  return isDropped ?? false;
}
