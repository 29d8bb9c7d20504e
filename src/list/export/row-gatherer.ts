/**
 * Rows of answers on their way into a workbook: read, each once, up to the most that it takes. Runs in the worker.
 * Must not: trust what it reads; an answer comes from outside.
 */
import { rowKey } from '../../offline/row-key.ts';
import type { ExportPlan } from './worker-protocol.ts';

type Row = Readonly<Record<string, unknown>>;
export type Gathered = {
  readonly received: number;
  readonly count: number;
  /** Rows that had not come before, as many as still fit. */
  readonly fresh: readonly Row[];
};
export type RowGatherer = {
  /** null = the text is no answer of this list. */
  fromText(text: string): Gathered | null;
  fromRows(rows: readonly object[]): Gathered;
  /** How many rows were handed out. */
  readonly taken: number;
};

export function rowGatherer(plan: Pick<ExportPlan, 'rows' | 'count' | 'mostRows'>): RowGatherer {
  const seen = new Set<string>();
  const gather = (rows: readonly unknown[], count: number): Gathered => {
    const fresh: Row[] = [];
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || seen.size >= plan.mostRows) continue;
      const key = rowKey(row);
      if (seen.has(key)) continue;
      seen.add(key);
      fresh.push(row as Row);
    }
    return { received: rows.length, count, fresh };
  };
  return {
    fromText(text) {
      const answer = parse(text);
      const rows = answer?.[plan.rows];
      if (!answer || !Array.isArray(rows)) return null;
      const count = Number(answer[plan.count]);
      return gather(rows, Number.isFinite(count) && count >= 0 ? count : rows.length);
    },
    fromRows: (rows) => gather(rows, rows.length),
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
