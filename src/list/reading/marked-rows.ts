/** Rows marked for export in a view for reading. They belong to the applied filter of one list: another one starts empty. */
import { rowKey } from '../../data/list-resource.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import type { AnyRow } from '../define-list.ts';

export const markedRows = sessionScoped((): readonly AnyRow[] => []);

export const clearMarks = markedRows.drop;

export const isMarked = (marked: readonly AnyRow[], row: AnyRow): boolean =>
  marked.some((one) => rowKey(one) === rowKey(row));

export function toggleMark(row: AnyRow): void {
  const marked = markedRows.get();
  markedRows.set(isMarked(marked, row) ? marked.filter((one) => rowKey(one) !== rowKey(row)) : [...marked, row]);
}
