/** Reads rows of responses into a workbook, each once, up to the limit. Runs in the worker. Own file: tested without a worker. */
import { rowKey } from '../../data/offline/row-key.ts';
import type { ExportPlan } from './worker-protocol.ts';

type Row = Readonly<Record<string, unknown>>;
type Collected = {
  readonly received: number;
  readonly count: number;
  /** New rows, as many as still fit. */
  readonly fresh: readonly Row[];
};
export type RowCollector = {
  /** null = the text is not a response of this list. */
  fromText(text: string): Collected | null;
  fromRows(rows: readonly object[]): Collected;
  /** How many rows were handed out. */
  readonly taken: number;
};

export function rowCollector(plan: Pick<ExportPlan, 'rows' | 'count' | 'maxRows'>): RowCollector {
  const seen = new Set<string>();
  const collect = (rows: readonly unknown[], count: number): Collected => {
    const fresh: Row[] = [];
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || seen.size >= plan.maxRows) continue;
      const key = rowKey(row);
      if (seen.has(key)) continue;
      seen.add(key);
      fresh.push(row as Row);
    }
    return { received: rows.length, count, fresh };
  };
  return {
    fromText(text) {
      const response = parse(text);
      const rows = response?.[plan.rows];
      if (!response || !Array.isArray(rows)) return null;
      const count = Number(response[plan.count]);
      return collect(rows, Number.isFinite(count) && count >= 0 ? count : rows.length);
    },
    fromRows: (rows) => collect(rows, rows.length),
    get taken() {
      return seen.size;
    },
  };
}

function parse(text: string): Row | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Row) : null;
  } catch {
    return null;
  }
}
