/** Pages of tests save data: their maps load no fine outlines, which are a quarter of the CPU time of the load (decision 42). */
import type { BrowserContext, Page } from 'playwright/test';

const emulate = (isOn: boolean): void => {
  const connection = Reflect.get(navigator, 'connection') as object;
  Object.defineProperty(connection, 'saveData', { configurable: true, get: () => isOn });
};

/** For each page of the context. */
export const saveData = (context: BrowserContext): Promise<unknown> => context.addInitScript(emulate, true);

/** Until the next load. */
export const spendData = (page: Page): Promise<void> => page.evaluate(emulate, false);
