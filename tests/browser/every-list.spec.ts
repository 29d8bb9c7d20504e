/**
 * Walks every list that is declared: a new list is tested the day it is declared.
 * Must not: know one list; what is special about one stands in a spec of its own.
 */
import type { Locator, Page, Request } from 'playwright/test';
import type { Filter } from '../../contract/filters.ts';
import { withSlot } from '../../src/lib/address-slot.ts';
import { breakpoints } from '../../src/lib/breakpoints.ts';
import { columnWidth, type ListDefinition } from '../../src/list/define-list.ts';
import { chipsOf, type FilterField, filterFields } from '../../src/list/filter-words.ts';
import { isServerSort } from '../../src/list/list-sort.ts';
import { policy, slabPolicy } from '../../src/offline/policy.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { callOf, countOf, fillLists, lists, readerOf, routeOf } from '../support/declared-lists.ts';

const server = serverForFile({ prepare: fillLists });

/** RESP-02: on a wide screen. */
const shownOf = (list: ListDefinition, chosen: number): number => (list.hasFewColumns ? Math.min(8, chosen) : chosen);
/** Where a list shows its total, the label goes on. */
const label = (list: ListDefinition, page: number, size: number): string =>
  list.paging.total === 'exact' ? `Page ${page} of ${Math.ceil(countOf(list) / size)}` : `Page ${page}`;
/** The list's route with these of its names in the address. */
function addressOf(list: ListDefinition, names: Readonly<Record<string, string>>): string {
  const [path, search] = routeOf(list).split('?');
  const others = Object.fromEntries(new URLSearchParams(search));
  const all = list.within ? withSlot(others, list.within.slot, names) : { ...others, ...names };
  return `${path}?${new URLSearchParams(all as Record<string, string>)}`;
}

/** Comes in as somebody who may. */
async function enter(app: App, list: ListDefinition): Promise<void> {
  const path = routeOf(list);
  await app.logInAs(readerOf(list), { from: path, lands: path.split('?')[0] ?? path });
}
async function openList(app: App, list: ListDefinition): Promise<Request[]> {
  const asked: Request[] = [];
  app.page.on('request', (request) => {
    const url = new URL(request.url());
    // What is fetched to be kept on the device.
    const keptRows = [slabPolicy(list.endpoint.id).rows, policy.recordRows].map(String);
    const isSlab = keptRows.includes(url.searchParams.get('limit') ?? '');
    if (url.pathname.toLowerCase() === `/api/v1${callOf(list)}`.toLowerCase() && !isSlab) asked.push(request);
  });
  await enter(app, list);
  return asked;
}

const query = (request: Request | undefined): URLSearchParams =>
  new URL(request?.url() ?? 'http://nothing').searchParams;

test('there are lists to walk', () => {
  expect(lists.map((list) => list.name).sort()).toEqual(expect.arrayContaining(['akrx', 'akrxAll']));
});

// ---- rows, columns, pages

for (const list of lists)
  test(`RAW-03 RAW-05 RAW-06 RAW-08 RAW-13 RESP-01 RESP-05 PAGE-01 PAGE-04 PAGE-05 PAGE-08 PAGE-10 PAGE-11 PAGE-14 PAGE-15 C21 C22 C23 C44: ${list.name} has its headers and sorts by them, a column is 180 wide, or as declared, and dragged from 100 to 1120; it is paged, its view stands in the address: reload, back and a shared link bring it back; on a phone its rows are labelled cards, and a tap opens all fields; All comes after a search only`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    // So wide that each column is in view, and none left out for want of room (RESP-02).
    const widths = list.columns.map((column) => column.width ?? columnWidth.usual);
    const needed = 400 + widths.reduce((sum, width) => sum + width, 0);
    await page.setViewportSize({ width: Math.max(needed, breakpoints.lg + 1), height: 860 });
    const app = new App(page, server.current.url);
    const asked = await openList(app, list);
    await expect(app.dataRows).toHaveCount(10);
    expect(query(asked[0]).get('limit')).toBe('10');
    const headers = (await app.headers().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(headers).toHaveLength(shownOf(list, list.columns.length));
    for (const [at, column] of list.columns.slice(0, headers.length).entries())
      expect(headers[at]?.startsWith(column.header), column.header).toBe(true);
    // Columns out of view are not in the document from here on; the grid says how many it has.
    await page.setViewportSize({ width: breakpoints.lg + 1, height: 860 });
    await sorts(app, list, asked);
    await isPaged(app, list, asked);

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(app.grid).toHaveCount(0);
    await page
      .getByRole('button', { name: /all fields/i })
      .first()
      .click();
    for (const column of list.columns.slice(-3))
      await expect(page.getByText(column.header, { exact: false }).first(), column.header).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 860 });
    const second = app.headers().nth(1);
    await expect.poll(() => widthOf(second)).toBe(list.columns[2]?.width ?? columnWidth.usual);
    await isDragged(app);
    await hasSizes(app, list, asked);
  });

