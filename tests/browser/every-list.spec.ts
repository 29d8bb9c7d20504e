/**
 * Behaviour of each declared list: in one visit, from list to list without a load. In full, three lists that differ most: one with the exact count, one with
 * 53 columns, one without a filter. Of the others only what their declarations change. Two others are tested further in list-behaviour.spec.ts.
 */
import type { BrowserContext, Locator, Page, Request } from 'playwright/test';
import type { ListDefinition } from '../../src/list/define-list.ts';
import { filterFields } from '../../src/list/filter/filter-fields.ts';
import { isServerSort } from '../../src/list/state/list-sort.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { callOf, fillLists, lists, readerOf, routeOf } from '../support/declared-lists.ts';
import { testLimitMs } from '../support/limits.ts';
import {
  addressOf,
  hasFirstHeaders,
  hasHeaders,
  hasLines,
  isApplied,
  isAppliedAndReset,
  isCardsOnPhone,
  offersSizes,
  query,
  requestsOf,
  sent,
  textsOf,
  widthFor,
} from '../support/open-list.ts';

const server = serverForFile({ prepare: fillLists });
const readers = [...new Set(lists.map(readerOf))];
const inFull = ['user', 'adsbCompany', 'aircraft/$id'];
const usual = { width: 1280, height: 860 };

/** Sizes differ between declarations of paging only. */
const sizesSeen = new Set<string>();
const hasNewSizes = ({ paging }: ListDefinition): boolean => {
  const isNew = !sizesSeen.has(JSON.stringify(paging));
  sizesSeen.add(JSON.stringify(paging));
  return isNew;
};
const columnsOf = ({ columns }: ListDefinition): string => columns.map(({ key }) => key).join();
/** Analysed in accessible, adsb-panel, reference-lists and airports-and-flights.spec.ts. */
const analysed = ['akrxAll', 'adsb', 'aircraft', 'airports'];
const columnsOfAll = (names: readonly string[]): Set<string> =>
  new Set(lists.filter(({ name }) => names.includes(name)).map(columnsOf));
const columnsSeen = columnsOfAll(analysed);
/** Lists of the same columns, such as those of a company, draw and export the same. */
const isNewIn = (seen: Set<string>, list: ListDefinition): boolean => {
  const isNew = !seen.has(columnsOf(list));
  seen.add(columnsOf(list));
  return isNew;
};
/** Their workbooks are read in export, adsb and airports-and-flights.spec.ts. */
const exported = ['akrxAll', 'adsb', 'airports'];
const exportsSeen = columnsOfAll(exported);

test('there is at least one list', () => {
  expect(lists.map((list) => list.name).sort()).toEqual(expect.arrayContaining(['akrx', 'akrxAll', ...inFull].sort()));
});

testInstalled(
  'RAW-03 RAW-09 RESP-01 PAGE-01 PAGE-04 PAGE-10 PAGE-11 PAGE-16 REF-04 ERR-21 OFF-03 XLS-02 C22 C34 C35 C42: each list requests ten rows, with its headers and sizes; each of its filters is sent under its name and has a chip, and RESET clears them; empty and failed states have their texts; they are accessible, export the loaded rows, and are read from the store without a network @clock',
  async ({ page, context }) => {
    test.setTimeout(2 * testLimitMs);
    const app = new App(page, server.current.url);
    for (const reader of readers)
      await test.step(reader, async () => {
        if (reader === readers[0]) await app.logInAs(reader, { from: '/device', lands: '/device' });
        else await app.changeUser(reader);
        await visit(
          app,
          context,
          lists.filter((list) => readerOf(list) === reader),
        );
      });
  },
);

