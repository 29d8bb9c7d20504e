/** Properties of a database column. */
import type { Entity, KindName } from '../../contract/kinds.ts';
import type { MessageTable } from './message-tables.ts';

/**
 * `isBlankNull`: the column is not null, '' represents a missing value.
 * `hasFoldedIndex`: there is an index on lower(column), so conditions must use lower().
 * `storedSpellings`: a column with few codes, whose case variants column_spellings stores under this name. Not for fields written by assembly.
 * `codes`: if the field contains an airline, the columns of its codes besides that of its name.
 */
export type Column = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'instant' | 'day' | 'flag';
  readonly isBlankNull?: true;
  readonly hasFoldedIndex?: true;
  readonly storedSpellings?: string;
  readonly codes?: readonly string[];
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
