import { App, expect, serverForFile, testInstalled as test } from '../support/browser.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf, layoutFaults } from '../support/layout.ts';
import {
  awaitResponse,
  bar,
  bringRows,
  expectLive,
  expectStored,
  responsesOf,
  shownTails,
  tails,
  visit,
} from './device.ts';

const server = serverForFile({ prepare: bringRows });

/** Where heading and name of the screen are, on phone, tablet and desktop. */
async function places({ page }: App): Promise<unknown[]> {
  const boxes: unknown[] = [];
  const heading = page.getByRole('heading', { level: 1 });
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The app has followed: up to 768 px the header alone shows the name.
    await expect(heading).toHaveClass(width > 768 ? '' : 'dl-hidden');
    await expect.poll(() => layoutFaults(page, 'body header'), { message: `at ${width}` }).toEqual([]);
    const seen = [heading, page.getByRole('banner').getByText(/^(ACARS raw|Downlink)$/)];
    for (const part of seen) boxes.push(await boxOf(part.filter({ visible: true }).first()));
  }
  return boxes;
}

test('S08 OFF-03 ERR-01 C53 C51 TIME-06: behind a captive portal, which overwrites no stored data, with 503, connections that are reset and bodies that are cut, a server that never responds and one that is gone, the stored list is shown with the text for each, without a dialog or a logout; it is live again when the server responds; an error is not hidden by the stored list, which is offered', async ({
  page,
}) => {
  const proxy = await startFaultProxy(server.current.url);
  const app = new App(page, proxy.url);
  // Not by `@clock`: here the deadlines of requests must pass.
  await page.clock.install();
  await visit(app, 'byForm');

  await test.step('a captive portal is named and overwrites no stored data, and the window of the stored list does not move', async () => {
    await awaitResponse(page, '"kind":"response"');
    // A page of this origin without the app: while it runs, responses may still be stored.
    await page.goto(`${proxy.url}/manifest.webmanifest`);
    const before = await responsesOf(page);
    const why = 'This network requires a sign-in.';
    for (const kind of ['portal', 'portal302'] as const) {
      proxy.set({ kind });
      if (kind === 'portal') await app.open('/akrxAll');
      await expectStored(app, why);
      proxy.forget();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect.poll(() => proxy.to(/AcarsMessage/).at(-1)?.status).toBe(kind === 'portal' ? 200 : 302);
      await expectStored(app, why);
      await expect(page.getByText('Please sign in to use the network')).toHaveCount(0);
    }
    expect(await responsesOf(page)).toEqual(before);
    expect(await shownTails(app)).toEqual(tails(0, 10));
    const [, asOf] = /as of (\d\d:\d\d:\d\d)Z/.exec(await page.getByRole('main').innerText()) ?? [];
    await expect(page.getByTestId('window')).toHaveText(new RegExp(`^Stored: .* to (\\S+ )?${asOf} UTC$`));
    await expectRecovery(app);
  });

  async function expectRecovery(seen: App): Promise<void> {
    proxy.set({ kind: 'pass' });
    const retry = bar(page).getByRole('button', { name: 'Retry now' });
    // The retry of the app may run first: it removes the bar.
    await retry.click({ timeout: 5000 }).catch(() => expect(bar(page)).toHaveCount(0));
    await expectLive(seen);
  }

  await test.step('faults of the server or the connection on all paths', async () => {
    const faults = [
      // 502 and 504 are the same failure (src/data/response.test.ts).
      [{ kind: 'status', status: 503, retryAfterSeconds: 1 }, 'Server unavailable.'],
      [{ kind: 'reset' }, 'Server unreachable.'],
      [{ kind: 'cut' }, 'Server unreachable.'],
      // JSON, but not of this API.
      [{ kind: 'status', status: 200, message: 'hello' }, 'The response does not match this version'],
    ] as const;
    for (const [at, [fault, why]] of faults.entries()) {
      proxy.set(fault);
      // A reset connection meets the start of the app, as the portal did with a response. Each other fault meets a page that was not shown yet.
      const shown = fault.kind === 'reset' ? 0 : at || 1;
      if (shown === 0) await app.open('/akrxAll');
      else await app.go(`/akrxAll?page=${shown + 1}`);
      await expectStored(app, why);
      await expect.poll(() => shownTails(app)).toEqual(tails(shown * 10, shown * 10 + 10));
      await expectRecovery(app);
    }
  });

  await test.step('an error is not hidden by the stored list, which is offered', async () => {
    proxy.set({ kind: 'status', status: 500, message: 'The shelf is empty.' }, /AcarsMessage/i);
    await app.go('/akrxAll?page=6');
    await expect(app.alertDialog).toHaveCount(1);
    await expect(app.alertDialog).toContainText('The shelf is empty.');
    await app.alertDialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(app.dataRows).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText(
      /60 messages from (\d+ \w+ \d{4}, )?\d\d:\d\dZ are stored on this device/,
    );
    await page.getByRole('button', { name: 'Show stored messages' }).click();
    await expect(app.dataRows).toHaveCount(10);
    expect(await shownTails(app)).toEqual(tails(50, 60));
    proxy.set({ kind: 'pass' });
  });

  await test.step('a slow response: the stored list is shown first, and the response replaces it when it arrives', async () => {
    // Of the list alone: the other calls of the page respond, and the list still waits. Those of the page that is left cannot continue.
    const calls = /\/api\/v1\/.*AcarsMessage/i;
    const release = await holdRoute(page, calls, (route) => route.continue().catch(() => undefined));
    // A busy machine may need longer for the next steps than the time limit of a request.
    await page.addInitScript(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = () => new AbortController().signal;
      Object.assign(window, { endPatience: () => Object.assign(AbortSignal, { timeout }) });
    });
    await app.open('/akrxAll');
    await expectStored(app, 'Slow response.');
    expect(await shownTails(app)).toEqual(tails(0, 10));
    const whileSlow = await places(app);
    await release();
    await expectLive(app);
    expect(await places(app), 'a slow response moves nothing').toEqual(whileSlow);
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => (window as unknown as { endPatience(): void }).endPatience());
  });

  // For the browser a frozen server is a request without a response, and a killed one is a connection that is reset: the engines' journey has both.
  await test.step('a server that never responds: first slow, then not responding, and live when it resumes', async () => {
    proxy.set({ kind: 'blackhole' });
    await app.go('/akrxAll?page=5');
    await expectStored(app, 'Slow response.');
    // Half a minute later the request still runs: slow is not unreachable, and a screen that is not stored says what it waits for.
    await page.clock.fastForward(30_000);
    await expectStored(app, 'Slow response.');
    await expect(page.getByTestId('connection-bar')).toHaveCount(0);
    for (const path of ['/stationStatus', '/statistics', '/tail/N9999X', '/station/1001']) {
      await app.go(path);
      await page.clock.fastForward(1000);
      await expect(page.getByRole('main'), path).toContainText(
        'The server has not answered yet. The request continues.',
      );
    }
    await app.go('/akrxAll?page=5');
    await expectStored(app, 'Slow response.');
    await page.clock.fastForward(45_000);
    await expect(bar(page)).toContainText('Server not responding.');
    await expectStored(app, 'Server not responding.');
    expect(await shownTails(app)).toEqual(tails(40, 50));
    proxy.set({ kind: 'pass' });
    // The app retries after 5 to 30 s.
    await page.clock.fastForward(30_000);
    await expectLive(app);
  });

  await test.step('a server that is gone: automatic recovery', async () => {
    proxy.set({ kind: 'reset' });
    await app.go('/akrxAll');
    await expectStored(app, 'Server unreachable.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
    proxy.set({ kind: 'pass' });
    await page.clock.fastForward(30_000);
    await expectLive(app);
    await app.expectPath('/akrxAll');
  });
  await proxy.close();
});
