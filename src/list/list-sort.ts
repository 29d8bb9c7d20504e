/**
 * Who sorts a list: the server where its call has flags for the column, else the loaded page. Pure.
 * Must not: know the address bar, or sort what is stored (src/offline/sort-rows.ts does).
 */
import type { Sort } from '../../contract/order.ts';
import { columnValue } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';

/** Does the server sort by this column? Else it is the page alone that is sorted (C21). */
export const isServerSort = (list: ListDefinition, key: string): boolean =>
  list.endpoint.list.order?.ways.some((way) => way.key === key) ?? false;
/** The sort as far as it is the server's. */
export const serverSort = (list: ListDefinition, sort: Sort | null): Sort | null =>
  sort && isServerSort(list, sort.key) ? sort : null;

/** Other rows come first when the server sorts: then it is the first page again. */
export function withSort<S extends { readonly sort: Sort | null; readonly page: number }>(
  list: ListDefinition,
  state: S,
  sort: Sort | null,
): S {
  const isOther = JSON.stringify(serverSort(list, state.sort)) !== JSON.stringify(serverSort(list, sort));
  return { ...state, sort, page: isOther ? 0 : state.page };
}

/** C21: the loaded page in the order asked; rows without a value come last, whichever the direction. Equal rows keep their order. What the server sorted stays. */
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
