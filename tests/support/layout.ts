/** Measures places of parts and visible layout faults: texts that overlap, leave the window or are cut off. */
import type { Locator, Page } from 'playwright/test';
import { expect } from './browser.ts';

type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Place and size of a visible part, px. While a part is rendered again, `boundingBox` is null. */
export async function boxOf(part: Locator): Promise<Box> {
  let box = null as Box | null;
  await expect.poll(async () => (box = await part.boundingBox()), `a place of ${part}`).not.toBeNull();
  return box as Box;
}

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

/** From now on all text of the page is 15 % wider, as in another font: a character of the text font is half an em wide. */
export const widenText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { letter-spacing: 0.08em !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });

/** One sentence for each control of the screen that leaves the window, cuts its text off or breaks it into lines; and for a page that scrolls sideways. */
export const controlFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wider = document.documentElement.scrollWidth - innerWidth;
    const faults = wider > 1 ? [`the page is ${wider} px wider than the window`] : [];
    const isShown = (part: Element | null): boolean =>
      part?.checkVisibility({ visibilityProperty: true }) === true && !part.closest('.dl-hidden, [aria-hidden=true]');
    /** Short texts that are broken. A text that only screen readers get is cut to a pixel. */
    const brokenTexts = (control: Element): string[] => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode()) {
        const [part, text] = [texts.currentNode.parentElement, texts.currentNode.textContent?.trim() ?? ''];
        // A row of a list is a control, too, and contains a sentence.
        if (text.length > 24 || !isShown(part) || (part && getComputedStyle(part).clipPath !== 'none')) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(text);
      }
      return broken;
    };
    const isScrolled = (control: Element): boolean => {
      for (let one = control.parentElement; one && one !== document.body; one = one.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX)) return true;
      return false;
    };
    for (const control of document.querySelectorAll('button, [role=tab], summary, label')) {
      const text = control.textContent?.trim().replace(/\s+/g, ' ') ?? '';
      const { left, right, width } = control.getBoundingClientRect();
      if (text === '' || width < 2 || !isShown(control)) continue;
      if ((left < -0.5 || right > innerWidth + 0.5) && !isScrolled(control)) faults.push(`"${text}" leaves the window`);
      faults.push(...brokenTexts(control).map((one) => `"${one}" has more than one line`));
      if (control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1) faults.push(`"${text}" is cut off`);
    }
    return faults;
  });

/** Pixels by which a part is too narrow for its content; of `html` by which the page is wider than the window. */
export const excessOf = (part: Locator): Promise<number> =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/**
 * Visible targets below 44 px. Links in a line of text are as high as the text (WCAG 2.5.8), and the strips of stations
 * are read by touch but have no action.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"], [role="tab"]';
    const isHidden = (one: Element): boolean =>
      !one.checkVisibility({ visibilityProperty: true }) ||
      one.closest('[aria-hidden="true"], .dl-hidden') !== null ||
      [one.closest('thead'), one].some((part) => part !== null && getComputedStyle(part).clipPath !== 'none');
    return [...document.querySelectorAll<HTMLElement>(targets)].flatMap((one) => {
      if (isHidden(one) || (one.matches('a') && getComputedStyle(one).display === 'inline')) return [];
      const isInLabel = one.matches('[type="checkbox"], [type="radio"], [type="range"]');
      const { width, height, bottom } = (
        (isInLabel && (one as HTMLInputElement).labels?.[0]) ||
        one
      ).getBoundingClientRect();
      if (width < 2 || bottom < 0 || (Math.round(width) >= 44 && Math.round(height) >= 44)) return [];
      return [`${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} ${width} x ${height}`];
    });
  });
