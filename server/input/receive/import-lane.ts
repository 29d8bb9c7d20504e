/** Batches rows of one kind from a recording into their table. */
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import type { Database } from '../../database/pool.ts';
import { settleDays } from '../../messages/finished-days.ts';
import { adsbKey } from '../../messages/message-key.ts';
import type { Messages } from '../../messages/messages.ts';
import { batchSize, type StoredCount } from '../../messages/store-batches.ts';
import type { MessageTable } from '../../query/message-tables.ts';

export class ImportLane<M> {
  stored = 0;
  duplicates = 0;
  private batch: M[] = [];
  private readonly days = new Set<string>();

  constructor(
    /** Name of its rows in a report. */
    readonly title: string,
    /** Null = its table is not partitioned. */
    private readonly table: MessageTable | null,
    private readonly store: (db: Messages, messages: readonly M[]) => Promise<StoredCount>,
  ) {}

  get isFull(): boolean {
    return this.batch.length >= batchSize;
  }
  get isUsed(): boolean {
    return this.days.size > 0;
  }

  /** `day` = partition of the row. */
  add(message: M, day: string): void {
    this.batch.push(message);
    this.days.add(day);
  }

  /** @throws errors of the database. Earlier batches stay stored */
  async flush(db: Messages): Promise<void> {
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

/** Distinct frames remembered: about 30 MB. */
const maxRemembered = 200_000;

/**
 * Number of earlier equal frames in the same second of a file. A decoder with whole seconds, or no times, receives the same frame several
 * times in one: each is a separate reception, and importing the file again gives the same ones.
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
