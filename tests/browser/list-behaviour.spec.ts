/**
 * All functions of a list, on one of reference data, with few columns and no count; and headers and filter of one of messages.
 * Its other functions are in list-machine.spec.ts, the behaviour of every list in every-list.spec.ts.
 */
import type { Locator, Request } from 'playwright/test';
import { breakpoints } from '../../src/lib/breakpoints.ts';
import type { ListDefinition } from '../../src/list/define-list.ts';
import { type FilterField, filterFields } from '../../src/list/filter/filter-fields.ts';
import akrxAll from '../../src/screens/acars/akrx-all.list.ts';
import airports from '../../src/screens/reference/airports.list.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';
import {
  addressOf,
  hasHeaders,
  hasLines,
  isAppliedAndReset,
  isCardsOnPhone,
  offersSizes,
  openList,
  pageLabelOf,
  query,
  requestsOf,
  sent,
  shownOf,
  textsFor,
  textsOf,
  widthFor,
} from '../support/open-list.ts';

const server = serverForFile({ prepare: (it) => it.import(series(30)) });

test('RAW-03 RAW-05 RAW-06 RAW-08 RAW-09 RAW-13 RESP-01 RESP-05 PAGE-01 PAGE-02 PAGE-04 PAGE-05 PAGE-08 PAGE-10 PAGE-14 PAGE-15 PAGE-16 C21 C22 C34 C44: a list has its headers, a column is as wide as declared, and dragged from 100 to 1120; it is paged; back, forward and a shared link restore its view from the address; on a phone its rows are labelled cards, and a tap shows all fields; All is available after a search only; a filter of each kind is filled by keyboard, the others by the address; all are sent under their names, have chips, and are cleared by RESET', async ({
  page,
}) => {
  await page.setViewportSize({ width: widthFor(airports), height: 860 });
  const app = new App(page, server.current.url);
  const requested = await openList(app, airports);
  await expect(app.dataRows).toHaveCount(10);
  expect(query(requested[0]).get('limit')).toBe('10');
  await hasHeaders(app, airports);
  // Columns out of view are not in the document from here on; the grid states their number.
  await page.setViewportSize({ width: breakpoints.lg + 1, height: 860 });
  // The order by a header: list-machine.spec.ts for that of the page, reference-lists.spec.ts for that of the server.
  const header = app.headers().nth(1);
  await header.hover();
  // It appears on hover.
  await expect(header.getByRole('button', { name: 'Column menu' })).toBeVisible();
  await isPaged(app, airports, requested);
  await isCardsOnPhone(app, airports);
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect.poll(() => widthOf(app.headers().nth(1))).toBe(airports.columns[2]?.width);
  await isDragged(app);
  await hasSizes(app, airports, requested);

  // It has all kinds of filters; each filter of each list, by its address: every-list.spec.ts.
  await test.step('messages', async () => {
    await page.setViewportSize({ width: widthFor(akrxAll), height: 860 });
    const requested = requestsOf(app, akrxAll);
    await app.go('/akrxAll');
    await expect.poll(() => query(requested[0]).get('limit')).toBe('10');
    await hasHeaders(app, akrxAll);
    await page.setViewportSize({ width: 1280, height: 860 });
    await filters(app, akrxAll, requested);
  });
});

/** From page to page with a column hidden, and back to the same one by its address. */
async function isPaged(app: App, list: ListDefinition, requested: readonly Request[]): Promise<void> {
  const { page } = app;
  const next = page.getByRole('button', { name: 'Next' });
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 1, 10));
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const first = await app.rowTexts();
  await next.click();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 2, 10));
  await expect.poll(() => query(requested.at(-1)).get('offset')).toBe('10');
  await expect.poll(async () => (await app.rowTexts()).some((row) => first.includes(row))).toBe(false);
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 1, 10));

  await page.getByRole('button', { name: list.messages.columnsMenu?.closed ?? 'Show columns' }).click();
  await page.getByRole('checkbox', { name: list.columns[1]?.header ?? '', exact: true }).click();
  await expect(app.grid).toHaveAttribute('aria-colcount', String(shownOf(list, list.columns.length - 1)));
  await page.keyboard.press('Escape');

  await next.click();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 2, 10));
  // The rows of the previous page stay until those of this page arrive.
  await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
  const rows = await app.rowTexts();
  await page.goBack();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 1, 10));
  // A reload of an address: list-machine.spec.ts.
  await page.goForward();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 2, 10));
  await expect.poll(() => app.rowTexts()).toEqual(rows);
  await expect(app.grid).toHaveAttribute('aria-colcount', String(shownOf(list, list.columns.length - 1)));
}

