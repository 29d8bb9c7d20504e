/** Properties of a database column. */
import type { Entity, KindName } from '../../contract/kinds.ts';
import type { MessageTable } from './message-tables.ts';

/**
 * `isBlankNull`: the column is not null, '' represents a missing value.
 * `hasFoldedIndex`: there is an index on lower(column), so conditions must use lower().
 * `storedSpellings`: a column with few codes, whose case variants column_spellings stores under this name. Not for fields written by assembly.
 * `codes`: if the field contains an airline, the columns of its codes besides that of its name.
 * `meaning`: a column with meanings, and those of their kind (null = a text that nobody reads) and level.
 */
export type Column = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'instant' | 'day' | 'flag';
  readonly isBlankNull?: true;
  readonly hasFoldedIndex?: true;
  readonly storedSpellings?: string;
  readonly codes?: readonly string[];
  readonly meaning?: { readonly kind: string; readonly level: string };
};
export type ColumnsOf<E extends Entity> = { readonly [F in keyof E]: Column };
export type Columns = Readonly<Record<string, Column>>;

export const text = (name: string): Column => ({ name, type: 'text' });
export const number = (name: string): Column => ({ name, type: 'number' });
export const indexedText = (name: string): Column => ({ name, type: 'text', hasFoldedIndex: true });
export const fewCodes = (name: string, table: MessageTable['name']): Column => ({
  ...text(name),
  storedSpellings: `${table}.${name}`,
});
export const flag = (name: string): Column => ({ name, type: 'flag' });

const typeOf = (kind: KindName): Column['type'] => (kind === 'code' || kind === 'object' ? 'text' : kind);
const snakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A column for each field: its name in snake_case, its type by kind. `own` = columns that differ. */
export function sqlColumns<E extends Entity>(entity: E, own: { readonly [F in keyof E]?: Column }): ColumnsOf<E> {
  const columns = Object.entries(entity).map(([field, { name }]) => [
    field,
    own[field] ?? { name: snakeCase(field), type: typeOf(name) },
  ]);
  return Object.fromEntries(columns) as ColumnsOf<E>;
}

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
