import type { Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(120)) });
const path = '/akrxAll';
const columns = Object.keys(api.acarsMessage.allUsers.list.entity).length;

async function open(page: Page, search = ''): Promise<App> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: path + search, lands: path });
  await expect(app.dataRows.first()).toBeVisible();
  return app;
}
/** Queries of the list's own requests, without the prefetch, which has another limit. */
function watchRequests(page: Page): URLSearchParams[] {
  const seen: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.toLowerCase() === '/api/v1/acarsmessage/allusers') seen.push(url.searchParams);
  });
  return seen;
}
const sizes = (page: Page) => page.getByRole('combobox', { name: 'Rows per page' });
async function chooseSize(page: Page, size: string): Promise<void> {
  await sizes(page).click();
  await page.getByRole('option', { name: size, exact: true }).click();
}
const header = (app: App, name: string) => app.grid.getByRole('columnheader', { name, exact: true });
const widthOf = async (app: App, name: string) => (await boxOf(header(app, name))).width;
const focusedCell = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement as HTMLElement | null;
    return `${cell?.dataset.row},${cell?.dataset.col}`;
  });

test('S06 RAW-05 RAW-06 RAW-08 RAW-13 PAGE-02 PAGE-04 PAGE-05 PAGE-06 PAGE-07 PAGE-08 PAGE-10 PAGE-11 PAGE-16 SES-07 C21 C23 C34 C79: sizes, pages, SEARCH, RESET and All; a header sorts the page and announces it, a second click reverses and a third removes the order; a column is hidden and shown, and TOGGLE ALL has a mixed state; keyboard in a hundred rows: one Tab stop, arrows, ends, the header, expanded rows, return after scrolling, the column menu; the address bar: reload and back restore the view, hostile values break nothing; `/` opens the filter; typed text that is not applied looks different from applied text; numbers have minimum 0; a negative latitude is sent with a hint, a negative altitude is refused; a reversed range, pasted lines, an excessive text and unknown names are reported, and nothing is lost; columns, widths, size and density of a list survive a reload until the logout, and belong to one user', async ({
  page,
}) => {
  const requested = watchRequests(page);
  const app = await open(page, '?size=100');
  await test.step('a hundred rows', () => isUsedByKeyboard(page, app));
  await app.go(path);
  await expect(app.dataRows).toHaveCount(10);
  await sizes(page).click();
  await expect(page.getByRole('option')).toHaveText([
    /^10$/,
    /^25$/,
    /^50$/,
    /^100$/,
    /^1000$/,
    /^10000$/,
    /^All/,
    /^Fill the window$/,
  ]);
  const all = page.getByRole('option', { name: /^All/ });
  await expect(all).toHaveAttribute('data-combobox-disabled', 'true');
  await all.getByText('All').hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('Active Only After SEARCH Button Click !');
  await page.getByRole('option', { name: '25', exact: true }).click();
  await expect(app.dataRows).toHaveCount(25);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  await expect
    .poll(() => requested.some((query) => query.get('offset') === '25' && query.get('limit') === '25'))
    .toBe(true);

  const tail = (await app.dataRows.first().getByRole('gridcell').nth(1).innerText()).trim();
  await app.filter.set('Tail', tail);
  await app.filter.search();
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  await expect(app.pageLabel).toHaveText('Page 1');
  await expect
    .poll(() => requested.some((query) => query.get('offset') === '0' && query.get('tail') === tail))
    .toBe(true);
  // C22: All requests the counted number of rows, which is one for this tail.
  await expect(app.dataRows).toHaveCount(1);
  await chooseSize(page, 'All');
  await expect
    .poll(() => requested.some((query) => query.get('tail') === tail && query.get('limit') === '1'))
    .toBe(true);
  await app.reset();
  await expect(app.filter.button).toHaveText(/FILTER OFF/);
  await expect(sizes(page)).toHaveValue('10');
  await expect(app.dataRows).toHaveCount(10);
  await sizes(page).click();
  await expect(all).toHaveAttribute('data-combobox-disabled', 'true');
  await page.keyboard.press('Escape');

  const before = await app.rowTexts();
  const requests = requested.length;
  await expect(header(app, 'Tail')).toHaveAttribute('title', /Sorts this page/);
  await header(app, 'Tail').click();
  await expect(header(app, 'Tail')).toHaveAttribute('aria-sort', 'ascending');
  const tails = () => app.grid.locator('[role=gridcell][data-col="1"]').allInnerTexts();
  expect(await tails()).toEqual([...(await tails())].sort());
  await header(app, 'Tail').click();
  await expect(header(app, 'Tail')).toHaveAttribute('aria-sort', 'descending');
  expect(await tails()).toEqual([...(await tails())].sort().reverse());
  await header(app, 'Tail').click();
  await expect(header(app, 'Tail')).toHaveAttribute('aria-sort', 'none');
  await expect.poll(() => app.rowTexts()).toEqual(before);
  expect(requested.slice(requests).filter((query) => query.get('limit') === '10')).toEqual([]);

  await page.getByRole('button', { name: /Show columns/ }).click();
  await page.getByRole('checkbox', { name: 'Flight' }).uncheck();
  await expect(header(app, 'Flight')).toHaveCount(0);
  const toggle = page.getByRole('checkbox', { name: 'TOGGLE ALL' });
  await expect.poll(() => toggle.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await toggle.click();
  await expect(header(app, 'Flight')).toBeVisible();
  await toggle.click();
  await expect(app.headers()).toHaveCount(0);
  await toggle.click();
  await expect(header(app, 'Tail')).toBeVisible();
  await page.keyboard.press('Escape');
  await test.step('the address bar', () => isInAddress(page, app));
  await test.step('C34: typed text', () => readsTypedText(page, app, requested));
  await test.step('SES-07', async () => {
    await app.go(path);
    await expect(app.dataRows).toHaveCount(10);
    await survivesReload(page, app);
  });
});

async function isUsedByKeyboard(page: Page, app: App): Promise<void> {
  await app.grid.locator('[data-row="0"][data-col="0"]').focus();
  await expect.poll(() => app.grid.locator('[tabindex="0"]').count()).toBe(1);
  const press = async (key: string, cell: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => focusedCell(page), key).toBe(cell);
  };
  await press('ArrowRight', '0,1');
  await press('ArrowDown', '1,1');
  await press('Control+End', `99,${columns - 1}`);
  await press('Home', '99,0');
  await press('Control+Home', '0,0');
  await app.grid.evaluate((grid) => {
    grid.scrollTop = grid.scrollHeight;
  });
  await expect(app.grid).toBeFocused();
  await press('ArrowDown', '1,0');
  await page.keyboard.press('Enter');
  await expect(app.grid.locator('pre')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.grid.locator('pre')).toHaveCount(0);
  await press('Control+Home', '0,0');
  await press('ArrowUp', '-1,0');
  await press('ArrowRight', '-1,1');
  await page.keyboard.press('Enter');
  await expect(header(app, 'Tail')).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => widthOf(app, 'Tail')).toBe(200);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => widthOf(app, 'Tail')).toBe(180);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedCell(page)).toBe('-1,1');
}

