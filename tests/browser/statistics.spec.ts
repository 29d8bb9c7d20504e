/**
 * /statistics: search panels, polar chart, tables, stations, and the two lists of station records as parts of it.
 * Must not: take a text or a parameter from the app; what a list can do by itself is walked by every-list.spec.ts.
 */
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { series } from '../support/messages.ts';
import {
  answers,
  askedOf,
  calls,
  form,
  list,
  result,
  searchOf,
  stubAll,
  versionNames,
  versions,
} from '../support/statistics-page.ts';

const heard = 12;
const server = serverForFile({
  prepare: (it) => it.import(series(heard, () => ({ secondsAgo: 900, station: 'CS-STATISTICS' }))),
});

const prompt = 'Please insert search parameters to start search';
const prompts = [
  prompt,
  `${prompt} to see directional ranges in Polar Graph`,
  `${prompt} to see receivers feeding time`,
  `${prompt} to see receivers feeding time per message type`,
];
const open = async (page: Page, user: 'admin' | 'parser', search = ''): Promise<App> => {
  const app = new App(page, server.current.url);
  await app.logInAs(user, { from: `/statistics${search}`, lands: '/statistics' });
  await expect(
    page.getByRole('heading', { name: search.includes('only') ? 'FRAME SIZE' : 'STATION DATA' }),
  ).toBeVisible();
  return app;
};
const minutes = (text: string | undefined): number => Date.parse(`${text?.replace(' ', 'T')}Z`) / 60_000;

test('S20 STAT-01 STAT-02 STAT-10 STAT-11 STAT-12 STAT-13 STAT-15 STAT-16 STAT-17 STAT-20 C63 C64b C65: an Admin finds the eight sections with their prompts; a search asks once, and stands in the address', async ({
  page,
  context,
}) => {
  const asked = await stubAll(context);
  const app = await open(page, 'admin');
  for (const text of prompts) await expect(page.getByText(text, { exact: true }), text).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS = 7', exact: true }),
  ).toBeVisible();
  for (const text of [
    'RESULTS',
    'POLAR CHART',
    'STATISTICS TABLE',
    'STATION DATA',
    'STATIONS STATUS',
    'STATIONS STATUS FRAME SIZE',
  ])
    await expect(page.getByText(text, { exact: true }), text).toBeVisible();
  expect(askedOf(asked, 'messages'), 'nothing before a search').toEqual([]);

  const stations = page.getByRole('table', { name: 'STATION DATA' });
  await expect(stations.getByRole('columnheader')).toHaveText([
    /^Station$/,
    /^Latitude/,
    /^Longitude/,
    /^City$/,
    /^Country$/,
    /^Location Address$/,
    /^Last Time Seen$/,
    /^Feeder Name$/,
    /^Feeder Email$/,
    /^Feeder Phone$/,
    /^Description$/,
    /^Notification Email$/,
    /^Feeder Notification Email$/,
    /^First Time Sent To Feeder$/,
  ]);
  await expect(stations.getByRole('row', { name: /1088/ })).toContainText('Inactive');
  await expect(stations.getByRole('row', { name: /1042/ })).toContainText('2024-05-01 12:34:56');

  const messages = form(page, 'messages per receiver');
  const [from, to] = [messages.getByLabel('From', { exact: true }), messages.getByLabel('To', { exact: true })];
  const window = minutes(await to.inputValue()) - minutes(await from.inputValue());
  expect(window).toBe(120);
  expect(Math.abs(minutes(await to.inputValue()) - Date.now() / 60_000)).toBeLessThan(3);
  await messages.getByLabel('Station ID').fill('1042');
  await searchOf(page, 'messages per receiver').dblclick();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('61,204');
  const [query, second] = askedOf(asked, 'messages');
  expect(second, 'the other half of a double click asks nothing').toBeUndefined();
  expect(query?.stationId).toBe('1042');
  expect(minutes(query?.timeMax) - minutes(query?.timeMin)).toBe(120);

  // The address brings it back.
  await page.reload();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('9,102');
  await expect(form(page, 'messages per receiver').getByLabel('Station ID')).toHaveValue('1042');
  expect(askedOf(asked, 'messages').at(-1)).toEqual(query);
  await form(page, 'messages per receiver').getByRole('button', { name: 'RESET' }).click();
  await expect(page.getByText(prompt, { exact: true })).toBeVisible();
  await expect(form(page, 'messages per receiver').getByLabel('Station ID')).toHaveValue('');

  await page.getByRole('link', { name: 'Add Station' }).click();
  await app.expectPath('/addStation');
  await page.goBack();
  await page.getByRole('table', { name: 'STATION DATA' }).getByText('Rooftop, 2nd St').last().click();
  await app.expectPath('/stationDetails/8');
});

