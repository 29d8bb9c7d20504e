import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, test } from '../support/browser.ts';

const server = sharedServer();
const legend = (page: Page, unit: string) => page.getByRole('region', { name: `Altitude, 1,000 ${unit}`, exact: true });

test('metric units are chosen with the appearance, stay after a reload, and belong to the user', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/openstreetMap', lands: '/openstreetMap' });
  await expect(legend(page, 'ft')).toContainText('37+');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Metric (m, km/h, km)' }).click();
  await expectAccessible(page, 'appearance with units');
  await page.keyboard.press('Escape');
  await expect(legend(page, 'm')).toContainText('11.3+');
  await expect(page.getByText(/^\d+ km zoom/)).toBeVisible();
  await page.reload();
  await expect(legend(page, 'm')).toBeVisible();
  await app.logOut();
  await app.logInAs('admin', { from: '/openstreetMap', lands: '/openstreetMap' });
  await expect(legend(page, 'ft')).toBeVisible();
});
