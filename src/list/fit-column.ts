/** Width at which nothing of a column is cut off, as far as its cells are drawn, in pixels. Null without cells. */
export function fitWidth(scroller: HTMLElement, col: number): number | null {
  const range = document.createRange();
  const widths = [...scroller.querySelectorAll<HTMLElement>(`[data-col="${col}"]`)].map((cell) => {
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(cell);
    const around = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
    const edges = around.reduce((sum, text) => sum + Number.parseFloat(text), 0);
    // The name of a header is inside an element that truncates it.
    range.selectNodeContents(cell.querySelector('[data-name]') ?? cell);
    return Math.ceil(range.getBoundingClientRect().width + edges);
  });
  return widths.length > 0 ? Math.max(...widths) : null;
}
