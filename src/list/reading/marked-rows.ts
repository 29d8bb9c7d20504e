/** Rows marked for export in a view for reading. They belong to the applied filter of one list: another one starts empty. */
import { rowKey } from '../../api/list-resource.ts';
import { valueStore } from '../../ui/value-store.ts';
import type { AnyRow } from '../define-list.ts';

const none: readonly AnyRow[] = [];
export const markedRows = valueStore(none);

export const clearMarks = (): void => markedRows.set(none);

export const isMarked = (marked: readonly AnyRow[], row: AnyRow): boolean =>
  marked.some((one) => rowKey(one) === rowKey(row));

export function toggleMark(row: AnyRow): void {
  const marked = markedRows.get();
  markedRows.set(isMarked(marked, row) ? marked.filter((one) => rowKey(one) !== rowKey(row)) : [...marked, row]);
}