async function sorts(app: App, list: ListDefinition, asked: readonly Request[]): Promise<void> {
  const second = list.columns[1];
  const before = asked.length;
  const header = app.headers().nth(1);
  const cells = async () => app.grid.locator('[role=gridcell][data-col="1"]').allInnerTexts();
  // Its menu comes with the pointer, and not under it.
  await header.hover();
  await expect(header.getByRole('button', { name: 'Column menu' })).toBeVisible();
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  if (second && isServerSort(list, second.key)) {
    // REF-04, C42: by flags, the first page again.
    await expect.poll(() => query(asked.at(-1)).get(`${second.key}Asc`)).toBe('true');
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => query(asked.at(-1)).get(`${second.key}Desc`)).toBe('true');
    expect(query(asked.at(-1)).get('offset')).toBe('0');
    expect(await header.getAttribute('title')).toContain('Sorts the whole list');
  } else {
    const ascending = await cells();
    // A column with a rank sorts by that, and not by its text.
    if (!second?.rank) expect(ascending).toEqual([...ascending].sort());
    await header.click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    expect(await cells()).toEqual([...ascending].reverse());
    expect(await header.getAttribute('title')).toContain('Sorts this page');
    expect(asked.length, 'sorting asks the server nothing').toBe(before);
  }
}

/** From page to page with a column hidden, and back to the same one by its address. */
async function isPaged(app: App, list: ListDefinition, asked: readonly Request[]): Promise<void> {
  const { page } = app;
  const next = page.getByRole('button', { name: 'Next' });
  await expect(app.pageLabel).toHaveText(label(list, 1, 10));
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const first = await app.rowTexts();
  await next.click();
  await expect(app.pageLabel).toHaveText(label(list, 2, 10));
  await expect.poll(() => query(asked.at(-1)).get('offset')).toBe('10');
  await expect.poll(async () => (await app.rowTexts()).some((row) => first.includes(row))).toBe(false);
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(app.pageLabel).toHaveText(label(list, 1, 10));

  await page.getByRole('button', { name: list.messages.columnsMenu?.closed ?? 'Show columns' }).click();
  await page.getByRole('checkbox', { name: list.columns[1]?.header ?? '', exact: true }).click();
  await expect(app.grid).toHaveAttribute('aria-colcount', String(shownOf(list, list.columns.length - 1)));
  await page.keyboard.press('Escape');

  await next.click();
  await expect(app.pageLabel).toHaveText(label(list, 2, 10));
  // The rows of the page before stay until those of this one are there.
  await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
  const rows = await app.rowTexts();
  const link = page.url();
  await page.reload();
  await expect(app.pageLabel).toHaveText(label(list, 2, 10));
  await expect.poll(() => app.rowTexts()).toEqual(rows);
  await expect(app.grid).toHaveAttribute('aria-colcount', String(shownOf(list, list.columns.length - 1)));
  await page.goBack();
  await expect(app.pageLabel).toHaveText(label(list, 1, 10));
  await page.goto(link);
  await expect(app.pageLabel).toHaveText(label(list, 2, 10));
}

const widthOf = async (header: Locator): Promise<number> => Math.round((await header.boundingBox())?.width ?? 0);
/** The second column that is shown. */
async function isDragged(app: App): Promise<void> {
  const { mouse } = app.page;
  const header = app.headers().nth(1);
  for (const [by, wanted] of [
    [-600, 100],
    [1500, 1120],
  ] as const) {
    const box = await header.boundingBox();
    const handle = await header.locator('[data-handle]').boundingBox();
    if (!box || !handle) throw new Error('no header');
    await mouse.move(handle.x + handle.width / 2, box.y + box.height / 2);
    await mouse.down();
    await mouse.move(handle.x + by, box.y + box.height / 2, { steps: 4 });
    await mouse.up();
    await expect.poll(() => widthOf(header)).toBe(wanted);
  }
}

