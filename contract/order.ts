/** Sort order of a list. Read by the server (SQL), the device (stored rows) and the table header (flags). */
import { flagParam, type Param } from './params.ts';

/** Sort value. Texts without ASCII case. Missing values are last in both directions. */
export type SortBy = {
  /** The wire field. */
  readonly field: string;
  /** The relevant field, if the value is an object. */
  readonly part?: string;
  /** Inverted: a higher age is an earlier date. */
  readonly isReversed?: true;
};
/** A sort offered by the call with the flags `<key>Asc` and `<key>Desc` (REF-04, C42). */
type SortDirection<K extends string = string> = SortBy & { readonly key: K };
export type ListOrder<K extends string = string> = {
  readonly ways: readonly SortDirection<K>[];
  /** Default order, also among equal rows. The id decides last. */
  readonly usual: SortBy;
};
/** `key` = a sort of the call, or a column sorted within its page. */
export type Sort = { readonly key: string; readonly isDescending: boolean };

export function sortWay<const K extends string>(key: K, by: Partial<SortBy> = {}): SortDirection<K> {
  return { field: key, ...by, key };
}

type SortFlag<K extends string> = `${K}${'Asc' | 'Desc'}`;
/** Query parameters of an order. */
export function sortParams<K extends string>(order: ListOrder<K>): { [F in SortFlag<K>]: Param<boolean> } {
  const flags = order.ways.flatMap(({ key }) => [`${key}Asc`, `${key}Desc`]);
  return Object.fromEntries(flags.map((flag) => [flag, flagParam])) as { [F in SortFlag<K>]: Param<boolean> };
}

/** Flag of a sort on the wire. Empty if the call has none. */
export function sortFlags(order: ListOrder | undefined, sort: Sort | null): Readonly<Record<string, string>> {
  if (!sort || !order?.ways.some(({ key }) => key === sort.key)) return {};
  return { [`${sort.key}${sort.isDescending ? 'Desc' : 'Asc'}`]: 'true' };
}
