/** Counts WebGL draw calls of the map, in the page. */
import type { Page } from 'playwright/test';

export type Draws = { readonly frames: number; readonly calls: number };

/** Before the page is opened. Frames are counted by the machine's clock: with a clock of the page use the calls. */
export async function countDraws(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(() => {
    const draws = { frames: 0, calls: 0 };
    let isFrameCounted = false;
    const nextFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      nextFrame((at) => {
        isFrameCounted = false;
        callback(at);
      });
    const card = WebGL2RenderingContext.prototype;
    for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const) {
      const draw = card[name] as (...values: unknown[]) => void;
      Object.assign(card, {
        [name](this: WebGL2RenderingContext, ...values: unknown[]) {
          draws.calls++;
          if (!isFrameCounted) draws.frames++;
          isFrameCounted = true;
          draw.apply(this, values);
        },
      });
    }
    Object.assign(window, { draws });
  });
}

export const drawsOf = (page: Page): Promise<Draws> =>
  page.evaluate(() => ({ ...(window as unknown as { draws: Draws }).draws }));
