import type { Page, Request } from 'playwright/test';
import { awaitResponse } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { acarsdecLine, series } from '../support/messages.ts';
import { sendByTcp } from '../support/senders.ts';
import { setVisibility } from '../support/visibility.ts';

const server = serverForFile({ env: { RECEIVER_PORT: '0' }, prepare: (it) => it.import(series(60)) });
const path = '/akrxAll';
const quietReloadMs = 30_000;
const settleMs = 2500;

async function open(page: Page): Promise<App> {
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: path, lands: path });
  await expect(app.dataRows.first()).toBeVisible();
  await page.clock.fastForward(settleMs);
  return app;
}
let nextTail = 0;
/** Stores this number of messages, newer than all others. */
async function receive(count: number): Promise<string[]> {
  const tails = Array.from({ length: count }, () => `NEW${String(nextTail++).padStart(4, '0')}`);
  await receiveLines(tails.map((tail) => acarsdecLine({ tail, text: `NEWS OF ${tail}`, secondsAgo: 0 })));
  return tails;
}
let linesSent = 0;
/** Sends to the receiver port: the server caches pages for a second, but clears them when it stores messages itself. */
async function receiveLines(lines: readonly object[]): Promise<void> {
  const port = Number(/Receivers may send to 127\.0\.0\.1:(\d+)/.exec(server.current.log())?.[1]);
  await sendByTcp(port, lines.map((line) => JSON.stringify(line)).join('\n'));
  linesSent += lines.length;
  const { token } = await logIn(server.current, 'admin');
  await expect
    .poll(async () => (await callApi(server.current, '/ingest/counters', { token })).json)
    .toMatchObject({ total: { received: linesSent, waiting: 0 } });
}
const newsButton = (page: Page) => page.getByRole('button', { name: /new message/ });
/** Limits of the requests of the list. */
function limitsAsked(page: Page): string[] {
  const limits: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/AcarsMessage/allUsers') limits.push(url.searchParams.get('limit') ?? 'none');
  });
  return limits;
}

type Reloads = {
  /** Resolves when no request of the API is running. */
  settled(): Promise<void>;
  /**
   * Advances the page's clock until the response of a reload arrives. A reload is due 30 s after the previous response, which may arrive after an advance.
   */
  next(): Promise<void>;
};
function quietReloads(page: Page): Reloads {
  const isOurs = (request: Request): boolean => /\/AcarsMessage\/allUsers/i.test(request.url());
  const pending = new Set<Request>();
  let ended = 0;
  const end = (request: Request): void => {
    pending.delete(request);
    if (isOurs(request)) ended += 1;
  };
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) pending.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const settled = () => expect.poll(() => pending.size).toBe(0);
  return {
    settled,
    async next() {
      await settled();
      const before = ended;
      await expect
        .poll(async () => {
          if (pending.size === 0 && ended === before) await page.clock.fastForward(quietReloadMs);
          return ended;
        })
        .toBeGreaterThan(before);
    },
  };
}

