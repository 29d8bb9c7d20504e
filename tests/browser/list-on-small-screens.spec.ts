import { api } from '../../contract/api.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(120)) });
const path = '/akrxAll';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('RESP-01 RESP-04 C44: on a phone rows are labelled cards, a tap opens all fields, nothing scrolls sideways; on a tablet cards, or a table by a stored choice, with rows and buttons of finger size', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: path, lands: path });
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /all fields/ }) });
  await expect(cards).toHaveCount(10);
  await expect(cards.first().getByRole('term')).toHaveText(['Label', 'Frequency', 'Level', 'Station ID']);
  await cards
    .first()
    .getByRole('button', { name: /all fields/ })
    .click();
  await expect(cards.first().getByRole('term')).toHaveCount(
    Object.keys(api.acarsMessage.allUsers.list.entity).length - 1,
  );
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // The filter: groups fold and show how many of their fields are set; Enter searches.
  await app.filter.set('Tail', 'N0007T');
  const group = app.filter.panel.getByRole('button', { name: /^Aircraft, address 1 of 5 set/ });
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(app.filter.input('Tail')).toHaveCount(0);
  await group.click();
  await app.filter.input('Tail').press('Enter');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('Tail N0007T');

  await test.step('on a tablet', async () => {
    await app.go('/overview');
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    await page.setViewportSize({ width: 800, height: 1000 });
    await app.go(path);
    await expect(page.getByText('N0000T').first()).toBeVisible();
    await expect(app.grid).toHaveCount(0);
    // A part of the menu arrives later: the items below it stay in place for the finger.
    let arrive = (): void => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/RangeSelect-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'List options' }).click();
    const table = page.getByText('Table', { exact: true });
    await expect(page.getByLabel(/^Range/)).toBeDisabled();
    const before = await table.boundingBox();
    arrive();
    await expect(page.getByLabel(/^Range/)).toBeEnabled();
    expect(await table.boundingBox()).toEqual(before);
    await table.click();
    await page.keyboard.press('Escape');
    await expect(app.dataRows).toHaveCount(10);
    await page.reload();
    await expect(app.dataRows).toHaveCount(10);
    expect((await app.dataRows.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      const box = await button.boundingBox();
      if (box && (await button.isVisible()))
        expect(Math.max(box.height, box.width), await button.innerText()).toBeGreaterThanOrEqual(44);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(800);
  });
});
