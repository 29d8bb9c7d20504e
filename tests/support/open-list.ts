/** Opens, filters and reads a declared list like a user. */
import type { Locator, Request } from 'playwright/test';
import type { Filter } from '../../contract/filters.ts';
import { newsRows } from '../../src/data/new-rows-query.ts';
import { policy, prefetchPolicy } from '../../src/data/offline/policy.ts';
import { windowCountRows } from '../../src/data/window-counts.ts';
import { withSlot } from '../../src/lib/address-slot.ts';
import { breakpoints } from '../../src/lib/breakpoints.ts';
import { columnWidth, type ListDefinition } from '../../src/list/define-list.ts';
import { chipsOf, type FilterField, filterFields } from '../../src/list/filter/filter-fields.ts';
import { type App, expect } from './browser.ts';
import { callOf, countOf, readerOf, routeOf } from './declared-lists.ts';

/** RESP-02: on a wide screen. */
export const shownOf = (list: ListDefinition, chosen: number): number =>
  list.hasFewColumns ? Math.min(8, chosen) : chosen;
/** The label contains the last page if the list shows its total. */
export const pageLabelOf = (list: ListDefinition, page: number, size: number): string =>
  list.paging.total === 'exact' ? `Page ${page} of ${Math.ceil(countOf(list) / size)}` : `Page ${page}`;
/** The list's route with these of its names in the address. */
export function addressOf(list: ListDefinition, names: Readonly<Record<string, string>>): string {
  const [path, search] = routeOf(list).split('?');
  const others = Object.fromEntries(new URLSearchParams(search));
  const all = list.within ? withSlot(others, list.within.slot, names) : { ...others, ...names };
  return `${path}?${new URLSearchParams(all as Record<string, string>)}`;
}

/** Logs in as a user with access. */
async function enter(app: App, list: ListDefinition): Promise<void> {
  const path = routeOf(list);
  await app.logInAs(readerOf(list), { from: path, lands: path.split('?')[0] ?? path });
}
/** A request of the app's own: the prefetch, a quiet reload or the count of a longer window. No test chooses their sizes. */
function isByItself(list: ListDefinition, url: URL): boolean {
  const ownRows = [windowCountRows, newsRows, prefetchPolicy(list.endpoint.id).rows, policy.recordRows].map(String);
  return ownRows.includes(url.searchParams.get('limit') ?? '');
}
/** Its requests from now on, without the prefetch and quiet reloads. */
export function requestsOf(app: App, list: ListDefinition): Request[] {
  const requested: Request[] = [];
  app.page.on('request', (request) => {
    const url = new URL(request.url());
    const isCall = url.pathname.toLowerCase() === `/api/v1${callOf(list)}`.toLowerCase();
    if (isCall && !isByItself(list, url)) requested.push(request);
  });
  return requested;
}
export async function openList(app: App, list: ListDefinition): Promise<Request[]> {
  const requested = requestsOf(app, list);
  await enter(app, list);
  return requested;
}

export const query = (request: Request | undefined): URLSearchParams =>
  new URL(request?.url() ?? 'http://nothing').searchParams;

/** Filters of a meaning refuse other values. */
const ofMeaning: Readonly<Record<string, string>> = {
  kind: 'position',
  element: 'UM20',
  chapter: '36',
  among: '36',
  decoded: 'full',
};

/** A value for each parameter, by the kind of filter. C35: one switch for all 'Exist?' of the field. */
export function textsFor(field: FilterField): Record<string, string> {
  const { filter, names, exists } = field;
  const byWay: Readonly<Record<Filter['way'], string[]>> = {
    equals: [ofMeaning[filter.params[0]?.op ?? ''] ?? (filter.params[0]?.value === 'number' ? '7' : 'Q7')],
    contains: ['find me'],
    range: ['1', '5'],
    // From and To are separate lines.
    between: [names[0] === filter.params[0]?.name ? '2026-02-01 23:58' : '2026-02-02 00:30'],
    days: ['2004-03-07', '2010-01-01'],
    flag: ['true'],
  };
  const values = byWay[filter.way].map((value, at) => [names[at] ?? '', value] as const);
  return Object.fromEntries([...values, ...exists.map((name) => [name, 'true'] as const)]);
}
export const textsOf = (fields: readonly FilterField[]): Record<string, string> =>
  Object.assign({}, ...fields.map(textsFor)) as Record<string, string>;
