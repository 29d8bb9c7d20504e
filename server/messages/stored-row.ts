/** Where a message with this id is: among the messages, or in the archive. */
import type { Database } from '../database/pool.ts';
import { acarsTable } from '../query/message-tables.ts';
import { archivedDaySql, withArchive } from './archive-range.ts';

/** Reads one row from this table expression under the name `acars`. */
type ReadRow<R> = (from: string) => Promise<R | undefined>;
/** `from` = where it was found: other receptions of the message are there, too. */
export type Found<R> = { readonly row: R; readonly from: string };

/** `id` = digits. The archive has no index: only days that may contain the id are read. */
export async function findStored<R>(
  db: Pick<Database, 'query'>,
  id: string,
  read: ReadRow<R>,
): Promise<Found<R> | undefined> {
  const row = await read(acarsTable.name);
  if (row) return { row, from: acarsTable.name };
  const days = await db.query<{ startMs: number }>(
    `select extract(epoch from day)::float8 * 1000 as "startMs" from archive_day
     where table_name = $1 and $2::bigint between coalesce(first_id, $2::bigint) and coalesce(last_id, $2::bigint) order by day desc`,
    [acarsTable.name, id],
  );
  for (const { startMs } of days) {
    const archived = await read(archivedDaySql(acarsTable, startMs));
    if (archived) return { row: archived, from: withArchive(acarsTable) };
  }
  return undefined;
}
