import type { Page } from 'playwright/test';
import { filterFields } from '../../src/list/filter-fields.ts';
import { isServerSort } from '../../src/list/list-sort.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { callOf, fillLists, lists, readerOf, routeOf } from '../support/declared-lists.ts';
import {
  addressOf,
  enter,
  hasHeaders,
  hasLines,
  isAppliedAndReset,
  isCardsOnPhone,
  offersSizes,
  openList,
  query,
  sent,
  textsOf,
  widthFor,
} from '../support/open-list.ts';

const server = serverForFile({ prepare: fillLists });

test('there is at least one list', () => {
  expect(lists.map((list) => list.name).sort()).toEqual(expect.arrayContaining(['akrx', 'akrxAll']));
});

for (const list of lists)
  test(`RAW-03 RAW-09 RESP-01 PAGE-01 PAGE-04 PAGE-10 PAGE-11 PAGE-16 REF-04 ERR-21 C22 C34 C35 C42: ${list.name} requests ten rows, with its headers, sizes and cards; each of its filters has a line, is sent under its name, has a chip, and is cleared by RESET; empty and failed states have their texts`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: widthFor(list), height: 860 });
    const app = new App(page, server.current.url);
    const { rows, count } = list.endpoint.list;
    await stub(context, callOf(list), { status: 500, json: { message: 'The list fell over.' } });
    await page.clock.install();
    const asked = await openList(app, list);
    const main = page.getByRole('main');
    const failed = main.getByRole('heading', { name: list.messages.failed });
    await expect(failed).toBeVisible();
    await expect(app.alertDialog).toContainText('The list fell over.');
    const beneath = main.getByText('The server answered: The list fell over.');
    await expect(beneath, 'in the dialog only, while it is open').toBeHidden();
    await app.alertDialog.getByRole('button', { name: 'Close' }).click();
    await expect(beneath).toBeVisible();
    await expect(page.getByText('Your filter is kept.'), 'there is none').toHaveCount(0);
    expect(query(asked[0]).get('limit')).toBe('10');

    await context.unrouteAll();
    await stub(context, callOf(list), { json: { [rows]: [], [count]: 0 } });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
    await app.settle();
    await expect(main.getByText(list.messages.empty)).toBeVisible();
    await context.unrouteAll();

    const fields = filterFields(list);
    const sort = list.columns[1]?.key ?? '';
    const address = addressOf(list, { ...sent(textsOf(fields)), sort: `-${sort}` });
    // Without a filter the query is the same, and its empty response is in memory.
    await (fields.length > 0 ? app.go(address) : app.open(address));
    if (isServerSort(list, sort)) await expect.poll(() => query(asked.at(-1)).get(`${sort}Desc`)).toBe('true');
    if (fields.length > 0) {
      await app.filter.open();
      await hasLines(app, fields, fields);
      await page.keyboard.press('Escape');
      await isAppliedAndReset(app, list, asked);
    }
    await expect(app.dataRows).toHaveCount(10);
    await hasHeaders(app, list);
    await offersSizes(app, list);
    await page.keyboard.press('Escape');
    await isCardsOnPhone(app, list);
  });

// ---- as it is installed

for (const reader of new Set(lists.map(readerOf))) {
  const own = lists.filter((list) => readerOf(list) === reader);
  testInstalled(
    `OFF-03 XLS-02: ${own.map(({ name }) => name).join(', ')} are accessible, export what is loaded, and are read from the store without a network`,
    async ({ page, context }) => {
      test.setTimeout(90_000 + own.length * 20_000);
      const app = new App(page, server.current.url);
      const rows = new Map<string, string[]>();
      for (const [at, list] of own.entries()) {
        if (at === 0) await enter(app, list);
        else await app.go(routeOf(list));
        const shown = page.getByRole('grid', { name: list.title, exact: true });
        await expect(shown.locator('[role=row]:has([role=gridcell])'), list.name).toHaveCount(10);
        await expectAccessible(page, list.name);
        if (list.export) await exports(page, `${list.export.fileName}.xlsx`);
        rows.set(list.name, await app.rowTexts());
      }
      await offlineReady(page);
      await context.setOffline(true);
      // The rows in memory end here: what follows is read from the store.
      await page.reload();
      const last = own.at(-1) as (typeof own)[number];
      await expect(page.getByRole('grid', { name: last.title, exact: true }), 'the app has started').toBeVisible();
      for (const list of own) {
        await app.go(routeOf(list));
        await expect.poll(() => app.rowTexts(), list.name).toEqual(rows.get(list.name));
        await expect(page.getByRole('banner'), list.name).toContainText('Stored');
      }
    },
  );
}
async function exports(page: Page, fileName: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(fileName);
}
