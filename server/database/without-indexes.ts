/**
 * Fills a table and recreates its indexes afterwards, several times faster than row by row.
 * Only for small or unused tables: readers wait until the end of the transaction.
 */
import type { Query } from './pool.ts';

/** All indexes except those of constraints are dropped before `work` and recreated after it. `table` = one of our names. */
export async function withoutIndexes<T>(db: Query, table: string, work: () => Promise<T>): Promise<T> {
  const indexes = await db.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
     where i.indrelid = '${table}'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  const result = await work();
  // The index of a partitioned table is listed without its partitions. Recreated, it includes them.
  for (const { sql } of indexes) await db.query(sql.replace(' ON ONLY ', ' ON '));
  return result;
}
