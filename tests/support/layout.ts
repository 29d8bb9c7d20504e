/** Measures visible layout faults: texts that overlap, leave the window or are cut off. */
import type { Locator, Page } from 'playwright/test';

/** One sentence for each fault of the visible texts and icons within the first element that matches. */
export const layoutFaults = (page: Page, selector: string): Promise<string[]> => page.evaluate(faultsOfPart, selector);

/** The same for several parts, in one call. A part that the page does not have is no fault. */
export const layoutFaultsOfAll = (page: Page, selectors: readonly string[]): Promise<string[]> =>
  page.evaluate(`${JSON.stringify(selectors)}.filter((one) => document.querySelector(one)).flatMap(${faultsOfPart})`);

/** Runs in the page. */
function faultsOfPart(root: string): string[] {
  const isHidden = (element: Element | null): boolean => {
    for (let one = element; one && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).clipPath === 'inset(50%)') return true;
    return element?.checkVisibility({ visibilityProperty: true }) === false;
  };
  const part = document.querySelector(root);
  if (!part) return [`there is no ${root}`];
  const boxes: { name: string; box: DOMRect }[] = [];
  const faults: string[] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node instanceof Text ? node.data.trim() : null;
    const isDrawn = text === null ? node instanceof SVGSVGElement : text !== '';
    if (!isDrawn || isHidden(text === null ? (node as Element) : node.parentElement)) continue;
    const range = document.createRange();
    range.selectNode(node);
    // A clipped text counts with its full length.
    const box = range.getBoundingClientRect();
    if (box.width > 0) boxes.push({ name: text ?? 'icon', box });
  }
  for (const [index, { name, box }] of boxes.entries()) {
    if (box.right > innerWidth + 0.5 || box.left < -0.5) faults.push(`"${name}" leaves the window`);
    for (const other of boxes.slice(index + 1)) {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (across > 1 && down > 1) faults.push(`"${name}" lies on "${other.name}" by ${Math.round(across)} px`);
    }
  }
  for (const element of part.querySelectorAll('*'))
    if (
      !isHidden(element) &&
      getComputedStyle(element).overflowX !== 'visible' &&
      element.scrollWidth > element.clientWidth + 1
    )
      faults.push(`"${element.textContent || (element as HTMLInputElement).value}" is cut off`);
  return faults;
}

/** Pixels by which a part is too narrow for its content; of `html` by which the page is wider than the window. */
export const excessOf = (part: Locator): Promise<number> =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
