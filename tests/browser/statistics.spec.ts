import { readFileSync } from 'node:fs';
import type { Download } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { series } from '../support/messages.ts';
import {
  calls,
  form,
  list,
  openStatistics,
  queriesOf,
  responses,
  result,
  searchOf,
  stubAll,
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
/** As a new visit: searches that are not in the address are gone, and the stations are requested again. */
async function leaveAndReturn(app: App): Promise<void> {
  await app.go('/parser');
  await expect(app.page.getByRole('region', { name: 'ACARS messages decoder' })).toBeVisible();
  await app.go('/statistics');
}
const minutes = (text: string | undefined): number => Date.parse(`${text?.replace(' ', 'T')}Z`) / 60_000;

test('S20 S33 STAT-02 STAT-04 STAT-06 STAT-07 STAT-08 STAT-14 STAT-17 STAT-18 STAT-19 PAGE-03 TIME-08 ERR-10 ERR-17 ERR-21 API-37 API-38 API-39 API-40 API-41 C33 C51d C64c C68: a link for one station fills in the station, finds its row, and filters the two lists by it; an incomplete date is reported under its field on blur, on this screen without the arrow; feeding times are hours with two decimals and the percentages of the other call; a failure is shown under its prompt with a retry; the four panels read the responses of the real server with their default queries. STAT-03 STAT-05 STAT-09 C64: the polar chart is read by pointer and keyboard, as a table and as a picture; without data there is no canvas. S20 STAT-01 STAT-02 STAT-10 STAT-11 STAT-12 STAT-13 STAT-15 STAT-16 STAT-17 STAT-20 OFF-03 C63 C64b C65: an Admin finds the eight sections with their prompts; a search sends one request and is in the address; its results are accessible, on a desktop and on a phone, where nothing scrolls sideways; without a network the stations are read from the device, with their age', async ({
  page,
  context,
}) => {
  let requested = await stubAll(context);
  const app = await openStatistics(new App(page, server.current.url), 'parser', '?stationId=1088');
  for (const name of ['messages per receiver', 'directional ranges', 'feeding time', 'feeding time per message type'])
    await expect(form(page, name).getByLabel('Station ID')).toHaveValue('1088');
  await expect(page.getByRole('table', { name: 'STATION DATA' }).getByRole('row', { name: /1088/ })).toBeFocused();
  await page.getByRole('heading', { name: 'STATIONS STATUS', exact: true }).scrollIntoViewIfNeeded();
  await expect(list(page, 'STATIONS STATUS').getByRole('grid')).toBeVisible();
  expect(queriesOf(requested, 'status').map(({ stationId }) => stationId)).toContain('1088');

  await test.step('STAT-03 STAT-05 STAT-09 C64: the polar chart', async () => {
    await leaveAndReturn(app);
    const panel = page.getByRole('region', { name: 'Directional ranges per receiver' });
    await expect(panel.locator('canvas')).toHaveCount(0);
    await form(page, 'directional ranges').getByLabel('Desired angle').fill('0');
    await searchOf(page, 'directional ranges').click();
    await expect(panel.getByText('Enter a number above 0, up to 360.')).toBeVisible();
    await form(page, 'directional ranges').getByLabel('Desired angle').fill('1');
    await form(page, 'directional ranges').getByLabel('Station ID').fill('1042');
    await searchOf(page, 'directional ranges').click();
    await expect(panel.locator('canvas')).toBeVisible();
    expect(queriesOf(requested, 'ranges')).toEqual([
      expect.objectContaining({
        timeMin1: expect.any(String),
        timeMax1: expect.any(String),
        stationId1: '1042',
        angle: '1',
      }),
    ]);
    await expect(panel).toContainText('423 nmi at 78°');
    await expect(panel).toContainText('One direction goes beyond 400 nmi (drawn at the edge).');

    const chart = panel.getByRole('slider', { name: 'Polar chart of 1042, direction' });
    const box = await boxOf(chart);
    // North is on top, east to the right.
    await chart.hover({ position: { x: box.width / 2 + 150, y: box.height / 2 + 1 } });
    await expect(panel.getByTestId('polar-read-out')).toHaveText('90°: 200 nmi');
    await chart.focus();
    await chart.press('Home');
    await expect(chart).toHaveAttribute('aria-valuetext', '0°: 200\u00a0nmi');
    await chart.press('ArrowRight');
    await expect(chart).toHaveAttribute('aria-valuetext', '1°: 200\u00a0nmi');
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

    // Of two outlines one is dashed; the rings remain solid when the chart is drawn again.
    await form(page, 'directional ranges').getByLabel('Station ID').fill('1042,1088');
    await searchOf(page, 'directional ranges').click();
    await expect(panel.getByRole('slider', { name: 'Polar chart of 1042, 1088, direction' })).toBeVisible();
    const drawn = () => panel.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    // The chart is drawn after its name has changed.
    let first = '';
    await expect
      .poll(async () => {
        const before = first;
        first = await drawn();
        return before === first;
      })
      .toBe(true);
    const picture = readFileSync(await (await save()).path());
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(drawn).not.toBe(first);
    // On white in any theme: it is for a report.
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

  await test.step('dates, feeding times, failures', async () => {
    await leaveAndReturn(app);
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
    await messages.getByRole('button', { name: 'RESET' }).click();

    const search = searchOf(page, 'feeding time');
    await search.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Double click Please');
    await search.click();
    const times = page.getByRole('table', { name: 'Feeding time', exact: true });
    await expect(times.getByRole('columnheader')).toHaveText([
      'Station ID',
      'Feeding Time h',
      'Idle Time h',
      'Total Engagement h',
      'Feeding Percentage %',
    ]);
    await expect(times.getByRole('row').nth(1).getByRole('cell')).toHaveText([/1\.50$/, /0\.50$/, /2\.00$/, /75\.0$/]);
    await times.getByRole('button', { name: /^Feeding Time/ }).click();
    await expect(times.getByRole('row').nth(1)).toContainText('1057');
    await expect(page.getByText('10-minute UTC slots')).toBeVisible();

    await searchOf(page, 'feeding time per message type').click();
    const types = page.getByRole('table', { name: 'Feeding time per message type' });
    await expect(types.getByRole('columnheader')).toHaveText([
      'Station ID',
      'Feeding Time h',
      'Feeding Percentage %',
      'Feeding Time ADSB h',
      'Feeding Percentage ADSB %',
      'Feeding Time ACARS h',
      'Feeding Percentage ACARS %',
      'Feeding Time VDLM2 h',
      'Feeding Percentage VDLM2 %',
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
      // Another period: no earlier result may be shown in its place.
      await form(page, name).getByLabel('Station ID').fill(`9 ${call}`);
      await searchOf(page, name).click();
      await expect(app.alertDialog).toContainText(`${call} fell over.`);
      await page.keyboard.press('Escape');
      await expect(result(page, name).getByText(text ?? '', { exact: true })).toBeVisible();
      await expect(result(page, name).getByRole('alert')).toContainText(`Search failed: ${call} fell over.`);
      await expect(result(page, name).getByRole('status', { name: 'Loading' })).toHaveCount(0);
    }
    await stub(context, calls.messages, { json: responses.messages });
    await result(page, 'messages per receiver').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('61,204');

    await stub(context, calls.stations, { json: [] });
    await stub(context, calls.active, { json: null });
    await leaveAndReturn(app);
    await expect(page.getByText('There is no data. Please load the page once again.')).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS = -', exact: true }),
    ).toBeVisible();
  });

  await test.step('the responses of the real server', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await leaveAndReturn(app);
    await expect(page.getByRole('table', { name: 'STATION DATA' })).toBeVisible();
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

  requested = await stubAll(context);
  await app.changeUser('admin');
  await app.go('/statistics');
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
  expect(queriesOf(requested, 'messages'), 'nothing before a search').toEqual([]);

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
  // Both advance with the minute, perhaps between two reads.
  const windowMinutes = async () => minutes(await to.inputValue()) - minutes(await from.inputValue());
  await expect.poll(windowMinutes).toBe(120);
  expect(Math.abs(minutes(await to.inputValue()) - Date.now() / 60_000)).toBeLessThan(3);
  await messages.getByLabel('Station ID').fill('1042');
  await searchOf(page, 'messages per receiver').dblclick();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('61,204');
  const [query, second] = queriesOf(requested, 'messages');
  expect(second, 'the other half of a double click sends nothing').toBeUndefined();
  expect(query?.stationId).toBe('1042');
  expect(minutes(query?.timeMax) - minutes(query?.timeMin)).toBe(120);

  // The address restores it.
  await page.reload();
  await expect(page.getByRole('table', { name: 'RESULTS, messages per receiver' })).toContainText('9,102');
  await expect(form(page, 'messages per receiver').getByLabel('Station ID')).toHaveValue('1042');
  expect(queriesOf(requested, 'messages').at(-1)).toEqual(query);
  // By keyboard: charts that load above move the button under a pointer.
  await form(page, 'messages per receiver').getByRole('button', { name: 'RESET' }).press('Enter');
  await expect(page.getByText(prompt, { exact: true })).toBeVisible();
  await expect(form(page, 'messages per receiver').getByLabel('Station ID')).toHaveValue('');

  await page.getByRole('link', { name: 'Add Station' }).click();
  await app.expectPath('/addStation');
  await page.goBack();
  await page.getByRole('table', { name: 'STATION DATA' }).getByText('Rooftop, 2nd St').last().click();
  await app.expectPath('/stationDetails/8');

  await test.step('accessible with its results, on a desktop and on a phone', async () => {
    const period = 'from=2026-11-20T12:50&to=2026-11-20T14:50'.split('&');
    const search = ['messages', 'ranges', 'feeding', 'types']
      .flatMap((slot) => period.map((one) => `${slot}.${one}`))
      .join('&');
    await app.go(`/statistics?${search}`);
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

  await test.step('without a network', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.go('/administrator');
    await expect(page.getByRole('heading', { name: 'Overview', level: 2 })).toBeVisible();
    await context.setOffline(true);
    await app.go('/statistics');
    await expect(page.getByRole('table', { name: 'STATION DATA' })).toContainText('1042');
    await expect(page.getByText(/^2 stations stored on this device · as of \d\d:\d\dZ, /)).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS = -', exact: true }),
    ).toBeVisible();
    await searchOf(page, 'messages per receiver').click();
    await expect(result(page, 'messages per receiver').getByRole('alert')).toContainText('Search failed');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});
