/** Account security as changed by the user. */
import type { Locator, Page } from 'playwright/test';
import { codeOf } from '../../server/accounts/totp.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { startProvider, type TestProvider } from '../support/provider.ts';
import { demoPassword } from '../support/server.ts';

let provider: TestProvider;
const env: Record<string, string> = {
  SECOND_FACTOR_ROLES: 'Parser',
  OIDC_ROLES: 'pilots=Customer',
  OIDC_CREATE_USERS: 'true',
  OIDC_LABEL: 'Log in with Example',
};
// Started before the server, which needs its address.
test.beforeAll(async () => {
  provider = await startProvider();
  Object.assign(env, provider.env);
});
test.afterAll(() => provider.stop());
const server = serverForFile({ env });

/** A device with a fingerprint, which always matches. Returns a function that removes its passkeys. */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => void (await session.send('WebAuthn.clearCredentials', { authenticatorId }));
}
/** A passkey belongs to a name, not to a network address. */
const appByName = (page: Page): App => new App(page, server.current.url.replace('127.0.0.1', 'localhost'));
/** Within the app, without a reload. `next`: a path that a visitor may not open yet. The next login leads there. */
async function logOut(app: App, next?: string): Promise<void> {
  await app.go('/logout');
  await app.expectPath('/auth');
  if (next) await ask(app, next);
}
async function ask(app: App, path: string): Promise<void> {
  await app.go(path);
  await app.expectPath('/auth');
}
async function inDatabase(sql: string): Promise<void> {
  const db = openDatabase({ url: server.current.databaseUrl });
  await db.query(sql);
  await db.close();
}

