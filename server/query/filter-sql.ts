/** SQL conditions of filters. The device applies the same rules to stored rows. Values are parameters, never SQL text. */
import { type Filter, type FilterParam, foldCase } from '../../contract/filters.ts';
import { receiverNames, type StationNames, stationNames } from '../../contract/station-names.ts';
import type { Column, Columns } from './columns.ts';
import type { SpellingsOf } from './spellings.ts';

/** Collects the values of a statement and numbers them `$n`. */
export class Values {
  readonly list: unknown[];
  constructor(list: readonly unknown[] = []) {
    this.list = [...list];
  }
  /** The same values, for a statement that adds its own. */
  copy(): Values {
    return new Values(this.list);
  }
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

const sqlType = {
  text: 'text',
  number: 'float8',
  instant: 'timestamptz',
  day: 'date',
  flag: 'boolean',
  kind: 'text[]',
  element: 'jsonb',
  chapter: 'jsonb',
  decoded: 'text[]',
} as const;

/**
 * Conditions of the requested filters, to be joined by `and`. Empty without filters. `query` contains values as parsed by the contract
 * (instants as epoch ms). Absent = no filter. Throws for a filter on a field without a column, which is
 * our error. `stations` = those that the query names (station-names.ts).
 */
export function filterSql(
  filters: readonly Filter[],
  columns: Columns,
  query: Readonly<Record<string, unknown>>,
  values: Values,
  spellingsOf: SpellingsOf = () => null,
  stations: readonly StationNames[] = [],
): string[] {
  const conditions: string[] = [];
  for (const filter of filters) {
    const column = Object.hasOwn(columns, filter.field) ? columns[filter.field] : undefined;
    if (!column) throw new Error(`no column for the field ${filter.field}`);
    for (const param of filter.params) {
      const value = Object.hasOwn(query, param.name) ? query[param.name] : undefined;
      if (value === undefined) continue;
      const condition = conditionSql(column, param, value, values, { spellingsOf, stations });
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
  known: { readonly spellingsOf: SpellingsOf; readonly stations: readonly StationNames[] },
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
      if (param.value === 'text') return isTextSql(column, String(value), values, known.spellingsOf);
      // `= false` becomes `not`, from which the planner does not derive that nulls are excluded: a partial index needs the condition.
      return `${column.name} = ${typed(param, value, values)}${param.value === 'flag' ? ` and ${present(column)}` : ''}`;
    case 'receiver':
      return isOneNameSql(column, String(value), receiverNames(String(value), known.stations), values);
    case 'station':
      return isOneNameSql(column, String(value), stationNames(String(value), known.stations), values);
    case 'kind':
      return `${column.meaning?.kind} = any(${values.add(value, 'text[]')})`;
    case 'decoded':
      return `${column.meaning?.level} = any(${values.add(value === 'yes' ? ['partial', 'full'] : [value], 'text[]')})`;
    case 'element':
      return containsJsonSql(column, { facts: { cpdlc: { elements: [{ code: value }] } } }, values);
    case 'chapter':
      return `(${(value as readonly string[]).map((chapter) => containsJsonSql(column, { facts: { faults: [{ chapter }] } }, values)).join(' or ')})`;
    case 'among':
      return `${column.name} = any(${values.add(value, 'text[]')})`;
    case 'min':
      return `${column.name} >= ${typed(param, value, values)}`;
    case 'max':
      return `${column.name} <= ${typed(param, value, values)}`;
  }
}

const containsJsonSql = (column: Column, part: object, values: Values): string =>
  `${column.name} @> ${values.add(JSON.stringify(part), 'jsonb')}`;

const present = (column: Column): string =>
  column.isBlankNull ? `${column.name} <> ''` : `${column.name} is not null`;

function typed(param: FilterParam, value: unknown, values: Values): string {
  const sent = param.value === 'instant' ? new Date(value as number).toISOString() : value;
  return values.add(sent, sqlType[param.value]);
}

/** Longer texts have too many case variants (two per letter). */
const maxSpelledLetters = 6;

/**
 * Compares a text without case. lower() of collation "C" folds like foldCase(). Without an index on it, a text is compared with its
 * known case variants (where stored), and a short code with all possible ones: several times cheaper per row, and the planner
 * knows their frequency. Every variant of a longer one is between those in upper and lower case, which an index can test. The
 * remaining rows mostly equal the typed text, or have another length.
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
    (column.storedSpellings ? spellingsOf(column.storedSpellings, value) : null) ??
    (countLetters(value) <= maxSpelledLetters ? everySpelling(value) : null);
  if (spelled) return isOneOf(name, spelled, values);
  const capitals = value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const isOtherSpelling = `octet_length(${name}) = ${values.add(Buffer.byteLength(value), 'int')} and lower(${name}) = ${text(folded)} collate "C"`;
  return `${name} between ${text(capitals)} and ${text(folded)} and (${name} = ${text(value)} or ${isOtherSpelling})`;
}

function isOneOf(name: string, texts: readonly string[], values: Values): string {
  const [first, ...others] = texts;
  if (first === undefined) return 'false';
  // An index is faster with one value than with a list of one.
  return others.length === 0
    ? `${name} = ${values.add(first, 'text')}`
    : `${name} = any(${values.add(texts, 'text[]')})`;
}

/** `names` = all names that the typed one matches, including itself. The index on lower(...) supports several names. */
function isOneNameSql(column: Column, typed: string, names: readonly string[], values: Values): string {
  if (names.length < 2) return isTextSql(column, typed, values);
  const all = column.isBlankNull ? names.filter((name) => name !== '') : names;
  return `lower(${column.name}) = any(${values.add(all, 'text[]')})`;
}

const countLetters = (text: string): number => text.match(/[A-Za-z]/g)?.length ?? 0;

/** All case variants of ASCII letters: 'A1b' is a1b, a1B, A1b, A1B. */
function everySpelling(text: string): string[] {
  let beginnings = [''];
  for (const letter of foldCase(text)) {
    const ways = /[a-z]/.test(letter) ? [letter, letter.toUpperCase()] : [letter];
    beginnings = beginnings.flatMap((beginning) => ways.map((way) => beginning + way));
  }
  return beginnings;
}

/** Part of the name, or a whole code. */
function namesSql(column: Column, value: string, values: Values): string {
  const part = containsSql(column, value, values);
  const whole = values.add(foldCase(value), 'text');
  const codes = (column.codes ?? []).map((code) => `lower(${code}) = ${whole} collate "C"`);
  return `(${[part, ...codes].join(' or ')})`;
}

/** C43: the code, or the name in the table of countries. */
function countrySql(column: Column, value: string, values: Values): string {
  const requested = `${values.add(foldCase(value), 'text')} collate "C"`;
  return `(lower(${column.name}) = ${requested} or ${column.name} in (select code from countries where lower(country_name) = ${requested}))`;
}

function containsSql(column: Column, value: string, values: Values): string {
  if (value === '') return present(column);
  const pattern = `%${foldCase(value).replace(/[\\%_]/g, '\\$&')}%`;
  const condition = `lower(${column.name}) like ${values.add(pattern, 'text')} collate "C" escape '\\'`;
  return column.isBlankNull ? `(${column.name} <> '' and ${condition})` : condition;
}
