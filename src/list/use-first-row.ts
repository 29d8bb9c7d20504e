/**
 * The row that the route names, above the others while nothing else was asked for (define-list.ts, `first`).
 * Must not: hold up the list. It comes when it comes.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowKey } from '../api/queries.ts';
import { currentEpoch } from '../session/session-store.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import type { ListState } from './list-state.ts';

export type FirstRowHandle = {
  /** null = none is named, it is not there, or this page is none on which it stands. */
  readonly row: AnyRow | null;
  /** What to say when there is none with that id. */
  readonly missing: string | null;
};

export function useFirstRow(list: ListDefinition, id: string, state: ListState): FirstRowHandle {
  const { first } = list;
  const isNamed = first !== undefined && id !== '';
  const { data } = useQuery({
    queryKey: ['first-row', list.name, currentEpoch(), id],
    queryFn: async () => (await first?.read(id)) ?? null,
    enabled: isNamed,
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
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

/** The others keep their order; it stands once. */
export function withFirst(rows: readonly AnyRow[], first: AnyRow | null): readonly AnyRow[] {
  if (!first) return rows;
  const key = rowKey(first);
  return [first, ...rows.filter((row) => rowKey(row) !== key)];
}