/** Resolves to the rows of a view that its address describes. */
async function showView(app: App): Promise<string[]> {
  await app.go(`${path}?size=25&sort=-tail&hide=flight&label=H1`);
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  await expect(app.dataRows).toHaveCount(25);
  await expect(app.grid).not.toHaveAttribute('aria-busy', 'true');
  await expect(header(app, 'Flight')).toHaveCount(0);
  await expect(header(app, 'Tail')).toHaveAttribute('aria-sort', 'descending');
  return app.rowTexts();
}

async function isInAddress(page: Page, app: App): Promise<void> {
  const view = await showView(app);
  await page.getByRole('button', { name: /^Remove Label/ }).click();
  await expect(app.filter.button).toHaveText(/FILTER OFF/);
  await page.goBack();
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  await expect.poll(() => app.rowTexts()).toEqual(view);

  await app.go(`${path}?page=-1&size=1e9&sort=__proto__&hide=%00,constructor&freqMin=NaN&tail=${'x'.repeat(3000)}`);
  await expect(app.dataRows).toHaveCount(10);
  await expect(
    page.getByText(/Ignored from the link: Tail, Frequency|Ignored from the link: Frequency, Tail/),
  ).toBeVisible();

  await app.go(path);
  await expect(page.getByText(/Ignored from the link/)).toHaveCount(0);
}

