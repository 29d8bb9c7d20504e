/** Columns and filter labels of a list, from the fields that the contract declares. */
import type { Fields, Group } from '../../contract/fields.ts';
import type { Filter } from '../../contract/filters.ts';
import { type FilterLabel, type FilterStem, filterStem, type ListColumn } from './define-list.ts';

type Name<F extends Fields> = Extract<keyof F, string>;

/** In the order of the fields. `own` = what only this list shows of a field. */
export function columnsOf<F extends Fields, const W extends Name<F> = never>(
  fields: F,
  without: readonly W[] = [],
  own: { readonly [N in Name<F>]?: Partial<ListColumn> } = {},
): readonly ListColumn<Exclude<Name<F>, W>>[] {
  return Object.entries(fields)
    .filter(([key]) => !without.some((name) => name === key))
    .map(([key, { kind: _, filter: __, label = '', ...shown }]) => ({
      key,
      header: label,
      ...shown,
      ...own[key as Name<F>],
    })) as unknown as readonly ListColumn<Exclude<Name<F>, W>>[];
}

/** Each filter in the group of the field that it reads. `own` = where its label differs from that of the field. */
export function labelsOf<F extends Fields, L extends readonly Filter[]>(
  fields: F,
  groups: readonly Group<Name<F>>[],
  filters: L,
  own: { readonly [S in FilterStem<L>]?: Partial<FilterLabel> } = {},
): { readonly [S in FilterStem<L>]: FilterLabel } {
  const labels: Record<string, FilterLabel> = {};
  for (const { name: group, fields: names } of groups)
    for (const name of names)
      for (const filter of filters.filter((one) => one.field === name)) {
        const { label = name, unit, meaning } = fields[name] ?? {};
        const stem = filterStem(filter) as FilterStem<L>;
        labels[stem] = { label, group, unit, meaning, ...own[stem] };
      }
  return labels as { [S in FilterStem<L>]: FilterLabel };
}
