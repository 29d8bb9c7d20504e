/**
 * Rows in the order of one of their values. Pure. Must not: know a table.
 */
export type RowOrder = { readonly key: string; readonly isDescending: boolean };
type Value = string | number | null;

/** Numbers by size, texts without letter case, digits in them as numbers; a row without a value comes last, whichever the direction. */
export function sortedRows<R>(rows: readonly R[], value: (row: R) => Value, isDescending: boolean): readonly R[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * texts.compare(String(x), String(y));
  });
}
const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A press on a header: ascending, descending, as it came. */
export function nextOrder(order: RowOrder | null, key: string): RowOrder | null {
  if (order?.key !== key) return { key, isDescending: false };
  return order.isDescending ? null : { key, isDescending: true };
}
