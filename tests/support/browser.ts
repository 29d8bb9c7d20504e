/** Actions of a user in the app, and what the user sees. By roles and names only, never by the clock. */
import { type BrowserContext, test as base, type Locator, type Page, expect as plainExpect } from 'playwright/test';
import { forgetSessions, isLasting, keepSession, keptSession, openWith } from './kept-sessions.ts';
import { stepLimitMs, testLimitMs } from './limits.ts';
import { withClock } from './page-clock.ts';
import { type DemoUser, demoPassword, FileServer, type Prepared, startServer, type TestServer } from './server.ts';
import { withNewContext, withUsedContext } from './used-context.ts';

/** Polls at least every 250 ms. Playwright's interval grows to a second: a long wait would lose half a second. */
export const expect: typeof plainExpect = Object.assign(plainExpect.configure({}), {
  poll: ((read, options) =>
    plainExpect.poll(read, {
      intervals: [50, 100, 250],
      ...(typeof options === 'string' ? { message: options } : options),
    })) satisfies typeof plainExpect.poll,
});

/** Fails on script errors and reports of the content security policy, on any page of a test. */
export const test = base.extend<{ quiet: undefined }, { workerServer: TestServer }>({
  /** Pages open in the context of earlier tests (decision 42). */
  context: async (
    { browser, contextOptions, deviceScaleFactor, hasTouch, isMobile, locale, serviceWorkers, timezoneId, viewport },
    use,
    info,
  ) => {
    const touch = { hasTouch, isMobile };
    const options = { contextOptions, deviceScaleFactor, locale, serviceWorkers, timezoneId, viewport, touch };
    await withUsedContext(browser, JSON.stringify(options), info, use);
  },
  page: async ({ context }, use, info) => {
    await use(await withClock(context.pages()[0] ?? (await context.newPage()), info));
  },
  quiet: [
    async ({ context }, use, info) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
      context.on('console', (message) => {
        if (/Content Security Policy|Refused to|Trusted\w+' assignment/i.test(message.text()))
          faults.push(`policy: ${message.text()}`);
      });
      await use(undefined);
      const hung = info.status === info.expectedStatus ? [] : await hungPages(context);
      // A request that a test delays or changes may still be pending: its end with the page is not a failure. Removing the routes of a
      // page that hangs would never end.
      const routed = hung.length > 0 ? [] : [context, ...context.pages()];
      for (const one of routed) await one.unrouteAll({ behavior: 'ignoreErrors' });
      // A failed test lists them, too: they may be its reason.
      expect([...faults, ...hung], 'script errors, policy reports and pages that hang').toEqual([]);
    },
    { auto: true },
  ],
  workerServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      forgetSessions(server.url);
      await server.dispose();
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
});

/** A line for each page that runs no script, as in an endless loop. */
async function hungPages(context: BrowserContext): Promise<string[]> {
  const asked = context.pages().map(async (page) => {
    const answer = page.waitForFunction(() => true, undefined, { timeout: stepLimitMs / 4 });
    return answer.then(
      () => [],
      () => [`${page.url()} does not respond`],
    );
  });
  return (await Promise.all(asked)).flat();
}

/** Like `test`, with the service worker of the installed app, in its own context. Wait for the worker with `offlineReady`. */
export const testInstalled = test.extend({
  serviceWorkers: 'allow',
  context: ({ browser }, use) => withNewContext(browser, use),
  page: async ({ context }, use, info) => {
    await use(await withClock(await context.newPage(), info));
  },
});

/** A server for all tests of the file: started before the first, removed after the last. Read it inside tests only. */
export function serverForFile(options: Prepared = {}): FileServer<TestServer> {
  const server = new FileServer(() => startServer(options));
  test.beforeAll(async () => {
    await server.open(options.prepare);
  });
  test.beforeEach(() => forgetPreferences(server.current));
  // The next server may get the same port.
  test.afterAll(() => server.close(({ url }) => forgetSessions(url)));
  return server;
}

/** The server that files of this worker share: for tests that change nothing on it, neither rows nor accounts. Read it inside tests only. */
export function sharedServer(): { readonly current: TestServer } {
  let server: TestServer | undefined;
  test.beforeAll(({ workerServer }) => {
    server = workerServer;
  });
  test.beforeEach(({ workerServer }) => forgetPreferences(workerServer));
  return {
    get current() {
      if (!server) throw new Error('The server of this worker has not started.');
      return server;
    },
  };
}

