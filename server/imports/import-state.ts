/** State of an import for the Admin. Pure. */
import type { ImportReport, ImportState } from '../../contract/calls/imports.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Checked, ImportOptions } from './import-types.ts';
import type { StoredImport } from './stored-import.ts';

export function stateOf(job: StoredImport): ImportState {
  const { id, fileName, size, phase, startedBy, startedAt, received, bytes, rows, why } = job;
  return {
    id,
    fileName,
    size,
    phase,
    bytes: phase === 'receiving' ? received : bytes,
    rows,
    startedBy,
    startedAt: writeInstant(startedAt.getTime()),
    report: reportOf(job),
    why,
  };
}

function reportOf({ checked, examples, isContinued }: StoredImport): ImportReport | null {
  if (!checked) return null;
  const { of, reasons, notes, rejectedCount } = checked;
  const all = isContinued && of.kind === 'messages' ? [continued, ...notes] : notes;
  return { of, rejected: rejectedCount, reasons, notes: all, examples };
}

/** Rows stored before count as duplicates of themselves. */
const continued = { reason: 'rows stored before the server stopped count as already stored', count: 1 };

export const optionsText = (options: ImportOptions): string =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

export const resultText = ({ of, rejectedCount }: Checked): string =>
  of.kind === 'messages'
    ? `${of.title}: ${of.stored ?? 0} stored, ${of.duplicates ?? 0} duplicates, ${rejectedCount} rejected`
    : `${of.title}: ${of.added} added, ${of.changed} changed, ${rejectedCount} rejected`;
