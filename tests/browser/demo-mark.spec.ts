/**
 * A demo says on every screen, wide and narrow, with and without network, that it is one.
 * Must not: look at what the screens show beside the mark.
 */
import type { Page } from 'playwright/test';
import { App, expect, offlineReady, serverForFile, test, testInstalled } from '../support/browser.ts';

const mark = (page: Page) => page.getByText('Demo', { exact: true }).filter({ visible: true });
const sizes = {
  desktop: { width: 1280, height: 860 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};

test.describe('a demo', () => {
  const server = serverForFile();
  for (const [name, size] of Object.entries(sizes))
    testInstalled(`the mark stands on every kind of screen on a ${name}`, async ({ page, context }) => {
      await page.setViewportSize(size);
      const app = new App(page, server.current.url);
      await app.open('/auth');
      await expect(mark(page)).toHaveCount(1);
      await app.logInByForm('newcomer');
      await expect(mark(page)).toHaveCount(1);
      await app.logOut();
      await app.logInByForm('admin');
      for (const path of ['/administrator', '/akrxAll', '/airlines', '/nothing-here']) {
        await app.open(path);
        await expect(mark(page), path).toHaveCount(1);
      }
      await offlineReady(page);
      await context.setOffline(true);
      await app.open('/akrxAll');
      await expect(mark(page)).toHaveCount(1);
    });
});
