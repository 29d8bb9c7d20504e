/**
 * The live feel of a list: what came in is told, and moves no row until somebody asks for it.
 * Must not: test what one list declares.
 */
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { acarsdecLine, series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(60)) });
const path = '/akrxAll';
const quietReloadMs = 30_000;
const settleMs = 2500;

/** The clock of the page is ours from the first script on. It is moved by jumps: run through, a request would pass its deadline before its answer can come. */
async function open(page: Page, address = path): Promise<App> {
  await page.clock.install();
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: address, lands: path });
  await expect(app.dataRows.first()).toBeVisible();
  await page.clock.fastForward(settleMs);
  return app;
}
let nextTail = 0;
/** So many messages come in, newer than all others. */
async function receive(count: number): Promise<string[]> {
  const tails = Array.from({ length: count }, () => `NEW${String(nextTail++).padStart(4, '0')}`);
  await server.current.import(tails.map((tail) => acarsdecLine({ tail, text: `NEWS OF ${tail}`, secondsAgo: 0 })));
  return tails;
}
const newsButton = (page: Page) => page.getByRole('button', { name: /new message/ });
/** Requests of the list, as their limits. */
function limitsAsked(page: Page): string[] {
  const limits: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/AcarsMessage/allUsers') limits.push(url.searchParams.get('limit') ?? 'none');
  });
  return limits;
}

test('S34 C25: the quiet reload tells how many are new and moves nothing; a press takes them in at the top of page 1, the focus with them', async ({
  page,
}) => {
  const app = await open(page);
  const before = await app.rowTexts();
  await page.clock.fastForward(quietReloadMs);
  await expect(newsButton(page)).toHaveCount(0);
  await receive(3);
  await page.clock.fastForward(quietReloadMs);
  await expect(newsButton(page)).toHaveText('3 new messages');
  await expect(page.getByRole('status').filter({ hasText: '3 new messages' })).toHaveCount(1);
  expect(await app.rowTexts()).toEqual(before);

  const [tail = ''] = await receive(1);
  await page.clock.fastForward(quietReloadMs);
  await expect(newsButton(page)).toHaveText('4 new messages');
  await expectAccessible(page, 'new messages wait');
  await newsButton(page).press('Enter');
  await expect(app.dataRows.first()).toContainText(tail);
  await expect(newsButton(page)).toHaveCount(0);
  await expect(app.grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(app.grid.locator(':focus')).toHaveAttribute('data-row', '1');

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.pageLabel).toHaveText('Page 2');
  await receive(1);
  await page.clock.fastForward(quietReloadMs);
  await expect(newsButton(page)).toHaveText('1 new message');
  await page.keyboard.press('n');
  await expect(app.pageLabel).toHaveText('Page 1');
  await expect(newsButton(page)).toHaveCount(0);

  await receive(120);
  await page.clock.fastForward(quietReloadMs);
  await expect(newsButton(page)).toHaveText('100 or more new messages');
  const [newest = ''] = await receive(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.dataRows.first()).toContainText(newest);
  await expect(newsButton(page)).toHaveCount(0);
});

test('C25 C25b: no quiet reload within 2.5 s, while paused, in a hidden tab, or of a window that has passed; on return there is one', async ({
  page,
}) => {
  const limits = limitsAsked(page);
  const app = await open(page);
  const quiet = () => limits.filter((limit) => limit === '100').length;
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await expect(
    page
      .getByRole('banner')
      .locator('..')
      .getByText(/paused, as of/),
  ).toBeVisible();
  await page.clock.fastForward(3 * quietReloadMs);
  expect(quiet()).toBe(0);
  await expect(page.getByRole('banner')).toContainText('Loaded');

  await pause.click();
  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await hide('hidden');
  await page.clock.fastForward(3 * quietReloadMs);
  expect(quiet()).toBe(0);
  await receive(2);
  await hide('visible');
  await expect(newsButton(page)).toHaveText('2 new messages');
  expect(quiet()).toBe(1);

  await app.filter.set('From', '2026-02-01 00:00');
  await app.filter.set('To', '2026-02-03 00:00');
  await app.filter.search();
  await expect(page.getByText(/There are no data for previous day/)).toHaveCount(0);
  await page.clock.fastForward(settleMs);
  await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
  await expect(pause).toHaveCount(0);
  const asked = quiet();
  await page.clock.fastForward(3 * quietReloadMs);
  expect(quiet()).toBe(asked);
});

test('C51 ERR-01: a quiet reload that fails opens the dialog once; the rows stay, and an empty list fills by itself', async ({
  page,
  context,
}) => {
  const app = await open(page, `${path}?size=25`);
  const before = await app.rowTexts();
  await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'The shelf fell.' } });
  await page.clock.fastForward(quietReloadMs);
  await expect(app.alertDialog).toContainText('The shelf fell.');
  await page.mouse.click(5, 400);
  await expect(app.alertDialog).toHaveCount(0);
  await Promise.all([page.waitForResponse(/allUsers/), page.clock.fastForward(quietReloadMs)]);
  await expect(app.alertDialog).toHaveCount(0);
  expect(await app.rowTexts()).toEqual(before);
  await context.unrouteAll();

  await app.filter.set('Label', 'ZQ');
  await app.filter.search();
  await page.clock.fastForward(settleMs);
  await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
  await server.current.import([acarsdecLine({ tail: 'NFILL', label: 'ZQ', secondsAgo: 0 })]);
  await page.clock.fastForward(quietReloadMs);
  await expect(app.dataRows).toHaveCount(1);
});