test('STAT-03 STAT-05 STAT-09 C64: the polar chart is read by pointer and by keys, as a table and as a picture; without data there is no canvas', async ({
  page,
  context,
}) => {
  const asked = await stubAll(context);
  await open(page, 'parser');
  const panel = page.getByRole('region', { name: 'Directional ranges per receiver' });
  await expect(panel.locator('canvas')).toHaveCount(0);
  await form(page, 'directional ranges').getByLabel('Desired angle').fill('0');
  await searchOf(page, 'directional ranges').click();
  await expect(panel.getByText('This must be above 0, and at most 360.')).toBeVisible();
  await form(page, 'directional ranges').getByLabel('Desired angle').fill('1');
  await form(page, 'directional ranges').getByLabel('Station ID').fill('1042');
  await searchOf(page, 'directional ranges').click();
  await expect(panel.locator('canvas')).toBeVisible();
  expect(askedOf(asked, 'ranges')).toEqual([
    expect.objectContaining({
      timeMin1: expect.any(String),
      timeMax1: expect.any(String),
      stationId1: '1042',
      angle: '1',
    }),
  ]);
  await expect(panel).toContainText('423 nmi at 78°');
  await expect(panel).toContainText('One direction goes beyond 400 nmi: drawn at the rim.');

  const chart = panel.getByRole('slider', { name: 'Polar chart of 1042, direction' });
  const box = await chart.boundingBox();
  if (!box) throw new Error('no chart');
  // North is on top, east to the right.
  await chart.hover({ position: { x: box.width / 2 + 150, y: box.height / 2 + 1 } });
  await expect(panel.getByTestId('polar-read-out')).toHaveText('90°: 200 nmi');
  await chart.focus();
  await chart.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', '0°: 200 nmi');
  await chart.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', '1°: 200 nmi');
  await chart.press('End');
  await expect(panel.getByTestId('polar-read-out')).toHaveText('359°: 200 nmi');

  const save = async (): Promise<Download> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save picture' }).click(),
    ]);
    return download;
  };
  expect((await save()).suggestedFilename()).toMatch(/^Ranges 1042 \d{4}-\d\d-\d\d\.png$/);

  // Of two outlines one is dashed; the rings are whole lines all the same when the chart is drawn again.
  await form(page, 'directional ranges').getByLabel('Station ID').fill('1042,1088');
  await searchOf(page, 'directional ranges').click();
  await expect(panel.getByRole('slider', { name: 'Polar chart of 1042, 1088, direction' })).toBeVisible();
  const drawn = () => panel.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const [first, picture] = [await drawn(), readFileSync(await (await save()).path())];
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(drawn).not.toBe(first);
  // On white, whatever the look: it is for a report.
  expect(readFileSync(await (await save()).path()).equals(picture), 'one picture in both looks').toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(drawn).toBe(first);
  await form(page, 'directional ranges').getByLabel('Station ID').fill('1042');
  await searchOf(page, 'directional ranges').click();
  await expect(panel.getByRole('slider', { name: 'Polar chart of 1042, direction' })).toBeVisible();

  await panel.getByRole('button', { name: 'Show as table' }).click();
  const table = panel.getByRole('table', { name: 'Directional ranges' });
  await expect(table.getByRole('columnheader')).toHaveText(['angle', 'distance nmi']);
  await table.getByRole('button', { name: 'distance nmi' }).click();
  await table.getByRole('button', { name: 'distance nmi' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('423.0');
  await expect(panel.locator('canvas')).toHaveCount(0);

  await stub(context, calls.ranges, { json: { directionalRangesStorages: [] } });
  // Another station: the same search again within half a second would be the other half of a double click.
  await form(page, 'directional ranges').getByLabel('Station ID').fill('1088');
  await searchOf(page, 'directional ranges').click();
  await expect(panel.getByText('Nothing was counted in this period for station 1088.')).toBeVisible();
  await expect(panel.locator('canvas')).toHaveCount(0);
});

