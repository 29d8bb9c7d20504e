/** Counts all frames of receivers, also for a later recount: their rows are a part of them (migration 0038). */
import { foldCase } from '../../contract/filters.ts';
import type { Transaction } from '../database/pool.ts';
import { countReceptions, type Reception } from '../statistics/count-receptions.ts';

export async function countFrames(tx: Transaction, receptions: readonly Reception[]): Promise<void> {
  await countReceptions(tx, receptions);
  const counted = receptions.filter(({ count = 1 }) => count > 0);
  await tx.query(
    `insert into frame_hour as f (receiver, hour, spelling, last_at, m0, m1, m2, m3, m4, m5)
     select receiver, date_trunc('hour', at, 'UTC'), max(spelling), max(at), ${sums}
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as r (receiver, spelling, at, frames),
       lateral (select extract(minute from at)::int / 10 as slot) s
     group by 1, 2 order by 1, 2
     on conflict (receiver, hour) do update set last_at = greatest(f.last_at, excluded.last_at), ${added}`,
    [
      counted.map(({ receiver }) => foldCase(receiver)),
      counted.map(({ receiver }) => receiver),
      counted.map(({ at }) => at),
      counted.map(({ count = 1 }) => count),
    ],
  );
}

const slots = [0, 1, 2, 3, 4, 5];
const sums = slots.map((slot) => `coalesce(sum(frames) filter (where slot = ${slot}), 0)`).join(', ');
const added = slots.map((slot) => `m${slot} = f.m${slot} + excluded.m${slot}`).join(', ');
