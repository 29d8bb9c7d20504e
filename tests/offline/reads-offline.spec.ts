import { App, expect, serverForFile, testInstalled as test } from '../support/browser.ts';
import {
  awaitResponse,
  badge,
  bar,
  bringRows,
  expectLive,
  expectStored,
  shownTails,
  stored,
  tails,
  toVersion4,
  visit,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });

test('S08 OFF-02 OFF-03 OFF-05 C22 C23 C25 C51: after one visit the list opens offline, after a load, on a deep link and on a phone, is paged to its end, sorted and filtered, with exact counts of stored rows, and becomes live again automatically; a list that was never opened is reported as not stored yet; a store written by version 4 is read offline after the update @clock', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await visit(app);
  await expectLive(app);

  await test.step('with an intermittent network each row is shown once, without a dialog, and live rows when it is stable', async () => {
    for (let round = 0; round < 2; round++) {
      await context.setOffline(true);
      await expect(bar(page)).toContainText('No network.');
      await expect(badge(page)).not.toContainText('Live');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(badge(page)).toContainText(/Stored|Loaded/);
      await context.setOffline(false);
      await expect(bar(page)).toHaveCount(0);
    }
    await expectLive(app);
    expect(await shownTails(app)).toEqual(tails(0, 10));
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  const live = await app.rowTexts();
  await context.setOffline(true);
  await app.open('/akrxAll?page=4&size=10');
  await expect(app.pageLabel).toHaveText('Page 4');
  await expectStored(app, 'No network.');
  expect(await shownTails(app)).toEqual(tails(30, 40));
  await app.go('/akrxAll');
  await expect.poll(() => app.rowTexts()).toEqual(live);
  // Code that was not loaded before.
  const opener = page.getByRole('button', { name: /all fields/i }).first();
  await opener.click();
  await expect(page.getByRole('region', { name: 'Text', exact: true })).toBeVisible();
  await opener.click();

  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(pager).toContainText(`1 to 10 of ${stored}`);
  for (let number = 1; number < 6; number++) {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(app.pageLabel).toHaveText(`Page ${number + 1}`);
    await expect.poll(() => shownTails(app)).toEqual(tails(number * 10, number * 10 + 10));
  }
  await expect(pager).toContainText(`51 to 60 of ${stored}`);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

  const header = app.headers().filter({ hasText: /^Tail/ });
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => shownTails(app)).toEqual(tails(50, 60).reverse());

  await app.filter.set('Text', 'message 5');
  await app.filter.search();
  await expect(pager).toContainText('1 to 10 of 11');
  await app.filter.set('Tail', 'N0057T');
  await app.filter.search();
  await expect(pager).toContainText('1 to 1 of 1');
  expect(await shownTails(app)).toEqual(tails(57, 58));
  await app.filter.set('Flight', 'NOBODY');
  await app.filter.search();
  await app.settle();
  await expect(page.getByText('There are no data for previous day or entered serach term.')).toBeVisible();
  await expect(page.getByText('Only stored messages were searched.')).toBeVisible();
  await app.filter.reset();
  await expect(pager).toContainText(`1 to 10 of ${stored}`);

  await app.go('/akrxAll?tail=n0042t');
  await expect(app.dataRows).toHaveCount(1);
  expect(await shownTails(app)).toEqual(tails(42, 43));
  await expect(app.filter.button).toHaveText(/FILTER ON/);

  await test.step('cards on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await app.go('/akrxAll?tail=N0055T');
    const main = page.getByRole('main');
    await expect(app.grid).toHaveCount(0);
    await expect(main).toContainText('N0055T');
    await expect(main).not.toContainText('N0042T');
    await expect(main).not.toContainText('N0000T');
    await expect(main).toContainText('1 stored');
    await expect(bar(page)).toContainText('No network.');
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  await app.go('/acarsWithExtData');
  await expect(page.getByRole('heading', { level: 1, name: 'ACARS per aircraft' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The server is unreachable and this list is not stored yet.');
  await expect(bar(page)).toContainText('No network.');
  await expect(app.alertDialog).toHaveCount(0);
  await context.setOffline(false);
  await expectLive(app);
  expect(await shownTails(app)).toEqual(tails(0, 10));
  await app.go('/akrxAll?page=4');
  await expectLive(app);
  await expect(app.pageLabel).toHaveText('Page 4');
  expect(await shownTails(app)).toEqual(tails(30, 40));

  // An update of the app that is first opened offline: the data of the previous version is still stored.
  await test.step('a store written by version 4', async () => {
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
    expect(wholes).toBeGreaterThan(0);

    await context.setOffline(true);
    await app.open('/akrxAll');
    await expectStored(app, 'No network.');
    await expect.poll(() => shownTails(app)).toEqual(tails(0, 10));
    await app.go('/airports');
    await expect(pages).toHaveText(airports ?? '');
    await expectStored(app, 'No network.');
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const kind of ['page', 'full', 'response']) await awaitResponse(page, `"kind":"${kind}"`);
  });
});