test('S20 STAT-04 STAT-06 STAT-07 STAT-08 STAT-14 STAT-18 STAT-19 PAGE-03 ERR-17 ERR-21 C51d C64c: feeding times are hours of two decimals with the percentages of the other call; what fails says so under its prompt, and is asked again', async ({
  page,
  context,
}) => {
  await stubAll(context);
  const app = await open(page, 'parser');
  const search = searchOf(page, 'feeding time');
  await search.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Double click Please');
  await search.click();
  const times = page.getByRole('table', { name: 'Feeding time', exact: true });
  await expect(times.getByRole('columnheader')).toHaveText([
    'stationId',
    'feedingTime h',
    'idleTime h',
    'totalEngagement h',
    'feedingPercentage %',
  ]);
  await expect(times.getByRole('row').nth(1).getByRole('cell')).toHaveText([/1\.50$/, /0\.50$/, /2\.00$/, /75\.0$/]);
  await times.getByRole('button', { name: /^feedingTime/ }).click();
  await expect(times.getByRole('row').nth(1)).toContainText('1057');
  await expect(page.getByText('slots of ten minutes')).toBeVisible();

  await searchOf(page, 'feeding time per message type').click();
  const types = page.getByRole('table', { name: 'Feeding time per message type' });
  await expect(types.getByRole('columnheader')).toHaveText([
    'stationId',
    'feedingTime h',
    'feedingPercentage %',
    'feedingTimeADSB h',
    'feedingPercentageADSB %',
    'feedingTimeACARS h',
    'feedingPercentageACARS %',
    'feedingTimeVDLM2 h',
    'feedingPercentageVDLM2 %',
  ]);
  await expect(types.getByRole('row').nth(1)).toContainText('1.00');

  // Any map of keys and numbers is shown.
  await stub(context, calls.messages, { json: { messagesNumber: { HFDL: 12 } } });
  await searchOf(page, 'messages per receiver').click();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('HFDL');

  for (const [call, name, text] of [
    ['messages', 'messages per receiver', prompts[0]],
    ['ranges', 'directional ranges', prompts[1]],
    ['percentages', 'feeding time', prompts[2]],
    ['types', 'feeding time per message type', prompts[3]],
  ] as const) {
    await stub(context, calls[call], { status: 500, json: { message: `${call} fell over.` } });
    // Another period: nothing of before may stand in for it.
    await form(page, name).getByLabel('Station ID').fill(`9 ${call}`);
    await searchOf(page, name).click();
    await expect(app.alertDialog).toContainText(`${call} fell over.`);
    await page.keyboard.press('Escape');
    await expect(result(page, name).getByText(text ?? '', { exact: true })).toBeVisible();
    await expect(result(page, name).getByRole('alert')).toContainText(`No answer to this search: ${call} fell over.`);
    await expect(result(page, name).getByRole('status', { name: 'Loading' })).toHaveCount(0);
  }
  await stub(context, calls.messages, { json: answers.messages });
  await result(page, 'messages per receiver').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('61,204');

  await stub(context, calls.stations, { json: [] });
  await stub(context, calls.active, { json: null });
  await page.reload();
  await expect(page.getByText('There is no data. Please load the page once again.')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS = -', exact: true }),
  ).toBeVisible();
});

