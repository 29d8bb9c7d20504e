/**
 * Where each row of the table stands and which rows are in view, when all are alike but the few that are open. Pure.
 * Must not: hold anything per row, so that 100,000 rows cost what 100 do.
 */

/** An open row and how much higher than the others it is, pixels. */
export type OpenRow = { readonly index: number; readonly more: number };
export type RowPlaces = {
  readonly count: number;
  /** Pixels of a closed row. */
  readonly rowHeight: number;
  /** By index, the lowest first. */
  readonly open: readonly OpenRow[];
};
export type RowWindow = readonly [first: number, last: number];

/** Rows that stand ready above and below: a scroll is drawn before the next rows can be. */
const spareRows = 6;
/** First and last move in such steps, so that a slow scroll does not render at each frame. */
const rowStep = 4;

export function topOf(places: RowPlaces, index: number): number {
  let top = index * places.rowHeight;
  for (const row of places.open) {
    if (row.index >= index) break;
    top += row.more;
  }
  return top;
}

export const heightOf = (places: RowPlaces, index: number): number =>
  places.rowHeight + (places.open.find((row) => row.index === index)?.more ?? 0);

export const totalHeight = (places: RowPlaces): number => topOf(places, places.count);

/** The row that stands at `y` pixels below the first one's top; the last one when there is none. */
export function rowAt(places: RowPlaces, y: number): number {
  let before = 0;
  for (const { index, more } of places.open) {
    const top = index * places.rowHeight + before;
    if (y < top) break;
    if (y < top + places.rowHeight + more) return index;
    before += more;
  }
  return Math.max(0, Math.min(places.count - 1, Math.floor((y - before) / places.rowHeight)));
}

/** The rows to draw for a view that begins at `top` and is `height` high, both pixels. */
export function rowsInView(places: RowPlaces, view: { readonly top: number; readonly height: number }): RowWindow {
  const first = rowAt(places, Math.max(0, view.top)) - spareRows;
  const last = rowAt(places, view.top + view.height) + spareRows;
  return [
    Math.max(0, Math.floor(first / rowStep) * rowStep),
    Math.min(places.count - 1, Math.ceil(last / rowStep) * rowStep),
  ];
}
