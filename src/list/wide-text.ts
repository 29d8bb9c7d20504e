/** Width of the text column that takes the free width. Pure. */

import { kindOf } from './cells.ts';
import { clampWidth } from './column-widths.ts';
import { columnWidth, type ListColumn, type ListDefinition } from './define-list.ts';
import { type PlacedColumn, type Widths, widthOf } from './table-layout.ts';

/** The column of received text in a list with views. null = the list has none: a report of a frame is a code. */
export const textColumn = (list: ListDefinition): ListColumn | null =>
  (list.views && list.columns.find(({ key }) => key === list.card.text && kindOf(list, key) === 'text')) ?? null;

/** What the other columns leave of the view, at least half of it: many columns leave nothing. */
export function wideTextWidth(
  text: ListColumn,
  visible: readonly PlacedColumn[],
  widths: Widths,
  viewWidth: number,
): number {
  const others = visible.filter(({ column }) => column.key !== text.key);
  const taken = others.reduce((sum, { column }) => sum + widthOf(column, widths), 0);
  return clampWidth(Math.max(columnWidth.usual, viewWidth - taken, viewWidth / 2));
}

/** Changed widths without the calculated one, which is not the user's. */
export function ownWidths(changed: Widths, drawn: Widths, own: Widths): Widths {
  return Object.fromEntries(Object.entries(changed).filter(([key, width]) => key in own || width !== drawn[key]));
}
