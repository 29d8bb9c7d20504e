import type { Page } from 'playwright/test';
import { callApi, logIn } from '../support/api-client.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { acarsdecLine, hostileTexts } from '../support/messages.ts';

const server = serverForFile({
  prepare: (it) =>
    it.import(
      hostileTexts.map((text, at) =>
        acarsdecLine({
          secondsAgo: 10 + at,
          text,
          tail: text.slice(0, 30),
          flight: text.slice(0, 30),
          station: text.slice(0, 60),
          label: text.slice(0, 10),
          msgno: text.slice(0, 20),
        }),
      ),
    ),
});

type Record_ = { readonly name: string; readonly ms: number };
type Recorded = { motions?: Record_[] };

/** Records each animation and transition that starts, except spinners. With reduced motion an animation of 0 s starts and ends at once. */
async function recordMotion(page: Page): Promise<() => Promise<readonly Record_[]>> {
  await page.addInitScript(() => {
    const motions: Record_[] = [];
    (window as Recorded).motions = motions;
    const note = (event: AnimationEvent | TransitionEvent): void => {
      if (!(event.target instanceof Element)) return;
      const style = getComputedStyle(event.target, event.pseudoElement || undefined);
      if ('animationName' in event && style.animationIterationCount === 'infinite') return;
      const length = 'animationName' in event ? style.animationDuration : style.transitionDuration;
      const name = 'animationName' in event ? event.animationName : event.propertyName;
      motions.push({ name, ms: Math.max(...length.split(',').map((one) => Number.parseFloat(one) * 1000)) });
    };
    addEventListener('animationstart', note, true);
    addEventListener('transitionrun', note, true);
  });
  return () => page.evaluate(() => (window as Recorded).motions ?? []);
}

/** A row expands, the view changes, a dialog and a drawer open. */
async function showAll(app: App): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await app.dataRows.first().getByRole('gridcell').last().click();
  await expect(page.getByRole('grid').getByRole('button', { name: 'Copy text' })).toBeVisible();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await app.filter.open();
  await expect(app.filter.panel).toBeVisible();
}

test('payloads in texts, codes and every parameter of the address are inert in table, expanded row, filter and cards. With reduce nothing moves; with no-preference a change is shown within 200 ms', async ({
  page,
  context,
}) => {
  const outside: string[] = [];
  await context.route(/evil\.invalid/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  const motions = await recordMotion(page);
  const app = new App(page, server.current.url);
  const payload = encodeURIComponent('"><img src=x onerror=window.__xss=1>');
  const names = ['tail', 'limit', 'offset', 'sort', 'columns', '__proto__'];
  const search = names.map((name) => `${name}=${payload}`).join('&');
  await app.logInAs('parser', { from: `/akrxAll?${search}`, lands: '/akrxAll' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const isRun = () => page.evaluate(() => (window as { __xss?: unknown }).__xss);
  await expect(page.getByRole('button', { name: /^Remove Tail/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('tail')).toContain('onerror=');
  expect(await isRun()).toBeUndefined();

  await app.go('/akrxAll?limit=25');
  await expect(page.getByText('<script>window.__xss=1</script>').first()).toBeVisible();
  await test.step('with reduce nothing moves', async () => {
    await showAll(app);
    expect((await motions()).filter(({ ms }) => ms > 0)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(app.filter.panel).toBeHidden();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await app.dataRows.first().getByRole('gridcell').last().click();
    await expect(page.getByRole('grid').getByRole('button', { name: 'Copy text' })).toHaveCount(0);
  });
  const openers = page.getByRole('button', { name: /all fields/i });
  for (let at = 0; at < Math.min(await openers.count(), 4); at++) await openers.nth(at).click();
  await app.filter.set('Text', '<img src=x onerror="window.__xss=1">');
  await app.filter.search();
  await expect(app.dataRows.first()).toContainText('<img src=x');
  const desktop = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('<img src=x onerror', { exact: false }).first()).toBeVisible();
  expect(await isRun()).toBeUndefined();

  await page.setViewportSize(desktop);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await test.step('with no-preference a change is shown within 200 ms', async () => {
    await app.go('/device');
    await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
    await page.evaluate(() => (window as Recorded).motions?.splice(0));
    await app.go('/akrxAll');
    await expect(page.getByText('<script>window.__xss=1</script>').first()).toBeVisible();
    await showAll(app);
    const names = async (): Promise<string[]> => [...new Set((await motions()).map(({ name }) => name))];
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining([/opens/, /appears/, /appear/].map((name) => expect.stringMatching(name))));
    expect((await motions()).filter(({ ms }) => ms > 200)).toEqual([]);
  });
  expect(await isRun()).toBeUndefined();
  expect(outside).toEqual([]);
});

test('characters that hide or turn a text around are visible wherever the place or the note of a station, or the name of a shared view is shown', async ({
  page,
}) => {
  const place = 'Ab\u202ecd\u200bef';
  const shown = 'Ab⟨202E⟩cd⟨200B⟩ef';
  const app = new App(page, server.current.url);
  const { token, userId } = await logIn(server.current, 'admin');
  const made = await callApi(server.current, '/Station/CreateStation', {
    method: 'POST',
    token,
    body: {
      ...{ stationId: '9001', latitude: 0, longitude: 180, city: place, country: place, locationAddress: place },
      ...{ userId, description: place, startDate: '2024-05-01T13:00:00Z', locationStartDate: '2024-05-01T13:00:00Z' },
    },
  });
  expect(made.status, made.text).toBeLessThan(300);
  const company = await logIn(server.current, 'company');
  const view = { list: 'akrxAll', name: place, search: `tail=${place}` };
  const shared = await callApi(server.current, '/SharedViews', { method: 'POST', token: company.token, body: view });
  expect(shared.status, shared.text).toBeLessThan(300);
  const expectVisible = async (path: string): Promise<void> => {
    await app.go(path);
    await expect(page.getByRole('main')).toContainText(shown);
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('main *')].flatMap((one) => [
        one.getAttribute('aria-label') ?? '',
        ...[...one.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
      ]),
    );
    expect(
      texts.filter((text) => /[\u200b\u202e]/.test(text)),
      path,
    ).toEqual([]);
  };
  await app.logInAs('admin', { from: '/stationStatus', lands: '/stationStatus' });
  for (const path of ['/stationStatus', `/stationDetails/${(made.json as { id: number }).id}`, '/statistics'])
    await expectVisible(path);
  await app.changeUser('company');
  await app.go('/akrxAll');
  await page.getByRole('button', { name: 'Views' }).click();
  const views = page.getByRole('region', { name: /^Shared in / });
  await expect(views).toContainText(shown);
  await expect(views).not.toContainText(/[\u200b\u202e]/);
  await expect(views.getByRole('button', { name: `Copy link to ${shown}` })).toBeVisible();
});