const widthOf = async (header: Locator): Promise<number> => Math.round((await boxOf(header)).width);
/** The second column that is shown. */
async function isDragged(app: App): Promise<void> {
  const { mouse } = app.page;
  const header = app.headers().nth(1);
  for (const [by, expected] of [
    [-600, 100],
    [1500, 1120],
  ] as const) {
    const box = await boxOf(header);
    const handle = await boxOf(header.locator('[data-handle]'));
    await mouse.move(handle.x + handle.width / 2, box.y + box.height / 2);
    await mouse.down();
    await mouse.move(handle.x + by, box.y + box.height / 2, { steps: 4 });
    await mouse.up();
    await expect.poll(() => widthOf(header)).toBe(expected);
  }
}

async function hasSizes(app: App, list: ListDefinition, requested: readonly Request[]): Promise<void> {
  const { page } = app;
  const sizes = page.getByRole('combobox', { name: 'Rows per page' });
  await offersSizes(app, list);
  await page.getByRole('option', { name: /^25$/ }).click();
  await expect(app.pageLabel).toHaveText(pageLabelOf(list, 1, 25));
  await expect(app.dataRows).toHaveCount(25);
  expect(query(requested.at(-1)).get('limit')).toBe('25');
  expect(query(requested.at(-1)).get('offset')).toBe('0');

  await sizes.click();
  const all = page.getByRole('option', { name: /^All/ });
  if (list.paging.all === 'after-search') {
    await expect(all).toHaveAttribute('aria-disabled', 'true');
    await all.getByText('All', { exact: false }).first().hover();
    await expect(page.getByText('Active Only After SEARCH Button Click !').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await app.filter.open();
    await app.filter.search();
    await expect(app.filter.panel).toBeHidden();
    await sizes.click();
  }
  await all.click();
  // The known number of rows; without a count, neither offset nor limit (PAGE-14).
  expect(list.paging.total).toBe('unknown');
  await expect.poll(() => query(requested.at(-1)).get('limit')).toBe(null);
  const { token } = await logIn(server.current, 'parser');
  const { json } = await callApi(server.current, '/airport?limit=1', { token });
  await expect(app.grid).toHaveAttribute(
    'aria-rowcount',
    String((json as { airportsCount: number }).airportsCount + 1),
  );
}

// ---- its filter

/** One field of each kind, and those with 'Exist?'. */
function typedOf(list: ListDefinition): readonly FilterField[] {
  const fields = filterFields(list);
  const ways = fields.map(({ filter }) => filter.way);
  return fields.filter(({ filter }, at) => ways.indexOf(filter.way) === at);
}

async function filters(app: App, list: ListDefinition, requested: readonly Request[]): Promise<void> {
  const typed = typedOf(list);
  const fields = filterFields(list);
  const come = fields.filter(({ id }) => !typed.some((field) => field.id === id));
  await app.go(addressOf(list, sent(textsOf(come))));
  await app.filter.open();
  await hasLines(app, fields, come);
  for (const field of typed) await fill(app, field);
  await expect(app.filter.panel.getByText(`${typed.length} not applied yet`)).toBeVisible();
  // Enter in a field is SEARCH.
  await app.filter.panel.locator(`[id="filter-${typed[0]?.names[0]}"]`).press('Enter');
  await expect(app.filter.panel).toBeHidden();
  await isAppliedAndReset(app, list, requested);
}

async function fill(app: App, field: FilterField): Promise<void> {
  const texts = textsFor(field);
  for (const name of field.names) {
    const input = app.filter.panel.locator(`[id="filter-${name}"]`);
    if (field.filter.way === 'flag') await input.selectOption(texts[name] ?? '');
    else await input.fill(texts[name] ?? '');
  }
  if (field.exists.length > 0)
    await app.filter.panel.getByLabel(`${field.label}: Exist?`, { exact: true }).press('Space');
}
