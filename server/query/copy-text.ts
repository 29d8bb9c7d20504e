/** Rows in the text format of COPY. */
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;
const escaped = (character: string): string => escapes[character] ?? character;

/** One value of COPY's text format: null is \N, booleans t and f. */
function copyValue(value: string | number | boolean | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(everySpecial, escaped) : value;
}

/** One line of COPY's text format with its end. Thirty values for each of thousands of rows: no list in between. */
export function copyLine(values: readonly (string | number | boolean | null)[]): string {
  let line = '';
  for (let index = 0; index < values.length; index++)
    line += (index > 0 ? '\t' : '') + copyValue(values[index] ?? null);
  return `${line}\n`;
}