async function visit(app: App, context: BrowserContext, own: readonly ListDefinition[]): Promise<void> {
  const { page } = app;
  const rows = new Map<string, string[]>();
  for (const list of own)
    await test.step(list.name, async () => {
      const requested = inFull.includes(list.name)
        ? await failsAndIsEmpty(app, context, list)
        : await isEmpty(app, context, list);
      await expect(app.dataRows).toHaveCount(10);
      await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
      expect(query(requested.at(-1)).get('limit')).toBe('10');
      await hasFirstHeaders(app, list);
      if (hasNewSizes(list)) {
        await offersSizes(app, list);
        await page.keyboard.press('Escape');
      }
      if (isNewIn(columnsSeen, list)) await expectAccessible(page, list.name);
      await expect(exportButton(page)).toHaveCount(list.export ? 1 : 0);
      if (list.export && isNewIn(exportsSeen, list)) await exports(page, `${list.export.fileName}.xlsx`);
      if (inFull.includes(list.name)) await isShownInFull(app, list);
      rows.set(list.name, await app.rowTexts());
    });
  await offlineReady(page);
  await context.setOffline(true);
  // Each role starts without a network in every-screen.spec.ts. Here one does: its page has not loaded the code of the export.
  const isReloaded = own.some(({ name }) => name === 'akrxAll');
  if (isReloaded) {
    await page.reload();
    const last = own.at(-1) as (typeof own)[number];
    await expect(page.getByRole('grid', { name: last.title, exact: true }), 'the app has started').toBeVisible();
  }
  for (const list of own) {
    // Not in memory, thus read from the store: after the reload any rows, before it those of another size.
    await app.go(isReloaded ? routeOf(list) : addressOf(list, { size: '50' }));
    await expect(page.getByRole('grid', { name: list.title, exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue(isReloaded ? '10' : '50');
    const shown = async () => (await app.rowTexts()).slice(0, 10);
    await expect.poll(shown, list.name).toEqual(rows.get(list.name));
    await expect(page.getByRole('banner'), list.name).toContainText('Stored');
    // The code of the export is in the store, too: this page has not loaded it.
    if (list.name === 'akrxAll' && list.export) await exports(page, `${list.export.fileName}.xlsx`);
  }
  await context.setOffline(false);
}

/** Each of its filters, which no row matches, its order, and a size: that of the next step is not in memory. */
const searchOf = (list: ListDefinition): Record<string, string> => ({
  ...(filterFields(list).length > 0 ? sent(textsOf(filterFields(list))) : { size: '25' }),
  sort: `-${list.columns[1]?.key ?? ''}`,
});
function isSorted(list: ListDefinition, requested: readonly Request[]): void {
  const sort = list.columns[1]?.key ?? '';
  if (isServerSort(list, sort)) expect(query(requested[0]).get(`${sort}Desc`)).toBe('true');
}
function stubEmpty(context: BrowserContext, list: ListDefinition): Promise<void> {
  const { rows, count } = list.endpoint.list;
  return stub(context, callOf(list), { json: { [rows]: [], [count]: 0 } });
}

/** With each of its filters set, then without. */
async function isEmpty(app: App, context: BrowserContext, list: ListDefinition): Promise<Request[]> {
  const fields = filterFields(list);
  if (fields.length === 0) await stubEmpty(context, list);
  const requested = requestsOf(app, list);
  await app.go(addressOf(list, searchOf(list)));
  if (fields.length > 0) await isApplied(app, list, requested);
  else await expect.poll(() => requested.length).toBeGreaterThan(0);
  isSorted(list, requested);
  // The screen was entered before its request.
  await app.page.clock.fastForward(2500);
  await expect(app.page.getByRole('main').getByText(list.messages.empty)).toBeVisible();
  if (fields.length === 0) await context.unrouteAll({ behavior: 'wait' });
  await app.go(routeOf(list));
  return requested;
}

async function failsAndIsEmpty(app: App, context: BrowserContext, list: ListDefinition): Promise<Request[]> {
  const main = app.page.getByRole('main');
  const fields = filterFields(list);
  const hasFilter = fields.length > 0;
  await stub(context, callOf(list), { status: 500, json: { message: `${list.name} fell over.` } });
  const requested = requestsOf(app, list);
  await app.go(addressOf(list, searchOf(list)));
  const failed = main.getByRole('heading', { name: list.messages.failed });
  await expect(app.alertDialog).toContainText(`${list.name} fell over.`);
  await expect(failed).toBeVisible();
  const beneath = main.getByText(`The server answered: ${list.name} fell over.`);
  await expect(beneath, 'in the dialog only, while it is open').toBeHidden();
  await app.alertDialog.getByRole('button', { name: 'Close' }).click();
  await expect(beneath).toBeVisible();
  await expect(main.getByText('Your filter is kept.'), 'if there is one').toHaveCount(hasFilter ? 1 : 0);
  isSorted(list, requested);

  await context.unrouteAll({ behavior: 'wait' });
  if (!hasFilter) await stubEmpty(context, list);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(failed).toBeHidden();
  await app.settle();
  await expect(main.getByText(list.messages.empty)).toBeVisible();
  await context.unrouteAll({ behavior: 'wait' });
  if (hasFilter) {
    await app.filter.open();
    await hasLines(app, fields, fields);
    await app.page.keyboard.press('Escape');
    await isAppliedAndReset(app, list, requested);
  }
  await app.go(routeOf(list));
  return requested;
}

const exportButton = (page: Page): Locator => page.getByRole('button', { name: 'Export to Excel', exact: true });
async function exports(page: Page, fileName: string): Promise<void> {
  const download = page.waitForEvent('download');
  await exportButton(page).click();
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
