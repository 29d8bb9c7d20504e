/** Pixels of the map and clicks on it, in CSS px from its centre, to the right and down. */
import type { Page } from 'playwright/test';
import { boxOf } from './layout.ts';

type Place = { readonly x: number; readonly y: number };

async function middleOf(page: Page): Promise<Place> {
  const box = await boxOf(page.locator('canvas.maplibregl-canvas'));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks `right` px right of the centre. */
export async function pressMap(page: Page, right = 0): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.mouse.click(x + right, y);
}

type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
/** Red, green and blue at a position within the part. */
type Look = (right: number, below: number) => readonly [number, number, number];

/** Pixels of a part of the map, at any scale of the device. `left`, `top` = its corner, from the centre. The page decodes the PNG. */
async function look(page: Page, { left, top, width, height }: Part): Promise<Look> {
  const { x, y } = await middleOf(page);
  const clip = { x: Math.round(x) + left, y: Math.round(y) + top, width, height };
  const png = (await page.screenshot({ clip })).toString('base64');
  const colours = await page.evaluate(
    async ([text, across, down]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const pen = new OffscreenCanvas(across, down).getContext('2d');
      if (pen) pen.imageSmoothingEnabled = false;
      pen?.drawImage(picture, 0, 0, across, down);
      const data = pen?.getImageData(0, 0, across, down).data ?? [];
      return Array.from(data, (part) => String.fromCharCode(part)).join('');
    },
    [png, width, height] as const,
  );
  return (right, below) => {
    const at = ((Math.round(below) - top) * width + Math.round(right) - left) * 4;
    return [colours.charCodeAt(at), colours.charCodeAt(at + 1), colours.charCodeAt(at + 2)];
  };
}

/** Colours, `#rrggbb`, at positions up to 20 px left of or above the centre, 220 px right of it, 80 px below it. */
export async function coloursAt(page: Page, places: readonly (readonly [number, number])[]): Promise<string[]> {
  const at = await look(page, { left: -20, top: -20, width: 240, height: 100 });
  const hex = (part: number): string => part.toString(16).padStart(2, '0');
  return places.map(([x, y]) => `#${at(x, y).map(hex).join('')}`);
}

/** Maximum extent of an aircraft at any zoom. */
const reachPx = 20;

/** Sums of red, green and blue: an aircraft is darker than `ink`; thin letters are smoothed, but darker than land and sea. */
const ink = 180;
export const letters = 400;

/** Pixels darker than `limit` around a point next to the centre, relative to it. */
export async function darkPixels(page: Page, right = 0, limit = ink): Promise<Place[]> {
  const at = await look(page, { left: right - reachPx, top: -reachPx, width: 2 * reachPx, height: 2 * reachPx });
  const dark: Place[] = [];
  for (let y = -reachPx; y < reachPx; y++)
    for (let x = -reachPx; x < reachPx; x++) {
      const [red, green, blue] = at(right + x, y);
      if (red + green + blue < limit) dark.push({ x, y });
    }
  return dark;
}

export const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values) + 1;
/** Number of values near the minimum, and near the maximum. */
export function tips(values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [values.filter((value) => value < least + 3).length, values.filter((value) => value > most - 3).length];
}
