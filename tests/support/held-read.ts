/** A read of the database whose result arrives later than it was read. */
import type { Database } from '../../server/database/pool.ts';

/** `db` whose reads are held back: `begun` resolves when the first one has its rows, which `release` lets through. */
export function holdReads(db: Database): { readonly db: Database; readonly begun: Promise<void>; release(): void } {
  let begin = (): void => {};
  let release = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: Database = {
    ...db,
    async query<R extends object>(sql: string, values?: readonly unknown[]) {
      const rows = await db.query<R>(sql, values);
      if (!sql.trimStart().startsWith('select')) return rows;
      begin();
      await released;
      return rows;
    },
  };
  return { db: held, begun, release: () => release() };
}
