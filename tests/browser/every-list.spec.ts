/**
 * Behaviour of each declared list: in one visit per reader, from list to list without a load. Wide, on a phone and in its filter, three lists that differ most:
 * one with the exact count, one with 53 columns, one without a filter. Two others are tested further in list-behaviour.spec.ts.
 */
import type { BrowserContext, Page, Request } from 'playwright/test';
import type { ListDefinition } from '../../src/list/define-list.ts';
import { filterFields } from '../../src/list/filter-fields.ts';
import { isServerSort } from '../../src/list/list-sort.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { callOf, fillLists, lists, readerOf, routeOf } from '../support/declared-lists.ts';
import {
  addressOf,
  hasFirstHeaders,
  hasHeaders,
  hasLines,
  isAppliedAndReset,
  isCardsOnPhone,
  offersSizes,
  query,
  requestsOf,
  sent,
  textsOf,
  widthFor,
} from '../support/open-list.ts';
import { installClock } from '../support/page-clock.ts';

const server = serverForFile({ prepare: fillLists });
const inFull = ['user', 'adsbCompany', 'aircraft/$id'];
const usual = { width: 1280, height: 860 };

test('there is at least one list', () => {
  expect(lists.map((list) => list.name).sort()).toEqual(expect.arrayContaining(['akrx', 'akrxAll', ...inFull].sort()));
});

for (const reader of new Set(lists.map(readerOf))) {
  const own = lists.filter((list) => readerOf(list) === reader);
  testInstalled(
    `RAW-03 RAW-09 RESP-01 PAGE-01 PAGE-04 PAGE-10 PAGE-11 PAGE-16 REF-04 ERR-21 OFF-03 XLS-02 C22 C34 C35 C42: ${own.map(({ name }) => name).join(', ')} request ten rows, with their headers and sizes; each of their filters is sent under its name, has a chip, and is cleared by RESET; empty and failed states have their texts; they are accessible, export the loaded rows, and are read from the store without a network`,
    async ({ page, context }) => {
      test.setTimeout(90_000 + own.length * 20_000);
      await installClock(page);
      const app = new App(page, server.current.url);
      await app.logInAs(reader);
      const rows = new Map<string, string[]>();
      for (const list of own)
        await test.step(list.name, async () => {
          const requested = await failsAndIsEmpty(app, context, list);
          await expect(app.dataRows).toHaveCount(10);
          await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
          expect(query(requested.at(-1)).get('limit')).toBe('10');
          await hasFirstHeaders(app, list);
          await offersSizes(app, list);
          await page.keyboard.press('Escape');
          await expectAccessible(page, list.name);
          if (list.export) await exports(page, `${list.export.fileName}.xlsx`);
          if (inFull.includes(list.name)) await isShownInFull(app, list);
          rows.set(list.name, await app.rowTexts());
        });
      await offlineReady(page);
      await context.setOffline(true);
      // This discards the rows in memory: the next rows are read from the store.
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

/** The list with each of its filters set, which no row matches. One without filters is opened with another size: the size of the next step is not in memory. */
async function failsAndIsEmpty(app: App, context: BrowserContext, list: ListDefinition): Promise<Request[]> {
  const main = app.page.getByRole('main');
  const fields = filterFields(list);
  const hasFilter = fields.length > 0;
  const { rows, count } = list.endpoint.list;
  const sort = list.columns[1]?.key ?? '';
  await stub(context, callOf(list), { status: 500, json: { message: `${list.name} fell over.` } });
  const requested = requestsOf(app, list);
  const names = hasFilter ? sent(textsOf(fields)) : { size: '25' };
  await app.go(addressOf(list, { ...names, sort: `-${sort}` }));
  const failed = main.getByRole('heading', { name: list.messages.failed });
  await expect(app.alertDialog).toContainText(`${list.name} fell over.`);
  await expect(failed).toBeVisible();
  const beneath = main.getByText(`The server answered: ${list.name} fell over.`);
  await expect(beneath, 'in the dialog only, while it is open').toBeHidden();
  await app.alertDialog.getByRole('button', { name: 'Close' }).click();
  await expect(beneath).toBeVisible();
  await expect(main.getByText('Your filter is kept.'), 'if there is one').toHaveCount(hasFilter ? 1 : 0);
  if (isServerSort(list, sort)) expect(query(requested[0]).get(`${sort}Desc`)).toBe('true');

  await context.unrouteAll();
  if (!hasFilter) await stub(context, callOf(list), { json: { [rows]: [], [count]: 0 } });
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeHidden();
  await app.settle();
  await expect(main.getByText(list.messages.empty)).toBeVisible();
  await context.unrouteAll();
  if (hasFilter && inFull.includes(list.name)) {
    await app.filter.open();
    await hasLines(app, fields, fields);
    await app.page.keyboard.press('Escape');
  }
  if (hasFilter) await isAppliedAndReset(app, list, requested);
  await app.go(routeOf(list));
  return requested;
}

async function exports(page: Page, fileName: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(fileName);
}

async function isShownInFull(app: App, list: ListDefinition): Promise<void> {
  const { page } = app;
  await page.setViewportSize({ width: widthFor(list), height: usual.height });
  await hasHeaders(app, list);
  await isCardsOnPhone(app, list);
  await page.setViewportSize(usual);
  await expect(app.dataRows).toHaveCount(10);
}
