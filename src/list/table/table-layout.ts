/** Order, side, classes and CSS variables of columns. Widths are grid variables, so resizing renders no row. */
import type { KindName } from '../../../contract/kinds.ts';
import { type Alignment, alignmentOf, kindOf } from '../cells.ts';
import { clampWidth, columnWidth, type ListColumn, type ListDefinition } from '../define-list.ts';

/** One style rule per column instead of one style per cell, which halves style calculation. Widths are variables of the grid. */
type ColumnClasses = {
  /** Width of the column, and its position if pinned. */
  readonly place: string;
  /** With space for the columns omitted before it. */
  readonly placeAsFirst: string;
};
type Side = 'left' | 'center' | 'right';

const sheet = typeof document === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);
let made = 0;

function columnClasses(index: number, side: Side): ColumnClasses {
  for (; made <= index; made++) {
    sheet?.insertRule(`.dl-column-${made} { width: var(--w${made}); }`);
    sheet?.insertRule(`.dl-column-left-${made} { left: var(--l${made}); }`);
    sheet?.insertRule(`.dl-column-right-${made} { right: var(--r${made}); }`);
    sheet?.insertRule(`.dl-column-first-${made} { margin-left: var(--x${made}); }`);
    // Cells that fit their text may not while their column is dragged.
    sheet?.insertRule(`[data-dragging="${made}"] .dl-column-${made} { overflow: hidden; text-overflow: ellipsis; }`);
  }
  const place = `dl-column-${index}${side === 'center' ? '' : ` dl-column-${side}-${index}`}`;
  return { place, placeAsFirst: side === 'center' ? `${place} dl-column-first-${index}` : place };
}

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

// ---- Width of the text column that takes the free width. Pure.

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

// ---- Estimates without layout whether a text fits its cell and may be right-to-left. When in doubt it does not fit.

/** Largest font size of cells in pixels, and the space next to the text: padding, and the expand button. */
const emPx = 14;
const besidePx = 20;
const openerPx = 12;
/** `2026-01-15 12:00:00`: digits up to 0.6 em, others narrower. */
const instantEm = 10.5;

export function fitsByLength(text: string, { kind, index }: PlacedColumn, widthPx: number): boolean {
  const roomPx = widthPx - besidePx - (index === 0 ? openerPx : 0);
  // For other texts: no character is wider than the line height.
  return (kind === 'instant' ? instantEm : text.length) * emPx <= roomPx;
}

/** Hebrew, Arabic and other right-to-left scripts, with presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);
