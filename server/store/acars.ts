/**
 * Raw ACARS messages out of the database. Must not: write (store-acars.ts), or hold SQL (message-page.ts).
 */
import type { Database } from '../database/pool.ts';
import { acarsColumns } from './columns.ts';
import { type MessagePage, type MessageQuestion, messagePage } from './message-page.ts';
import { acarsTable } from './message-tables.ts';

export const acarsList = { table: acarsTable, columns: acarsColumns };

/** One page, newest first. */
export const acarsPage = (db: Database, question: MessageQuestion): Promise<MessagePage> =>
  messagePage(db, acarsList, question);