async function hasSizes(app: App, list: ListDefinition, asked: readonly Request[]): Promise<void> {
  const { page } = app;
  const sizes = page.getByRole('combobox', { name: 'Rows per page' });
  await sizes.click();
  const options = (await page.getByRole('option').allInnerTexts()).map((text) => text.split(/[\n,]/)[0]?.trim());
  expect(options).toEqual([
    ...list.paging.sizes.map(String),
    list.paging.total === 'exact' ? `All (${countOf(list)})` : 'All',
  ]);
  await page.getByRole('option', { name: /^25$/ }).click();
  await expect(app.pageLabel).toHaveText(label(list, 1, 25));
  await expect(app.dataRows).toHaveCount(25);
  expect(query(asked.at(-1)).get('limit')).toBe('25');
  expect(query(asked.at(-1)).get('offset')).toBe('0');

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
  // As many as are known; where the count is not told, neither offset nor limit (PAGE-14).
  const limit = list.paging.total === 'untold' ? null : String(countOf(list));
  await expect.poll(() => query(asked.at(-1)).get('limit')).toBe(limit);
  await expect(app.grid).toHaveAttribute('aria-rowcount', String(countOf(list) + 1));
}

// ---- its filter, and what stands where its rows do not

/** The lines of a list's panel that no list before it has: those, and one of each kind, are filled by hand. The rest comes by the address. */
const byHand = new Map<ListDefinition, readonly FilterField[]>();
const known = new Set<string>();
for (const list of lists) {
  const fields = filterFields(list);
  const ways = fields.map(({ filter }) => filter.way);
  byHand.set(
    list,
    fields.filter((field, at) => !known.has(JSON.stringify(field)) || ways.indexOf(field.filter.way) === at),
  );
  for (const field of fields) known.add(JSON.stringify(field));
}

/** A value for each parameter, by what the filter is; C35: one switch for all 'Exist?' of the field. */
function textsFor(field: FilterField): Record<string, string> {
  const { filter, names, exists } = field;
  const byWay: Readonly<Record<Filter['way'], string[]>> = {
    equals: [filter.params[0]?.value === 'number' ? '7' : 'Q7'],
    contains: ['find me'],
    range: ['1', '5'],
    // From and To are lines of their own.
    between: [names[0] === filter.params[0]?.name ? '2026-02-01 23:58' : '2026-02-02 00:30'],
    days: ['2004-03-07', '2010-01-01'],
    flag: ['true'],
  };
  const values = byWay[filter.way].map((value, at) => [names[at] ?? '', value] as const);
  return Object.fromEntries([...values, ...exists.map((name) => [name, 'true'] as const)]);
}
const textsOf = (fields: readonly FilterField[]): Record<string, string> =>
  Object.assign({}, ...fields.map(textsFor)) as Record<string, string>;
/** As they travel. */
const sent = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replace(/^(\S{10}) /, '$1T')]));

for (const list of lists)
  test(`RAW-09 PAGE-02 PAGE-16 ERR-21 C22 C34 C35: ${list.name} when nothing is there; each of its filters is filled by keyboard, numbers from 0, sent under its names, stands as a chip, and is gone after RESET; and when it fails`, async ({
    page,
    context,
  }) => {
    // Up to 55 lines, each filled as a person would.
    test.setTimeout(60_000 + (byHand.get(list)?.length ?? 0) * 1500);
    const app = new App(page, server.current.url);
    await stub(context, callOf(list), { json: { [list.endpoint.list.rows]: [], [list.endpoint.list.count]: 0 } });
    const asked = await openList(app, list);
    await expect(page.getByRole('main').getByText(list.messages.empty)).toBeVisible();
    await context.unrouteAll();
    if (filterFields(list).length > 0) await hasFilters(app, list, asked);
    await stub(context, callOf(list), { status: 500, json: { message: 'The list fell over.' } });
    await page.reload();
    await expect(page.getByRole('main').getByRole('heading', { name: list.messages.failed })).toBeVisible();
    await expect(app.alertDialog).toContainText('The list fell over.');
    await expect(page.getByText('Your filter is kept.'), 'there is none').toHaveCount(0);
  });

