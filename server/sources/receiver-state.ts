/** State of the receivers of the screen, from the server that reads them to the others. */
import type { Receiver } from '../../contract/entities/receivers.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';

type Query = Pick<Database, 'query'>;

/** Older: their server is gone. */
const currentMs = 10_000;

export async function publishReceivers(db: Query, receivers: readonly Receiver[]): Promise<void> {
  await db.query(
    `insert into receiver_state (written_at, receivers) values ($1, $2)
     on conflict (one_row) do update set written_at = excluded.written_at, receivers = excluded.receivers`,
    [new Date(clock.now()), JSON.stringify(receivers)],
  );
}

export async function publishedReceivers(db: Query): Promise<readonly Receiver[]> {
  const [row] = await db.query<{ receivers: Receiver[] }>(
    'select receivers from receiver_state where written_at > $1',
    [new Date(clock.now() - currentMs)],
  );
  return row?.receivers ?? [];
}
