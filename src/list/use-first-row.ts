/** Row named by the route, shown first (`first` in define-list.ts). The list does not wait for it. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowKey } from '../api/list-resource.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import type { ListState } from './list-state.ts';

type FirstRowHandle = {
  /** null = none named, not found, or not on this page. */
  readonly row: AnyRow | null;
  /** Text if no row has that id. */
  readonly missing: string | null;
};

export function useFirstRow(list: ListDefinition, id: string, state: ListState): FirstRowHandle {
  const { first } = list;
  const isNamed = first !== undefined && id !== '';
  const { data } = useQuery({
    queryKey: ['first-row', list.name, id],
    queryFn: async () => (await first?.read(id)) ?? null,
    enabled: isNamed,
  });
  const isHere = isNamed && state.page === 0 && !state.isSearched;
  return useMemo(
    () => ({
      row: isHere && data !== 'unknown' ? (data ?? null) : null,
      missing: isHere && data === null ? (first?.missing(id) ?? null) : null,
    }),
    [isHere, data, first, id],
  );
}

/** The others keep their order. It appears once. */
export function withFirst(rows: readonly AnyRow[], first: AnyRow | null): readonly AnyRow[] {
  if (!first) return rows;
  const key = rowKey(first);
  return [first, ...rows.filter((row) => rowKey(row) !== key)];
}