/** In wire format. */
export const sent = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replace(/^(\S{10}) /, '$1T')]));

export const namesOf = (found: Locator): Promise<(string | null)[]> =>
  found.evaluateAll((elements) => elements.map((one) => one.getAttribute('aria-label')));

/** Each field has its input. Those in the address contain their values. */
export async function hasLines(app: App, fields: readonly FilterField[], come: readonly FilterField[]): Promise<void> {
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

const chipsIn = (app: App): Locator => app.page.getByRole('group', { name: 'Filters' });
/** Each filter of the list is sent and shown as a chip. */
export async function isApplied(app: App, list: ListDefinition, requested: readonly Request[]): Promise<void> {
  const expected = sent(textsOf(filterFields(list)));
  await expect.poll(() => Object.fromEntries(query(requested.at(-1)))).toMatchObject(expected);
  await expect
    .poll(() => namesOf(chipsIn(app).getByRole('button', { name: /^Remove / })))
    .toEqual(chipsOf(list, expected).map(({ field, text }) => `Remove ${field.label} ${text}`));
}
/** The same, and RESET removes all of them. */
export async function isAppliedAndReset(app: App, list: ListDefinition, requested: readonly Request[]): Promise<void> {
  await isApplied(app, list, requested);
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  const expected = sent(textsOf(filterFields(list)));
  const chips = chipsIn(app);
  await chips.getByRole('button', { name: 'RESET' }).click();
  await expect(app.filter.button).toHaveText(/FILTER OFF/);
  await expect(chips.getByRole('button')).toHaveCount(0);
  await expect
    .poll(() => Object.keys(expected).filter((name) => query(requested.at(-1)).get(name) === expected[name]))
    .toEqual([]);
  await expect(app.dataRows).toHaveCount(10);
}

/** Checks the offered sizes. Their list stays open. */
export async function offersSizes(app: App, list: ListDefinition): Promise<void> {
  await app.page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect
    .poll(async () =>
      (await app.page.locator('[role=option]').allInnerTexts()).map((text) => text.split(/[\n,]/)[0]?.trim()),
    )
    .toEqual([
      ...list.paging.sizes.map(String),
      list.paging.total === 'exact' ? `All (${countOf(list)})` : 'All',
      'Fill the window',
    ]);
}

/** In order. Waits, because a table draws further columns after its window has grown. */
export async function hasHeaders(app: App, list: ListDefinition): Promise<void> {
  await expect(app.headers()).toHaveCount(shownOf(list, list.columns.length));
  await hasFirstHeaders(app, list);
}
/** The visible columns are the first ones in order, and those that stay in view at the end. Resolves to their number, at least four on a screen of usual width. */
export async function hasFirstHeaders(app: App, list: ListDefinition): Promise<number> {
  const headers = (await app.headers().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  expect(headers.length).toBeGreaterThanOrEqual(Math.min(4, list.columns.length));
  const pinned = list.columns.filter(({ isPinned }) => isPinned);
  const others = list.columns.filter(({ isPinned }) => !isPinned).slice(0, headers.length - pinned.length);
  for (const [at, column] of [...others, ...pinned].entries())
    expect(headers[at]?.startsWith(column.header), column.header).toBe(true);
  return headers.length;
}

/** Width of a window with all columns in view, none hidden for lack of space (RESP-02). */
export const widthFor = (list: ListDefinition): number =>
  Math.max(
    400 + list.columns.reduce((sum, column) => sum + (column.width ?? columnWidth.usual), 0),
    breakpoints.lg + 1,
  );

/** RESP-01: labelled cards; a tap opens all fields. */
export async function isCardsOnPhone(app: App, list: ListDefinition): Promise<void> {
  await app.page.setViewportSize({ width: 360, height: 740 });
  await expect(app.grid).toHaveCount(0);
  await app.page
    .getByRole('button', { name: /all fields/i })
    .first()
    .click();
  for (const column of list.columns.slice(-3))
    await expect(app.page.getByText(column.header, { exact: false }).first(), column.header).toBeVisible();
}
