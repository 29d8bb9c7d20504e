/**
 * How a person likes lists to look, on this device and in all lists: density of rows, and cards or a table on a tablet.
 * Must not: trust what it reads, or fail where storage is full, shut or absent.
 */
import { useCallback, useLayoutEffect, useState } from 'react';

export type ListLook = {
  readonly density: 'dense' | 'comfortable';
  /** From 768 to 960 px; below there are cards, above there is a table. */
  readonly tabletRows: 'cards' | 'table';
};
const usualLook: ListLook = { density: 'dense', tabletRows: 'cards' };
const storageKey = (userId: string): string => `list-look:${userId}`;

/** Any value as a look; what does not fit is as usual. */
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
    return readLook(JSON.parse(localStorage.getItem(storageKey(userId)) ?? 'null'));
  } catch {
    return usualLook;
  }
}

export function useListLook(userId: string): readonly [ListLook, (part: Partial<ListLook>) => void] {
  const [look, setLook] = useState(() => load(userId));
  // Where tokens.css looks for it.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = look.density;
  }, [look.density]);
  const change = useCallback(
    (part: Partial<ListLook>) => {
      const next = { ...look, ...part };
      setLook(next);
      try {
        localStorage.setItem(storageKey(userId), JSON.stringify(next));
      } catch {
        // The choice then lasts as long as the page.
      }
    },
    [look, userId],
  );
  return [look, change];
}
