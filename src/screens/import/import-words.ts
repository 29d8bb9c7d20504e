/** Sizes, progress and the list of rejected rows as words. Pure. Must not: know React. */
import type { ImportReport, ImportState } from '../../../contract/calls/imports.ts';
import { formatCount, sizeText } from '../../lib/format.ts';

export type ProgressWords = {
  readonly label: string;
  readonly share: number;
  readonly text: string;
  readonly hint: string;
};

/** null = nothing is under way. */
export function progressWords({ phase, bytes, size, rows, report }: ImportState): ProgressWords | null {
  const share = Math.min(1, bytes / size);
  if (phase === 'receiving') {
    const text = `${sizeText(bytes)} of ${sizeText(size)} have come`;
    return { label: 'Receiving the file', share, text, hint: 'Then another file can be chosen.' };
  }
  const read = rows === 0 ? 'Beginning …' : `${formatCount(rows)} rows read`;
  // The last rows are read, and the database is still at work.
  const text = share < 1 ? read : `${read}. The database is at work …`;
  if (phase === 'checking')
    return { label: 'Looking at the file', share, text, hint: 'Nothing is written yet. This page may be closed.' };
  if (phase !== 'writing') return null;
  const isAtOnce = report?.of.kind === 'reference';
  return {
    label: 'Writing the file',
    share,
    text,
    hint: isAtOnce
      ? 'All of it or nothing: cancelled, nothing stays. This page may be closed.'
      : 'Cancelled, what was stored stays; the same file again adds the rest. This page may be closed.',
  };
}

/** A file of comma separated values for a spreadsheet: every value in quotes. */
export function rejectedCsv(rows: ImportReport['examples']): string {
  const quoted = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;
  return [['line', 'reason'], ...rows.map(({ line, reason }) => [line, reason])]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n');
}