test('C03 AUTH-08 C15: a user sets up a second factor, and the form asks for its code, also before the scripts run; a role that requires one sets it up at the login; an Admin removes it; single sign-on leads to the provider and back to the requested screen; a refusal leaves the form', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInByForm('company');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account security' }).click();
  await expect(page.getByRole('heading', { name: 'Account security', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').getByText('Enter your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(demoPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectAccessible(page, 'the secret of a second factor');
  const link = await page.getByRole('link', { name: 'open the authenticator app' }).getAttribute('href');
  const secret = new URL(link ?? '').searchParams.get('secret') ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectPartAccessible(page, 'main', 'recovery codes');
  const [first = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'Codes are stored' }).click();
  await expect(page.getByText('10 unused recovery codes.')).toBeVisible();
  await logOut(app);

  await page.goto(`${server.current.url}/auth`, { waitUntil: 'commit' });
  await app.fillLogIn('company');
  await app.logInButton.click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(app.alertDialog).toHaveCount(0);
  await expectPartAccessible(page, 'main', 'the login asks for a code');
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await app.logInButton.click();
  await expect(app.alertDialog).toContainText('This code is wrong or was used before.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log in as another user' }).click();
  await expect(app.userName).toBeFocused();
  await app.fillLogIn('company');
  await app.logInButton.click();
  await page.getByRole('textbox', { name: 'Code' }).fill(first);
  await page.keyboard.press('Enter');
  await app.expectPath('/akrxAll');

  await logOut(app, '/accountSecurity');
  await app.fillLogIn('parser');
  await app.logInButton.click();
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectPartAccessible(page, 'main', 'the login sets up a second factor');
  const itsLink = await page.getByRole('link', { name: 'open the authenticator app' }).getAttribute('href');
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(appCode(new URL(itsLink ?? '').searchParams.get('secret') ?? ''));
  await app.logInButton.click();
  await app.expectPath('/accountSecurity');
  await expect(page.getByText('You have no recovery codes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  const { token } = await logIn(server.current, 'admin');
  const users = (await callApi(server.current, '/Account/Users', { token })).json as {
    users: { id: string; userName: string }[];
  };
  const id = users.users.find(({ userName }) => userName === 'parser')?.id;
  await logOut(app, `/updateUser/${id}`);
  await app.fillLogIn('admin');
  await app.logInButton.click();
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await app.alertDialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The second factor of parser was removed')).toBeVisible();

  await test.step('single sign-on', async () => {
    await logOut(app, '/stationStatus');
    provider.accept(`${app.origin}/auth`);
    const jane = { sub: 'u-1', preferred_username: 'jane', name: 'Jane' };
    const button = page.getByRole('button', { name: 'Log in with Example' });
    provider.person = { ...jane, groups: ['staff'] };
    await button.click();
    await expect(page.getByRole('alert')).toContainText('has no role here');
    await expect.poll(() => page.url()).toBe(`${app.origin}/auth`);
    provider.person = { ...jane, groups: ['pilots'] };
    await ask(app, '/stationStatus');
    await button.click();
    await app.expectPath('/auth2');
    await page.getByRole('button', { name: 'ACCEPT' }).first().click();
    await app.expectPath('/stationStatus');
    await app.go('/accountSecurity');
    await expect(page.getByText('You log in with single sign-on.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Change password' })).toHaveCount(0);
    await expectPartAccessible(page, 'main', 'the security of an account with single sign-on');
  });
});

test('C03 C119: a user adds a passkey, logs in with it alone, also instead of a code, and removes it; a role that needs a second factor sets up a passkey at the login, and the next login requires it; a user finds a login on another device and ends it; with two passkeys the user turns the password off, and sets a new one', async ({
  page,
}) => {
  const removePasskeys = await addAuthenticator(page);
  const app = appByName(page);
  const byPasskey = page.getByRole('button', { name: 'Log in with a passkey' });
  await app.open('/auth');
  await expect(app.userName).toBeFocused();
  await expect(byPasskey).toHaveCount(0);
  await ask(app, '/accountSecurity');
  await app.fillLogIn('feeder');
  await app.logInButton.click();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Hangar tablet');
  await page.getByLabel('Current password').fill(demoPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  const listed = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(listed).toContainText('Hangar tablet');
  await expect(listed).toContainText('not used yet');
  await logOut(app, '/accountSecurity');
  await expect(page.getByRole('button', { name: 'Log in with Example' })).toBeVisible();
  await expectPartAccessible(page, 'main', 'the login offers a passkey and single sign-on');
  await byPasskey.click();
  await app.expectPath('/accountSecurity');
  await expect(listed).toContainText('last used');

  await inDatabase(`insert into second_factor (user_id, secret, created_at, confirmed_at)
    select id, '\\x00', now(), now() from users where user_name = 'feeder'`);
  await logOut(app, '/accountSecurity');
  await app.fillLogIn('feeder');
  await app.logInButton.click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await byPasskey.click();
  await app.expectPath('/accountSecurity');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The second factor is off')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Hangar tablet' }).click();
  await expectPartAccessible(page, 'main', 'the proof before a passkey is removed');
  await page.getByLabel('Current password').fill('not the one');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The current password is wrong.' })).toBeVisible();
  await expect(listed).toHaveCount(1);
  await page.getByLabel('Current password').fill(demoPassword);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(listed).toHaveCount(0);

  await test.step('a role that needs a second factor', async () => {
    await logOut(app);
    await removePasskeys();
    await app.fillLogIn('newcomer');
    await app.logInButton.click();
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await app.expectPath('/auth2');
    await logOut(app);
    await app.fillLogIn('newcomer');
    await app.logInButton.click();
    await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeVisible();
    await expect(byPasskey).toBeFocused();
    await expectPartAccessible(page, 'main', 'the login asks for a passkey');
    await page.keyboard.press('Enter');
    await app.expectPath('/auth2');
  });

  await test.step('a login on another device; no password', async () => {
    await logOut(app);
    await removePasskeys();
    const { token } = (
      await callApi(server.current, '/account/authenticate', {
        method: 'POST',
        headers: { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Safari/604.1' },
        body: { username: 'customer', password: demoPassword, role: '', terms: 0, company: '' },
      })
    ).json as { token: string };
    const onTablet = async () => (await callApi(server.current, '/account/me', { token })).status;
    expect(await onTablet()).toBe(200);
    await app.fillLogIn('customer');
    await app.logInButton.click();
    await app.expectPath('/akrx');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'My logins' }).click();
    await expect(page.getByRole('heading', { name: 'My logins', level: 1 })).toBeVisible();
    const rows = page.getByRole('table', { name: 'My logins' }).getByRole('row');
    await expect(rows.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
    const other = rows.filter({ hasText: 'Safari on iPad' });
    await expect(other).toContainText('127.0.0.1');
    await expectAccessible(page, 'my logins');
    const startOf = (cell: Locator): Promise<number> =>
      cell.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(text.getBoundingClientRect().left);
      });
    expect(await startOf(other.getByRole('button')), 'below its header').toBe(
      await startOf(rows.getByRole('button', { name: 'Change' })),
    );
    await other.getByRole('button', { name: /^End the login of Safari on iPad/ }).click();
    await app.alertDialog.getByRole('button', { name: 'End login' }).click();
    await expect(page.getByText('The login was ended')).toBeVisible();
    await expect(other).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
    expect(await onTablet()).toBe(401);

    await app.go('/accountSecurity');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Current password').fill(demoPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('You need two passkeys')).toBeVisible();
    await inDatabase(`insert into passkey (id, user_id, public_key, counter, name, created_at)
      select 'b2Zhbm90aGVyZGV2aWNl', id, '', 0, 'Phone', now() from users where user_name = 'customer'`);
    // A screen that opens reads the state again.
    await app.go('/logins');
    await expect(page.getByRole('heading', { name: 'My logins', level: 1 })).toBeVisible();
    await app.go('/accountSecurity');
    await page.getByRole('button', { name: 'Turn off password' }).click();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await expectPartAccessible(page, 'main', 'passkeys, adding one and turning off the password');
    await page.getByRole('button', { name: 'Turn off with a passkey' }).click();
    await expect(page.getByText(/^You log in with your passkeys only\./)).toBeVisible();
    await logOut(app, '/accountSecurity');
    await app.fillLogIn('customer');
    await app.logInButton.click();
    await expect(app.alertDialog).toContainText('Wrong username or password.');
    await page.keyboard.press('Escape');
    await byPasskey.click();
    await app.expectPath('/accountSecurity');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByLabel('New password').fill('a new word');
    await page.getByRole('button', { name: 'Set password with a passkey' }).click();
    await expect(page.getByText('Your new password is on')).toBeVisible();
    await logOut(app);
    await app.fillLogIn('customer', 'a new word');
    await app.logInButton.click();
    await app.expectPath('/akrx');
  });
});

/** What the app on a phone shows for a secret in base32. */
function appCode(secret: string): string {
  const bits = [...secret].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return codeOf(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), Math.floor(Date.now() / 30_000));
}
