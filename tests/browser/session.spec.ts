import type { Page } from 'playwright/test';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { startOwnBrowser } from '../support/own-browser.ts';
import { mirrorOf, recordsOf } from '../support/stored-session.ts';

const server = sharedServer();
/** A screen that is drawn sooner than the home. */
const device = { from: '/device', lands: '/device' };
const app = (page: Page): App => new App(page, server.current.url);

test.describe('the end by time', () => {
  const minutes = (count: number): number => count * 60_000;

  test("SES-05 OFF-04 C04 C05b: a wall display whose operator set 'off' stays logged in without use, over a reload too; 28,999 s after the login the session is alive, from 29,000 s on it is over @clock", async ({
    page,
  }) => {
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { apiBase: '/api/v1', inactivityMinutes: 'off' } }),
    );
    await app(page).logInAs('parser', device);
    const { expirationDate } = await mirrorOf(page);
    await page.clock.setSystemTime(expirationDate - minutes(60));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await app(page).expectPath('/device');
    await page.clock.pauseAt(expirationDate - 1000);
    await app(page).expectPath('/device');
    expect(await mirrorOf(page)).not.toBeNull();
    await page.clock.pauseAt(expirationDate);
    await app(page).expectPath('/auth');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    expect(await mirrorOf(page)).toBeNull();
    await page.clock.pauseAt(expirationDate + 1000);
    await app(page).expectPath('/auth');
  });

  test('SES-10 SES-11 SES-13 NAV-16 C05b C15 AUTH-04: 30 minutes without use end the session, a second before they do not; a page that slept past the end shows the login before anything else; the same user returns to the screen where the session ended @clock', async ({
    page,
  }) => {
    await app(page).logInAs('admin', { from: '/akrxAll?tail=N163US', lands: '/akrxAll' });
    await expect(page.getByRole('heading', { level: 1, name: 'ACARS raw' })).toBeVisible();
    const { expirationDate } = await mirrorOf(page);
    await page.clock.setSystemTime(expirationDate + 1000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await app(page).expectPath('/auth');
    await app(page).fillLogIn('admin');
    await app(page).logInButton.click();
    await app(page).expectPath('/akrxAll');
    expect(new URL(page.url()).searchParams.get('tail')).toBe('N163US');

    // The request of the list counts as use: it must not arrive after the key.
    await page.clock.fastForward(3000);
    await expect(page.getByText(/^\d+ messages?$/)).toBeVisible();
    const used = (await page.evaluate(() => Date.now())) + minutes(1);
    await page.clock.pauseAt(used);
    await page.keyboard.press('Shift');
    const lastUse = () => page.evaluate(() => Number(localStorage.getItem('lastUserActionTime')));
    await expect.poll(lastUse).toBe(used);
    await page.clock.pauseAt(used + minutes(30) - 2000);
    await app(page).expectPath('/akrxAll');
    await page.clock.runFor(4000);
    await app(page).expectPath('/auth');
    await expect(page.getByText('logged out after a period of inactivity')).toBeVisible();
  });
});

