/** Raw ACARS messages as a list of messages. */
import { acarsTable } from '../query/message-tables.ts';
import { acarsColumns } from './acars-columns.ts';

export const acarsList = { table: acarsTable, columns: acarsColumns };
