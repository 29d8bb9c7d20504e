/** Parses and validates the text of a filter. Pure. */
import { type Filter, type FilterParam, paramOf } from '../../../contract/filters.ts';
import { BadValue, parseInstant } from '../../../contract/params.ts';
import { filterStem, type ListDefinition } from '../define-list.ts';

/** Wire parameter -> text. */
export type FilterTexts = Readonly<Record<string, string>>;

type FilterOfParam = { readonly filter: Filter; readonly param: FilterParam; readonly stem: string };
/** Every filter parameter of the list, in panel order. */
export function filterParamsOf(list: ListDefinition): ReadonlyMap<string, FilterOfParam> {
  const known = paramsByList.get(list);
  if (known) return known;
  const byStem = new Map(list.endpoint.list.filters.map((filter) => [filterStem(filter), filter]));
  const found = new Map<string, FilterOfParam>();
  for (const stem of Object.keys(list.filters)) {
    const filter = byStem.get(stem);
    for (const param of filter?.params ?? []) if (filter) found.set(param.name, { filter, param, stem });
  }
  paramsByList.set(list, found);
  return found;
}
const paramsByList = new WeakMap<ListDefinition, ReadonlyMap<string, FilterOfParam>>();

type TextProblem = { readonly kind: 'incomplete-date' | 'negative' | 'wrong'; readonly sentence: string };

/** Error of a typed text. null = valid. Blank = no filter. */
export function textProblem(list: ListDefinition, name: string, text: string): TextProblem | null {
  const entry = filterParamsOf(list).get(name);
  if (!entry || text.trim() === '') return null;
  if (entry.param.value === 'instant' && parseInstant(text) === null)
    return { kind: 'incomplete-date', sentence: list.messages.incompleteDate };
  try {
    const value = paramOf(entry.param.value).read(text);
    if (typeof value === 'number' && value < 0 && entry.param.value === 'number' && !entry.filter.signed)
      return { kind: 'negative', sentence: 'Enter 0 or more.' };
  } catch (problem) {
    if (problem instanceof BadValue) return { kind: 'wrong', sentence: problem.message };
    throw problem;
  }
  return null;
}

/** Wire format of a typed text: dates in filter form (C26), codes and numbers trimmed, free text unchanged. '' = no filter. */
export function wireText(list: ListDefinition, name: string, text: string): string {
  const entry = filterParamsOf(list).get(name);
  const trimmed = text.trim();
  if (!entry || trimmed === '') return '';
  if (entry.param.value === 'instant') {
    const plain = trimmed.replace(/Z$/, '').replace(/\.\d+$/, '');
    return plain.length > 16 ? plain.replace('T', ' ') : plain.replace(' ', 'T');
  }
  return entry.param.op === 'contains' ? text : trimmed;
}
