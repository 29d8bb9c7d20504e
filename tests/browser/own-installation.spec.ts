import { App, expect, serverForFile, test } from '../support/browser.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ args: ['--no-demo'], isEmpty: true });

test('nothing is marked as a demo; the first Admin logs in with the password shown once, accepts the terms, reads how to connect receivers, and sees messages arrive @clock', async ({
  page,
}) => {
  const password = /password {3}(\S+)/.exec(server.current.log())?.[1] ?? '';
  expect(password.length).toBeGreaterThanOrEqual(12);
  const app = new App(page, server.current.url);
  const response = page.waitForResponse(/\/health$/);
  await app.open('/auth');
  expect(await (await response).json()).toMatchObject({ demo: false });
  await expect(app.logInButton).toBeVisible();
  await expect(page.getByText('Demo', { exact: true }).filter({ visible: true })).toHaveCount(0);
  await app.fillLogIn('admin', password);
  await app.logInButton.click();
  await app.expectPath('/auth2');
  await page.getByRole('button', { name: 'ACCEPT', exact: true }).click();
  await app.expectPath('/administrator');
  await expect(page.getByText('No messages counted yet.')).toBeVisible();
  await app.go('/akrxAll');
  // The 2.5 s of an empty list start with its first render, and until then the previous screen is shown.
  await expect(page.getByRole('heading', { name: /^ACARS raw/ })).toBeVisible();
  await app.settle();
  const main = page.getByRole('main');
  await expect(
    main.getByText('There are no data for previous day or entered serach term.', { exact: false }),
  ).toBeVisible();
  await expect(main.getByText('npm run import -- --as-if-now FILE')).toBeVisible();
  expect((await server.current.import(series(3))).code).toBe(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.dataRows).toHaveCount(3);
});
