/** Number of columns by width and which those are (RESP-01 to RESP-03). */
import { upTo, type WidthClass } from '../../lib/breakpoints.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { ListDefinition } from '../define-list.ts';

/** RESP-02. 0: rows are cards (C44). */
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

/** Maximum number of columns for the width of the window. null = all selected. */
export function useMaxColumns(list: ListDefinition): number | null {
  const max = columnsAt[useWidthClass()];
  return list.hasFewColumns ? max : null;
}

/** Columns that are visible by choice but have no space. They are shown in the expanded row. */
export function columnsWithoutPlace(
  list: ListDefinition,
  hidden: readonly string[],
  maxColumns: number | null,
): readonly string[] {
  if (maxColumns === null) return [];
  const chosen = list.columns.map(({ key }) => key).filter((key) => !hidden.includes(key));
  return chosen.slice(maxColumns);
}
