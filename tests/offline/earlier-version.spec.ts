/** An update of the app that is first opened offline: the data of the previous version is still stored. */
import { App, expect, serverForFile, testInstalled as test } from '../support/browser.ts';
import { awaitResponse, bringRows, deviceOf, expectStored, shownTails, tails, toVersion4, visit } from './device.ts';

const server = serverForFile({ prepare: bringRows });

test('OFF-03: a store written by version 4 is read offline after the update', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await awaitResponse(page, '"kind":"response"');
  await app.go('/airports');
  await expect(page.getByRole('heading', { level: 1, name: 'Airports' })).toBeVisible();
  await awaitResponse(page, '"kind":"full"');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(/1-10 of /);
  const airports = await pages.textContent();
  // A page of this origin without the app.
  await page.goto(`${server.current.url}/manifest.webmanifest`);
  const { pages: pageCount, wholes, answers } = await toVersion4(page);
  expect(pageCount).toBeGreaterThan(0);
  expect(answers).toBeGreaterThan(0);
  expect(wholes).toBe(1);

  await context.setOffline(true);
  await app.open('/akrxAll');
  await expectStored(app, 'No network.');
  await expect.poll(() => shownTails(app)).toEqual(tails(0, 10));
  await app.go('/airports');
  await expect(pages).toHaveText(airports ?? '');
  await expectStored(app, 'No network.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const { text } = await deviceOf(page);
  for (const kind of ['page', 'full', 'response']) expect(text).toContain(`"kind":"${kind}"`);
});
