/** Messages of a database, with the caches of this process. */
import { LRUCache } from 'lru-cache';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { parseInstant } from '../../contract/params.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import type { ShortResponse } from '../http/response.ts';
import { adsbTable, type MessageTable } from '../query/message-tables.ts';
import type { KnownSpellings } from '../query/spellings.ts';
import type { MessageType, Reception } from '../statistics/count-receptions.ts';
import type { KnownTails } from './last-tails.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';

/** Rows of each partition, as estimated by the database, and in how many shards these are. */
export type Sizes = { readonly byPartition: ReadonlyMap<string, number>; readonly shards: number };

/** A new row. `text` = of all blocks, if these are complete. `assemblyKey` null = it cannot be joined with others. */
export type StoredAcars = {
  readonly row: AcarsMessage;
  readonly text: string | null;
  readonly extra: string | null;
  readonly meaning: StorableMeaning | undefined;
  readonly assemblyKey: number | null;
  /** Names it among rows, also when it is stored again after a failure. */
  readonly key: string;
  /** An instant, of a row that was stored without its meaning. Absent = in this transaction. */
  readonly storedAt?: string;
};
/** Set when the server is assembled: what depends on messages, and is not imported by them. */
type MessageHooks = {
  /** In the transaction that stores the rows or adds their meaning, after them and their faults. */
  onAcars: ((tx: Transaction, rows: readonly StoredAcars[], nowMs: number) => Promise<void>) | null;
  /** After the commit. Never waits, never throws. */
  onStored: ((rows: readonly AcarsMessage[]) => void) | null;
};

export type MessageMemory = {
  /** Partitions that exist. For a while: another server may drop one. */
  readonly partitions: LRUCache<string, true>;
  readonly spellings: KnownSpellings;
  readonly tails: KnownTails;
  /** `readAt` by performance.now(). */
  readonly sizes: Map<MessageTable['name'], { readonly readAt: number; readonly sizes: Promise<Sizes> }>;
  /**
   * Pages as they are sent, null = a long one. The key contains the company of the caller. Cleared after each change of messages, or of data that they match. Changes by other
   * processes (an import) appear when pages expire.
   */
  readonly pages: ShortCache<ShortResponse>;
  /** Rows of passes over the archive (archive-range.ts). A change of aircraft or companies appears when they expire. */
  readonly passes: ShortCache<readonly object[]>;
  /** Since the start, for metrics. */
  readonly stored: StoredTypes;
  readonly hooks: MessageHooks;
};
export type Messages = Database & { readonly memory: MessageMemory };

/** A row of a dropped day is stored in the default partition until then. */
const partitionsMs = 10 * 60_000;
/** Pages of an export follow each other faster. */
const passesMs = 60_000;
/** Pages of the screen have 10 to 100 kB; one of 1,000 rows may have a megabyte. Compressed forms add a tenth. */
const maxPageBytes = 32_000_000;
const newMemory = (): MessageMemory => ({
  partitions: new LRUCache({ max: 5000, ttl: partitionsMs }),
  spellings: new Map(),
  tails: new Map(),
  sizes: new Map(),
  passes: new ShortCache({ maxAgeMs: passesMs, max: 100 }),
  pages: new ShortCache({
    maxAgeMs: 1000,
    max: 300,
    memory: { maxBytes: maxPageBytes, bytesOf: (page) => page?.bytes.length ?? 0 },
  }),
  stored: new StoredTypes(),
  hooks: { onAcars: null, onStored: null },
});

/** Queries every shard for an instant without rows: only the default partition is read. @throws if messages cannot be read */
export async function checkMessages(db: Query): Promise<void> {
  await db.query(`select 1 from ${adsbTable.name} where ${adsbTable.time} = 'epoch'`);
}

/** Pools of one database share a cache. */
export function openMessages(db: Database, memory: MessageMemory = newMemory()): Messages {
  return { ...db, memory };
}

// ---- Stored messages of each type since the start, for metrics.

type StoredType = {
  count: number;
  /** Last commit. */
  lastMs: number;
  /** From the reception of the newest message of the last batch to its storage. */
  lagMs: number;
};

export class StoredTypes {
  readonly #byType = new Map<MessageType, StoredType>();

  /** Rows of a committed batch. */
  add(rows: readonly Pick<Reception, 'messageType' | 'at'>[], nowMs: number): void {
    const newest = new Map<MessageType, string>();
    for (const { messageType, at } of rows) {
      const of = this.#byType.get(messageType) ?? { count: 0, lastMs: 0, lagMs: 0 };
      of.count++;
      this.#byType.set(messageType, of);
      if (at > (newest.get(messageType) ?? '')) newest.set(messageType, at);
    }
    for (const [type, at] of newest) {
      const of = this.#byType.get(type);
      if (of) Object.assign(of, { lastMs: nowMs, lagMs: Math.max(0, nowMs - (parseInstant(at) ?? nowMs)) });
    }
  }

  list(): ReadonlyMap<MessageType, Readonly<StoredType>> {
    return this.#byType;
  }
}
