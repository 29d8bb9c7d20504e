/** Colours of stored data: greys, which have channels of nearly the same value. */
import type { Locator } from 'playwright/test';

/** A slight blue is still grey. */
const mostApart = 16;

/** Computed colours of elements that are not grey. */
export async function coloured(elements: Locator, property: 'fill' | 'background-color'): Promise<string[]> {
  const colours = await coloursOf(elements, property);
  return colours.filter((colour) => {
    const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    return Math.max(...channels) - Math.min(...channels) > mostApart;
  });
}

export const coloursOf = (elements: Locator, property: 'fill' | 'background-color' | 'color'): Promise<string[]> =>
  elements.evaluateAll(
    (found, name) => found.map((element) => getComputedStyle(element).getPropertyValue(name)),
    property,
  );
