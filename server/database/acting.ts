/** A database whose transactions name their actor: the database records it with what they change (trigger `audit`). */
import type { Database, Transaction } from './pool.ts';

/** Who acts, and from where. A visitor has an address only. */
export type Actor = {
  readonly userId: string | null;
  readonly userName: string | null;
  readonly company: string | null;
  readonly address: string;
};

/** Single statements become transactions: the name ends with them, and the connection returns without it. */
export function actingAs(db: Database, actor: Actor): Database {
  const text = JSON.stringify(actor);
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.query("select set_config('downlink.actor', $1, true)", [text]);
      return work(tx);
    });
  return {
    query: <R extends object>(sql: string, values?: readonly unknown[]) =>
      transaction((tx) => tx.query<R>(sql, values)),
    transaction,
    snapshot: (read) => db.snapshot(read),
    frozen: (read) => db.frozen(read),
    connections: () => db.connections(),
    close: () => db.close(),
  };
}
