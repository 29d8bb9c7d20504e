/** Tables of the schema as a backup contains them: those with rows of their own, in an order in which references are valid. */
import type { Database } from '../../database/pool.ts';

type Queries = Pick<Database, 'query'>;

/** A table with rows: a plain one, or one partition. `parent` = the partitioned table. */
export type StoredTable = {
  readonly name: string;
  readonly parent: string | null;
  /** Those that COPY writes: generated ones are left out. */
  readonly columns: readonly string[];
};

/** Identifies the schema of a database; migrations write it themselves. */
const bookkeeping = 'schema_migration';

/** Every table with rows, referenced tables before those that refer to them. Unlogged ones contain what running servers need only. */
export async function storedTables(db: Queries): Promise<StoredTable[]> {
  const tables = await db.query<StoredTable>(
    `select c.relname as name, p.relname as parent,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> $1
     order by c.relname`,
    [bookkeeping],
  );
  const references = await db.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  );
  const sorted = new Set<StoredTable>();
  const add = (table: StoredTable): void => {
    if (sorted.has(table)) return;
    const before = references.filter(({ from }) => from === table.name).map(({ to }) => to);
    for (const one of tables) if (before.includes(one.name)) add(one);
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted];
}

/** Last values of sequences. A sequence that was never used is left out. */
export async function sequencesOf(db: Queries): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences
     join pg_class c on c.oid = format('%I.%I', schemaname, sequencename)::regclass and c.relpersistence = 'p'
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Tables with triggers of ours, which restored rows must not set off. */
export async function tablesWithTriggers(db: Queries): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgparentid = 0`,
  );
  return rows.map(({ name }) => name);
}

/** A name of the schema within a statement. Names from a file are checked against the schema first. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = ({ columns }: Pick<StoredTable, 'columns'>): string => columns.map(quoted).join(', ');
