/**
 * Rows to the text form of COPY. Must not: know a table.
 */
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One value of COPY's text format: null is \N, booleans t and f. */
export function copyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'number' ? String(value) : value.replace(/[\\\n\r\t]/g, (c) => escapes[c] ?? c);
}

/** One line of COPY's text format, with its end. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}
