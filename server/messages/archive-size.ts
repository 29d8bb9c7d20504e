/** What the archive contains, and where lists read it (decision 124). */
import type { Database } from '../database/pool.ts';
import type { MessageTable } from '../query/message-tables.ts';
import { dayOf } from './day-partitions.ts';
import type { TimeWindow } from './rows-in-window.ts';

type Query = Pick<Database, 'query'>;

/** In place of the table, under its name. Both have the same columns in the same order. */
export const withArchive = ({ name, archive }: Pick<MessageTable, 'name' | 'archive'>): string =>
  `(select * from ${name} union all select * from ${archive}) ${name}`;

/** `first`, `last` = of the whole archive, null = it is empty. The rest is of the window. */
export type ArchiveSize = {
  readonly first: string | null;
  readonly last: string | null;
  readonly days: number;
  readonly rows: number;
  readonly bytes: number;
};

/** Whole days: the least that a list of this window reads. */
export async function archiveSize(db: Query, table: MessageTable, window: TimeWindow): Promise<ArchiveSize> {
  const [row] = await db.query<ArchiveSize>(
    `with sizes as materialized (select partition_name, total_bytes from partition_sizes($2)),
     archived as (select a.day, a.row_count, total_bytes, ($3::date is null or a.day >= $3) and ($4::date is null or a.day <= $4) as is_asked
       from archive_day a left join sizes on partition_name = $5 || to_char(a.day, '_YYYYMMDD') where a.table_name = $1)
     select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last,
       count(*) filter (where is_asked)::float8 as days, coalesce(sum(row_count) filter (where is_asked), 0)::float8 as rows,
       coalesce(sum(total_bytes) filter (where is_asked), 0)::float8 as bytes from archived`,
    [table.name, [table.archive], dayAt(window.from), dayAt(window.to), table.archive],
  );
  return row ?? { first: null, last: null, days: 0, rows: 0, bytes: 0 };
}

export async function archivedRows(db: Query, { name }: MessageTable, window: TimeWindow): Promise<number> {
  const [row] = await db.query<{ rows: number }>(
    `select coalesce(sum(row_count), 0)::float8 as rows from archive_day
     where table_name = $1 and ($2::date is null or day >= $2) and ($3::date is null or day <= $3)`,
    [name, dayAt(window.from), dayAt(window.to)],
  );
  return row?.rows ?? 0;
}

const dayAt = (ms: number | undefined): string | null => (ms === undefined ? null : dayOf(ms));
