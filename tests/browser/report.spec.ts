/** A report on screen, by period and day, printed, as CSV, by email, and on a phone. */
import { readFile } from 'node:fs/promises';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { fullLine } from '../support/messages.ts';

const agoS = 24 * 3600;
const nowS = Math.floor(Date.now() / 1000);
const server = serverForFile({
  prepare: (it) =>
    it.import([
      fullLine({ label: 'QQ', text: 'LROPEGLL0712', tail: 'N900XA', secondsAgo: agoS }, nowS),
      fullLine({ label: '3V', text: '@@ ?? ##', tail: 'N900XB', secondsAgo: agoS }, nowS),
    ]),
});

test('the report of yesterday by period and day, on paper without the frame, as CSV, by email, and on a phone', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  // A star on something that is no registration leaves the report as it is.
  const noTail = `/tail/${'X'.repeat(30)}`;
  await app.logInAs('parser', { from: noTail, lands: noTail });
  await page.getByRole('button', { name: /^Watch X/ }).click();
  await app.go('/report');
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const [day, next] = [dayOf((nowS - agoS) * 1000), dayOf(nowS * 1000)];
  const heading = page.getByRole('heading', { level: 1 });
  // Midnight may pass before the report is opened.
  await expect(heading).toHaveText(new RegExp(`^Report of (${day}|${next})$`));
  const dayField = page.getByRole('textbox', { name: 'Day', exact: true });
  await dayField.fill(day);
  await expect(heading).toHaveText(`Report of ${day}`);
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(messages).toContainText('2 messages of 2 aircraft, 1 not decoded.');
  await expect(page.getByRole('region', { name: 'Aircraft with the most messages' })).toContainText('N900XA');
  await expect(page.getByRole('region', { name: 'Faults', exact: true })).toContainText('No faults received');

  const before = new Date(Date.parse(day) - agoS * 1000);
  await dayField.fill(dayOf(before.getTime()));
  await expect(heading).toHaveText(`Report of ${dayOf(before.getTime())}`);
  await page.getByRole('button', { name: 'Pick Day' }).click();
  const calendar = page.getByRole('dialog', { name: 'Pick Day' });
  const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(calendar.getByRole('button', { name: dayName.format(before), exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(heading).toHaveText(`Report of ${day}`);

  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/period=week/);
  await expect(page.getByRole('table', { name: 'Messages per day' }).getByRole('row')).toHaveCount(8);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain(`${day},2`);

  const email = page.getByRole('checkbox', { name: 'Each day, about the day before' });
  const changed = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/Report/Mail'),
  );
  // It is checked once the server has stored it.
  await email.click();
  await changed;
  await page.reload();
  await expect(email).toBeChecked();
  await expectPartAccessible(page, 'main', 'report');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(messages).toBeVisible();
  expect(
    await page.evaluate(
      () => document.querySelector('main')?.scrollHeight === document.querySelector('main')?.clientHeight,
    ),
  ).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(messages).toContainText('2 messages');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
