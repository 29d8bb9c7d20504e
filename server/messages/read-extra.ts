/** What a receiver sent with one message beyond its columns (decision 61). */
import type * as z from 'zod/mini';
import type { messageExtra } from '../../contract/entities/messages.ts';
import type { Database } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { companyMarks, companySql } from './company-sql.ts';
import { findStored } from './stored-row.ts';

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
