import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectPartAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, test } from '../support/browser.ts';
import { copiedText } from '../support/clipboard.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf } from '../support/layout.ts';

const server = sharedServer();
const app = (page: Page): App => new App(page, server.current.url);
const modal = (page: Page) => page.getByRole('alertdialog');

/** The app's scripts wait until they are released. */
const holdScripts = (context: BrowserContext) => holdRoute(context, /\/assets\/.*\.js$/);
const taken = (page: Page) => expect(page.locator('#boot')).toHaveCount(0);

test.describe('before the scripts run', () => {
  test('AUTH-01: the form is painted, and typed text, focus and cursor position are retained; the app draws the same form; a click on LOG IN that starts before and ends after the app takes over logs in; with a session on the device the form is not shown', async ({
    page,
    context,
  }) => {
    await test.step('the form', async () => {
      const release = await holdScripts(context);
      const boxes = (): Promise<unknown> =>
        page.evaluate(() =>
          ['h1', '.login-card', 'input[name=username]', 'input[name=password]', '.login-submit', '.login-footer'].map(
            (part) => {
              const element = document.querySelector(part);
              const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
              const { color, backgroundColor, fontSize } = element
                ? getComputedStyle(element)
                : ({} as CSSStyleDeclaration);
              return { part, x, y, width, height, color, backgroundColor, fontSize };
            },
          ),
        );
      await page.goto(`${server.current.url}/auth`, { waitUntil: 'commit' });
      await expect(app(page).logInButton).toBeVisible();
      // Browsers paint nothing before the style is loaded; a script may measure earlier.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((link) => link.sheet),
      );
      const before = await boxes();
      await app(page).userName.fill('admin');
      await app(page).password.focus();
      await page.keyboard.type('down');
      await release();
      await taken(page);
      await page.keyboard.type('link');
      await expect(app(page).userName).toHaveValue('admin');
      await expect(app(page).password).toHaveValue('downlink');
      expect(await boxes()).toEqual(before);
    });
    await test.step('a click', async () => {
      await context.unrouteAll({ behavior: 'wait' });
      const release = await holdScripts(context);
      await page.goto(`${server.current.url}/auth`, { waitUntil: 'commit' });
      await app(page).fillLogIn('admin');
      await app(page).logInButton.hover();
      await page.mouse.down();
      await release();
      await taken(page);
      await page.mouse.up();
      await expect(app(page).greeting('admin')).toBeVisible();
    });
    await test.step('a session', async () => {
      await context.unrouteAll({ behavior: 'wait' });
      const release = await holdScripts(context);
      await page.goto(`${server.current.url}/administrator`, { waitUntil: 'commit' });
      await expect(page.locator('#boot .boot-header')).toBeVisible();
      await expect(page.locator('#boot form')).toBeHidden();
      await release();
      await taken(page);
      await app(page).expectPath('/administrator');
    });
  });

  test('AUTH-01 C15: LOG IN reports that the app failed to load, and retains the typed text; a click on it before the scripts run is performed once, and never submitted by the browser', async ({
    page,
    context,
  }) => {
    await test.step('failed to load', async () => {
      await context.route(/\/assets\/start-.*\.js$/, (route) => route.abort());
      await page.goto(`${server.current.url}/auth`);
      await app(page).fillLogIn('admin');
      await app(page).logInButton.click();
      await expect(page.locator('.login-error')).toContainText('Downlink could not load.');
      await expect(app(page).userName).toHaveValue('admin');
    });
    await test.step('a click', async () => {
      await context.unrouteAll({ behavior: 'wait' });
      const release = await holdScripts(context);
      const navigations: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) navigations.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
      const logIns: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/authenticate')) logIns.push(request.url());
      });
      await page.goto(`${server.current.url}/user`, { waitUntil: 'commit' });
      await app(page).fillLogIn('admin');
      await app(page).logInButton.click();
      await expect(page.locator('[aria-busy=true]')).toBeVisible();
      await release();
      await expect(app(page).greeting('admin')).toBeVisible();
      await app(page).expectPath('/user');
      expect(logIns).toHaveLength(1);
      expect(navigations).toEqual(['GET /user']);
      expect(page.url()).not.toContain('downlink');
    });
  });
});

