/** A user confirms their email address, and changes their password. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { button, field } from '../support/form-page.ts';
import { holdRoute } from '../support/held-route.ts';
import { mailText } from '../support/mail-text.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { register, usersOf } from '../support/user-accounts.ts';

const dataDir = new TemporaryFolder('outbox');
const server = serverForFile({
  get env() {
    return { DATA_DIR: dataDir.path };
  },
});
test.afterAll(() => dataDir.remove());

test('S28 MAIL-01 MAIL-02 MAIL-03 MAIL-04 MAIL-05 NAV-15 USR-02 ERR-15 C14b C119: the link in the email confirms the address once, without a login; an unreachable server is reported, and the same link works later; the own password is changed from the account menu, with the current one', async ({
  page,
  context,
}) => {
  await register(server.current, 'mailed');
  const mails = readdirSync(join(dataDir.path, 'outbox')).map((file) =>
    mailText(readFileSync(join(dataDir.path, 'outbox', file), 'utf8')),
  );
  const link = mails.flatMap((mail) => /http\S+confirmemail\?email=mailed%40\S+/.exec(mail)?.[0] ?? []);
  expect(link).toHaveLength(1);
  const address = link[0] ?? '';
  await register(server.current, 'own.password', { role: 'Customer', terms: 1 });
  const isConfirmed = async (userName: string) =>
    (await usersOf(server.current)).find((user) => user.userName === userName)?.emailConfirmed;

  await context.route(/\/Account\/ConfirmEmail/i, (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  await expect(page.getByText('Service not available')).toBeVisible();
  await context.unrouteAll({ behavior: 'wait' });
  const release = await holdRoute(context, /\/Account\/ConfirmEmail/i);
  await button(page, 'Try again').click();
  await expect(page.getByText('Your email address is being confirmed')).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await isConfirmed('mailed')).toBe(false);
  await release();
  await expect(page.getByText('Your email has been successfully confirmed.')).toBeVisible();
  await expectAccessible(page, 'confirmed');
  expect(await isConfirmed('mailed')).toBe(true);
  expect(await isConfirmed('own.password')).toBe(false);
  await context.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  const app = new App(page, server.current.url);
  await app.expectPath('/auth');
  await app.go(address.replace(/.*\/confirmemail/, '/ConfirmEmail'));
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();

  await app.go('/auth');
  await app.expectPath('/auth');
  await app.fillLogIn('own.password', 'secret-1');
  await app.logInButton.click();
  await app.expectPath('/akrx');
  await page.getByRole('button', { name: /Account of/ }).click();
  const documents = page.getByRole('menuitem', { name: 'Documentation' });
  await expect(documents).toHaveAttribute('href', '/docs');
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await app.expectPath('/changePassword');
  await field(page, 'New password').fill('12345');
  await button(page, 'CHANGE').click();
  await expect(page.getByText('Current password is required.')).toBeVisible();
  await expect(page.getByText('New password must have at least 6 characters.')).toBeVisible();
  await expect(field(page, 'Current password')).toBeFocused();
  await field(page, 'Current password').fill('wrong-one');
  await field(page, 'New password').fill('secret-2');
  await button(page, 'CHANGE').click();
  await expect(app.alertDialog).toContainText('The current password is wrong.');
  await page.keyboard.press('Escape');
  await field(page, 'Current password').fill('secret-1');
  await button(page, 'CHANGE').click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await app.choose('Log out');
  await app.expectPath('/auth');
  await app.fillLogIn('own.password', 'secret-2');
  await app.logInButton.click();
  await app.expectPath('/akrx');
});
