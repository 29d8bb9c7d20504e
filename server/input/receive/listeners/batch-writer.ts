/**
 * Writer of all listeners: collects messages briefly, stores batches, buffers while the database is unavailable.
 * One bad message must not block or lose others.
 */

import type { IngestCounters, Source } from '../../../base/ingest-counters.ts';
import type { Logger } from '../../../http/guard.ts';
import { batchSize, type StoredCount } from '../../../messages/store-batches.ts';
import { type Refused, refusedByDatabase, storeUsable } from '../store-usable.ts';

export type Reception<Row> = {
  readonly row: Row;
  /** Characters of its line, about its cost in memory. */
  readonly length: number;
};
export type WriterLimits = { readonly maxMessages: number; readonly maxLength: number };

const usualLimits: WriterLimits = { maxMessages: 20_000, maxLength: 32_000_000 };
/** How long a message waits for others to share its transaction. */
const gatherMs = 250;
const firstRetryMs = 250;
const longestRetryMs = 5000;
/** Minimum interval of reports about refused messages. */
const logRefusedEveryMs = 60_000;
/** Timeout of the last write at shutdown. */
const endMs = 1500;

export class BatchWriter<Row> {
  private readonly queues = new Map<Source, Reception<Row>[]>();
  private readonly waitingForRoom: (() => void)[] = [];
  private length = 0;
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private retryMs = 0;
  private endRetry = (): void => {};
  private isEnding = false;
  /** The pool is closed next: nothing is tried after this. */
  private isOver = false;
  private refusedLoggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: (batch: readonly Reception<Row>[]) => Promise<StoredCount>,
    private readonly counters: IngestCounters,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly limits: WriterLimits = usualLimits,
  ) {}

  private hasRoom(): boolean {
    return this.count < this.limits.maxMessages && this.length < this.limits.maxLength;
  }

  /** Resolves when there was space. */
  async put(source: Source, reception: Reception<Row>): Promise<void> {
    this.counters.of(source).waiting++;
    while (!this.hasRoom()) await new Promise<void>((resolve) => this.waitingForRoom.push(resolve));
    this.add(source, reception);
  }

  /** False = dropped and counted: the queue is full, and this source cannot wait. */
  offer(source: Source, reception: Reception<Row>): boolean {
    const counters = this.counters.of(source);
    if (!this.hasRoom()) {
      counters.dropped++;
      return false;
    }
    counters.waiting++;
    this.add(source, reception);
    return true;
  }

  /** Stores what is pending, for a limited time. Resolves to the number of lost messages. Call it when nothing more is added. */
  async end(): Promise<number> {
    this.isEnding = true;
    this.endRetry();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endMs);
    });
    await Promise.race([this.drain(), late]);
    clearTimeout(timer);
    this.isOver = true;
    this.endRetry();
    return this.count + this.waitingForRoom.length;
  }

  private add(source: Source, reception: Reception<Row>): void {
    const queue = this.queues.get(source) ?? [];
    this.queues.set(source, queue);
    queue.push(reception);
    this.count++;
    this.length += reception.length;
    if (queue.length >= batchSize) void this.drain();
    else this.timer ??= setTimeout(() => void this.drain(), gatherMs);
  }

  /** Resolves when nothing is pending. Only one at a time. */
  private drain(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.storeAll().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async storeAll(): Promise<void> {
    while (this.count > 0 && !this.isOver) {
      for (const [source, queue] of this.queues) if (queue.length && !this.isOver) await this.storeHead(source, queue);
    }
  }

  private async storeHead(source: Source, queue: Reception<Row>[]): Promise<void> {
    const batch = queue.slice(0, batchSize);
    try {
      const { stored, duplicates, refused } = await storeUsable(this.store, batch);
      const counters = this.counters.of(source);
      counters.stored += stored;
      counters.duplicates += duplicates;
      if (refused.length) counters.broken.add(refusedByDatabase, refused.length);
      this.logRefused(refused);
    } catch (error) {
      return this.isOver ? undefined : this.waitForRetry(error as Error);
    }
    this.remove(source, queue, batch);
  }

  private logRefused([first]: readonly Refused<unknown>[]): void {
    if (!first || performance.now() - this.refusedLoggedAtMs < logRefusedEveryMs) return;
    this.refusedLoggedAtMs = performance.now();
    this.log.warn({ err: first.error }, 'the database refused a message of a receiver');
  }

  private remove(source: Source, queue: Reception<Row>[], batch: readonly Reception<Row>[]): void {
    queue.splice(0, batch.length);
    this.counters.of(source).waiting -= batch.length;
    this.count -= batch.length;
    for (const { length } of batch) this.length -= length;
    if (this.retryMs > 0) this.log.warn({ waiting: this.count }, 'messages of receivers are stored again');
    this.retryMs = 0;
    for (const resolve of this.waitingForRoom.splice(0)) resolve();
  }

  private async waitForRetry(error: Error): Promise<void> {
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
