/** Texts for sizes, progress and rejected rows. Pure. */
import type { ImportReport, ImportState } from '../../../contract/calls/imports.ts';
import { counted, sizeText } from '../../lib/format.ts';

type ProgressText = {
  readonly label: string;
  readonly share: number;
  readonly text: string;
  readonly hint: string;
};

/** null = nothing is under way. */
export function progressText({ phase, bytes, size, rows, report }: ImportState): ProgressText | null {
  const share = Math.min(1, bytes / size);
  if (phase === 'receiving') {
    const text = `${sizeText(bytes)} of ${sizeText(size)} received`;
    return { label: 'Receiving the file', share, text, hint: 'You can then choose another file.' };
  }
  const read = rows === 0 ? 'Starting …' : `${counted(rows, 'row')} read`;
  // The last rows are read, and the database is still at work.
  const text = share < 1 ? read : `${read}. Writing to the database …`;
  if (phase === 'checking')
    return { label: 'Checking the file', share, text, hint: 'Nothing is written yet. You can close this page.' };
  if (phase !== 'writing') return null;
  const isAtOnce = report?.of.kind === 'reference';
  return {
    label: 'Writing the file',
    share,
    text,
    hint: isAtOnce
      ? 'If you cancel, nothing is imported. You can close this page.'
      : 'If you cancel, stored rows stay. Import the same file again to add the rest. You can close this page.',
  };
}

/** CSV for a spreadsheet, every value in quotes. */
export function rejectedCsv(rows: ImportReport['examples']): string {
  const quoted = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;
  return [['line', 'reason'], ...rows.map(({ line, reason }) => [line, reason])]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n');
}
