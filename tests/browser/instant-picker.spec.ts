import type { Locator } from 'playwright/test';
import { hourMs } from '../../contract/durations.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';

const server = sharedServer();
// West of UTC: in the evening the day of the device is the previous one.
test.use({ timezoneId: 'Pacific/Honolulu', locale: 'en-US' });

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
const dayName = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ms);

test('RAW-09 TIME-06: From is picked in UTC and 24 hours by presets, keys and typing; Escape closes only the calendar; a range of seven days fits next to its band', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await test.step('on a desktop presets, band, a range with both dates and RESET share a line', async () => {
    const range = page.getByRole('group', { name: 'Range', exact: true });
    await range.getByRole('button', { name: '7 d' }).click();
    const reset = page.getByRole('button', { name: 'RESET' });
    const middle = async (part: Locator): Promise<number> => {
      const { y, height } = await boxOf(part);
      return y + height / 2;
    };
    for (const width of [1440, 1560, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('slider', { name: 'Start of the range' })).toBeVisible();
      await expect
        .poll(async () => Math.abs((await middle(reset)) - (await middle(range))), `${width} px`)
        .toBeLessThan(4);
    }
    await reset.click();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await app.filter.open();
  const from = app.filter.input('From');
  const pick = app.filter.panel.getByRole('button', { name: 'Pick From' });
  const calendar = page.getByRole('dialog', { name: 'Pick From' });
  await pick.click();
  await expect(calendar.getByRole('button', { name: dayName(Date.now()), exact: true })).toBeFocused();
  await expect(calendar).toContainText('Bars: messages of the day.');
  await expectPartAccessible(page, 'div[role="dialog"]:has([aria-label="Before now"])', 'calendar');
  for (const [preset, hours] of [
    ['2 h', 2],
    ['24 h', 24],
    ['3 d', 72],
    ['7 d', 168],
    ['Now', 0],
  ] as const) {
    const before = textOf(Date.now() - hours * hourMs);
    await calendar.getByRole('button', { name: preset, exact: true }).click();
    await expect(from).toHaveValue(/^\d{4}-/);
    // The minute may change in between.
    expect([before, textOf(Date.now() - hours * hourMs)], preset).toContain(await from.inputValue());
  }
  await from.fill('2026-11-12 09:38');
  await calendar.getByLabel('Hours, UTC').fill('14');
  await expect(from).toHaveValue('2026-11-12 14:38');
  await expect(calendar).not.toContainText(/[AP]M/);
  await page.keyboard.press('Escape');
  await pick.click();
  await expect(calendar.getByRole('button', { name: '12 November 2026' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue('2026-11-11 14:38');

  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(app.filter.panel).toBeVisible();
  await expect(pick).toBeFocused();
  await from.fill('2026-11-20 23:15');
  await page.setViewportSize({ width: 360, height: 740 });
  await pick.click();
  await expect(calendar.getByRole('button', { name: '20 November 2026' })).toBeFocused();
  await expect(calendar.getByLabel('Minutes, UTC')).toHaveValue('15');
  const box = await boxOf(calendar);
  expect(box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 740, JSON.stringify(box)).toBe(
    true,
  );
  await calendar.getByRole('button', { name: 'Done' }).click();
  await expect(calendar).toHaveCount(0);
});
