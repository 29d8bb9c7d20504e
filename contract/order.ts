/**
 * How a list is sorted. One declaration, three readers, as for filters: the server makes SQL of it, the device sorts stored rows by it, headers send its flags.
 * Must not: hold words for the screen, SQL, or React.
 */
import { flagParam, type Param } from './params.ts';

/** What rows are compared by. Texts without ASCII letter case; a row without a value comes last, whichever the direction. */
export type SortBy = {
  /** The wire field. */
  readonly field: string;
  /** Where the field holds an object: the one of its fields that counts. */
  readonly part?: string;
  /** The more of what is asked, the less of the field: who is older was made earlier. */
  readonly isReversed?: true;
};
/** A way to sort that the call offers by its flags `<key>Asc` and `<key>Desc` (REF-04, C42). */
export type SortWay<K extends string = string> = SortBy & { readonly key: K };
export type ListOrder<K extends string = string> = {
  readonly ways: readonly SortWay<K>[];
  /** The order of rows that nobody sorted, and of those that are equal otherwise. The id decides last. */
  readonly usual: SortBy;
};
/** `key` = a way of the list's order, or a column that is sorted within its page. */
export type Sort = { readonly key: string; readonly isDescending: boolean };

export function sortWay<const K extends string>(key: K, by: Partial<SortBy> = {}): SortWay<K> {
  return { field: key, ...by, key };
}

type SortFlag<K extends string> = `${K}${'Asc' | 'Desc'}`;
/** The query parameters of an order, for an endpoint. */
export function sortParams<K extends string>(order: ListOrder<K>): { [F in SortFlag<K>]: Param<boolean> } {
  const flags = order.ways.flatMap(({ key }) => [`${key}Asc`, `${key}Desc`]);
  return Object.fromEntries(flags.map((flag) => [flag, flagParam])) as { [F in SortFlag<K>]: Param<boolean> };
}

/** The flag that asks for a sort, as it travels; nothing where the call has none for it. */
export function sortFlags(order: ListOrder | undefined, sort: Sort | null): Readonly<Record<string, string>> {
  if (!sort || !order?.ways.some(({ key }) => key === sort.key)) return {};
  return { [`${sort.key}${sort.isDescending ? 'Desc' : 'Asc'}`]: 'true' };
}
