/**
 * Why an import failed, in words for the Admin who watches. Must not: show paths, SQL or a stack.
 */
import { isDatabaseAway, sqlState } from '../../database/pool.ts';
import { BadFile } from '../reference/csv.ts';

const diskFull = 'The disk of the server is full.';

/** `isOurFault` = nobody who watches can do anything about it: it belongs into the log. */
export function whyFailed(error: unknown): { readonly why: string; readonly isOurFault: boolean } {
  if (error instanceof BadFile) return { why: error.message, isOurFault: false };
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code.startsWith('Z_')) return { why: 'The gzip of the file is damaged.', isOurFault: false };
  if (code === 'ENOSPC' || sqlState(error) === '53100') return { why: diskFull, isOurFault: false };
  if (isDatabaseAway(error)) return { why: 'The database was not available.', isOurFault: true };
  return { why: 'Something went wrong on the server. It has been written to its log.', isOurFault: true };
}
