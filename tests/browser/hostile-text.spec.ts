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

test('payloads in texts, codes and every parameter of the address are inert in table, expanded row, filter and cards', async ({
  page,
  context,
}) => {
  const outside: string[] = [];
  await context.route(/evil\.invalid/, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll?limit=25', lands: '/akrxAll' });
  await expect(page.getByText('<script>window.__xss=1</script>').first()).toBeVisible();
  const openers = page.getByRole('button', { name: /all fields/i });
  for (let at = 0; at < Math.min(await openers.count(), 4); at++) await openers.nth(at).click();
  await app.filter.set('Text', '<img src=x onerror="window.__xss=1">');
  await app.filter.search();
  await expect(app.dataRows.first()).toContainText('<img src=x');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('<img src=x onerror', { exact: false }).first()).toBeVisible();
  const isRun = () => page.evaluate(() => (window as { __xss?: unknown }).__xss);
  expect(await isRun()).toBeUndefined();

  const payload = encodeURIComponent('"><img src=x onerror=window.__xss=1>');
  await app.open(
    `/akrxAll?tail=${payload}&limit=${payload}&offset=${payload}&sort=${payload}&columns=${payload}&__proto__=${payload}`,
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isRun()).toBeUndefined();
  expect(outside).toEqual([]);
});
