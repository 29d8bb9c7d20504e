/** How rows spread over shards. Pure: the hash comes from the database. */

/** Rows of one receiver. `hash` = that of Citus, a signed number of 32 bits. */
export type ReceiverRows = { readonly receiver: string; readonly rows: number; readonly hash: number };
export type Spread = {
  readonly total: number;
  /** Rows of each shard, in the order of their hashes. */
  readonly shards: readonly number[];
  readonly busiest: ReceiverRows | null;
};

/** Shards divide the range of the hash into equal parts. */
export function spreadOf(receivers: readonly ReceiverRows[], shardCount: number): Spread {
  const shards = new Array<number>(shardCount).fill(0);
  const part = 2 ** 32 / shardCount;
  let total = 0;
  let busiest: ReceiverRows | null = null;
  for (const one of receivers) {
    const at = Math.min(shardCount - 1, Math.floor((one.hash + 2 ** 31) / part));
    shards[at] = (shards[at] ?? 0) + one.rows;
    total += one.rows;
    if (!busiest || one.rows > busiest.rows) busiest = one;
  }
  return { total, shards, busiest };
}

/** Of all rows, in percent with one decimal. */
export const shareText = (rows: number, total: number): string =>
  total === 0 ? '0 %' : `${(Math.round((rows / total) * 1000) / 10).toString()} %`;
