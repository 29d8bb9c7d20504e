/**
 * Recalculates counts of receivers that changed station, or whose station moved. The database requests it in the transaction of
 * the change, so that a crash loses none.
 */
import type { Database } from '../database/pool.ts';
import { recountReceivers } from '../statistics/count-receptions.ts';

const atOnce = 20;

/** Resolves to the number of receivers. The rest is left to the next start when the server is `ending`. Idempotent. */
export async function recountDue(db: Database, ending?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    if (ending?.aborted) return done;
    const due = await db.query<{ receiver: string; requestedAt: string }>(
      `select receiver, asked_at::text as "requestedAt" from receiver_recounts order by asked_at, receiver limit ${atOnce}`,
    );
    if (due.length === 0) return done;
    await recountReceivers(
      db,
      due.map(({ receiver }) => receiver),
    );
    // A recount requested during this one stays.
    await db.query(
      `delete from receiver_recounts d using unnest($1::text[], $2::text[]) as done (receiver, asked_at)
       where d.receiver = done.receiver collate "C" and d.asked_at = done.asked_at::timestamptz`,
      [due.map(({ receiver }) => receiver), due.map(({ requestedAt }) => requestedAt)],
    );
    done += due.length;
  }
}
