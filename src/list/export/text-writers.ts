/** Writes rows as CSV (RFC 4180) or JSON lines, in UTF-8 without a byte order mark. Runs in the worker. Own file: tested without a worker. */
import { csvLine, csvSafe } from '../../lib/csv.ts';
import { type Cell, cellOf } from './cells.ts';
import { type Sheet, type SheetWriter, valueIn } from './sheet.ts';

type Row = Readonly<Record<string, unknown>>;

/** Text is passed to the browser (a Blob, possibly on disk) in pieces of this many characters. */
const pieceLength = 1024 * 1024;

/** The cells of the workbook. Instants are ISO 8601 in UTC. */
export function csvWriter(sheet: Sheet): SheetWriter {
  const header = csvLine(sheet.columns.map((column) => column.header));
  return textWriter('text/csv', header, (row) =>
    csvLine(sheet.columns.map((column) => csvText(cellOf(column.kind, valueIn(column, row))))),
  );
}

/** One object per line, with the names and values of the API. */
export function jsonLinesWriter(sheet: Sheet): SheetWriter {
  const keys = [...new Set(sheet.columns.map((column) => column.key))];
  return textWriter(
    'application/jsonl',
    '',
    (row) => `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, row[key] ?? null])))}\n`,
  );
}

function textWriter(type: string, start: string, lineOf: (row: Row) => string): SheetWriter {
  const parts: Blob[] = [];
  let buffered = start;
  return {
    async add(rows) {
      for (const row of rows) {
        buffered += lineOf(row);
        if (buffered.length < pieceLength) continue;
        parts.push(new Blob([buffered]));
        buffered = '';
      }
    },
    async finish() {
      return new Blob([...parts, buffered], { type });
    },
  };
}

function csvText(cell: Cell): string {
  if (!cell) return '';
  switch (cell.type) {
    case 'text':
      return csvSafe(cell.text);
    case 'number':
    case 'flag':
      return String(cell.value);
    case 'day':
      return isoText(cell.ms).slice(0, 10);
    default:
      return isoText(cell.ms);
  }
}

const isoText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
