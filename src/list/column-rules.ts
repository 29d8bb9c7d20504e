/** One style rule per column instead of one style per cell, which halves style calculation. Widths are variables of the grid. */
export type ColumnClasses = {
  /** Width of the column, and its position if pinned. */
  readonly place: string;
  /** With space for the columns omitted before it. */
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
    // Cells that fit their text may not while their column is dragged.
    sheet?.insertRule(`[data-dragging="${made}"] .dl-column-${made} { overflow: hidden; text-overflow: ellipsis; }`);
  }
  const place = `dl-column-${index}${side === 'center' ? '' : ` dl-column-${side}-${index}`}`;
  return { place, placeAsFirst: side === 'center' ? `${place} dl-column-first-${index}` : place };
}
