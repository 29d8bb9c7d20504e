import type { Page } from 'playwright/test';
import { App, expect, sharedServer, test } from '../support/browser.ts';

const server = sharedServer();
const legend = (page: Page, unit: string) => page.getByRole('region', { name: `Altitude, 1,000 ${unit}`, exact: true });

test('metric units are chosen with the appearance, stay after a reload, and belong to the user', async ({ page }) => {
  // Fewer pixels: the CPU draws the map.
  await page.setViewportSize({ width: 1280, height: 500 });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/openstreetMap', lands: '/openstreetMap' });
  await expect(legend(page, 'ft')).toContainText('37+');
  await page.getByRole('button', { name: 'Appearance' }).click();
  const metric = page.getByRole('menuitemradio', { name: 'Metric (m, km/h, km)' });
  await metric.click();
  await expect(metric).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await expect(legend(page, 'm')).toContainText('11.3+');
  await expect(page.getByText(/^\d+ km zoom/)).toBeVisible();
  // Each map takes seconds: the choice is checked on the screen where it was made.
  await app.go('/device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(metric).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  await app.choose('Log out');
  await app.expectPath('/auth');
  await app.fillLogIn('admin');
  await app.logInButton.click();
  await app.expectPath('/administrator');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(metric).toHaveAttribute('aria-checked', 'false');
});
