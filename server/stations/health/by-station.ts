/** Rows by the record of their station, in their order. */
export function byStation<T extends { readonly id: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const others = found.get(row.id);
    if (others) others.push(row);
    else found.set(row.id, [row]);
  }
  return found;
}
