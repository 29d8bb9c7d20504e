/** Identifies a row, so that a row of two responses is stored once. */

/** `id`, else a 64-bit hash of the content, independent of the order of its fields. */
export function rowKey(row: object): string {
  const id = (row as { readonly id?: unknown }).id;
  return typeof id === 'string' && id !== '' ? id : `#${contentHash(row)}`;
}

function contentHash(row: object): string {
  const fields = row as Readonly<Record<string, unknown>>;
  const text = JSON.stringify(
    Object.keys(fields)
      .sort()
      .map((name) => [name, fields[name]]),
  );
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
