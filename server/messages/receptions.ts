/** Receptions of a message, what was made of them, and what a receiver sent besides its columns. Own file: SQL of one message, behind the calls. */
import type * as z from 'zod/mini';
import type { messageExtra, messageHeard } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database, Query } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';
import { archivedDaySql, withArchive } from './archive-range.ts';
import { Assembly, type BlockReceptions, maxReceptions } from './assembly/assemble.ts';
import type { OtherReception } from './assembly/one-burst.ts';
import { assemblyKeyText } from './assembly/reception.ts';
import { type CompanyMarks, companyMarks, companySql } from './company-sql.ts';
import { receptionSql, type StoredReception, windowsOf } from './stored-receptions.ts';

export type MessageReceptions = z.output<typeof messageHeard>;
type WithOthers = StoredReception & { readonly others: readonly OtherReception[] | null };
type Requested = WithOthers & { readonly key: number | null };
type Seen = WithOthers & { readonly isVisible: boolean };

/** Of one station on other frequencies. */
const othersSql = `extra -> 'receptions' as others`;

/**
 * Of the row with this id (digits). null if there is none, or it belongs to another company. With a company, receptions of
 * others are omitted, but the result of reassembly stays as stored.
 */
export async function readMessageReceptions(
  db: Database,
  id: string,
  company: string | null,
): Promise<MessageReceptions | null> {
  const marks = await companyMarks(db, company);
  const found = await findStored(db, id, (from) => readRow(db, { id, from }, marks));
  if (!found) return null;
  const { row: requested } = found;
  const seen = await readReceptions(db, found, marks);
  return { ...requested.now, blocks: blocksOf(requested, seen).map(blockOnWire) };
}

async function readRow(
  db: Database,
  { id, from }: { readonly id: string; readonly from: string },
  marks: CompanyMarks | null,
): Promise<Requested | undefined> {
  const values = new Values();
  const conditions = [`id = ${values.add(id, 'bigint')}`, ...companySql(marks, 'acars', values)];
  const rows = await db.query<Requested>(
    `select ${receptionSql}, ${othersSql}, assembly_key as key from ${from} where ${conditions.join(' and ')}`,
    values.list,
  );
  return rows[0];
}

/** Everything that may affect the row, itself included. */
async function readReceptions(
  db: Database,
  { row: requested, from }: Found<Requested>,
  marks: CompanyMarks | null,
): Promise<Seen[]> {
  const [window] = requested.key === null ? [] : windowsOf(requested.key, [requested]);
  if (!window) return [];
  const values = new Values();
  const visible = companySql(marks, 'acars', values).join(' and ') || 'true';
  const rows = await db.query<Seen>(
    `select ${receptionSql}, ${othersSql}, ${visible} as "isVisible" from ${from} where assembly_key = ${values.add(window.key, 'bigint')}
       and acars_date_time between ${values.add(writeInstant(window.fromMs), 'timestamptz')}
       and ${values.add(writeInstant(window.toMs), 'timestamptz')} limit ${maxReceptions + 1}`,
    values.list,
  );
  const text = assemblyKeyText(requested);
  return rows.filter((row) => assemblyKeyText(row) === text);
}

/** A row without reassembly was received by its own station only, as far as known. */
function blocksOf(requested: Requested, seen: readonly Seen[]): BlockReceptions<Seen>[] {
  const self = seen.find(({ id }) => id === requested.id);
  if (self && seen.length <= maxReceptions) return new Assembly(seen).blocksOf(self);
  const reception = { ...requested, isVisible: true };
  return [{ text: requested.text, isRequested: true, receptions: [{ reception, isWinner: true }] }];
}

/** The strongest first. */
function receptionsOf(reception: Seen): readonly Pick<OtherReception, 'freq' | 'level' | 'error' | 'timestamp'>[] {
  const others = [...(reception.others ?? [])].sort((a, b) => (b.level ?? -1e6) - (a.level ?? -1e6));
  return [reception, ...others];
}

function blockOnWire({ text, isRequested, receptions }: BlockReceptions<Seen>): MessageReceptions['blocks'][number] {
  const first = receptions[0]?.reception;
  return {
    msgno: first?.msgno ?? null,
    blockId: first?.blockId ?? null,
    text,
    isAsked: isRequested,
    receptions: receptions
      .filter(({ reception }) => reception.isVisible)
      .flatMap(({ reception, isWinner }) =>
        receptionsOf(reception).map(({ freq, level, error, timestamp }) => ({
          id: reception.id,
          stationId: reception.stationId,
          acarsDateTime: reception.acarsDateTime,
          timestamp,
          freq,
          level,
          error,
          text: reception.text,
          isWinner,
        })),
      ),
  };
}

// ---- Where a message with this id is: among the messages, or in the archive.

/** Reads one row from this table expression under the name `acars`. */
type ReadRow<R> = (from: string) => Promise<R | undefined>;
/** `from` = where it was found: other receptions of the message are there, too. */
type Found<R> = { readonly row: R; readonly from: string };

/** `id` = digits. The archive has no index: only days that may contain the id are read. */
async function findStored<R>(db: Query, id: string, read: ReadRow<R>): Promise<Found<R> | undefined> {
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

// ---- What a receiver sent with one message beyond its columns (decision 7).

/** `id` = digits. null if there is no such row, or it belongs to another company. */
export async function readExtra(
  db: Database,
  id: string,
  company: string | null,
): Promise<z.output<typeof messageExtra> | null> {
  const values = new Values();
  const conditions = [
    `id = ${values.add(id, 'bigint')}`,
    ...companySql(await companyMarks(db, company), 'acars', values),
  ];
  const found = await findStored(db, id, async (from) => {
    const sql = `select extra from ${from} where ${conditions.join(' and ')}`;
    return (await db.query<z.output<typeof messageExtra>>(sql, values.list))[0];
  });
  return found?.row ?? null;
}
