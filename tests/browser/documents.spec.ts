import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { expect, offlineReady, sharedServer, test, testInstalled } from '../support/browser.ts';
import { root } from '../support/repository.ts';

const server = sharedServer();
const pages = readdirSync(join(root, 'dist/app/docs')).flatMap((file) => /^([\w-]+)\.html$/.exec(file)?.[1] ?? []);

testInstalled(
  'the documents open from their list and, on a device with the app, offline',
  async ({ page, context }) => {
    await page.goto(`${server.current.url}/auth`);
    await offlineReady(page);
    await context.setOffline(true);
    await page.goto(`${server.current.url}/docs`);
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Connect receivers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connect receivers' })).toBeVisible();
    for (const name of pages) {
      await page.goto(`${server.current.url}/docs/${name}`);
      await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveAttribute(
        'href',
        `/docs/${name}`,
      );
    }
  },
);

test('the documents are accessible in both schemes, and no page is wider than a phone', async ({ page }) => {
  await page.goto(`${server.current.url}/docs/receivers`);
  await expectAccessibleInBoth(page, 'Connect receivers');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of pages) {
    await page.goto(`${server.current.url}/docs/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
  }
});
