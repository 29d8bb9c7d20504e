/** A list's order for stored rows, the counterpart of the server's `order by`. A property test checks that both agree. */
import { foldCase } from '../../contract/filters.ts';
import type { ListOrder, Sort, SortBy } from '../../contract/order.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id?: string };
type Compare = (a: Row, b: Row) => number;

/** By the requested sort, then the default order, then id. Ignores a sort that the call does not offer. */
export function sortedRows<R extends Row>(rows: readonly R[], order: ListOrder, sort: Sort | null): R[] {
  const way = order.ways.find(({ key }) => key === sort?.key);
  const steps: Compare[] = [
    ...(way && sort ? [comparison(way, sort.isDescending !== (way.isReversed === true))] : []),
    comparison(order.usual, false),
    (a, b) => compareIds(a.id ?? '', b.id ?? ''),
  ];
  return [...rows].sort((a, b) => {
    for (const step of steps) {
      const found = step(a, b);
      if (found !== 0) return found;
    }
    return 0;
  });
}

function comparison(by: SortBy, isDescending: boolean): Compare {
  const values = new Map<Row, string | number | null>();
  const keyOf = (row: Row): string | number | null => {
    const known = values.get(row);
    if (known !== undefined) return known;
    const value = sortValue(row, by);
    values.set(row, value);
    return value;
  };
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    // Rows without a value are last in both directions.
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    const found = left < right ? -1 : left > right ? 1 : 0;
    return isDescending ? -found : found;
  };
}

function sortValue(row: Row, { field, part }: SortBy): string | number | null {
  const found = row[field] ?? null;
  const value = part === undefined || found === null ? found : ((found as Row)[part] ?? null);
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? foldCase(value) : null;
}

/** Ids are whole numbers written as text: the longer is the larger. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
