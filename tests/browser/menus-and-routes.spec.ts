/**
 * S04 and the menus: what each audience finds, and what it is told where there is nothing for it.
 * Must not: take a path, a label or a text from the app; all are written down from NAV-03 to NAV-14.
 */
import { App, expect, homeOf, serverForFile, test } from '../support/browser.ts';
import type { DemoUser } from '../support/server.ts';

const server = serverForFile();

const menus: Partial<Record<DemoUser, readonly (readonly [string, string])[]>> = {
  customer: [
    ['ACARS raw', '/akrx'],
    ['ACARS per Aircraft', '/acarsWithExtDataCompany'],
    ['ADSB messages', '/adsbCompany'],
    ['Airports', '/airports'],
    ['Map', '/openstreetMapCompany'],
  ],
  parser: [
    ['ACARS raw', '/akrxAll'],
    ['ACARS per aircraft', '/acarsWithExtData'],
    ['ADSB', '/adsb'],
    ['Airports', '/airports'],
    ['Aircraft', '/aircraft'],
    ['Airlines', '/airlines'],
    ['Map', '/openstreetMap'],
    ['Statistics', '/statistics'],
    ['Decoder', '/parser'],
  ],
  admin: [
    ['ACARS raw', '/akrxAll'],
    ['ACARS per aircraft', '/acarsWithExtData'],
    ['ADSB', '/adsb'],
    ['Airports', '/airports'],
    ['Aircraft', '/aircraft'],
    ['Airlines', '/airlines'],
    ['Map', '/openstreetMap'],
    ['Statistics', '/statistics'],
    ['Administrator', '/administrator'],
  ],
  company: [
    ['ACARS raw', '/akrxAll'],
    ['ACARS per aircraft', '/acarsWithExtData'],
    ['company ADSB', '/adsbCompany'],
  ],
  guest: [],
};

const everyPath = [
  '/openstreetMap',
  '/openstreetMapCompany',
  '/aircraft/1',
  '/aircraft',
  '/airports/1',
  '/airports',
  '/flights/1',
  '/akrx',
  '/akrxAll',
  '/adsb',
  '/adsbCompany',
  '/airlines',
  '/acarsWithExtData',
  '/acarsWithExtDataCompany',
  '/statistics',
  '/addStation',
  '/stationDetails/1',
  '/updateStation/1',
  '/overall-bid-details',
  '/update-overall-bid',
  '/user',
  '/addUser',
  '/updateUser/1',
  '/deleteUser/1',
  '/administrator',
  '/parser',
  '/decoding',
  '/nothing-here',
];
const allowed: Readonly<Record<string, readonly string[]>> = {
  admin: [
    '/openstreetMap',
    '/aircraft/1',
    '/aircraft',
    '/airports/1',
    '/airports',
    '/flights/1',
    '/akrxAll',
    '/adsb',
    '/airlines',
    '/acarsWithExtData',
    '/statistics',
    '/addStation',
    '/stationDetails/1',
    '/updateStation/1',
    '/overall-bid-details',
    '/update-overall-bid',
    '/user',
    '/addUser',
    '/updateUser/1',
    '/deleteUser/1',
    '/administrator',
  ],
  parser: [
    '/openstreetMap',
    '/aircraft/1',
    '/aircraft',
    '/airports/1',
    '/airports',
    '/flights/1',
    '/akrxAll',
    '/adsb',
    '/airlines',
    '/acarsWithExtData',
    '/statistics',
    '/decoding',
    '/parser',
  ],
  customer: ['/openstreetMapCompany', '/airports/1', '/airports', '/akrx', '/adsbCompany', '/acarsWithExtDataCompany'],
  company: ['/akrxAll', '/adsbCompany', '/acarsWithExtData'],
  guest: [],
};
const unmatched: Readonly<Record<string, string>> = {
  admin: 'Data not found administrator',
  parser: 'Data not found parser',
  customer: 'Data not found customer',
  company: 'Data not found',
  guest: 'Please Log In (You cannot access the content because you accidentally logged out)',
};

/** Goes to a path as a typed address does, without loading the app anew each time where the router can do it. */
async function typePath(app: App, path: string): Promise<void> {
  await app.page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

for (const user of ['customer', 'parser', 'admin', 'company', 'guest'] as const)
  test.describe(user, () => {
    test(`S03 S04 NAV-01 NAV-03 NAV-04 NAV-05 NAV-06 NAV-08 NAV-09 NAV-10 NAV-11 NAV-12 NAV-13 NAV-14 ERR-20 C09 C10 C16 C104 C119: every path as ${user}; / and /auth lead to the root of the audience; the menu, in order, each item opens`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const app = new App(page, server.current.url);
      await app.logInAs(user);
      for (const path of everyPath) {
        await typePath(app, path);
        const text = page.getByRole('main').getByText(unmatched[user] ?? '', { exact: true });
        if (allowed[user]?.includes(path)) {
          await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible();
          await expect(text, path).toHaveCount(0);
        } else await expect(text, path).toBeVisible();
        expect(app.path(), path).toBe(path);
      }
      for (const path of ['/', '/auth']) {
        await app.open(path);
        await app.expectPath(homeOf[user]);
      }
      if (user === 'guest') await expect(app.logInButton).toBeVisible();
      const wanted = menus[user] ?? [];
      expect(await app.menuItems()).toEqual([...wanted.map(([label]) => label), 'Log out']);
      for (const [label, path] of wanted) {
        await app.choose(label);
        await app.expectPath(path);
        await expect(page.getByText(/Data not found/)).toHaveCount(0);
        await expect(page.getByRole('main')).not.toBeEmpty();
      }
      await app.choose('Log out');
      await app.expectPath('/auth');
    });
  });

test('S04 NAV-07 C14: logged out, every path ends at the log-in form', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.open('/auth');
  for (const path of everyPath) {
    await typePath(app, path);
    await app.expectPath('/auth');
  }
});

test('C14 C15 NAV-16 SES-10: the path that was asked for opens after log-in, if the audience may open it', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/airlines', lands: '/airlines' });
  await app.logOut();
  await app.logInAs('parser', { from: '/user', lands: '/parser' });
});

test('C14b NAV-15 MAIL-05: the confirmation page is open to everyone, in any letter case', async ({ page }) => {
  const app = new App(page, server.current.url);
  for (const path of ['/confirmemail?email=a&activationToken=b', '/ConfirmEmail']) {
    await app.open(path);
    expect(app.path().toLowerCase()).toBe('/confirmemail');
    await expect(page.getByRole('main')).not.toBeEmpty();
  }
});

test('C11 C12 NAV-20: a User without a company has the menu of a Customer', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.logInAs('feeder');
  expect((await app.menuItems())[0]).toBe('ACARS raw');
  expect(await app.menuItems()).toHaveLength(6);
});

test('NAV-19: the home of a Parser is the decoder card, which leads on to the decoder', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  for (const text of ['ACARS messages decoder', 'Insert message label and text to decode.'])
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await page.getByRole('main').getByText('START', { exact: true }).click();
  await app.expectPath('/decoding');
  // Whose code came only now, from the body of a screen or from the menu: the focus is not lost with what was pressed.
  await expect(page.getByRole('heading', { level: 1, name: 'ACARS MESSAGE DECODER' })).toBeFocused();
  await app.choose('Statistics');
  await expect(page.getByRole('heading', { level: 1, name: /statistics/i })).toBeFocused();
});