async function hasFilters(app: App, list: ListDefinition, asked: readonly Request[]): Promise<void> {
  const typed = byHand.get(list) ?? [];
  const fields = filterFields(list);
  const come = fields.filter(({ id }) => !typed.some((field) => field.id === id));
  if (come.length > 0) await app.open(addressOf(list, sent(textsOf(come))));
  await app.filter.open();
  await hasLines(app, fields, come);
  for (const field of typed) await fill(app, field);
  await expect(app.filter.panel.getByText(`${typed.length} not applied yet`)).toBeVisible();
  // Enter in a field is SEARCH.
  await app.filter.panel.locator(`[id="filter-${typed[0]?.names[0]}"]`).press('Enter');
  await expect(app.filter.panel).toBeHidden();
  const wanted = sent(textsOf(fields));
  await expect.poll(() => Object.fromEntries(query(asked.at(-1)))).toMatchObject(wanted);
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  const chips = app.page.getByRole('group', { name: 'Filters' });
  await expect
    .poll(() => namesOf(chips.getByRole('button', { name: /^Remove / })))
    .toEqual(chipsOf(list, wanted).map(({ field, text }) => `Remove ${field.label} ${text}`));
  await chips.getByRole('button', { name: 'RESET' }).click();
  await expect(app.filter.button).toHaveText(/FILTER OFF/);
  await expect(chips.getByRole('button')).toHaveCount(0);
  await expect
    .poll(() => Object.keys(wanted).filter((name) => query(asked.at(-1)).get(name) === wanted[name]))
    .toEqual([]);
  await expect(app.dataRows).toHaveCount(10);
}
const namesOf = (found: Locator): Promise<(string | null)[]> =>
  found.evaluateAll((elements) => elements.map((one) => one.getAttribute('aria-label')));

/** Each field has its line; those that came by the address hold it. */
async function hasLines(app: App, fields: readonly FilterField[], come: readonly FilterField[]): Promise<void> {
  const inputs = await app.filter.panel.locator('[id^="filter-"]:is(input, select)').evaluateAll((all) =>
    (all as (HTMLInputElement | HTMLSelectElement)[]).map((one) => ({
      id: one.id,
      text: one.value,
      min: one.getAttribute('type') === 'number' ? { is: one.getAttribute('min') } : null,
    })),
  );
  const isNumber = ({ filter }: FilterField, name: string): boolean =>
    filter.params.some((param) => param.name === name && param.value === 'number');
  const texts = sent(textsOf(come));
  const lines = fields.flatMap((field) =>
    field.names.map((name) => ({
      id: `filter-${name}`,
      text: texts[name] ?? '',
      min: isNumber(field, name) ? { is: field.hasMinimum ? '0' : null } : null,
    })),
  );
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  expect(inputs.sort(byId)).toEqual(lines.sort(byId));
  const existing = come.filter(({ exists }) => exists.length > 0).map((field) => `${field.label}: Exist?`);
  expect((await namesOf(app.filter.panel.locator('input[type=checkbox]:checked'))).sort()).toEqual(existing.sort());
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

// ---- as it is installed

for (const reader of new Set(lists.map(readerOf))) {
  const own = lists.filter((list) => readerOf(list) === reader);
  testInstalled(
    `OFF-03 XLS-02: ${own.map(({ name }) => name).join(', ')} are accessible, export what is loaded, and are read from the store without a network`,
    async ({ page, context }) => {
      test.setTimeout(30_000 + own.length * 20_000);
      const app = new App(page, server.current.url);
      for (const [at, list] of own.entries()) {
        if (at === 0) await enter(app, list);
        else await app.open(routeOf(list));
        await expect(app.dataRows, list.name).toHaveCount(10);
        await expectAccessible(page, list.name);
        if (list.export) await exports(page, `${list.export.fileName}.xlsx`);
        const rows = await app.rowTexts();
        await offlineReady(page);
        await context.setOffline(true);
        await page.reload();
        await expect(page.getByRole('banner'), list.name).toContainText('Stored');
        expect(await app.rowTexts(), list.name).toEqual(rows);
        await context.setOffline(false);
      }
    },
  );
}
async function exports(page: Page, fileName: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(fileName);
}