/** They follow the account: without this a test begins with those of the test before. */
async function forgetPreferences({ databaseUrl }: TestServer): Promise<void> {
  // Late, as in server.ts: the runner that lists the tests needs none of it.
  const { openDatabase } = await import('../../server/database/pool.ts');
  const db = openDatabase({ url: databaseUrl }, { max: 1 });
  await db.query('delete from user_preference');
  await db.close();
}

/** Homes by AUTH-08, C07 and C11. */
export const homeOf: Readonly<Record<DemoUser, string>> = {
  admin: '/administrator',
  parser: '/parser',
  customer: '/akrx',
  company: '/akrxAll',
  feeder: '/akrx',
  newcomer: '/auth2',
  guest: '/auth',
};

/** `from`: the opened path, by default the form, or the user's home with a stored session. `lands`: the expected path, by default the user's home. */
type Way = { readonly from?: string; readonly lands?: string };

export class App {
  readonly page: Page;
  readonly origin: string;
  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }
  /** Like a link inside the app, without a reload. The previous screen is shown until the new one has loaded. */
  async go(path: string): Promise<void> {
    // Before the frame is shown, the router does not listen to the address.
    await this.page
      .locator('#root main')
      .first()
      .evaluate((_, to) => history.pushState(null, '', to), path);
  }
  path(): string {
    return new URL(this.page.url()).pathname;
  }
  async expectPath(path: string): Promise<void> {
    await expect.poll(() => this.path(), { message: 'path in the address bar' }).toBe(path);
  }

  // ---- login

  get userName(): Locator {
    return this.page.getByLabel('Username', { exact: true });
  }
  get password(): Locator {
    return this.page.getByLabel('Password', { exact: true });
  }
  get logInButton(): Locator {
    return this.page.getByRole('button', { name: 'LOG IN', exact: true });
  }
  async fillLogIn(userName: string, password: string = demoPassword): Promise<void> {
    await this.userName.fill(userName);
    await this.password.fill(password);
  }
  /**
   * Logs in as a user and waits for the path, or for the user's home. A fresh browser gets the stored session of an earlier test. Tests of
   * the form or the session use `logInByForm`.
   */
  async logInAs(user: DemoUser, options: Way = {}): Promise<void> {
    const context = this.page.context();
    const isFresh = context.pages().every((page) => page.url() === 'about:blank');
    if (!isFresh || !isLasting(user)) return this.logInByForm(user, options);
    // Both revoke the token of the stored session.
    context.on('request', (request) => {
      if (/\/account\/(logout|refreshToken)$/i.test(request.url())) forgetSessions(this.origin);
    });
    const storedSession = keptSession(this.origin, user);
    if (!storedSession) {
      await this.logInByForm(user, options);
      await keepSession(this.origin, user, this.page);
      return;
    }
    await openWith(this.page, storedSession, this.origin + (options.from ?? homeOf[user]));
    await this.expectFrame(options.lands ?? homeOf[user]);
  }
  /** Logs in through the form and waits for the frame at the path, or at the user's home. */
  async logInByForm(user: DemoUser, options: Way = {}): Promise<void> {
    await this.open(options.from ?? '/auth');
    await this.fillLogIn(user);
    await this.logInButton.click();
    if (user === 'guest') await expect(this.greeting(user)).toBeVisible();
    else await this.expectFrame(options.lands ?? homeOf[user]);
  }
  /** The path changes before the frame is shown: until then keys have no listener. */
  private async expectFrame(path: string): Promise<void> {
    await this.expectPath(path);
    // The terms are shown in the frame of visitors, which is shown already.
    if (path !== homeOf.newcomer) await expect(this.page.locator('#screen')).toBeAttached();
  }
  greeting(userName: string): Locator {
    return this.page.getByText(`Nice to see you again ${userName}`);
  }
  async logOut(): Promise<void> {
    forgetSessions(this.origin);
    await this.open('/logout');
    await this.expectPath('/auth');
  }

  /** Another user in the same page, without a reload. */
  async changeUser(user: DemoUser): Promise<void> {
    forgetSessions(this.origin);
    await this.go('/logout');
    await this.expectPath('/auth');
    await this.fillLogIn(user);
    await this.logInButton.click();
    await this.expectFrame(homeOf[user]);
  }

  // ---- frame

  get menu(): Locator {
    return this.page.getByRole('navigation', { name: /menu|screens|main/i }).first();
  }
  async openMenu(): Promise<void> {
    const opener = this.page.getByRole('button', { name: /menu/i }).first();
    // After a login the frame may still be loading: waits for either of the two.
    await expect(this.menu.or(opener).first()).toBeVisible();
    if (await this.menu.isVisible()) return;
    await opener.click();
    await expect(this.menu).toBeVisible();
  }
  /** Labels of the menu, in order. */
  async menuItems(): Promise<string[]> {
    await this.openMenu();
    const texts = await this.menu.getByRole('link').allInnerTexts();
    return texts.map((text) => text.trim());
  }
  async choose(item: string): Promise<void> {
    if (item === 'Log out') forgetSessions(this.origin);
    await this.openMenu();
    await this.menu.getByRole('link', { name: item, exact: true }).click();
  }
  get utcClock(): Locator {
    return this.page
      .getByRole('banner')
      .getByText(/\d\d:\d\d:\d\d/)
      .first();
  }
  get alertDialog(): Locator {
    return this.page.getByRole('alertdialog');
  }

  // ---- list

  readonly filter = new FilterPanel(this);
  get grid(): Locator {
    return this.page.getByRole('grid');
  }
  /** Rows of data, without the header. */
  get dataRows(): Locator {
    return this.grid.locator('[role=row]').filter({ has: this.page.locator('[role=gridcell]') });
  }
  async rowTexts(): Promise<string[]> {
    return (await this.dataRows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }
  headers(): Locator {
    return this.grid.getByRole('columnheader');
  }
  get pageLabel(): Locator {
    return this.page.getByText(/^Page \d+( of \d+)?$/);
  }
  /** Advances the page's clock, which must be installed, by the 2.5 s after which an empty list shows its text (RAW-14). */
  async settle(): Promise<void> {
    await expect(this.page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await this.page.clock.fastForward(2500);
  }
  async search(): Promise<void> {
    await this.page.getByRole('button', { name: 'SEARCH', exact: true }).first().click();
  }
  async reset(): Promise<void> {
    await this.page.getByRole('button', { name: 'RESET', exact: true }).first().click();
  }
}

/** The filter of a list. */
export class FilterPanel {
  private readonly app: App;
  constructor(app: App) {
    this.app = app;
  }
  get button(): Locator {
    return this.app.page.getByRole('button', { name: /^FILTER (ON|OFF)/ });
  }
  get panel(): Locator {
    return this.app.page.getByRole('dialog', { name: /filter/i });
  }
  async open(): Promise<void> {
    if (await this.panel.isVisible()) return;
    await this.button.click();
    await expect(this.panel).toBeVisible();
  }
  input(label: string): Locator {
    return this.panel.getByLabel(label, { exact: true });
  }
  async set(label: string, value: string): Promise<void> {
    await this.open();
    await this.input(label).fill(value);
  }
  async search(): Promise<void> {
    await this.panel.getByRole('button', { name: 'SEARCH', exact: true }).click();
  }
  async reset(): Promise<void> {
    await this.open();
    await this.panel.getByRole('button', { name: 'RESET', exact: true }).click();
  }
}

/** Waits until a service worker has stored the app shell and controls the page. */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

type Stubbed = { readonly status?: number; readonly json?: unknown; readonly headers?: Record<string, string> };

/** Responds to an API call in place of the server. `path` in any case, below the base. */
export async function stub(
  context: BrowserContext,
  path: string,
  response: Stubbed | ((url: URL) => Stubbed),
): Promise<void> {
  const pattern = new RegExp(`/api/v1${path}(\\?|$)`, 'i');
  await context.route(pattern, async (route) => {
    const stubbed = typeof response === 'function' ? response(new URL(route.request().url())) : response;
    await route.fulfill({ json: {}, ...stubbed });
  });
}
