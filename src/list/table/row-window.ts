/** Positions of rows and the rows in view, with few expanded rows. Its cost does not grow with the number of rows. Pure. */

/** An expanded row and its additional height, pixels. */
type OpenRow = { readonly index: number; readonly more: number };
export type RowPlaces = {
  readonly count: number;
  /** Height of a collapsed row, pixels. */
  readonly rowHeight: number;
  /** By index, ascending. */
  readonly open: readonly OpenRow[];
};
type RowWindow = readonly [first: number, last: number];

/** Extra rows above and below: a scroll is painted before the next rows render. */
const spareRows = 6;
/** Step of first and last, so that slow scrolling does not render each frame. */
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

/** The row at `y` pixels below the top of the first. Otherwise the last. */
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

/** Rows to render for a view from `top` with `height`, both in pixels. */
export function rowsInView(places: RowPlaces, view: { readonly top: number; readonly height: number }): RowWindow {
  const first = rowAt(places, Math.max(0, view.top)) - spareRows;
  const last = rowAt(places, view.top + view.height) + spareRows;
  return [
    Math.max(0, Math.floor(first / rowStep) * rowStep),
    Math.min(places.count - 1, Math.ceil(last / rowStep) * rowStep),
  ];
}
