/**
 * The one writer of all listeners: gathers messages for a moment, stores them in batches, keeps them while the database is away.
 * Must not: grow without a bound, give up a message that a later try may store, or let one bad message hold up the others.
 */
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import type { Database } from '../../database/pool.ts';
import type { Logger } from '../../guard.ts';
import { storeAcars } from '../../store/store-acars.ts';
import { batchSize } from '../../store/store-batches.ts';
import type { IngestCounters, Source } from '../ingest-counters.ts';
import { type Refused, refusedByDatabase, storeUsable } from '../store-usable.ts';

export type Reception = {
  readonly row: AcarsMessage;
  /** Characters of its line: about what it costs to keep. */
  readonly length: number;
};
export type WriterLimits = { readonly maxMessages: number; readonly maxLength: number };

const usualLimits: WriterLimits = { maxMessages: 20_000, maxLength: 32_000_000 };
/** How long a message waits for others to share its transaction. */
const gatherMs = 250;
const firstRetryMs = 250;
const longestRetryMs = 5000;
/** Messages that the database refuses are told with the reason at most this often. */
const tellRefusedEveryMs = 60_000;
/** At the end the rest must be stored within this time. */
const endMs = 1500;

export class AcarsWriter {
  private readonly queues = new Map<Source, Reception[]>();
  private readonly waitingForRoom: (() => void)[] = [];
  private length = 0;
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private retryMs = 0;
  private endRetry = (): void => {};
  private isEnding = false;
  private toldRefusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly db: Database,
    private readonly counters: IngestCounters,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly limits: WriterLimits = usualLimits,
  ) {}

  hasRoom(): boolean {
    return this.count < this.limits.maxMessages && this.length < this.limits.maxLength;
  }

  /** For senders that cannot wait: without room the message is dropped and counted. */
  offer(source: Source, reception: Reception): void {
    const counters = this.counters.of(source);
    if (!this.hasRoom()) {
      counters.dropped++;
      return;
    }
    counters.waiting++;
    this.add(source, reception);
  }

  /** For senders that can wait: resolves when there was room. */
  async put(source: Source, reception: Reception): Promise<void> {
    this.counters.of(source).waiting++;
    while (!this.hasRoom()) await new Promise<void>((resolve) => this.waitingForRoom.push(resolve));
    this.add(source, reception);
  }

  /** Stores what is there, for a limited time; resolves to the number of messages that are lost. Call it when nobody adds any more. */
  async end(): Promise<number> {
    this.isEnding = true;
    this.endRetry();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endMs);
    });
    await Promise.race([this.drain(), late]);
    clearTimeout(timer);
    return this.count + this.waitingForRoom.length;
  }

  private add(source: Source, reception: Reception): void {
    const queue = this.queues.get(source) ?? [];
    this.queues.set(source, queue);
    queue.push(reception);
    this.count++;
    this.length += reception.length;
    if (queue.length >= batchSize) void this.drain();
    else this.timer ??= setTimeout(() => void this.drain(), gatherMs);
  }

  /** Resolves when nothing waits any more; only ever one at a time. */
  private drain(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.storeAll().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async storeAll(): Promise<void> {
    while (this.count > 0) {
      for (const [source, queue] of this.queues) if (queue.length) await this.storeHead(source, queue);
    }
  }

  private async storeHead(source: Source, queue: Reception[]): Promise<void> {
    const batch = queue.slice(0, batchSize);
    try {
      const { stored, duplicates, refused } = await storeUsable((rows) => storeAcars(this.db, rows), batch);
      const counters = this.counters.of(source);
      counters.stored += stored;
      counters.duplicates += duplicates;
      if (refused.length) counters.broken.add(refusedByDatabase, refused.length);
      this.tellRefused(refused);
    } catch (error) {
      return this.waitAndTell(error as Error);
    }
    this.remove(source, queue, batch);
  }

  private tellRefused([first]: readonly Refused<unknown>[]): void {
    if (!first || performance.now() - this.toldRefusedAtMs < tellRefusedEveryMs) return;
    this.toldRefusedAtMs = performance.now();
    this.log.warn({ err: first.error }, 'the database refused a message of a receiver');
  }

  private remove(source: Source, queue: Reception[], batch: readonly Reception[]): void {
    queue.splice(0, batch.length);
    this.counters.of(source).waiting -= batch.length;
    this.count -= batch.length;
    for (const { length } of batch) this.length -= length;
    if (this.retryMs > 0) this.log.warn({ waiting: this.count }, 'messages of receivers are stored again');
    this.retryMs = 0;
    for (const resolve of this.waitingForRoom.splice(0)) resolve();
  }

  private async waitAndTell(error: Error): Promise<void> {
    this.counters.storeFailures++;
    if (this.retryMs === 0)
      this.log.warn(
        { reason: error.message, waiting: this.count },
        'messages of receivers cannot be stored now: they wait',
      );
    this.retryMs = Math.min(longestRetryMs, this.retryMs * 2 || firstRetryMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.isEnding ? firstRetryMs : this.retryMs);
      this.endRetry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
