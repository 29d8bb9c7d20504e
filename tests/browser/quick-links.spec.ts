import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { boxOf, excessOf } from '../support/layout.ts';

const server = sharedServer();

test('RESP-01 NAV-04: on a phone and a tablet the bar below the screen opens what the role may open, and covers neither pager nor notices; it is absent on a low window and on a desk', async ({
  page,
  context,
}) => {
  await stub(context, '/Notices/Count', { json: { new: 120, emergencies: 1 } });
  await page.setViewportSize({ width: 360, height: 740 });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  await expect(bar.getByRole('link')).toHaveText(['Overview', 'Messages', 'Map', 'Faults', 'Notices99+ new']);
  await expect(bar.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page');
  const edges = async (selector: string): Promise<{ readonly top: number; readonly bottom: number }> =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    const barAt = await edges('nav[aria-label="Quick links"]');
    expect(barAt.bottom).toBe(740);
    expect((await edges('main')).bottom).toBeLessThanOrEqual(barAt.top);
    for (const link of await bar.getByRole('link').all()) {
      const box = await boxOf(link);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    expect(await excessOf(page.locator('html'))).toBeLessThanOrEqual(0);
    await expectAccessible(page, `quick links at ${width}`);
  }
  await bar.getByRole('link', { name: 'Faults' }).press('Enter');
  await app.expectPath('/faults');
  await expect(bar.getByRole('link', { name: 'Faults' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link', { name: 'Messages' })).not.toHaveAttribute('aria-current');
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(bar).toHaveCount(0);
});

test('RESP-01 NAV-03: a feeder has the own station and Find in the bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const app = new App(page, server.current.url);
  await app.logInAs('customer', { from: '/stationStatus', lands: '/stationStatus' });
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  await expect(bar.getByRole('link')).toHaveText(['Station', 'Messages', 'Map', 'Notices']);
  await expect(bar.getByRole('link', { name: 'Station' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
});
