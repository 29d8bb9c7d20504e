/** Row density and layout of all lists of a user. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { onEntry, readEntry, writeEntry } from '../../session/personal-entries.ts';

export type ListLook = {
  readonly density: 'dense' | 'comfortable';
  /** From 768 to 960 px. Below are cards, above is a table. */
  readonly tabletRows: 'cards' | 'table';
};
const usualLook: ListLook = { density: 'dense', tabletRows: 'cards' };

/** Any value as display options. Invalid parts become defaults. */
export function readLook(stored: unknown): ListLook {
  const { density, tabletRows } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof ListLook, unknown>
  >;
  return {
    density: density === 'comfortable' ? density : usualLook.density,
    tabletRows: tabletRows === 'table' ? tabletRows : usualLook.tabletRows,
  };
}

function load(userId: string): ListLook {
  try {
    return readLook(JSON.parse(readEntry({ kind: 'list-look', userId }) ?? 'null'));
  } catch {
    return usualLook;
  }
}

export function useListLook(userId: string): readonly [ListLook, (part: Partial<ListLook>) => void] {
  const [look, setLook] = useState(() => load(userId));
  useEffect(
    () => onEntry(({ kind }, fromAccount) => fromAccount && kind === 'list-look' && setLook(load(userId))),
    [userId],
  );
  // Attribute used by tokens.css.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = look.density;
  }, [look.density]);
  const change = useCallback(
    (part: Partial<ListLook>) => {
      const next = { ...look, ...part };
      setLook(next);
      writeEntry({ kind: 'list-look', userId }, JSON.stringify(next));
    },
    [look, userId],
  );
  return [look, change];
}