test.describe('responses of the server', () => {
  test('SES-09 SES-16 ERR-12 ERR-14 C52 C53: an unreachable profile is requested later, and the session stays; a profile call that the server fails logs out; an unknown token is logged, then the session is over', async ({
    page,
    context,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await app(page).logInByForm('admin', device);
    // 502 and 504 are the same failure (src/data/answer.test.ts).
    await stub(context, '/account/me', { status: 503, json: { message: 'down' } });
    const requested = page.waitForResponse(/\/account\/me$/);
    await page.reload();
    await requested;
    await app(page).expectPath('/device');
    await expect(page.getByRole('button', { name: 'Account of admin' })).toBeVisible();
    await stub(context, '/account/me', { status: 500, json: { message: 'broken' } });
    await page.reload();
    await app(page).expectPath('/auth');
    expect(await mirrorOf(page)).toBeNull();
    await context.unrouteAll({ behavior: 'wait' });

    await app(page).fillLogIn('admin');
    await app(page).logInButton.click();
    await app(page).expectPath('/device');
    const { token } = await mirrorOf(page);
    // The start page repeats its requests: if it stays open, it could be the one that receives the end of the session.
    await page.goto('about:blank');
    await page.request.post(`${server.current.apiBase}/account/logout`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await app(page).open('/akrxAll?tail=N163US');
    await app(page).expectPath('/auth');
    expect(warnings.join()).toContain('unauthorized or token expired');
    await expect(page.getByText('The server ended your session.')).toBeVisible();
  });
});

test('SES-07 AUTH-18: a login in one tab applies to the other; a forged message does not; a logout in one tab empties the other at once', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await app(other).open('/auth');
  await app(page).logInByForm('feeder');
  await app(other).expectPath('/akrx');
  // The app in this tab listened first: it has all messages when this listener has the last one.
  await other.evaluate(() => {
    const channel = new BroadcastChannel('downlink-session');
    const last = new Promise<void>((done) => {
      channel.onmessage = ({ data }) => {
        if (data?.type === 'in') done();
      };
    });
    Object.assign(globalThis, { last });
  });
  await page.evaluate(() => {
    const channel = new BroadcastChannel('downlink-session');
    for (const message of [
      null,
      'ended',
      { type: 'ended' },
      { type: 'ended', sid: 'x', reason: 'expired' },
      { type: 'in' },
    ])
      channel.postMessage(message);
  });
  await other.evaluate(() => (globalThis as { last?: Promise<void> }).last);
  await app(other).go('/device');
  await expect(other.getByRole('heading', { level: 1, name: 'Stored on this device' })).toBeVisible();
  const { token } = await mirrorOf(other);
  expect(await recordsOf(other)).toContain(token);
  await app(page).choose('Log out');
  await app(page).expectPath('/auth');
  await app(other).expectPath('/auth');
  await other.goBack();
  await expect(app(other).logInButton).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Stored on this device' })).toHaveCount(0);
});

test('SES-07 C55: a logout empties the screen at once, and the login form appears when the logout is on disk @clock', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A slow disk: events of a write are delayed until `written` is called.
    const disk = globalThis as { written?: (() => void)[] };
    const own = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      ...own,
      set(this: IDBTransaction, tell: (event: Event) => void) {
        own?.set?.call(this, (event: Event) => {
          if (disk.written && this.mode === 'readwrite') disk.written.push(() => tell.call(this, event));
          else tell.call(this, event);
        });
      },
    });
  });
  await app(page).logInByForm('parser', device);
  await page.evaluate(() => Object.assign(globalThis, { written: [] }));
  // The timeout for a hanging disk does not pass.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await app(page).choose('Log out');
  const account = page.getByRole('button', { name: 'Account of parser' });
  await expect(account).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveText(/^(Logging out)?$/);
  expect(app(page).path()).not.toBe('/auth');
  // A write of the start screen may be queued before the logout: the disk reports both in order.
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        (globalThis as { written?: (() => void)[] }).written?.splice(0).forEach((tell) => void tell()),
      );
      return app(page).path();
    })
    .toBe('/auth');
  await expect(app(page).logInButton).toBeVisible();
});

test('SES-07 C55: a browser killed right after the logout stays logged out, although local storage was not written yet', async () => {
  const browser = await startOwnBrowser();
  try {
    await app(browser.page()).logInByForm('parser', device);
    await browser.closeCleanly();
    await browser.open();
    await app(browser.page()).open('/device');
    // Still logged in after a normal exit: the mirror is on the disk, so that it can survive the kill below.
    const heading = browser.page().getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await app(browser.page()).expectPath('/device');
    await app(browser.page()).choose('Log out');
    await app(browser.page()).expectPath('/auth');
    await browser.kill();
    await browser.open();
    await app(browser.page()).open('/device');
    // A browser that has just been started is slow on a busy machine.
    await expect(app(browser.page()).logInButton).toBeVisible();
    await app(browser.page()).expectPath('/auth');
  } finally {
    await browser.dispose();
  }
});
