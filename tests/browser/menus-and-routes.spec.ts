/** Paths and texts are copied from NAV-08 to NAV-14; the items of each menu are tested in src/app/menus.test.ts. */
import type { Audience } from '../../contract/audience.ts';
import { menus } from '../../src/app/menus.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, homeOf, sharedServer, test } from '../support/browser.ts';
import type { DemoUser } from '../support/server.ts';

const server = sharedServer();

/** For each audience an own and a foreign path; the whole table is in src/app/route-guard.test.ts. */
type Sample = { readonly audience: Audience; readonly own: string | null; readonly foreign: string };
const samples = {
  admin: { audience: 'admin', own: '/addUser', foreign: '/decoding' },
  parser: { audience: 'parser', own: '/decoding', foreign: '/user' },
  customer: { audience: 'customer', own: '/airports/1', foreign: '/akrxAll' },
  company: { audience: 'companyUser', own: '/adsbCompany', foreign: '/airports' },
  guest: { audience: 'noRole', own: null, foreign: '/akrx' },
} as const satisfies Partial<Record<DemoUser, Sample>>;
type Sampled = keyof typeof samples;
const unmatched: Readonly<Record<Sampled, string>> = {
  admin: 'Data not found administrator',
  parser: 'Data not found parser',
  customer: 'Data not found customer',
  company: 'Data not found',
  guest: 'Please Log In (You cannot access the content because you accidentally logged out)',
};

/** Opens a path like a typed address, without a new page load if the router can do it. */
async function typePath(app: App, path: string): Promise<void> {
  await app.page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('S03 S04 NAV-01 NAV-03 NAV-04 NAV-05 NAV-06 NAV-07 NAV-08 NAV-09 NAV-10 NAV-11 NAV-12 NAV-13 NAV-14 NAV-16 NAV-19 NAV-20 USR-22 ERR-20 C09 C10 C11 C12 C14 C16 C18 C104 C119: an own, a foreign and an unknown path as each kind of user; / and /auth lead to the root of the audience; the menu, in order, each item with its path; after the logout, paths lead to the login form', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  // C14 NAV-16: a requested path that the audience may not open leads home. The open path is tested in log-in.spec.ts and session.spec.ts.
  await app.logInByForm('parser', { from: '/user', lands: '/parser' });
  await test.step('parser', () => hasMenuAndRoutes(app, 'parser'));
  for (const user of ['customer', 'admin', 'company'] as const) {
    await app.changeUser(user);
    await test.step(user, () => hasMenuAndRoutes(app, user));
  }
  await app.go('/logout');
  await app.expectPath('/auth');
  await app.fillLogIn('guest');
  await app.logInButton.click();
  await expect(app.greeting('guest')).toBeVisible();
  await test.step('guest', () => hasMenuAndRoutes(app, 'guest'));
});

async function hasMenuAndRoutes(app: App, user: Sampled): Promise<void> {
  const { page } = app;
  const { audience, own, foreign } = samples[user];
  const text = page.getByRole('main').getByText(unmatched[user], { exact: true });
  for (const path of [foreign, '/nothing-here']) {
    await typePath(app, path);
    await expect(text, path).toBeVisible();
    expect(app.path()).toBe(path);
  }
  if (user === 'admin') {
    await typePath(app, '/statistic');
    const key = page.getByRole('main').getByText('Ctrl K');
    await expect(key).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(key, 'a phone has no keyboard').toBeHidden();
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('link', { name: 'Did you mean Statistics?' }).click();
    await app.expectPath('/statistics');
  }
  if (own) {
    await typePath(app, own);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), own).toBeVisible();
    await expect(text, own).toHaveCount(0);
    expect(app.path()).toBe(own);
  }
  for (const path of ['/', '/auth']) {
    await typePath(app, path);
    await app.expectPath(homeOf[user]);
  }
  // Once like the typed address of another page.
  if (user === 'admin') {
    await app.open('/auth');
    await app.expectPath(homeOf[user]);
    // The static page of /auth has this path, too: the app must be running before another one is typed.
    await expect(page.locator('#boot')).toHaveCount(0);
  }
  await typePath(app, '/nowhere');
  await page.getByRole('link', { name: /^Go to the (home|login) page$/ }).click();
  await app.expectPath(homeOf[user]);
  if (user === 'guest') {
    await expect(app.logInButton).toBeVisible();
    await expect(page.getByText('You are logged in as guest.')).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText(/^Checked \d\d:\d\d:\d\dZ, no role yet$/)).toBeVisible();
    await page.getByRole('link', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toBeVisible();
    await app.expectPath('/changePassword');
    await typePath(app, '/auth');
    await page.getByRole('link', { name: 'Stored on this device' }).click();
    await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
    await app.expectPath('/device');
  }
  const expected = menus[audience];
  await expect.poll(() => app.menuItems()).toEqual(expected.map(({ label }) => label));
  const links = app.menu.getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(paths).toEqual(expected.map(({ to }) => to));
  const [first] = expected;
  if (first && user !== 'guest') {
    await app.choose(first.label);
    await app.expectPath(first.to);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
  if (user === 'parser') {
    // USR-22 C18: on every screen of users.
    for (const path of ['/addUser', '/updateUser/1', '/deleteUser/1']) {
      await app.go('/accountSecurity');
      await expect(text, path).toHaveCount(0);
      await app.go(path);
      await expect(text, path).toBeVisible();
    }
    await expectDecoderCard(app);
  }
  if (user !== 'guest') return;
  await app.choose('Log out');
  await app.expectPath('/auth');
  for (const path of ['/akrx', '/user', '/airports/1', '/nothing-here']) {
    await typePath(app, path);
    await app.expectPath('/auth');
  }
  // C11 C12 NAV-20: a User without a company has the menu of a Customer.
  await app.fillLogIn('feeder');
  await app.logInButton.click();
  await app.expectPath(homeOf.feeder);
  expect((await app.menuItems())[0]).toBe('ACARS raw');
  await expect.poll(() => app.menuItems()).toHaveLength(6);
}

/** NAV-19 */
async function expectDecoderCard(app: App): Promise<void> {
  const { page } = app;
  await app.go('/parser');
  for (const text of ['ACARS messages decoder', 'Insert message label and text to decode.'])
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expectAccessible(page, '/parser');
  await page.getByRole('main').getByText('START', { exact: true }).click();
  await app.expectPath('/decoding');
  // Screens whose code loads only now, from the body of a screen or from the menu: the focus is not lost with the clicked element.
  await expect(page.getByRole('heading', { level: 1, name: 'ACARS MESSAGE DECODER' })).toBeFocused();
  await app.choose('Statistics');
  await expect(page.getByRole('heading', { level: 1, name: /statistics/i })).toBeFocused();
}
