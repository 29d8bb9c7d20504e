/** Fields of a list, each declared once: how it travels, what it is called, how it is filtered. Entity, filters, columns and labels follow. */
import type { Filter } from './filters.ts';
import type { Kind } from './kinds.ts';

export type Field = {
  readonly kind: Kind<unknown>;
  /** Header of the column and label of the filter; a field that is not shown has none. */
  readonly label?: string;
  readonly unit?: string;
  /** The field of the row that names the unit of this value, where it differs from row to row. */
  readonly unitField?: string;
  /** Explains the field where its label does not. */
  readonly meaning?: string;
  /** Digits after the point. */
  readonly decimals?: number;
  /** Free text is shown in a fixed width unless stated, no other kind is. */
  readonly isMono?: boolean;
  /** A `Filter`; written so that its parameters keep their names. */
  readonly filter?: Pick<Filter, 'field' | 'way'>;
};
export type Fields = Readonly<Record<string, Field>>;
/** The fields of a filter panel or of an expanded row that belong together. */
export type Group<N extends string = string> = { readonly name: string; readonly fields: readonly N[] };

/** In the order of wire, columns and filters. Each filter reads the field that declares it. */
export const fields = <const F extends Fields>(
  declared: F & { readonly [N in keyof F]: { readonly filter?: { readonly field: N } } },
): F => declared;

type EntityOf<F extends Fields> = { readonly [N in keyof F]: F[N]['kind'] };
export const entityOf = <F extends Fields>(declared: F): EntityOf<F> =>
  Object.fromEntries(Object.entries(declared).map(([name, { kind }]) => [name, kind])) as EntityOf<F>;

/** Of each of the names: fields without a filter have none. */
type FilterOf<F extends Fields, N extends keyof F> = N extends keyof F
  ? F[N] extends { readonly filter: infer One extends Filter }
    ? One
    : never
  : never;
const filtersWhere = (declared: Fields, isWanted: (name: string) => boolean): readonly Filter[] =>
  Object.entries(declared).flatMap(([name, { filter }]) => (filter && isWanted(name) ? [filter as Filter] : []));

export const filtersOf = <const F extends Fields, const N extends keyof F = never>(
  declared: F,
  without: readonly N[] = [],
): readonly FilterOf<F, Exclude<keyof F, N>>[] =>
  filtersWhere(declared, (name) => !without.includes(name as N & string)) as readonly FilterOf<
    F,
    Exclude<keyof F, N>
  >[];

/** The filters of these fields alone. */
export const filtersOn = <const F extends Fields, const N extends keyof F>(
  declared: F,
  names: readonly N[],
): readonly FilterOf<F, N>[] =>
  filtersWhere(declared, (name) => names.includes(name as N & string)) as readonly FilterOf<F, N>[];
