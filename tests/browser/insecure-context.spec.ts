/** A host name that is not loopback counts as another machine, where plain HTTP is insecure. */
import { App, expect, sharedServer, test } from '../support/browser.ts';

const host = 'downlink.test';
const server = sharedServer();

test('OFF-01: over plain HTTP a bar states the limitations, and the app works', async ({ page }) => {
  const { port } = new URL(server.current.url);
  // No name service knows the host: each of its requests is sent to the server, with its name.
  await page.route(`http://${host}:${port}/**`, async (route) => {
    const url = route.request().url().replace(host, '127.0.0.1');
    const headers = { ...(await route.request().allHeaders()), host: `${host}:${port}` };
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  const app = new App(page, `http://${host}:${port}`);
  await app.open('/auth');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(page.getByText('The connection is not secure.')).toBeVisible();
  await app.fillLogIn('parser');
  await app.logInButton.click();
  await app.expectPath('/parser');
  await expect(page.getByRole('main')).toContainText('ACARS messages decoder');
  await expect(page.getByText('The connection is not secure.')).toBeVisible();
});
