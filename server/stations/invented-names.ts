/** Bounds the receiver names that an open port adds: anyone who reaches it can invent them, and each name has rows of its own for months. */
import { dayMs } from '../../contract/durations.ts';
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';

/** Unclaimed names that were first received within a day. */
const maxPerDay = 500;
/** Names that need no query. */
const maxKnown = 20_000;

export class InventedNames {
  readonly #known = new Set<string>();
  /** With their times, epoch ms: those of link events are in no count of receptions. */
  readonly #invented = new Map<string, number>();

  /** Of these names, those that are not stored, in lower case: neither claimed nor received lately, and the number of others is reached. */
  async refused(db: Query, names: Iterable<string>): Promise<ReadonlySet<string>> {
    const unknown = new Set<string>();
    for (const name of names) {
      const folded = foldCase(name);
      if (folded !== '' && !this.#known.has(folded) && !this.#invented.has(folded)) unknown.add(folded);
    }
    if (unknown.size === 0) return unknown;
    if (this.#known.size > maxKnown) this.#known.clear();
    const now = new Date(clock.now());
    const found = await db.query<{ name: string }>(
      `select i.name from unnest($1::text[]) as i (name)
       where exists (select from receiver_station r where r.receiver = i.name collate "C")
         or exists (select from rx_hour h where h.receiver = i.name collate "C" and h.hour >= $2::timestamptz - interval '15 days')`,
      [[...unknown], now],
    );
    for (const { name } of found) this.#admit(name, unknown);
    if (unknown.size === 0) return unknown;
    for (const [name, ms] of this.#invented) if (ms < now.getTime() - dayMs) this.#invented.delete(name);
    const received = await db.query<{ name: string }>(
      `select distinct h.receiver as name from rx_hour h
       where h.hour >= $1::timestamptz - interval '1 day' and h.receiver <> ''
         and not exists (select from receiver_station r where r.receiver = h.receiver)`,
      [now],
    );
    const invented = new Set([...this.#invented.keys(), ...received.map(({ name }) => name)]);
    const free = Math.max(0, maxPerDay - invented.size);
    for (const name of [...unknown].slice(0, free)) {
      this.#invented.set(name, now.getTime());
      this.#admit(name, unknown);
    }
    return unknown;
  }

  #admit(name: string, unknown: Set<string>): void {
    this.#known.add(name);
    unknown.delete(name);
  }
}
