/** What a user does about the security of the own account. */
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';

const server = serverForFile();

test('C119: a user finds a login of another device and ends it', async ({ page, browser }) => {
  const tablet = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Safari/604.1' });
  const onTablet = new App(await tablet.newPage(), server.current.url);
  await onTablet.logInByForm('customer');
  const app = new App(page, server.current.url);
  await app.logInByForm('customer');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My logins' }).click();
  await expect(page.getByRole('heading', { name: 'My logins', level: 1 })).toBeVisible();
  const rows = page.getByRole('table', { name: 'My logins' }).getByRole('row');
  await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  const other = rows.filter({ hasText: 'Safari on iPad' });
  await expect(other).toContainText('127.0.0.1');
  await expectAccessible(page, 'my logins');
  await other.getByRole('button', { name: /^End the login of Safari on iPad/ }).click();
  await app.alertDialog.getByRole('button', { name: 'End login' }).click();
  await expect(page.getByText('The login was ended')).toBeVisible();
  await expect(other).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  await onTablet.page.reload();
  await onTablet.expectPath('/auth');
  await expect(onTablet.page.getByText(/The server ended your session/)).toBeVisible();
  await tablet.close();
});
