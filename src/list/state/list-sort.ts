/** Decides who sorts: the server where the call has flags for the column, otherwise the loaded page. Pure. */
import type { Sort } from '../../../contract/order.ts';
import { columnValue } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';

/** Whether the server sorts by this column. Otherwise only the page is sorted (C21). */
export const isServerSort = (list: ListDefinition, key: string): boolean =>
  list.endpoint.list.order?.ways.some((way) => way.key === key) ?? false;
/** The sort, if it is the server's. */
export const serverSort = (list: ListDefinition, sort: Sort | null): Sort | null =>
  sort && isServerSort(list, sort.key) ? sort : null;

/** A new sort on the server starts at the first page. */
export function withSort<S extends { readonly sort: Sort | null; readonly page: number }>(
  list: ListDefinition,
  state: S,
  sort: Sort | null,
): S {
  const isOther = JSON.stringify(serverSort(list, state.sort)) !== JSON.stringify(serverSort(list, sort));
  return { ...state, sort, page: isOther ? 0 : state.page };
}

/** C21: the loaded page in the requested order. Missing values are last in both directions, equal rows keep their order. Server order stays. */
export function sortRows(list: ListDefinition, rows: readonly AnyRow[], sort: Sort | null): readonly AnyRow[] {
  if (!sort || isServerSort(list, sort.key)) return rows;
  const column = list.columns.find(({ key }) => key === sort.key);
  const read = column?.rank ?? ((row: AnyRow) => (column ? columnValue(column, row) : row[sort.key]));
  const sign = sort.isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const left = read(a) ?? null;
    const right = read(b) ?? null;
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    const [x, y] = [String(left), String(right)];
    return x === y ? 0 : x < y ? -sign : sign;
  });
}
