/**
 * Walks every list that is declared: a new list is tested the day it is declared.
 * Must not: know one list; what is special about one stands in a spec of its own.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Request } from 'playwright/test';
import { type Audience, mayCall } from '../../contract/audience.ts';
import type { Filter } from '../../contract/filters.ts';
import { breakpoints } from '../../src/lib/breakpoints.ts';
import { type AnyRow, columnWidth, type ListDefinition } from '../../src/list/define-list.ts';
import { chipsOf, type FilterField, filterFields } from '../../src/list/filter-words.ts';
import { isServerSort } from '../../src/list/list-sort.ts';
import { policy, slabPolicy } from '../../src/offline/policy.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { frames, storeFrames } from '../support/frames.ts';
import { acarsdecLine, series } from '../support/messages.ts';
import { root } from '../support/repository.ts';
import type { DemoUser, TestServer } from '../support/server.ts';
import { stationRecords } from '../support/station-records.ts';

const folder = join(root, 'src/screens');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.list.ts'));
const lists: ListDefinition[] = [];
for (const file of files) {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
  lists.push(
    ...Object.values(module).filter(
      (one): one is ListDefinition => typeof one === 'object' && one !== null && 'columns' in one,
    ),
  );
}

/** Each list has at least so many rows: six pages of ten. */
const stored = 60;
const ids = new Map<ListDefinition, string>();
const counts = new Map<ListDefinition, number>();

// The longest walk of all: its tests are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

const server = serverForFile({
  prepare: async (it) => {
    await storeFrames(it, frames(stored));
    await it.import(aircraftFile(stored), ['--reference']);
    await it.import([...series(stored), ...(await takeOffs(it))]);
    await it.import(stationRecords(stored));
    await fillUsers(it);
    const tokens = new Map<DemoUser, string>();
    for (const reader of new Set(lists.map(readerOf))) tokens.set(reader, (await logIn(it, reader)).token);
    for (const list of lists) await look(it, list, tokens.get(readerOf(list)) ?? '');
  },
});

/** Aircraft of one airline, as Virtual Radar keeps them. */
const aircraftFile = (count: number): string[] => [
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
  ...Array.from({ length: count }, (_, at) => {
    const n = at + 100;
    return `4A0${n},YR-${n},B738,Boeing,737-800,Boeing 737-800,0,Tarom,ROT,${29_000 + n},${2000 + (n % 20)}`;
  }),
];