async function readsTypedText(page: Page, app: App, requested: readonly URLSearchParams[]): Promise<void> {
  await page.keyboard.press('/');
  await expect(app.filter.panel).toBeVisible();
  await app.filter.input('Label').fill('H1');
  await expect(app.filter.panel.getByText('1 not applied yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Label, not applied yet H1')).toBeVisible();
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'SEARCH' }).click();
  await expect(page.getByRole('button', { name: 'Remove Label H1' })).toBeVisible();

  await app.filter.open();
  for (const input of await app.filter.panel.locator('input[type=number]').all())
    await expect(input).toHaveAttribute('min', '0');
  await app.filter.panel.getByLabel('Altitude from').fill('-5');
  await app.filter.search();
  await expect(app.filter.panel.getByText('Enter 0 or more.')).toBeVisible();
  await expect(app.filter.panel.getByLabel('Altitude from')).toBeFocused();
  await app.filter.panel.getByLabel('Altitude from').fill('');
  await app.filter.panel.getByLabel('Latitude from').fill('-33.9');
  await expect(app.filter.panel.getByText('Negative value, sent as typed.')).toBeVisible();
  await app.filter.search();
  await expect.poll(() => requested.some((query) => query.get('latMin') === '-33.9')).toBe(true);

  await app.go(`${path}?size=25&nonsense=1&hop=2`);
  await expect(page.getByText('Ignored from the link: nonsense, hop')).toBeVisible();
  await app.filter.open();
  const panel = app.filter.panel;
  await panel.getByLabel('Find a field').fill('alt');
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await panel.getByLabel('Altitude from').fill('300');
  await panel.getByLabel('Altitude to').fill('3');
  await panel.getByLabel('Altitude to').press('Tab');
  await expect(panel.getByText('The maximum is below the minimum.')).toBeVisible();
  await panel.getByLabel('Altitude to').fill('3000');
  await panel.getByLabel('Find a field').fill('');

  const paste = (label: string, text: string) =>
    app.filter.input(label).evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('Text', '76401\r\n02E10KDALKLAX\r\n');
  await expect(app.filter.input('Text')).toHaveValue('02E10KDALKLAX');
  await expect(panel.getByText(/Only one line can be searched/)).toBeVisible();
  await app.filter.input('Tail').fill('N'.repeat(1200));
  await app.filter.search();
  await expect(panel.getByText('Use at most 1000 characters.')).toBeVisible();
  await expect(app.filter.input('Tail')).toBeFocused();
  await app.filter.input('Tail').fill('N'.repeat(500));
  await app.filter.search();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Tail NNNN');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
}

async function survivesReload(page: Page, app: App): Promise<void> {
  await chooseSize(page, '25');
  await page.getByRole('button', { name: /Show columns/ }).click();
  await page.getByRole('checkbox', { name: 'Flight' }).uncheck();
  await page.getByText('Comfortable', { exact: true }).click();
  await page.keyboard.press('Escape');
  await header(app, 'Tail').focus();
  await page.keyboard.press('Shift+ArrowRight');
  const looks = async () => ({
    size: await sizes(page).inputValue(),
    columns: await app
      .headers()
      .filter({ hasText: /^Flight/ })
      .count(),
    tail: await widthOf(app, 'Tail'),
    row: (await boxOf(app.dataRows.first())).height,
  });
  const usual = { size: '10', columns: 1, tail: 180, row: 29 };
  const own = { size: '25', columns: 0, tail: 200, row: 36 };
  await expect.poll(looks).toEqual(own);
  // One reload: the view comes from its address, and the settings from the device.
  const view = await showView(app);
  await page.reload();
  await expect(app.dataRows.first()).toBeVisible();
  await expect.poll(() => app.rowTexts()).toEqual(view);
  await expect(app.filter.button).toHaveText(/FILTER ON/);
  await app.go(path);
  await expect(app.filter.button).toHaveText(/FILTER OFF/);
  await expect.poll(looks).toEqual(own);
  // A change is not exchanged before the logout, which sends it.
  let isLeaving = false;
  await page.route(/\/Preferences$/, (route) => (isLeaving ? route.continue() : undefined));
  await header(app, 'Tail').focus();
  await page.keyboard.press('Shift+ArrowRight');
  const changed = { ...own, tail: 220 };
  await expect.poll(looks).toEqual(changed);
  isLeaving = true;
  // The home of a company is this list. The settings follow the account, and no other user.
  for (const [user, expected] of [
    ['company', usual],
    ['parser', changed],
  ] as const) {
    await app.changeUser(user);
    await app.go(path);
    await expect.poll(looks).toEqual(expected);
  }
}
