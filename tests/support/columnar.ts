/** Columnar tables of a database for a test: those of Citus if one is named, otherwise ordinary tables under that name. */
import type { Database } from '../../server/database/pool.ts';
import { citusNodes } from './citus.ts';

export async function makeColumnar(db: Pick<Database, 'query'>): Promise<void> {
  if (citusNodes().length > 0) return;
  await db.query('create access method columnar type table handler heap_tableam_handler');
}
