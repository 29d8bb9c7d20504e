/**
 * The session as a person and a device meet it: its end by time, storage that was tampered with, several tabs, a crash.
 * Must not: test the rules one by one (src/session does), or reach into the app: storage is read as anybody can read it.
 */
import type { Page } from 'playwright/test';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startOwnBrowser } from '../support/own-browser.ts';

const server = serverForFile();
const app = (page: Page): App => new App(page, server.current.url);

type Mirror = Record<string, unknown> & { token: string; expirationDate: number };
const mirrorOf = (page: Page): Promise<Mirror> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('downlink-session') ?? 'null') as never);
const lastRequestOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('lastRequestTime'));

/** Everything that the session keeps in IndexedDB, as text. */
const recordsOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((found) => {
        const opening = indexedDB.open('downlink-session');
        opening.onsuccess = () => {
          const all = opening.result.transaction('session').objectStore('session').getAll();
          all.onsuccess = () => {
            opening.result.close();
            found(JSON.stringify(all.result));
          };
        };
      }),
  );

test.describe('what is stored', () => {
  test('SES-08: a page that is left the moment the home shows finds its session again', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['pushState', 'replaceState'] as const) {
        const original = history[name];
        history[name] = function (...args) {
          original.apply(this, args);
          if (location.pathname !== '/administrator' || sessionStorage.getItem('left')) return;
          sessionStorage.setItem('left', 'yes');
          location.reload();
        };
      }
    });
    const isBack = () =>
      (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';
    await app(page).logInByForm('admin');
    await page.waitForFunction(isBack);
    await expect(page).toHaveURL(/\/administrator$/);
    await expect(page.getByRole('link', { name: /C\.R\.U\.D\. User/ })).toBeVisible();
  });

  test('SES-03 SES-06 SES-08 SES-17 C04 C55: after the log-in the nine members are there, as the profile says', async ({
    page,
  }) => {
    const before = Date.now();
    const me = page.waitForResponse(/\/account\/me$/);
    await app(page).logInByForm('admin');
    const { user } = (await (await me).json()) as { user: Record<string, unknown> };
    const mirror = await mirrorOf(page);
    expect(Object.keys(mirror).sort()).toEqual([
      'company',
      'expirationDate',
      'refreshToken',
      'role',
      'terms',
      'token',
      'userDetails',
      'userId',
      'userName',
    ]);
    const { id, ...rest } = user;
    expect(mirror).toMatchObject({ ...rest, userId: id });
    const life = mirror.expirationDate - before;
    expect(life).toBeGreaterThanOrEqual(29_000_000);
    expect(life).toBeLessThan(29_000_000 + (Date.now() - before));
    expect(await recordsOf(page)).toContain(mirror.token);
  });

  test('SES-12 SES-14 SES-15: lists stamp the time of the last request and carry the token; profile and log-in do not stamp', async ({
    page,
  }) => {
    await page.goto(server.current.url);
    await app(page).logInByForm('admin');
    const atHome = await lastRequestOf(page);
    const list = page.waitForRequest(/\/AcarsMessage\/allUsers/);
    await app(page).open('/akrxAll');
    const { token } = await mirrorOf(page);
    expect(await (await list).headerValue('authorization')).toBe(`Bearer ${token}`);
    await expect.poll(() => lastRequestOf(page)).not.toBeNull();
    expect(Number(await lastRequestOf(page))).toBeGreaterThan(Number(atHome ?? 0));
  });

  test('SES-07 AUTH-17 C17: a log-out leaves nothing of the session but the tombstone, and the server has revoked the token', async ({
    page,
  }) => {
    await app(page).logInByForm('admin');
    const { token } = await mirrorOf(page);
    const told = page.waitForResponse(/\/account\/logout$/);
    await app(page).logOut();
    expect((await told).status()).toBe(204);
    await expect.poll(() => recordsOf(page)).not.toContain(token);
    expect(JSON.parse(await recordsOf(page))).toEqual([expect.objectContaining({ reason: 'logged-out' })]);
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(left).not.toMatch(/downlink-session|lastRequestTime|admin/);
    const answer = await page.request.get(`${server.current.apiBase}/account/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(401);
  });
});

test.describe('storage that somebody changed', () => {
  const corrupt = ['', '{', 'null', '[]', '42', '{"token":""}', '{"token":5,"expirationDate":"x"}', '\u0000\uffff'];

  test('SES-04: eight corrupt sessions are no session, and no error', async ({ page, context }) => {
    await app(page).logInByForm('admin');
    // The record in IndexedDB stands each time: what was changed is local storage.
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    for (const value of corrupt) {
      const changed = origins.map((one) => ({
        ...one,
        localStorage: one.localStorage.map(({ name, ...item }) =>
          name === 'downlink-session' ? { name, value } : { name, ...item },
        ),
      }));
      await page.goto('about:blank');
      await context.setStorageState({ cookies, origins: changed });
      await app(page).open('/administrator');
      await app(page).expectPath('/auth');
      await expect(app(page).logInButton).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('downlink-session')), `after ${value}`).toBeNull();
      expect(await recordsOf(page)).not.toContain('"token"');
    }
  });

  test('SES-01 SES-02: the token taken out of local storage alone: a reload is anonymous', async ({ page }) => {
    await app(page).logInByForm('admin');
    await page.evaluate(() => localStorage.removeItem('downlink-session'));
    await page.reload();
    await app(page).expectPath('/auth');
  });

  test('SES-04: an expiration date set to the past empties the store at the next load', async ({ page }) => {
    await app(page).logInByForm('admin');
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('downlink-session') ?? '{}') as object;
      localStorage.setItem('downlink-session', JSON.stringify({ ...stored, expirationDate: Date.now() - 1000 }));
    });
    await page.reload();
    await app(page).expectPath('/auth');
    expect(await mirrorOf(page)).toBeNull();
    expect(await recordsOf(page)).not.toContain('"token"');
  });

  test('SES-01: local storage that throws: the log-in works', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await app(page).logInByForm('admin');
    await page.reload();
    await app(page).expectPath('/administrator');
  });

  test('SES-01: without IndexedDB the session lives as long as the page, which is said', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'UnknownError');
      };
    });
    await app(page).logInByForm('admin');
    await expect(page.getByText('This device does not store your session')).toBeVisible();
    await page.reload();
    await app(page).expectPath('/auth');
  });
});

test.describe('the end by time', () => {
  const minutes = (count: number): number => count * 60_000;

  /** Goes on to `at` with a key pressed every 25 minutes, so that the session does not end by inactivity. */
  async function useUntil(page: Page, from: number, at: number): Promise<void> {
    for (let now = from + minutes(25); now < at; now += minutes(25)) {
      await page.clock.pauseAt(now);
      await page.keyboard.press('Shift');
    }
    await page.clock.pauseAt(at);
  }

  test('SES-05 OFF-04 C04: 28,999 s after the log-in the session is alive, from 29,000 s on it is over', async ({
    page,
  }) => {
    await page.clock.install();
    await app(page).logInByForm('parser');
    const { expirationDate } = await mirrorOf(page);
    await useUntil(page, await page.evaluate(() => Date.now()), expirationDate - 1000);
    await app(page).expectPath('/parser');
    expect(await mirrorOf(page)).not.toBeNull();
    await page.clock.pauseAt(expirationDate);
    await app(page).expectPath('/auth');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    expect(await mirrorOf(page)).toBeNull();
    await page.clock.pauseAt(expirationDate + 1000);
    await app(page).expectPath('/auth');
  });

  test('SES-13 C05b: 30 minutes without use end the session, a second before they do not', async ({ page }) => {
    await page.clock.install();
    await app(page).logInByForm('parser');
    await page.keyboard.press('Shift');
    const used = Number(await page.evaluate(() => localStorage.getItem('lastUserActionTime')));
    await page.clock.pauseAt(used + minutes(30) - 2000);
    await app(page).expectPath('/parser');
    await page.clock.runFor(4000);
    await app(page).expectPath('/auth');
    await expect(page.getByText('logged out after a time without use')).toBeVisible();
  });

  test("C05b: a wall display whose operator set 'off' stays logged in without use, over a reload too", async ({
    page,
  }) => {
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { apiBase: '/api/v1', inactivityMinutes: 'off' } }),
    );
    await page.clock.install();
    await app(page).logInByForm('parser');
    const { expirationDate } = await mirrorOf(page);
    await page.clock.setSystemTime(expirationDate - minutes(60));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await app(page).expectPath('/parser');
    expect(await mirrorOf(page)).not.toBeNull();
  });

  test('SES-11: a page that slept over the end shows the log-in before anything else', async ({ page }) => {
    await page.clock.install();
    await app(page).logInByForm('parser');
    const { expirationDate } = await mirrorOf(page);
    await page.clock.setSystemTime(expirationDate + 1000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await app(page).expectPath('/auth');
  });

  test('SES-10 NAV-16 C15 AUTH-04: the same person comes back to where the session ended', async ({ page }) => {
    await page.clock.install();
    await app(page).logInByForm('admin');
    await app(page).open('/akrxAll?tail=N163US');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { expirationDate } = await mirrorOf(page);
    await page.clock.setSystemTime(expirationDate + 1000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await app(page).expectPath('/auth');
    await app(page).fillLogIn('admin');
    await app(page).logInButton.click();
    await app(page).expectPath('/akrxAll');
    expect(new URL(page.url()).searchParams.get('tail')).toBe('N163US');
  });
});

test.describe('what the server says', () => {
  test('SES-09 ERR-12 C53: a profile that the server fails logs out', async ({ page, context }) => {
    await app(page).logInByForm('admin');
    await stub(context, '/account/me', { status: 500, json: { message: 'broken' } });
    await page.reload();
    await app(page).expectPath('/auth');
    expect(await mirrorOf(page)).toBeNull();
  });

  test('SES-09 C53: a profile that cannot be reached is put off, the session stays', async ({ page, context }) => {
    await app(page).logInByForm('admin');
    for (const status of [502, 503, 504]) {
      await stub(context, '/account/me', { status, json: { message: 'down' } });
      const asked = page.waitForResponse(/\/account\/me$/);
      await page.reload();
      await asked;
      await app(page).expectPath('/administrator');
    }
  });

  test('SES-16 ERR-14 C52: a token that the server no longer knows is logged, then the session is over', async ({
    page,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await app(page).logInByForm('admin');
    const { token } = await mirrorOf(page);
    await page.request.post(`${server.current.apiBase}/account/logout`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await app(page).open('/akrxAll?tail=N163US');
    await app(page).expectPath('/auth');
    expect(warnings.join()).toContain('unauthorized or token expired');
    await expect(page.getByText('The server has ended your session.')).toBeVisible();
  });

  test('C17: a log-out without network works at once, and the server hears of it later', async ({ page, context }) => {
    const proxy = await startFaultProxy(server.current.url);
    const viaProxy = new App(page, proxy.url);
    await viaProxy.logInByForm('parser');
    const { token } = await mirrorOf(page);
    await context.setOffline(true);
    await viaProxy.choose('Log out');
    await viaProxy.expectPath('/auth');
    expect(proxy.to(/account\/logout/)).toEqual([]);
    await context.setOffline(false);
    await expect
      .poll(() => proxy.to(/account\/logout/).map((one) => one.headers.authorization))
      .toEqual([`Bearer ${token}`]);
    await expect.poll(() => recordsOf(page)).not.toContain(token);
    await proxy.close();
  });
});

test.describe('several tabs', () => {
  test('SES-07 AUTH-18: a log-out in one tab empties the other at once', async ({ page, context }) => {
    await app(page).logInByForm('parser');
    const other = await context.newPage();
    await app(other).open('/parser');
    await app(other).open('/akrxAll');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await app(page).choose('Log out');
    await app(page).expectPath('/auth');
    await expect.poll(() => app(other).path(), { timeout: 1000 }).toBe('/auth');
    await other.goBack();
    await expect(app(other).logInButton).toBeVisible();
    await expect(other.getByRole('grid')).toHaveCount(0);
  });

  test('AUTH-18: a log-in in one tab is one in the other; a forged message is none', async ({ page, context }) => {
    const other = await context.newPage();
    await app(other).open('/auth');
    await app(page).logInByForm('parser');
    await app(other).expectPath('/parser');
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
    await other.reload();
    await app(other).expectPath('/parser');
  });
});

test('SES-07 C55: at a log-out the screen is empty at once, and the log-in comes when the log-out is on the disk', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A slow disk: once `written` is there, nobody hears that something was written until it is called.
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
  await page.clock.install();
  await app(page).logInByForm('parser');
  await page.evaluate(() => Object.assign(globalThis, { written: [] }));
  // The time for which a disk that hangs is waited for stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await app(page).choose('Log out');
  const account = page.getByRole('button', { name: 'Account of parser' });
  await expect(account).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveText(/^(Logging out)?$/);
  expect(app(page).path()).not.toBe('/auth');
  await page.evaluate(() =>
    (globalThis as { written?: (() => void)[] }).written?.splice(0).forEach((tell) => void tell()),
  );
  await app(page).expectPath('/auth');
  await expect(app(page).logInButton).toBeVisible();
});

test('SES-07 C55: a browser killed right after the log-out stays logged out, although local storage was not written yet', async () => {
  test.setTimeout(90_000);
  const browser = await startOwnBrowser();
  try {
    await app(browser.page()).logInByForm('parser');
    await browser.closeCleanly();
    await browser.open();
    await app(browser.page()).open('/parser');
    // Still logged in after an orderly end: the mirror is on the disk, so that the kill below can leave it there.
    const heading = browser.page().getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible({ timeout: 30_000 });
    await app(browser.page()).expectPath('/parser');
    await app(browser.page()).choose('Log out');
    await app(browser.page()).expectPath('/auth');
    await browser.kill();
    await browser.open();
    await app(browser.page()).open('/parser');
    // A browser that has just been started is slow on a busy machine.
    await expect(app(browser.page()).logInButton).toBeVisible({ timeout: 30_000 });
    await app(browser.page()).expectPath('/auth');
  } finally {
    await browser.dispose();
  }
});
