/** Row density, layout and usual view of all lists of a user. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onEntry, readEntry, writeEntry } from '../../session/personal-entries.ts';

/** Answers to the question on a user's first list (ReadingQuestion.tsx). */
const readings = ['table', 'read', 'lines'] as const;
export type Reading = (typeof readings)[number];

export type ListLook = {
  readonly density: 'dense' | 'comfortable';
  /** From 768 to 960 px. Below are cards, above is a table. */
  readonly tabletRows: 'cards' | 'table';
  /** View of lists that have it, until the user chooses another one there. null = not answered. */
  readonly reading: Reading | null;
};
const usualLook: ListLook = { density: 'dense', tabletRows: 'cards', reading: null };

/** Any value as display options. Invalid parts become defaults. */
export function readLook(stored: unknown): ListLook {
  const { density, tabletRows, reading } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof ListLook, unknown>
  >;
  return {
    density: density === 'comfortable' ? density : usualLook.density,
    tabletRows: tabletRows === 'table' ? tabletRows : usualLook.tabletRows,
    reading: readings.find((one) => one === reading) ?? usualLook.reading,
  };
}

export function loadLook(userId: string): ListLook {
  try {
    return readLook(JSON.parse(readEntry({ kind: 'list-look', userId }) ?? 'null'));
  } catch {
    return usualLook;
  }
}

export function useListLook(userId: string): readonly [ListLook, (part: Partial<ListLook>) => void] {
  const [look, setLook] = useState(() => loadLook(userId));
  useEffect(
    () => onEntry(({ kind }, fromAccount) => fromAccount && kind === 'list-look' && setLook(loadLook(userId))),
    [userId],
  );
  // Attribute used by tokens.css.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = look.density;
  }, [look.density]);
  // Two changes by one click build on each other.
  const latest = useRef(look);
  latest.current = look;
  const change = useCallback(
    (part: Partial<ListLook>) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setLook(next);
      writeEntry({ kind: 'list-look', userId }, JSON.stringify(next));
    },
    [userId],
  );
  return [look, change];
}