test('S38 AUTH-01 AUTH-03 AUTH-06 AUTH-07 C15 C51 C51b C92 ERR-01 ERR-02: LOG IN stays in its place when other login methods are added; the form is accessible and reached by keyboard, its password can be shown; input that it refuses is explained in a sentence at the field; a refusal of the server is shown in red and in the dialog, with the id of the request for a fault of the server; offline the form reports that', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('other login methods', async () => {
    let send = (): void => {};
    const isSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await context.route(/\/config\.json$/, async (route) => {
      const reply = await route.fetch();
      await isSent;
      await route.fulfill({ response: reply, json: { ...(await reply.json()), singleSignOn: 'Log in with Example' } });
    });
    await app(page).open('/auth');
    await taken(page);
    const before = await boxOf(app(page).logInButton);
    send();
    await expect(page.getByRole('button', { name: 'Log in with Example' })).toBeVisible();
    expect(await boxOf(app(page).logInButton)).toEqual(before);
    await context.unrouteAll({ behavior: 'wait' });
  });
  await app(page).password.fill('downlink');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(app(page).password).toHaveAttribute('type', 'text');
  await expectAccessible(page, 'log-in');
  await app(page).userName.focus();
  await page.keyboard.press('Tab');
  await expect(app(page).password).toBeFocused();

  await test.step('blank, too short, bad characters: a sentence at the field and no request', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/account\//i.test(request.url())) calls.push(request.url());
    });
    for (const [userName, password, field, sentence] of [
      ['', 'downlink', 'Username', 'Enter your username.'],
      ['a b', 'downlink', 'Username', /3 to 64/],
      ['admin', '', 'Password', 'Enter your password.'],
      ['admin', '12345', 'Password', /at least 6/],
    ] as const) {
      await app(page).fillLogIn(userName, password);
      await app(page).logInButton.click();
      const input = page.getByLabel(field, { exact: true });
      await expect(input).toHaveAccessibleDescription(sentence);
      await expect(input).toHaveAttribute('aria-invalid', 'true');
      await expect(input).toBeFocused();
    }
    expect(calls).toEqual([]);
    await expectAccessibleInBoth(page, 'log-in with a field error');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'log-in with a field error on a phone');
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  await test.step('offline, the form reports it and opens no dialog', async () => {
    await context.setOffline(true);
    await app(page).fillLogIn('admin');
    await app(page).logInButton.click();
    await expect(page.getByRole('alert').filter({ hasText: 'No network connection.' })).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
    await context.setOffline(false);
  });

  await test.step("a wrong password: the server's message, without an id; the text stays after the dialog is closed", async () => {
    await app(page).fillLogIn('admin', 'wrong-password');
    const loginResponse = page.waitForResponse(/authenticate/);
    await app(page).logInButton.click();
    const { message } = (await (await loginResponse).json()) as { message: string };
    await expect(modal(page)).toContainText(message);
    await expect(modal(page)).not.toContainText('Details for support');
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expectPartAccessible(page, 'main', 'log-in refused');
    await app(page).expectPath('/auth');
    await expect(app(page).userName).toHaveValue('admin');
  });

  await test.step('a fault of the server: the id of the request, to copy for support; the generic text without a message', async () => {
    let json: object = { title: 'x' };
    await page.route(/authenticate/, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': '7f3a19c2' }, json }),
    );
    await app(page).logInButton.click();
    await expect(modal(page)).toContainText('Request failed with status code 500.');
    await page.keyboard.press('Escape');
    await expect(modal(page)).toHaveCount(0);
    json = { message: 'The ledger is full.' };
    await app(page).logInButton.click();
    const details = '500, request 7f3a19c2';
    await expect(modal(page)).toContainText('The ledger is full.');
    await expect(modal(page)).toContainText(details);
    await expectPartAccessible(page, '[role=alertdialog]', 'error dialog');
    await modal(page).getByRole('button', { name: 'Copy details' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Text copied' })).toBeVisible();
    expect(await copiedText(page.context())).toBe(details);
  });
});
