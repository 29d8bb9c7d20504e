import type { Page } from 'playwright/test';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { calls, list, openStatistics, queriesOf, stubAll, versions } from '../support/statistics-page.ts';

const server = sharedServer();

const open = (page: Page, user: 'admin' | 'parser', search?: string) =>
  openStatistics(new App(page, server.current.url), user, search);

test('S22 SST-01 SST-02 SST-03 SST-04 SST-05 SST-06 SST-07 SST-08 SST-09 SST-10 SST-11 FSZ-01 FSZ-02 FSZ-03 FSZ-05 C26b C78 C114 ERR-16 PAGE-13 S26 XLS-04 XLS-05: a Parser reads STATIONS STATUS, filters and exports it; the other list keeps its own state in the address; STATIONS STATUS FRAME SIZE has the same tools; both have their own texts for an empty and a failed list @clock', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const requested = await stubAll(context);
  const app = await open(page, 'parser');
  await expect(page.getByRole('link', { name: 'Add Station' })).toHaveCount(0);
  // A Parser opens the page of a station, but not its details.
  const links = page.getByRole('table', { name: 'STATION DATA' }).getByRole('link');
  await expect.poll(() => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).not.toEqual([]);
  await expect(page.locator('a[href*="stationDetails" i]')).toHaveCount(0);
  const status = list(page, 'STATIONS STATUS');
  expect(queriesOf(requested, 'status'), 'a list below is requested when it comes near').toEqual([]);
  await page.getByRole('navigation', { name: 'Sections of this screen' }).getByText('Stations status').click();
  await expect(status.getByRole('gridcell', { name: '2024-05-01 12:34:56Z' })).toBeVisible();

  await status.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(status.getByRole('option')).toHaveText(['10', '25', '50', '100', '1000', /^All/]);
  await page.keyboard.press('Escape');
  const columns = status.getByRole('button', { name: /^SHOW COLS\./ });
  await columns.click();
  await expect(status.getByRole('button', { name: /^HIDE MENU/ })).toBeVisible();
  const menu = page.getByRole('dialog', { name: /^HIDE MENU/ });
  await expect(menu.getByRole('checkbox', { checked: true }), 'fifty columns and TOGGLE ALL').toHaveCount(51);
  await expect(menu.getByRole('checkbox')).toHaveCount(51);
  const parts = ['ACARS', 'VDLM2', 'ADSB', 'GNSS', 'MQTT', 'Location App', 'Main System', 'FOTA Service', 'App Image'];
  const names = parts.flatMap((name) => ['Major', 'Minor', 'Build'].map((part) => `${name} Version ${part}`));
  expect(await menu.locator('label').allInnerTexts()).toEqual(expect.arrayContaining(names));
  await menu.getByRole('checkbox', { name: 'TOGGLE ALL' }).click();
  await expect(menu.getByText('0 of 50 shown')).toBeVisible();
  await menu.getByRole('checkbox', { name: 'TOGGLE ALL' }).click();
  await page.keyboard.press('Escape');
  await expect(columns).toBeVisible();
  // Every value of an expanded row.
  await status.getByRole('gridcell', { name: '2024-05-01 12:34:56Z' }).click();
  await expect
    .poll(() => status.getByRole('definition').allInnerTexts())
    .toEqual(expect.arrayContaining(Object.values(versions).map(String)));

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
    .poll(() => queriesOf(requested, 'status').at(-1))
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

  await test.step('the other list; empty and failed', async () => {
    await app.go('/statistics?only=frames');
    await expect(app.headers()).toHaveText([
      'Created On',
      'Timestamp s',
      'Station ID',
      'Message Type',
      'Smallest Frame B',
      'Largest Frame B',
      'Average Frame B',
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
    const main = page.getByRole('main');
    const emptyResponses = { status: { stationStatus: [], stationStatusCount: 0 }, frames: { data: [], count: 0 } };
    for (const [name, failed, slot] of [
      ['STATIONS STATUS', 'Could not read StationStation table from the server!', 'status'],
      ['STATIONS STATUS FRAME SIZE', 'Could not read StationStationFrameSize table from the server!', 'frames'],
    ] as const) {
      await stub(context, calls[slot], { json: emptyResponses[slot] });
      await app.go(`/statistics?only=${slot}&${slot}.size=25`);
      await app.settle();
      await expect(main.getByText(empty), name).toBeVisible();
      await stub(context, calls[slot], { status: 500, json: { message: 'X' } });
      await app.go(`/statistics?only=${slot}&${slot}.size=50`);
      await expect(app.alertDialog).toContainText('X');
      // ERR-01: next to the dialog.
      await page.mouse.click(5, 5);
      await expect(app.alertDialog).toHaveCount(0);
      await expect(main.getByText(failed), name).toBeVisible();
    }
  });
});
