/** Receptions of a message, and what was made of them. */
import type * as z from 'zod/mini';
import type { messageHeard } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { Assembly, type BlockReceptions, maxReceptions } from './assembly/assemble.ts';
import { assemblyKeyText } from './assembly/reception.ts';
import { type CompanyMarks, companyMarks, companySql } from './company-sql.ts';
import { receptionSql, type StoredReception, windowsOf } from './stored-receptions.ts';
import { type Found, findStored } from './stored-row.ts';

export type MessageReceptions = z.output<typeof messageHeard>;
type Requested = StoredReception & { readonly key: number | null };
type Seen = StoredReception & { readonly isVisible: boolean };

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
    `select ${receptionSql}, assembly_key as key from ${from} where ${conditions.join(' and ')}`,
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
    `select ${receptionSql}, ${visible} as "isVisible" from ${from} where assembly_key = ${values.add(window.key, 'bigint')}
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

function blockOnWire({ text, isRequested, receptions }: BlockReceptions<Seen>): MessageReceptions['blocks'][number] {
  const first = receptions[0]?.reception;
  return {
    msgno: first?.msgno ?? null,
    blockId: first?.blockId ?? null,
    text,
    isAsked: isRequested,
    receptions: receptions
      .filter(({ reception }) => reception.isVisible)
      .map(({ reception, isWinner }) => ({
        id: reception.id,
        stationId: reception.stationId,
        acarsDateTime: reception.acarsDateTime,
        timestamp: reception.timestamp,
        freq: reception.freq,
        level: reception.level,
        error: reception.error,
        text: reception.text,
        isWinner,
      })),
  };
}
