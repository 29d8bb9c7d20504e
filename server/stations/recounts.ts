/**
 * Reckons anew what is counted of receivers that belong to another station now, or whose station stood elsewhere: asked for by the database in the
 * transaction of that change, so that a crash forgets none. Must not: know how it is reckoned (store/statistics/).
 */
import type { Database } from '../database/pool.ts';
import { dataVersion } from '../store/data-version.ts';
import { recountReceivers } from '../store/statistics/count-receptions.ts';

const atOnce = 20;

/** Resolves to the number of receivers; what is left when the server is `ending`, the next one does. Done again it comes to the same. */
export async function recountDue(db: Database, ending?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    if (ending?.aborted) return done;
    const due = await db.query<{ receiver: string; askedAt: string }>(
      `select receiver, asked_at::text as "askedAt" from receiver_recounts order by asked_at, receiver limit ${atOnce}`,
    );
    if (due.length === 0) return done;
    await recountReceivers(
      db,
      due.map(({ receiver }) => receiver),
    );
    // One that was asked for again meanwhile stays.
    await db.query(
      `delete from receiver_recounts d using unnest($1::text[], $2::text[]) as done (receiver, asked_at)
       where d.receiver = done.receiver collate "C" and d.asked_at = done.asked_at::timestamptz`,
      [due.map(({ receiver }) => receiver), due.map(({ askedAt }) => askedAt)],
    );
    done += due.length;
    dataVersion.bump();
  }
}