test('S22 SST-01 SST-02 SST-03 SST-04 SST-05 SST-06 SST-09 SST-10 SST-11 C26b C114 PAGE-13 XLS-04: a Parser reads STATIONS STATUS, filters and exports it; the other list keeps its own place in the address', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const asked = await stubAll(context);
  await open(page, 'parser');
  await expect(page.getByRole('link', { name: 'Add Station' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'STATION DATA' }).getByRole('link')).toHaveCount(0);
  const status = list(page, 'STATIONS STATUS');
  expect(askedOf(asked, 'status'), 'a list below is asked for when it comes near').toEqual([]);
  await page.getByRole('navigation', { name: 'Sections of this screen' }).getByText('Stations status').click();
  await expect(status.getByRole('gridcell', { name: '2024-05-01 12:34:56Z' })).toBeVisible();

  await status.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(status.getByRole('option')).toHaveText(['10', '25', '50', '100', '1000', /^All/]);
  await page.keyboard.press('Escape');
  const columns = status.getByRole('button', { name: /^SHOW COLS\./ });
  await columns.click();
  await expect(status.getByRole('button', { name: /^HIDE MENU/ })).toBeVisible();
  const menu = page.getByRole('dialog', { name: /^HIDE MENU/ });
  await expect(menu.getByRole('checkbox'), 'fifty columns and TOGGLE ALL').toHaveCount(51);
  for (const name of versionNames)
    for (const part of ['Major', 'Minor', 'Build'])
      await expect(menu.getByRole('checkbox', { name: `${name}${part}`, exact: true })).toBeChecked();
  await menu.getByRole('checkbox', { name: 'TOGGLE ALL' }).click();
  await expect(menu.getByText('0 of 50 shown')).toBeVisible();
  await menu.getByRole('checkbox', { name: 'TOGGLE ALL' }).click();
  await page.keyboard.press('Escape');
  await expect(columns).toBeVisible();
  // Every value of an open row.
  await status.getByRole('gridcell', { name: '2024-05-01 12:34:56Z' }).click();
  for (const [field, value] of Object.entries(versions))
    await expect(
      status
        .getByRole('definition')
        .filter({ hasText: new RegExp(`^${value}$`) })
        .first(),
      field,
    ).toBeVisible();

  const panel = page.getByRole('dialog', { name: /^Filter/ });
  const openFilter = () => status.getByRole('button', { name: /^FILTER (ON|OFF)/ }).click();
  await openFilter();
  await panel.getByLabel('From', { exact: true }).fill('2024-05-01 00:00');
  await panel.getByLabel('To', { exact: true }).fill('2024-05-02 00:00');
  await panel.getByLabel('Station ID').fill('any text');
  await panel.getByLabel('Message Type').fill('odd & "type"');
  await panel.getByRole('button', { name: 'SEARCH' }).click();
  await expect(panel).toBeHidden();
  await expect(status.getByRole('button', { name: 'FILTER ON' })).toBeVisible();
  await expect
    .poll(() => askedOf(asked, 'status').at(-1))
    .toMatchObject({
      start: '2024-05-01T00:00',
      end: '2024-05-02T00:00',
      stationId: 'any text',
      msgType: 'odd & "type"',
    });
  expect(new URL(page.url()).searchParams.get('status.stationId')).toBe('any text');
  await openFilter();
  await panel.getByRole('button', { name: 'RESET' }).click();
  await expect(panel).toBeHidden();
  await expect(status.getByRole('button', { name: 'FILTER OFF' })).toBeVisible();
  await openFilter();
  await page.mouse.click(10, 400);
  await expect(panel).toBeHidden();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    status.getByRole('button', { name: 'Export to Excel', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('StationStatus.xlsx');
});

test('SST-07 SST-08 XLS-05 FSZ-01 FSZ-02 FSZ-03 FSZ-05 C78 ERR-16 S26: STATIONS STATUS FRAME SIZE has the same tools; both say in their words what is empty and what failed', async ({
  page,
  context,
}) => {
  await stubAll(context);
  const app = await open(page, 'parser', '?only=frames');
  await expect(app.headers()).toHaveText([
    'createdOn',
    /^timestamp/,
    'stationId',
    'msgType',
    /^frameSizeMin/,
    /^frameSizeMax/,
    /^frameSizeAvg/,
  ]);
  await expect(app.dataRows.first()).toContainText('2024-05-01 12:34:56Z');
  await expect(page.getByRole('button', { name: /^SHOW COLS\./ })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to Excel', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('StationStatusFrameSize.xlsx');

  const empty =
    'There are no data for previous day or entered serach term. Please back to previous page or enter new search term in the Filter.';
  await stub(context, calls.status, { json: { stationStatus: [], stationStatusCount: 0 } });
  await stub(context, calls.frames, { json: { data: [], count: 0 } });
  await page.getByRole('link', { name: 'Statistics' }).first().click();
  for (const [name, failed, call] of [
    ['STATIONS STATUS', 'Could not read StationStation table from the server!', 'status'],
    ['STATIONS STATUS FRAME SIZE', 'Could not read StationStationFrameSize table from the server!', 'frames'],
  ] as const) {
    await page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded();
    await expect(list(page, name).getByText(empty)).toBeVisible();
    await stub(context, calls[call], { status: 500, json: { message: 'X' } });
    await page.reload();
    await page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded();
    await expect(app.alertDialog).toContainText('X');
    // ERR-01: beside the dialog.
    await page.mouse.click(5, 5);
    await expect(app.alertDialog).toHaveCount(0);
    await expect(list(page, name).getByText(failed)).toBeVisible();
    await stub(context, calls[call], { json: answers[call] });
    await page.reload();
  }
});

test('STAT-02 STAT-17 API-37 API-38 API-39 API-40 API-41: the four panels understand the server, as they stand when the screen is opened', async ({
  page,
}) => {
  await open(page, 'parser');
  for (const name of ['messages per receiver', 'feeding time', 'feeding time per message type']) {
    await searchOf(page, name).click();
    await expect(result(page, name).getByRole('row', { name: /CS-STATISTICS/ })).toBeVisible();
  }
  await expect(
    result(page, 'messages per receiver')
      .getByRole('row', { name: /CS-STATISTICS/ })
      .getByRole('cell')
      .first(),
  ).toContainText(String(heard));
  await searchOf(page, 'directional ranges').click();
  await expect(result(page, 'directional ranges').getByText('Nothing was counted in this period.')).toBeVisible();
});

test('C68: a link for one station fills it in, finds its row, and filters the two lists by it', async ({
  page,
  context,
}) => {
  const asked = await stubAll(context);
  await open(page, 'parser', '?stationId=1088');
  for (const name of ['messages per receiver', 'directional ranges', 'feeding time', 'feeding time per message type'])
    await expect(form(page, name).getByLabel('Station ID')).toHaveValue('1088');
  await expect(page.getByRole('table', { name: 'STATION DATA' }).getByRole('row', { name: /1088/ })).toBeFocused();
  await page.getByRole('heading', { name: 'STATIONS STATUS', exact: true }).scrollIntoViewIfNeeded();
  await expect(list(page, 'STATIONS STATUS').getByRole('grid')).toBeVisible();
  expect(askedOf(asked, 'status').map(({ stationId }) => stationId)).toContain('1088');
});

test('the screen is accessible with its results, on a desktop and on a phone, where nothing scrolls sideways', async ({
  page,
  context,
}) => {
  await stubAll(context);
  const period = 'from=2026-11-20T12:50&to=2026-11-20T14:50'.split('&');
  const search = ['messages', 'ranges', 'feeding', 'types']
    .flatMap((slot) => period.map((one) => `${slot}.${one}`))
    .join('&');
  await open(page, 'admin', `?${search}`);
  await expect(page.locator('canvas')).toBeVisible();
  await page.getByRole('heading', { name: 'STATIONS STATUS FRAME SIZE' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('grid')).toHaveCount(2);
  await expectAccessible(page, 'statistics');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.locator('canvas')).toBeVisible();
  await expectAccessible(page, 'statistics on a phone');
  const wide = await page
    .getByRole('main')
    .evaluate(
      (main) => [main, ...main.children].filter((element) => element.scrollWidth > element.clientWidth + 1).length,
    );
  expect(wide).toBe(0);
});

testInstalled(
  'STAT-11 OFF-03: without a network the stations come from the device, with their age',
  async ({ page, context }) => {
    await stubAll(context);
    await open(page, 'parser');
    await expect(page.getByRole('table', { name: 'STATION DATA' })).toContainText('1042');
    await offlineReady(page);
    await context.unrouteAll();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('table', { name: 'STATION DATA' })).toContainText('1042');
    await expect(page.getByText(/^2 stations stored on this device · as of \d\d:\d\dZ, /)).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS = -', exact: true }),
    ).toBeVisible();
    await searchOf(page, 'messages per receiver').click();
    await expect(result(page, 'messages per receiver').getByRole('alert')).toContainText('No answer to this search');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  },
);

test('S33 ERR-10 TIME-08 C33: an incomplete date is told under its field when it is left, here without the arrow', async ({
  page,
  context,
}) => {
  await stubAll(context);
  await open(page, 'parser');
  const messages = form(page, 'messages per receiver');
  const from = messages.getByLabel('From', { exact: true });
  const text = 'Please enter complete date & time or use DatePicker';
  await from.fill('2026-02-01 23:');
  await expect(messages.getByText(text, { exact: true })).toHaveCount(0);
  await from.press('Tab');
  await expect(messages.getByText(text, { exact: true })).toBeVisible();
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await searchOf(page, 'messages per receiver').click();
  await expect(from).toBeFocused();
  await from.fill('2026-02-01 23:50');
  await expect(messages.getByText(text, { exact: true })).toHaveCount(0);
});
