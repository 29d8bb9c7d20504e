/** What a receiver sent with one message beyond its columns (decision 61). */
import type * as z from 'zod/mini';
import type { messageExtra } from '../../contract/entities/messages.ts';
import type { Database } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { companyMarks, companySql } from './company-sql.ts';

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
  const [row] = await db.query<z.output<typeof messageExtra>>(
    `select extra from acars where ${conditions.join(' and ')}`,
    values.list,
  );
  return row ?? null;
}
