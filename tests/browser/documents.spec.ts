import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessibleInBoth } from '../support/axe.ts';
import { expect, sharedServer, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { root } from '../support/repository.ts';

const server = sharedServer();
const pages = readdirSync(join(root, 'dist/app/docs')).flatMap((file) => /^([\w-]+)\.html$/.exec(file)?.[1] ?? []);

test('the documents are accessible in both schemes; on a phone no page is wider than the screen, the list has targets of 44 px, a row of a table is read from top to bottom, and high contrast follows the system', async ({
  page,
}) => {
  await page.goto(`${server.current.url}/docs/receivers`);
  await expectAccessibleInBoth(page, 'Connect receivers');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of pages) {
    await page.goto(`${server.current.url}/docs/${name}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Styles may arrive after the text.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: name }).toBe(360);
  }
  await page.goto(`${server.current.url}/docs`);
  for (const link of await page.getByRole('main').getByRole('link').all())
    expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44);
  await page.goto(`${server.current.url}/docs/settings`);
  const cells = page.locator('tr', { hasText: 'RETENTION_DAYS' }).first().locator('td');
  const boxes = await cells.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, width }) => ({ top, width })),
  );
  expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((a, b) => a - b));
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(3);
  for (const { width } of boxes) expect(width).toBeGreaterThan(300);
  expect(await cells.last().evaluate((one) => getComputedStyle(one, '::before').content)).toContain('default');
  const lines = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--dl-line-width').trim());
  expect(await lines()).toBe('1px');
  await page.emulateMedia({ contrast: 'more' });
  expect(await lines()).toBe('1.5px');
});
