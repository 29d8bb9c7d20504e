/**
 * Where each column of the table stands: order, side, its classes, and the CSS variables that carry the widths.
 * Must not: make elements. Widths live in variables of the grid alone, so that a resize never renders a row.
 */
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
  /** Among all visible columns, from 0. */
  readonly index: number;
  readonly classes: ColumnClasses;
};
export type TableLayout = {
  readonly left: readonly PlacedColumn[];
  readonly center: readonly PlacedColumn[];
  readonly right: readonly PlacedColumn[];
  readonly all: readonly PlacedColumn[];
};

/** The layout of the visible columns, by id and side. */
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

/** A column is narrower than it was declared: texts that fit by their length may then not. */
export const isNarrowed = (layout: TableLayout, widths: Widths): boolean =>
  layout.all.some(({ column }) => widthOf(column, widths) < widthOf(column, {}));

/** The variables that the columns' classes speak of: widths, sticky offsets, and the room before each loose column. */
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

const spare = 1;
/** The loose columns in view, first and last, as positions in `layout.center`. One more stands ready on each side. */
export function columnsInView(
  layout: TableLayout,
  widths: Widths,
  view: { readonly scrollLeft: number; readonly width: number },
): readonly [first: number, last: number] {
  const pinned = [...layout.left, ...layout.right].reduce((sum, { column }) => sum + widthOf(column, widths), 0);
  const end = view.scrollLeft + Math.max(0, view.width - pinned);
  let at = 0;
  let first = -1;
  let last = layout.center.length - 1;
  for (const [position, { column }] of layout.center.entries()) {
    const next = at + widthOf(column, widths);
    if (first < 0 && next > view.scrollLeft) first = position;
    if (at > end) {
      last = position;
      break;
    }
    at = next;
  }
  if (first < 0) first = Math.max(0, layout.center.length - 1);
  return [Math.max(0, first - spare), Math.min(layout.center.length - 1, last + spare)];
}
