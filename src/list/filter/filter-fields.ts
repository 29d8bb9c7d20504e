/** Texts of filters: chips and groups of the panel. */
import type { Filter } from '../../../contract/filters.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { OptionSource } from '../../data/options.ts';
import { dayText } from '../../lib/time.ts';
import { betweenLabels, filterStem, type ListDefinition } from '../define-list.ts';
import { type FilterTexts, filterParamsOf } from '../state/filter-text.ts';

/** A line of the panel. A date filter has two. `names` = parameters of its value, `exists` = those of its 'Exist?' (C35). */
export type FilterField = {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly unit: string | null;
  /** '' = its name is enough. */
  readonly meaning: string;
  /** Suggestions. */
  readonly values: readonly string[];
  /** Words of values. */
  readonly named: Readonly<Record<string, string>>;
  readonly typeAhead: readonly OptionSource[] | null;
  readonly hasMinimum: boolean;
  readonly filter: Filter;
  readonly names: readonly string[];
  readonly exists: readonly string[];
};
export const paramNamesOf = (field: FilterField): readonly string[] => [...field.names, ...field.exists];
export const isFieldSet = (field: FilterField, texts: FilterTexts): boolean =>
  paramNamesOf(field).some((name) => (texts[name] ?? '').trim() !== '');

/** Every line of the panel, in the list's order. */
export function filterFields(list: ListDefinition): readonly FilterField[] {
  const byStem = new Map(list.endpoint.list.filters.map((filter) => [filterStem(filter), filter]));
  return Object.entries(list.filters).flatMap(([stem, words]) => {
    const filter = byStem.get(stem);
    if (!filter) return [];
    const {
      label,
      group,
      unit = null,
      meaning = '',
      values = [],
      named = {},
      typeAhead = null,
      hasMinimum = true,
    } = words;
    const shared = { group, meaning, values, named, typeAhead, hasMinimum, filter };
    const paramsOf = (isExists: boolean): string[] =>
      filter.params.filter((param) => (param.op === 'exists') === isExists).map((param) => param.name);
    const [names, exists] = [paramsOf(false), paramsOf(true)];
    if (filter.way !== 'between') return [{ ...shared, id: stem, label, unit, names, exists }];
    return names.map((name, at) => ({
      ...shared,
      id: name,
      label: betweenLabels[at] ?? label,
      unit: 'UTC',
      names: [name],
      exists: [],
    }));
  });
}

/** Searches fields: each word occurs in a text of the field. No words = all fields. */
export function fieldsWith(fields: readonly FilterField[], words: string): readonly FilterField[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  return fields.filter((field) => {
    const text = [field.label, field.group, field.meaning, ...paramNamesOf(field)].join('\n').toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}

/** `30000 to 41000 ft`, `−30 dB or more`, `N163US`, `exists`. Blank ends are omitted. '' if all are blank. */
export function filterText(field: FilterField, texts: FilterTexts): string {
  const isExisting = field.exists.some((name) => texts[name] === 'true');
  return [valueText(field, texts), isExisting ? 'exists' : ''].filter((part) => part !== '').join(', ');
}

function valueText(field: FilterField, texts: FilterTexts): string {
  const unit = field.unit && field.unit !== 'UTC' ? ` ${field.unit}` : '';
  const [low = '', high = ''] = field.names.map((name) => (texts[name] ?? '').replace(/^-/, '−'));
  if (field.filter.way === 'between') {
    const text = texts[field.names[0] ?? ''] ?? '';
    return parseInstant(text) === null ? text : `${text.replace('T', ' ')}Z`;
  }
  if (field.filter.way === 'days')
    return daysText(texts[field.names[0] ?? ''] ?? '', texts[field.names[1] ?? ''] ?? '');
  if (field.filter.way !== 'range') return wordsOfValues(texts[field.names[0] ?? ''] ?? '', field.named);
  if (low !== '' && high !== '') return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
  if (low !== '') return `${low}${unit} or more`;
  return high === '' ? '' : `${high}${unit} or less`;
}

function wordsOfValues(text: string, named: FilterField['named']): string {
  if (Object.keys(named).length === 0) return text;
  return text
    .split(',')
    .map((value) => named[value] ?? value)
    .join(', ');
}

/** `7 Mar 2004 to 1 Jan 2010`, `7 Mar 2004 or later`. */
function daysText(from: string, to: string): string {
  if (from !== '' && to !== '') return from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`;
  if (from !== '') return `${dayText(from)} or later`;
  return to === '' ? '' : `${dayText(to)} or earlier`;
}

export type Chip = { readonly field: FilterField; readonly text: string };
export function chipsOf(list: ListDefinition, texts: FilterTexts): readonly Chip[] {
  return filterFields(list)
    .map((field) => ({ field, text: filterText(field, texts) }))
    .filter((chip) => chip.text !== '');
}

/** Labels of parameters, for invalid filters of an address. */
export function namesInWords(list: ListDefinition, names: readonly string[]): string {
  const labels = names.map((name) => {
    const stem = filterParamsOf(list).get(name)?.stem ?? name;
    const column = list.columns.find(({ key }) => key === name);
    return list.filters[stem]?.label ?? column?.header ?? (name.length > 40 ? `${name.slice(0, 40)}…` : name);
  });
  return [...new Set(labels)].join(', ');
}