/** As many users as there are messages. */
async function fillUsers(it: TestServer): Promise<void> {
  const { token } = await logIn(it, 'admin');
  const { usersCount } = (await callApi(it, '/Account/Users?limit=1', { token })).json as { usersCount: number };
  for (let n = usersCount; n < stored; n += 1)
    await callApi(it, '/user/register', {
      method: 'POST',
      token,
      body: { username: `person.${n}`, password: 'secret-1', role: 'User', terms: 0, company: '' },
    });
}
/** As many flights of the first aircraft: it takes off every ninety minutes, at no moment at which the window of a list may begin. */
async function takeOffs(it: TestServer): Promise<Record<string, unknown>[]> {
  const { token } = await logIn(it, 'parser');
  const { aircraft } = (await callApi(it, '/aircraft?limit=1', { token })).json as { aircraft: AnyRow[] };
  return Array.from({ length: stored }, (_, at) => {
    const secondsAgo = at * 5400 + 2700;
    const off = new Date(Date.now() - secondsAgo * 1000).toISOString().slice(11, 16).replace(':', '');
    const [tail, flight, text] = [String(aircraft[0]?.registration), `TS${1000 + at}`, `LROPEGLL${off}`];
    return acarsdecLine({ secondsAgo, tail, flight, label: 'QQ', text });
  });
}
/** Where a list is one thing's, the id of the thing that is named most often; and how many rows the list has. */
async function look(it: TestServer, list: ListDefinition, token: string): Promise<void> {
  const ask = async (path: string): Promise<Record<string, unknown>> =>
    (await callApi(it, path, { token })).json as Record<string, unknown>;
  if (list.of) {
    const { endpoint, id } = list.of.sample;
    const answer = await ask(`${endpoint.path}?limit=1000`);
    ids.set(list, mostFrequent((answer[endpoint.list.rows] as AnyRow[]).map(id)));
  }
  const { path, list: parts } = list.endpoint;
  const [from] = parts.filters.find(({ way }) => way === 'between')?.params ?? [];
  const hours = list.window?.hours ?? 0;
  const window = from && hours ? `&${from.name}=${new Date(Date.now() - hours * 3_600_000).toISOString()}` : '';
  const answer = await ask(`${path.replace(/\{\w+\}/, ids.get(list) ?? '')}?limit=1${window}`);
  counts.set(list, Number(answer[parts.count]));
}
function mostFrequent(texts: readonly string[]): string {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
const countOf = (list: ListDefinition): number => counts.get(list) ?? Number.NaN;
/** A list that stands on a screen with others has a place where it is alone. */
const routeOf = (list: ListDefinition): string =>
  list.within ? `${list.within.path}?only=${list.within.slot}` : `/${list.name.replace('$id', ids.get(list) ?? '')}`;
/** RESP-02: on a wide screen. */
const shownOf = (list: ListDefinition, chosen: number): number => (list.hasFewColumns ? Math.min(8, chosen) : chosen);

const hasFilters = (list: ListDefinition): boolean => Object.keys(list.filters).length > 0;
/** Where a list shows its total, the label goes on. */
const label = (list: ListDefinition, page: number, size: number): string =>
  list.paging.total === 'exact' ? `Page ${page} of ${Math.ceil(countOf(list) / size)}` : `Page ${page}`;

/** Somebody who may open the list: lists of a company are a customer's, the others an admin's or a parser's. */
function readerOf(list: ListDefinition): DemoUser {
  const { who } = mayCall[list.endpoint.id as keyof typeof mayCall];
  const audiences: readonly Audience[] = who === 'everyone' ? ['parser'] : who;
  if (list.company || !audiences.includes('parser')) return audiences.includes('customer') ? 'customer' : 'admin';
  return 'parser';
}
const pathOf = (list: ListDefinition): string => `/api/v1${callOf(list)}`;

async function openList(app: App, list: ListDefinition): Promise<Request[]> {
  const asked: Request[] = [];
  app.page.on('request', (request) => {
    const url = new URL(request.url());
    // What is fetched to be kept on the device.
    const keptRows = [slabPolicy(list.endpoint.id).rows, policy.recordRows].map(String);
    const isSlab = keptRows.includes(url.searchParams.get('limit') ?? '');
    if (url.pathname.toLowerCase() === pathOf(list).toLowerCase() && !isSlab) asked.push(request);
  });
  const path = routeOf(list);
  await app.logInAs(readerOf(list), { from: path, lands: path.split('?')[0] ?? path });
  return asked;
}

/** Below the API base. */
const callOf = (list: ListDefinition): string => list.endpoint.path.replace(/\{\w+\}/, ids.get(list) ?? '');
const query = (request: Request | undefined): URLSearchParams =>
  new URL(request?.url() ?? 'http://nothing').searchParams;
const chooseSize = async (app: App, size: string): Promise<void> => {
  await app.page.getByRole('combobox', { name: 'Rows per page' }).click();
  await app.page.getByRole('option', { name: new RegExp(`^${size}$`) }).click();
};

/** A value for each parameter, by what the filter is. */
function valuesFor({ filter, names }: FilterField): string[] {
  const byWay: Readonly<Record<Filter['way'], string[]>> = {
    equals: [filter.params[0]?.value === 'number' ? '7' : 'Q7'],
    contains: ['find me'],
    range: ['1', '5'],
    // From and To are lines of their own.
    between: [names[0] === filter.params[0]?.name ? '2026-02-01 23:58' : '2026-02-02 00:30'],
    days: ['2004-03-07', '2010-01-01'],
    flag: ['true'],
  };
  return byWay[filter.way];
}

test('there are lists to walk', () => {
  expect(lists.map((list) => list.name).sort()).toEqual(expect.arrayContaining(['akrx', 'akrxAll']));
});

for (const list of lists)
  test.describe(list.name, () => {
    test(`RAW-08 RAW-13 RESP-05 PAGE-01 PAGE-04 PAGE-05 PAGE-08 PAGE-10 PAGE-11 PAGE-14 PAGE-15 C22 C23: ${list.name} is paged, All comes after a search only, and a column is 180 wide, or as declared, and dragged from 100 to 1120`, async ({
      page,
    }) => {
      const app = new App(page, server.current.url);
      const asked = await openList(app, list);
      await expect(app.dataRows).toHaveCount(10);
      const header = app.headers().nth(1);
      const width = async () => Math.round((await header.boundingBox())?.width ?? 0);
      expect(await width()).toBe(list.columns[1]?.width ?? 180);
      for (const [by, wanted] of [
        [-600, 100],
        [1500, 1120],
      ] as const) {
        const box = await header.boundingBox();
        const handle = await header.locator('[data-handle]').boundingBox();
        if (!box || !handle) throw new Error('no header');
        await page.mouse.move(handle.x + handle.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(handle.x + by, box.y + box.height / 2, { steps: 4 });
        await page.mouse.up();
        await expect.poll(width).toBe(wanted);
      }

      expect(query(asked[0]).get('limit')).toBe('10');
      await expect(app.pageLabel).toHaveText(label(list, 1, 10));
      await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
      const first = await app.rowTexts();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(app.pageLabel).toHaveText(label(list, 2, 10));
      await expect.poll(() => query(asked.at(-1)).get('offset')).toBe('10');
      await expect.poll(async () => (await app.rowTexts()).some((row) => first.includes(row))).toBe(false);
      await page.getByRole('button', { name: 'First page' }).click();
      await expect(app.pageLabel).toHaveText(label(list, 1, 10));
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(app.pageLabel).toHaveText(label(list, 2, 10));
      await chooseSize(app, '25');
      await expect(app.pageLabel).toHaveText(label(list, 1, 25));
      await expect(app.dataRows).toHaveCount(25);
      expect(query(asked.at(-1)).get('limit')).toBe('25');
      expect(query(asked.at(-1)).get('offset')).toBe('0');

      await page.getByRole('combobox', { name: 'Rows per page' }).click();
      const options = (await page.getByRole('option').allInnerTexts()).map((text) => text.split(/[\n,]/)[0]?.trim());
      expect(options).toEqual([
        ...list.paging.sizes.map(String),
        list.paging.total === 'exact' ? `All (${countOf(list)})` : 'All',
      ]);
      const all = page.getByRole('option', { name: /^All/ });
      if (list.paging.all === 'after-search') {
        await expect(all).toHaveAttribute('aria-disabled', 'true');
        await all.getByText('All', { exact: false }).first().hover();
        await expect(page.getByText('Active Only After SEARCH Button Click !').first()).toBeVisible();
        await page.keyboard.press('Escape');
        await app.filter.open();
        await app.filter.search();
        await expect(app.filter.panel).toBeHidden();
        await page.getByRole('combobox', { name: 'Rows per page' }).click();
      }
      await page.getByRole('option', { name: /^All/ }).click();
      await expect.poll(() => asked.length).toBeGreaterThan(1);
      // As many as are known; where the count is not told, neither offset nor limit (PAGE-14).
      const limit = list.paging.total === 'untold' ? null : String(countOf(list));
      await expect.poll(() => query(asked.at(-1)).get('limit')).toBe(limit);
      await expect(app.grid).toHaveAttribute('aria-rowcount', String(countOf(list) + 1));
    });

    test(`RAW-03 RAW-05 RAW-06 RESP-01 C21 C44: headers, sorting and the columns menu of ${list.name}; its view stands in the address: reload, back and a shared link bring it back; on a phone its rows are labelled cards, and a tap opens all fields`, async ({
      page,
    }) => {
      // So wide that each column is in view, and none left out for want of room (RESP-02).
      const widths = list.columns.map((column) => column.width ?? columnWidth.usual);
      const needed = 400 + widths.reduce((sum, width) => sum + width, 0);
      await page.setViewportSize({ width: Math.max(needed, breakpoints.lg + 1), height: 860 });
      const app = new App(page, server.current.url);
      const asked = await openList(app, list);
      await expect(app.dataRows).toHaveCount(10);
      const headers = (await app.headers().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
      expect(headers).toHaveLength(shownOf(list, list.columns.length));
      for (const [at, column] of list.columns.slice(0, headers.length).entries())
        expect(headers[at]?.startsWith(column.header), column.header).toBe(true);

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

      await page.getByRole('button', { name: list.messages.columnsMenu?.closed ?? 'Show columns' }).click();
      const box = page.getByRole('checkbox', { name: second?.header ?? '', exact: true });
      await box.click();
      await expect(app.headers()).toHaveCount(shownOf(list, list.columns.length - 1));
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(app.dataRows).toHaveCount(10);
      await expect(app.headers()).toHaveCount(shownOf(list, list.columns.length - 1));

      await page.getByRole('button', { name: 'Next' }).click();
      await expect(app.pageLabel).toHaveText(label(list, 2, 10));
      // The rows of the page before stay until those of this one are there.
      await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
      const rows = await app.rowTexts();
      const link = page.url();
      await page.reload();
      await expect(app.pageLabel).toHaveText(label(list, 2, 10));
      await expect.poll(() => app.rowTexts()).toEqual(rows);
      await page.goBack();
      await expect(app.pageLabel).toHaveText(label(list, 1, 10));
      await page.goto(link);
      await expect(app.pageLabel).toHaveText(label(list, 2, 10));

      await page.setViewportSize({ width: 360, height: 740 });
      await expect(app.grid).toHaveCount(0);
      await page
        .getByRole('button', { name: /all fields/i })
        .first()
        .click();
      for (const column of list.columns.slice(-3))
        await expect(page.getByText(column.header, { exact: false }).first(), column.header).toBeVisible();
    });

    test(`PAGE-02 ERR-21: ${list.name} while loading, when nothing is there, and when it fails`, async ({
      page,
      context,
    }) => {
      const app = new App(page, server.current.url);
      const empty = { [list.endpoint.list.rows]: [], [list.endpoint.list.count]: 0 };
      await stub(context, callOf(list), { json: empty });
      await openList(app, list);
      await expect(page.getByRole('main').getByText(list.messages.empty)).toBeVisible();
      await stub(context, callOf(list), { status: 500, json: { message: 'The list fell over.' } });
      await page.reload();
      await expect(page.getByRole('main').getByRole('heading', { name: list.messages.failed })).toBeVisible();
      await expect(app.alertDialog).toContainText('The list fell over.');
      await expect(page.getByText('Your filter is kept.'), 'there is none').toHaveCount(0);
    });

    if (hasFilters(list))
      test(`RAW-09 PAGE-16 C22 C34 C35: each filter of ${list.name} is filled by keyboard, numbers from 0, sent under its names, stands as a chip, and is gone after RESET`, async ({
        page,
      }) => {
        // Up to 55 lines, each filled as a person would.
        test.setTimeout(30_000 + filterFields(list).length * 1500);
        const app = new App(page, server.current.url);
        const asked = await openList(app, list);
        await app.filter.open();
        const minima: Record<string, string | null> = {};
        for (const input of await app.filter.panel.locator('input[type=number]').all())
          minima[await input.evaluate((one) => one.id)] = await input.getAttribute('min');
        const numeric = filterFields(list).flatMap(({ filter, names, hasMinimum }) =>
          names
            .filter((name) => filter.params.some((param) => param.name === name && param.value === 'number'))
            .map((name) => [`filter-${name}`, hasMinimum ? '0' : null] as const),
        );
        expect(minima).toEqual(Object.fromEntries(numeric));
        const wanted: Record<string, string> = {};
        for (const field of filterFields(list)) {
          for (const [at, value] of valuesFor(field).entries()) {
            const name = field.names[at] ?? '';
            const input = app.filter.panel.locator(`[id="filter-${name}"]`);
            if (field.filter.way === 'flag') await input.selectOption(value);
            else await input.fill(value);
            wanted[name] = field.filter.way === 'between' ? value.replace(' ', 'T') : value;
          }
          // C35: one switch for all parameters of the field.
          if (field.exists.length > 0)
            await app.filter.panel.getByLabel(`${field.label}: Exist?`, { exact: true }).check();
          for (const name of field.exists) wanted[name] = 'true';
        }
        const lines = filterFields(list).length;
        await expect(app.filter.panel.getByText(`${lines} not applied yet`)).toBeVisible();
        // Enter in a field is SEARCH.
        await app.filter.panel.locator(`[id="filter-${filterFields(list)[0]?.names[0]}"]`).press('Enter');
        await expect(app.filter.panel).toBeHidden();
        await expect.poll(() => Object.fromEntries(query(asked.at(-1)))).toMatchObject(wanted);
        await expect(app.filter.button).toHaveText(/FILTER ON/);
        const chips = page.getByRole('group', { name: 'Filters' });
        const shown = () =>
          chips
            .getByRole('button', { name: /^Remove / })
            .evaluateAll((crosses) => crosses.map((cross) => cross.getAttribute('aria-label')));
        await expect
          .poll(shown)
          .toEqual(chipsOf(list, wanted).map(({ field, text }) => `Remove ${field.label} ${text}`));
        await chips.getByRole('button', { name: 'RESET' }).click();
        await expect(app.filter.button).toHaveText(/FILTER OFF/);
        await expect(chips.getByRole('button')).toHaveCount(0);
        await expect
          .poll(() => Object.keys(wanted).filter((name) => query(asked.at(-1)).get(name) === wanted[name]))
          .toEqual([]);
        await expect(app.dataRows).toHaveCount(10);
      });

    testInstalled(
      `OFF-03 XLS-02: ${list.name} is accessible, exports what is loaded, and is read from the store without a network`,
      async ({ page, context }) => {
        const app = new App(page, server.current.url);
        await openList(app, list);
        await expect(app.dataRows).toHaveCount(10);
        await expectAccessible(page, list.name);
        if (list.export) {
          const download = page.waitForEvent('download');
          await page.getByRole('button', { name: 'Export to Excel', exact: true }).click();
          expect((await download).suggestedFilename()).toBe(`${list.export.fileName}.xlsx`);
        }
        const rows = await app.rowTexts();
        await offlineReady(page);
        await context.setOffline(true);
        await page.reload();
        await expect(page.getByRole('banner')).toContainText('Stored');
        expect(await app.rowTexts()).toEqual(rows);
      },
    );
  });
