import { App, expect, sharedServer, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';

const server = sharedServer();
const adminMenu = [
  'ACARS raw',
  'ACARS per aircraft',
  'ADSB',
  'Airports',
  'Aircraft',
  'Airlines',
  'Map',
  'Statistics',
  'Administrator',
  'Log out',
];

test('S01 AUTH-01 AUTH-02 AUTH-05 AUTH-08 NAV-02 NAV-05 NAV-07 NAV-13 NAV-17 NAV-18 SES-01 SES-02 SES-08 API-01 API-04 C03 C48: a fresh start shows the login form and one menu item; during the request the button is busy, and a second click sends nothing; Admin sees the greeting and the two cards; the header clock advances each second in UTC; without the stored session a reload is anonymous again', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.open('/');
  await app.expectPath('/auth');
  await expect(app.userName).toBeVisible();
  await expect(app.password).toBeVisible();
  await expect(app.logInButton).toBeVisible();
  await expect.poll(() => app.menuItems()).toEqual(['Log in']);

  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/account/')) calls.push(pathname);
    if (pathname.endsWith('/authenticate'))
      expect(request.postDataJSON()).toEqual({
        username: 'admin',
        password: 'downlink',
        role: '',
        terms: 0,
        company: '',
      });
  });
  const release = await holdRoute(page, /authenticate$/);
  await app.fillLogIn('admin');
  await app.logInButton.click();
  await expect(page.locator('form [aria-busy=true]')).toBeVisible();
  await page.locator('form [aria-busy=true]').click({ force: true });
  await release();
  await expect(app.greeting('admin')).toBeVisible();
  await app.expectPath('/administrator');
  expect(calls.slice(0, 2)).toEqual(['/api/v1/account/authenticate', '/api/v1/account/me']);
  expect(calls.filter((path) => path.endsWith('/authenticate'))).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => app.menuItems()).toEqual(adminMenu);
  for (const [card, path] of [
    ['C.R.U.D. User', '/user'],
    ['Manage Overall Bid', '/overall-bid-details'],
  ] as const) {
    if (app.path() !== '/administrator') await page.goBack();
    await page.getByRole('main').getByText(card).click();
    await app.expectPath(path);
    await expect(page.getByText('Data not found')).toHaveCount(0);
  }

  const first = await app.utcClock.innerText();
  await expect.poll(() => app.utcClock.innerText()).not.toBe(first);
  const [hours, minutes] = (await app.utcClock.innerText()).split(':').map(Number);
  const now = new Date();
  const apart = Math.abs((hours ?? 0) * 60 + (minutes ?? 0) - (now.getUTCHours() * 60 + now.getUTCMinutes()));
  expect(Math.min(apart, 1440 - apart)).toBeLessThanOrEqual(1);

  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases())
      if (name)
        await new Promise((done) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = request.onblocked = done;
        });
  });
  await app.open('/administrator');
  await app.expectPath('/auth');
  await expect.poll(() => app.menuItems()).toEqual(['Log in']);
});