test('S34 C25 C25b C51 ERR-01: no automatic reload within 2.5 s, while paused, in a hidden tab, or for a past window; one on return; the list shows the number of new rows and moves nothing; a click inserts them at the top of page 1 and moves the focus; a failed reload opens the dialog once, the rows stay, and an empty list fills later @clock', async ({
  page,
  context,
}) => {
  const limits = limitsAsked(page);
  const reloads = quietReloads(page);
  const app = await open(page);
  const quiet = () => limits.filter((limit) => limit === '100').length;
  expect(quiet(), 'within 2.5 s').toBe(0);
  await test.step('new rows', async () => {
    const before = await app.rowTexts();
    await reloads.next();
    await awaitResponse(page, '"kind":"full"', 'every airport');
    await expect(newsButton(page)).toHaveCount(0);
    await receive(3);
    await reloads.next();
    await expect(newsButton(page)).toHaveText('3 new messages');
    await expect(page.getByRole('status').filter({ hasText: '3 new messages' })).toHaveCount(1);
    await expect.poll(() => app.rowTexts()).toEqual(before);

    const [tail = ''] = await receive(1);
    await reloads.next();
    await expect(newsButton(page)).toHaveText('4 new messages');
    await expectPartAccessible(page, 'main [role=status], main [title="Show new rows (N)"]', 'new messages wait');
    await newsButton(page).press('Enter');
    await expect(app.dataRows.first()).toContainText(tail);
    await expect(newsButton(page)).toHaveCount(0);
    await expect(app.grid).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(app.grid.locator(':focus')).toHaveAttribute('data-row', '1');

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(app.pageLabel).toHaveText('Page 2');
    await receive(1);
    await reloads.next();
    await expect(newsButton(page)).toHaveText('1 new message');
    await page.keyboard.press('n');
    await expect(app.pageLabel).toHaveText('Page 1');
    await expect(newsButton(page)).toHaveCount(0);

    // The narrowest table has no room for the button next to its filters.
    await page.setViewportSize({ width: 1024, height: 860 });
    const top = () => app.dataRows.first().evaluate((row) => row.getBoundingClientRect().top);
    await reloads.settled();
    await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
    const before120 = await top();
    await receive(120);
    await reloads.next();
    await expect(newsButton(page)).toHaveText('100 or more new messages');
    await expect.poll(top).toBe(before120);
    await page.setViewportSize({ width: 1280, height: 860 });
    const [newest = ''] = await receive(1);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(app.dataRows.first()).toContainText(newest);
    await expect(newsButton(page)).toHaveCount(0);
  });

  await test.step('no automatic reload', async () => {
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.click();
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await expect(
      page
        .getByRole('banner')
        .locator('..')
        .getByText(/paused, as of/),
    ).toBeVisible();
    await reloads.settled();
    const paused = quiet();
    // The age uses the clock of the server, and each of its responses corrects the jumps of the page's clock.
    await expect
      .poll(async () => {
        await page.clock.fastForward(3 * quietReloadMs);
        return page.getByRole('banner').textContent();
      })
      .toContain('Loaded');
    expect(quiet()).toBe(paused);

    await pause.click();
    await setVisibility(page, 'hidden');
    await reloads.settled();
    const hidden = quiet();
    await reloads.settled();
    await page.clock.fastForward(3 * quietReloadMs);
    expect(quiet()).toBe(hidden);
    await receive(2);
    await setVisibility(page, 'visible');
    await expect(newsButton(page)).toHaveText('2 new messages');
    expect(quiet()).toBe(hidden + 1);

    await app.filter.set('From', '2026-02-01 00:00');
    await app.filter.set('To', '2026-02-03 00:00');
    await app.filter.search();
    await expect(page.getByText(/There are no data for previous day/)).toHaveCount(0);
    await page.clock.fastForward(settleMs);
    await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
    await expect(pause).toHaveCount(0);
    await reloads.settled();
    const requested = quiet();
    await page.clock.fastForward(3 * quietReloadMs);
    expect(quiet()).toBe(requested);
  });

  await test.step('a reload that fails', async () => {
    await app.go(`${path}?size=25`);
    await expect(app.dataRows).toHaveCount(25);
    await page.clock.fastForward(settleMs);
    const before = await app.rowTexts();
    await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'The shelf fell.' } });
    await reloads.next();
    await expect(app.alertDialog).toContainText('The shelf fell.');
    await page.mouse.click(5, 400);
    await expect(app.alertDialog).toHaveCount(0);
    await reloads.next();
    await expect(app.alertDialog).toHaveCount(0);
    await expect.poll(() => app.rowTexts()).toEqual(before);
    await context.unrouteAll({ behavior: 'wait' });

    await app.filter.set('Label', 'ZQ');
    await app.filter.search();
    await page.clock.fastForward(settleMs);
    await expect(page.getByText(/There are no data for previous day/)).toBeVisible();
    await receiveLines([acarsdecLine({ tail: 'NFILL', label: 'ZQ', secondsAgo: 0 })]);
    // The request for the rows fails once: the next automatic reload repeats it.
    await context.route(
      (url) => url.pathname.endsWith('/AcarsMessage/allUsers') && url.searchParams.get('limit') === '25',
      (route) => route.fulfill({ status: 500, json: { message: 'The shelf fell again.' } }),
      { times: 1 },
    );
    await reloads.next();
    await expect(app.alertDialog).toContainText('The shelf fell again.');
    await page.mouse.click(5, 400);
    await reloads.next();
    await expect(app.dataRows).toHaveCount(1);
  });
});
