/** Why an import failed, as a text for the Admin, without paths, SQL or a stack. */
import { isDatabaseAway, sqlState } from '../database/pool.ts';
import { BadFile } from '../reference/import/csv.ts';

const diskFull = 'The disk of the server is full.';

/** `isOurFault` = the user can do nothing about it: it is logged. */
export function describeFailure(error: unknown): { readonly why: string; readonly isOurFault: boolean } {
  if (error instanceof BadFile) return { why: error.message, isOurFault: false };
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code.startsWith('Z_')) return { why: 'The gzip of the file is damaged.', isOurFault: false };
  if (code === 'ENOSPC' || sqlState(error) === '53100') return { why: diskFull, isOurFault: false };
  if (isDatabaseAway(error)) return { why: 'The database was not available.', isOurFault: true };
  return { why: 'Server error. Details are in the server log.', isOurFault: true };
}
