import { App, expect, programForFile, testInstalled as test } from '../support/browser.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { bar, bringRows, deviceOf, expectLive, expectStored, shownTails, tails, visit } from './device.ts';

const server = programForFile({ prepare: bringRows });
let proxy: FaultProxy;
test.beforeEach(async () => {
  proxy = await startFaultProxy(server.current.url);
});
test.afterEach(() => proxy.close());

/** A network fault on all paths, a reload, the text, and recovery by a click. */
async function goThrough(app: App, fault: Fault, why: string): Promise<void> {
  proxy.set(fault);
  await app.page.reload();
  await expectStored(app, why);
  expect(await shownTails(app)).toEqual(tails(0, 10));
  proxy.set({ kind: 'pass' });
  await bar(app.page).getByRole('button', { name: 'Retry now' }).click();
  await expectLive(app);
}

test('S08 C53 C51: a killed server: the stored list, its text, no dialog, no logout, and automatic recovery', async ({
  page,
}) => {
  const app = new App(page, proxy.url);
  await page.clock.install();
  await visit(app);
  await server.current.kill();
  try {
    await page.reload();
    await expectStored(app, 'Server unreachable.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => shownTails(app)).toEqual(tails(10, 20));
  } finally {
    await server.current.restart();
  }
  // The app retries after 5 to 30 s.
  await page.clock.fastForward(30_000);
  await expectLive(app);
  await app.expectPath('/akrxAll');
});

test('S08 C53: a frozen server: the stored list at once as slow, then as not responding, and live when it resumes', async ({
  page,
}) => {
  const app = new App(page, proxy.url);
  await visit(app);
  server.current.freeze();
  try {
    await page.reload();
    await expectStored(app, 'Slow network.');
    await expect(bar(page)).toContainText('Server not responding.');
    await expectStored(app, 'Server not responding.');
  } finally {
    server.current.thaw();
  }
  await expectLive(app);
});

test('S08 C53 TIME-06: a captive portal is named, logs no one out and overwrites no stored data, whose window does not move', async ({
  page,
  context,
}) => {
  const app = new App(page, proxy.url);
  await visit(app);
  const before = await deviceOf(page);
  for (const kind of ['portal', 'portal302'] as const) {
    proxy.set({ kind });
    await page.reload();
    await expectStored(app, 'This network requires a sign-in.');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => proxy.to(/AcarsMessage/).at(-1)?.status).toBe(kind === 'portal' ? 200 : 302);
    await expectStored(app, 'This network requires a sign-in.');
    await expect(page.getByText('Please sign in to use the network')).toHaveCount(0);
  }
  expect(await deviceOf(page)).toEqual(before);
  await context.setOffline(true);
  await page.reload();
  await expectStored(app, 'No network.');
  expect(await shownTails(app)).toEqual(tails(0, 10));
  const [, asOf] = /as of (\d\d:\d\d:\d\d)Z/.exec(await page.getByRole('main').innerText()) ?? [];
  await expect(page.getByTestId('window')).toHaveText(new RegExp(`^Stored: .* to (\\S+ )?${asOf} UTC$`));
  // With the network the app retries at once.
  proxy.set({ kind: 'pass' });
  await context.setOffline(false);
  await expectLive(app);
});

test('S08 OFF-03 ERR-01 C53 C51: 502, 503, 504, connections that are reset and bodies that are cut: the stored list and the words for each; an answer that takes long: the stored list meanwhile, and the answer in its place when it comes; an error is not covered up by the stored list, which is offered', async ({
  page,
}) => {
  const app = new App(page, proxy.url);
  await visit(app);
  for (const status of [502, 503, 504])
    await goThrough(app, { kind: 'status', status, retryAfterSeconds: 1 }, 'Server unavailable.');
  await goThrough(app, { kind: 'reset' }, 'Server unreachable.');
  await goThrough(app, { kind: 'cut' }, 'Server unreachable.');
  // JSON, but not of this API.
  await goThrough(app, { kind: 'status', status: 200, message: 'hello' }, 'The response does not match this version');

  const [profile, rows] = [proxy.hold(/account\/me/i), proxy.hold(/AcarsMessage\/allUsers/i)];
  await page.reload();
  const held = await Promise.all([profile, rows]);
  await expectStored(app, 'Slow network.');
  expect(await shownTails(app)).toEqual(tails(0, 10));
  for (const { release } of held) release();
  await expectLive(app);

  proxy.set({ kind: 'status', status: 500, message: 'The shelf is empty.' }, /AcarsMessage/i);
  await page.reload();
  await expect(app.alertDialog).toHaveCount(1);
  await expect(app.alertDialog).toContainText('The shelf is empty.');
  await app.alertDialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(app.dataRows).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/60 messages from \d\d:\d\dZ are stored on this device/);
  await page.getByRole('button', { name: 'Show stored messages' }).click();
  await expect(app.dataRows).toHaveCount(10);
  expect(await shownTails(app)).toEqual(tails(0, 10));
});
