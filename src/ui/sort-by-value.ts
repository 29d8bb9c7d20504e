/** Sorts rows by one of their values. Pure. */
export type RowOrder = { readonly key: string; readonly isDescending: boolean };
type Value = string | number | null;

/** Numbers by size, texts without case, digits in texts as numbers. Missing values are last in both directions. */
export function sortedByValue<R>(rows: readonly R[], value: (row: R) => Value, isDescending: boolean): readonly R[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y);
    return sign * texts.compare(String(x), String(y));
  });
}
const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A click on a header: ascending, descending, default order. */
export function nextOrder(order: RowOrder | null, key: string): RowOrder | null {
  if (order?.key !== key) return { key, isDescending: false };
  return order.isDescending ? null : { key, isDescending: true };
}
