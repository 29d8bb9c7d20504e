/** A user without a password gets a new one by email. */
import { expectAccessible } from '../support/axe.ts';
import { App, expect, test } from '../support/browser.ts';
import { openMailSink } from '../support/mail-sink.ts';
import { startServer } from '../support/server.ts';

test('C119: the form leads to a link by email, which sets a new password', async ({ page }) => {
  const sink = await openMailSink();
  const server = await startServer({ env: { SMTP_URL: sink.url } });
  const app = new App(page, server.url);
  await app.open('/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'New password', level: 1 })).toBeVisible();
  await expectAccessible(page, 'a link for a new password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Username or email address is required.');
  await page.getByLabel('Username or email address').fill('customer');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toContainText('a link was sent to it');
  await expect.poll(() => sink.mails.length).toBe(1);
  const token = /#token=([\w-]+)/.exec(sink.mails[0]?.text ?? '')?.[1];
  await page.goto('about:blank');
  await app.open(`/resetPassword#token=${token}`);
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused();
  await expect.poll(() => page.url()).not.toContain('token');
  await expectAccessible(page, 'a new password');
  await page.getByRole('textbox', { name: 'New password' }).fill('123456');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('too easy to guess');
  await page.getByRole('textbox', { name: 'New password' }).fill('a new word');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password was changed');
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await app.fillLogIn('customer', 'a new word');
  await app.logInButton.click();
  await app.expectPath('/akrx');
  await server.dispose();
  await sink.close();
});
