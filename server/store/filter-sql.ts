/**
 * Filters of the contract to SQL conditions, for every list alike; the app's row test says the same of a stored row.
 * Must not: put a value into the SQL text (values travel as parameters), or know any table.
 */
import { type Filter, type FilterParam, foldCase } from '../../contract/filters.ts';
import type { Column, Columns } from './columns.ts';
import type { SpellingsOf } from './spellings.ts';

/** Collects the values of one statement and gives each its `$n`. */
export class Values {
  readonly list: unknown[];
  constructor(list: readonly unknown[] = []) {
    this.list = [...list];
  }
  /** The same values, to which another statement adds its own. */
  copy(): Values {
    return new Values(this.list);
  }
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

const sqlType = { text: 'text', number: 'float8', instant: 'timestamptz', day: 'date', flag: 'boolean' } as const;

/**
 * The conditions of the filters that were asked, to be joined by `and`; none asked = none. `query` holds values as the contract's
 * parameters read them (instants as epoch ms); an absent one is not asked. Throws when a filter looks at a field without a column:
 * that is a fault of ours.
 */
export function filterSql(
  filters: readonly Filter[],
  columns: Columns,
  query: Readonly<Record<string, unknown>>,
  values: Values,
  spellingsOf: SpellingsOf = () => null,
): string[] {
  const conditions: string[] = [];
  for (const filter of filters) {
    const column = Object.hasOwn(columns, filter.field) ? columns[filter.field] : undefined;
    if (!column) throw new Error(`no column for the field ${filter.field}`);
    for (const param of filter.params) {
      const value = Object.hasOwn(query, param.name) ? query[param.name] : undefined;
      if (value === undefined) continue;
      const condition = conditionSql(column, param, value, values, spellingsOf);
      if (condition) conditions.push(condition);
    }
  }
  return conditions;
}

function conditionSql(
  column: Column,
  param: FilterParam,
  value: unknown,
  values: Values,
  spellingsOf: SpellingsOf,
): string | null {
  switch (param.op) {
    case 'exists':
      return value === true ? present(column) : null; // 'false' = the toggle is off (C35)
    case 'contains':
      return containsSql(column, String(value), values);
    case 'names':
      return namesSql(column, String(value), values);
    case 'country':
      return countrySql(column, String(value), values);
    case 'equals':
      if (param.value === 'text') return isTextSql(column, String(value), values, spellingsOf);
      // `= false` becomes `not`, of which the planner does not know that it leaves out what was not said: a partial index needs to hear it.
      return `${column.name} = ${typed(param, value, values)}${param.value === 'flag' ? ` and ${present(column)}` : ''}`;
    case 'min':
      return `${column.name} >= ${typed(param, value, values)}`;
    case 'max':
      return `${column.name} <= ${typed(param, value, values)}`;
  }
}

const present = (column: Column): string =>
  column.isBlankNull ? `${column.name} <> ''` : `${column.name} is not null`;

function typed(param: FilterParam, value: unknown, values: Values): string {
  const sent = param.value === 'instant' ? new Date(value as number).toISOString() : value;
  return values.add(sent, sqlType[param.value]);
}

/** More letters than this have too many spellings (two for each letter). */
const maxSpelledLetters = 6;

/**
 * A text whatever its letter case. lower() of collation "C" folds what foldCase() folds. Where no index stands on it, a text is compared with the spellings of it that occur (where
 * they are kept), and a short code with all that it could have: several times cheaper for each row, and the planner knows how frequent they are.
 * Every spelling of a longer one lies between those of capital and of small letters, which an index can tell; what is left is mostly written as it
 * was typed, or has another length.
 */
export function isTextSql(
  column: Column,
  value: string,
  values: Values,
  spellingsOf: SpellingsOf = () => null,
): string {
  if (column.isBlankNull && value === '') return 'false';
  const { name } = column;
  const text = (one: string): string => values.add(one, 'text');
  const folded = foldCase(value);
  if (column.hasFoldedIndex) return `lower(${name}) = ${text(folded)} collate "C"`;
  const spelled =
    (column.keptSpellings ? spellingsOf(column.keptSpellings, value) : null) ??
    (countLetters(value) <= maxSpelledLetters ? everySpelling(value) : null);
  if (spelled) return isOneOf(name, spelled, values);
  const capitals = value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const isOtherSpelling = `octet_length(${name}) = ${values.add(Buffer.byteLength(value), 'int')} and lower(${name}) = ${text(folded)} collate "C"`;
  return `${name} between ${text(capitals)} and ${text(folded)} and (${name} = ${text(value)} or ${isOtherSpelling})`;
}

function isOneOf(name: string, texts: readonly string[], values: Values): string {
  const [first, ...others] = texts;
  if (first === undefined) return 'false';
  // An index is read faster with one value than with a list of one.
  return others.length === 0
    ? `${name} = ${values.add(first, 'text')}`
    : `${name} = any(${values.add(texts, 'text[]')})`;
}

const countLetters = (text: string): number => text.match(/[A-Za-z]/g)?.length ?? 0;

/** Every way to write a text in small and capital ASCII letters: 'A1b' is a1b, a1B, A1b, A1B. */
function everySpelling(text: string): string[] {
  let beginnings = [''];
  for (const letter of foldCase(text)) {
    const ways = /[a-z]/.test(letter) ? [letter, letter.toUpperCase()] : [letter];
    beginnings = beginnings.flatMap((beginning) => ways.map((way) => beginning + way));
  }
  return beginnings;
}

/** Part of the name, or one of its codes whole. */
function namesSql(column: Column, value: string, values: Values): string {
  const part = containsSql(column, value, values);
  const whole = values.add(foldCase(value), 'text');
  const codes = (column.codes ?? []).map((code) => `lower(${code}) = ${whole} collate "C"`);
  return `(${[part, ...codes].join(' or ')})`;
}

/** C43: the code, or the name as the table of countries has it. */
function countrySql(column: Column, value: string, values: Values): string {
  const asked = `${values.add(foldCase(value), 'text')} collate "C"`;
  return `(lower(${column.name}) = ${asked} or ${column.name} in (select code from countries where lower(country_name) = ${asked}))`;
}

function containsSql(column: Column, value: string, values: Values): string {
  if (value === '') return present(column);
  const pattern = `%${foldCase(value).replace(/[\\%_]/g, '\\$&')}%`;
  const condition = `lower(${column.name}) like ${values.add(pattern, 'text')} collate "C" escape '\\'`;
  return column.isBlankNull ? `(${column.name} <> '' and ${condition})` : condition;
}
