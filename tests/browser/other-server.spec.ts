import { App, expect, test } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { series } from '../support/messages.ts';
import { startServer, type TestServer } from '../support/server.ts';

let apiServer: TestServer;
let otherApi: FaultProxy;
let appServer: TestServer;
test.beforeAll(async () => {
  otherApi = await startFaultProxy('http://127.0.0.1:9');
  otherApi.set({ kind: 'without-added-calls' });
  appServer = await startServer({ env: { API_BASE: `${otherApi.url}/api/v1` } });
  apiServer = await startServer({ env: { CORS_ORIGINS: appServer.url } });
  await apiServer.import(series(30));
  otherApi.pointAt(apiServer.url);
});
test.afterAll(async () => {
  await Promise.all([appServer?.dispose(), apiServer?.dispose(), otherApi?.close()]);
});

test('API-52: against a server of another origin without our additional calls and parameters a user logs in, reads, filters and logs out', async ({
  page,
}) => {
  // The page records the bar, which would disappear with the next response.
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.querySelector('[data-testid="connection-bar"]')) sessionStorage.setItem('bar', 'shown');
    }).observe(document, { childList: true, subtree: true }),
  );
  const lacked = page.waitForEvent('requestfailed', (request) => /\/stations\/names/i.test(request.url()));
  const toOwnOrigin: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${appServer.url}/api/`)) toOwnOrigin.push(request.url());
  });
  const app = new App(page, appServer.url);
  await app.logInByForm('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(10);
  await lacked;
  await app.filter.set('Tail', 'N0007T');
  await app.filter.search();
  await expect(app.dataRows).toHaveCount(1);
  await page.reload();
  await expect(app.dataRows).toHaveCount(1);
  expect(await page.evaluate(() => sessionStorage.getItem('bar'))).toBeNull();
  await app.go('/akrxAll?view=read');
  await expect(page.getByText(/^This server counts every reception\./)).toBeVisible();
  await expect(page.getByRole('option').first()).toContainText('N0000T');
  await app.go('/akrxAll?view=lines&size=25');
  await expect(page.getByText(/^1 to 25 of/)).toBeVisible();
  // The refusal is remembered.
  const joined = otherApi.seen.filter(({ url, method }) => method === 'GET' && url.searchParams.has('joined'));
  expect(joined.filter(({ url }) => /allUsers$/i.test(url.pathname))).toHaveLength(1);
  await app.go('/adsb');
  await expect(
    page.getByText(/^This data needs a cookie, .* The operator can change this with API_COOKIES\./),
  ).toBeVisible();
  await app.go('/logins');
  await expect(page.getByText('This server does not list logins. Update it first.')).toBeVisible();
  await expect(app.alertDialog).toHaveCount(0);
  await app.choose('Log out');
  await app.expectPath('/auth');
  const called = otherApi.seen.filter((request) => request.method !== 'OPTIONS').map((request) => request.url.pathname);
  expect(called).toContain('/api/v1/account/authenticate');
  expect(called).toContain('/api/v1/AcarsMessage/allUsers');
  expect(toOwnOrigin).toEqual([]);
});
