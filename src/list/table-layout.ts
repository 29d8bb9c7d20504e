/** Order, side, classes and CSS variables of columns. Widths are grid variables, so resizing renders no row. */
import type { KindName } from '../../contract/kinds.ts';
import { type Alignment, alignmentOf, kindOf } from './cells.ts';
import { type ColumnClasses, columnClasses } from './column-rules.ts';
import { columnWidth, type ListColumn, type ListDefinition } from './define-list.ts';

export type Side = 'left' | 'center' | 'right';
export type PlacedColumn = {
  readonly column: ListColumn;
  readonly kind: KindName;
  readonly align: Alignment;
  readonly side: Side;
  /** Index among all visible columns. */
  readonly index: number;
  readonly classes: ColumnClasses;
};
export type TableLayout = {
  readonly left: readonly PlacedColumn[];
  readonly center: readonly PlacedColumn[];
  readonly right: readonly PlacedColumn[];
  readonly all: readonly PlacedColumn[];
};

/** Layout of the visible columns, by id and side. */
export function tableLayout(list: ListDefinition, ids: Readonly<Record<Side, readonly string[]>>): TableLayout {
  const byKey = new Map(list.columns.map((column) => [column.key, column]));
  let index = 0;
  const place = (side: Side): PlacedColumn[] =>
    ids[side].flatMap((id) => {
      const column = byKey.get(id);
      if (!column) return [];
      const kind = kindOf(list, id);
      const here = index++;
      return [
        {
          column,
          kind,
          align: alignmentOf(column, kind),
          side,
          index: here,
          classes: columnClasses(here, side),
        },
      ];
    });
  const left = place('left');
  const center = place('center');
  const right = place('right');
  return { left, center, right, all: [...left, ...center, ...right] };
}

export type Widths = Readonly<Record<string, number>>;
export const widthOf = (column: ListColumn, widths: Widths): number =>
  widths[column.key] ?? column.width ?? columnWidth.usual;

/** Variables used by column classes: widths, sticky offsets, and the space before each unpinned column. */
export function widthVariables(layout: TableLayout, widths: Widths): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  let total = 0;
  let lead = 0;
  let fromLeft = 0;
  for (const { column, index, side } of layout.all) {
    const width = widthOf(column, widths);
    variables[`--w${index}`] = `${width}px`;
    if (side === 'left') {
      variables[`--l${index}`] = `${fromLeft}px`;
      fromLeft += width;
    }
    if (side === 'center') {
      variables[`--x${index}`] = `${lead}px`;
      lead += width;
    }
    total += width;
  }
  let fromRight = 0;
  for (const { column, index } of [...layout.right].reverse()) {
    variables[`--r${index}`] = `${fromRight}px`;
    fromRight += widthOf(column, widths);
  }
  variables['--total'] = `${total}px`;
  return variables;
}

const widthOfAll = (columns: readonly PlacedColumn[], widths: Widths): number =>
  columns.reduce((sum, { column }) => sum + widthOf(column, widths), 0);

/** Minimum width left by pinned columns, pixels: a pinned column wider than the screen could not be narrowed again. */
const leastLoose = 160;
export const arePinned = (layout: TableLayout, widths: Widths, viewWidth: number): boolean =>
  viewWidth === 0 || widthOfAll([...layout.left, ...layout.right], widths) + leastLoose <= viewWidth;

type LooseView = { readonly scrollLeft: number; readonly width: number; readonly isPinned: boolean };
/** Visible part of the unpinned columns: offset from the first one's left edge, and width. */
function looseView(layout: TableLayout, widths: Widths, { scrollLeft, width, isPinned }: LooseView) {
  const left = widthOfAll(layout.left, widths);
  return isPinned
    ? { from: scrollLeft, room: Math.max(0, width - left - widthOfAll(layout.right, widths)) }
    : { from: scrollLeft - left, room: width };
}

const spare = 1;
/** Visible unpinned columns, first and last, as indexes of `layout.center`. One extra on each side. */
export function columnsInView(
  layout: TableLayout,
  widths: Widths,
  view: LooseView,
): readonly [first: number, last: number] {
  const { from, room } = looseView(layout, widths, view);
  let at = 0;
  let first = -1;
  let last = layout.center.length - 1;
  for (const [position, { column }] of layout.center.entries()) {
    const next = at + widthOf(column, widths);
    if (first < 0 && next > from) first = position;
    if (at > from + room) {
      last = position;
      break;
    }
    at = next;
  }
  if (first < 0) first = Math.max(0, layout.center.length - 1);
  return [Math.max(0, first - spare), Math.min(layout.center.length - 1, last + spare)];
}

/** Sideways scroll needed to show a whole column, not below a pinned one. 0 if visible. */
export function scrollToColumn(layout: TableLayout, widths: Widths, view: LooseView, col: number): number {
  const placed = layout.all[col];
  if (!placed) return 0;
  if (placed.side !== 'center' && view.isPinned) return 0;
  const { from, room } = looseView(layout, widths, view);
  const start = widthOfAll(layout.all.slice(0, col), widths) - widthOfAll(layout.left, widths);
  const end = start + widthOf(placed.column, widths);
  if (start < from) return start - from;
  return end > from + room ? Math.min(start - from, end - from - room) : 0;
}
