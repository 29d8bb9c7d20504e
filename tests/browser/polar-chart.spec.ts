/** The polar chart of /statistics. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright/test';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { calls, form, openStatistics, queriesOf, searchOf, stubAll } from '../support/statistics-page.ts';

const server = sharedServer();

const open = (page: Page, user: 'admin' | 'parser', search?: string) =>
  openStatistics(new App(page, server.current.url), user, search);

test('STAT-03 STAT-05 STAT-09 C64: the polar chart is read by pointer and keyboard, as a table and as a picture; without data there is no canvas', async ({
  page,
  context,
}) => {
  const requested = await stubAll(context);
  await open(page, 'parser');
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
