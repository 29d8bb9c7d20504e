/**
 * Filling a table at once: its indexes are made anew afterwards, several times faster than row by row.
 * Must not: be used for a table that readers need meanwhile and that is large already: within a transaction they wait until its end.
 */
import type { Database } from './pool.ts';

/** All but those of the primary key and other constraints go before `work` and come again after it. `table` = a name of ours. */
export async function withoutIndexes<T>(
  db: Pick<Database, 'query'>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const indexes = await db.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql from pg_index i
     where i.indrelid = '${table}'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  const result = await work();
  // The index of a partitioned table is told as its own alone; made again it belongs to the partitions, too.
  for (const { sql } of indexes) await db.query(sql.replace(' ON ONLY ', ' ON '));
  return result;
}
