/** Stored messages of each type since the start, for metrics. */
import { parseInstant } from '../../contract/params.ts';
import type { MessageType, Reception } from '../statistics/count-receptions.ts';

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
