/**
 * RESP-01 to 03: how many columns a table shows at which width, where a list says so, and which those are.
 * Must not: know elements.
 */
import { upTo, type WidthClass } from '../lib/breakpoints.ts';
import type { ListDefinition } from './define-list.ts';
import { useMedia } from './use-media.ts';

/** RESP-02. None: rows are cards (C44). */
const columnsAt: Readonly<Record<WidthClass, number>> = { xs: 0, sm: 2, md: 4, lg: 6, xl: 8 };

function useWidthClass(): WidthClass {
  const [isXs, isSm, isMd, isLg] = [
    useMedia(upTo('xs')),
    useMedia(upTo('sm')),
    useMedia(upTo('md')),
    useMedia(upTo('lg')),
  ];
  return isXs ? 'xs' : isSm ? 'sm' : isMd ? 'md' : isLg ? 'lg' : 'xl';
}

/** The most columns that the list's table has at the width of the window; null = as many as are chosen. */
export function useMostColumns(list: ListDefinition): number | null {
  const most = columnsAt[useWidthClass()];
  return list.hasFewColumns ? most : null;
}

/** Columns that were not hidden by the person, yet have no place in the table. They stand in the open row. */
export function columnsWithoutPlace(
  list: ListDefinition,
  hidden: readonly string[],
  mostColumns: number | null,
): readonly string[] {
  if (mostColumns === null) return [];
  const chosen = list.columns.map(({ key }) => key).filter((key) => !hidden.includes(key));
  return chosen.slice(mostColumns);
}
