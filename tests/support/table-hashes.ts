import type { Database } from '../../server/database/pool.ts';

/** Count and hash of the rows of every table, by name. Unlogged tables contain only data of running servers. */
export async function tableHashes(db: Pick<Database, 'query'>): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'p' and not relispartition and relname <> 'schema_migration'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ it: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as it from "${name}" t`,
    );
    found[name] = row?.it ?? '';
  }
  return found;
}
