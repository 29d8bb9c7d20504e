/**
 * One style rule per column place instead of a style per cell: cells then share their style, which halves what the browser reckons for each.
 * Must not: know widths. They are variables of the grid (widthVariables), the rules only speak of them.
 */
export type ColumnClasses = {
  /** As wide as the column, and at its place when it is pinned. */
  readonly place: string;
  /** With the room of the columns left out before it. */
  readonly placeAsFirst: string;
};
type Side = 'left' | 'center' | 'right';

const sheet = typeof document === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);
let made = 0;

export function columnClasses(index: number, side: Side): ColumnClasses {
  for (; made <= index; made++) {
    sheet?.insertRule(`.dl-column-${made} { width: var(--w${made}); }`);
    sheet?.insertRule(`.dl-column-left-${made} { left: var(--l${made}); }`);
    sheet?.insertRule(`.dl-column-right-${made} { right: var(--r${made}); }`);
    sheet?.insertRule(`.dl-column-first-${made} { margin-left: var(--x${made}); }`);
    // Cells that were wide enough for their text may not be any more while their column is dragged.
    sheet?.insertRule(`[data-dragging="${made}"] .dl-column-${made} { overflow: hidden; text-overflow: ellipsis; }`);
  }
  const place = `dl-column-${index}${side === 'center' ? '' : ` dl-column-${side}-${index}`}`;
  return { place, placeAsFirst: side === 'center' ? `${place} dl-column-first-${index}` : place };
}
