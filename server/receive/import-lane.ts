/**
 * The rows of one kind on their way from a recording into their table, a batch at a time. Must not: read a line, or print.
 */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import type { Database } from '../database/pool.ts';
import { settleDays } from '../store/finished-days.ts';
import { adsbKey } from '../store/message-key.ts';
import type { MessageTable } from '../store/message-tables.ts';
import type { StoredCount } from '../store/new-rows.ts';
import { batchSize } from '../store/store-batches.ts';

export class ImportLane<M> {
  stored = 0;
  duplicates = 0;
  private batch: M[] = [];
  private readonly days = new Set<string>();

  constructor(
    /** What its rows are called in a report. */
    readonly title: string,
    /** Null = its table is not cut into days. */
    private readonly table: MessageTable | null,
    private readonly store: (db: Database, messages: readonly M[]) => Promise<StoredCount>,
  ) {}

  get isFull(): boolean {
    return this.batch.length >= batchSize;
  }
  get isUsed(): boolean {
    return this.days.size > 0;
  }

  /** `day` = that under which the row is stored. */
  add(message: M, day: string): void {
    this.batch.push(message);
    this.days.add(day);
  }

  /** @throws what the database says; batches before stay stored */
  async flush(db: Database): Promise<void> {
    const batch = this.batch;
    this.batch = [];
    const { stored, duplicates } = await this.store(db, batch);
    this.stored += stored;
    this.duplicates += duplicates;
  }

  /** After the last row. */
  async settle(db: Database): Promise<void> {
    if (this.stored > 0 && this.table) await settleDays(db, this.days, this.table);
  }
}

/** Different frames that are remembered: some 30 MB. */
const maxRemembered = 200_000;

/**
 * How often a file said the same in the same second before. A decoder that writes whole seconds, or none, hears the same frame several times in
 * one: each is a reception of its own, and the same file again has the same ones.
 */
export class Repeats {
  private readonly counts = new Map<string, number>();

  before(row: AdsbMessage, seconds: number): number {
    if (!Number.isInteger(seconds)) return 0;
    const key = adsbKey(row, seconds);
    const count = this.counts.get(key) ?? 0;
    if (this.counts.size >= maxRemembered) this.counts.clear();
    this.counts.set(key, count + 1);
    return count;
  }
}
