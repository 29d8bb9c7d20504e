/** What the archive contains (decision 124). */
import type { Database } from '../database/pool.ts';
import type { MessageTable } from '../query/message-tables.ts';
import { dayOf } from './day-partitions.ts';
import type { TimeWindow } from './window-estimates.ts';

type Query = Pick<Database, 'query'>;

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

const dayAt = (ms: number | undefined): string | null => (ms === undefined ? null : dayOf(ms));
