import type { Page } from 'playwright/test';
import { App, expect, sharedServer, test } from '../support/browser.ts';

const mark = (page: Page) => page.getByText('Demo', { exact: true }).filter({ visible: true });
const sizes = {
  desktop: { width: 1280, height: 860 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};
const expectMark = (page: Page, where: string): Promise<void> => expect(mark(page), where).toHaveCount(1);
/** Once in each frame: that of visitors and that of users. */
async function expectMarkOnAll(page: Page, where: string): Promise<void> {
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await expectMark(page, `${where} on a ${name}`);
  }
  await page.setViewportSize(sizes.desktop);
}

const server = sharedServer();

// After a start without a network: every-screen.spec.ts.
test('the mark of a demo is shown on every kind of screen, on a desktop, a tablet and a phone', async ({ page }) => {
  const app = new App(page, server.current.url);
  await app.open('/auth');
  await expectMarkOnAll(page, '/auth');
  await app.fillLogIn('newcomer');
  await app.logInButton.click();
  await app.expectPath('/auth2');
  await expectMark(page, '/auth2');
  await app.changeUser('admin');
  const main = page.getByRole('main');
  for (const [path, shows] of [
    ['/administrator', 'C.R.U.D. User'],
    ['/nothing-here', 'Data not found'],
    ['/akrxAll', 'ACARS raw'],
  ] as const) {
    await app.go(path);
    await expect(main).toContainText(shows);
    await expectMark(page, path);
  }
  await expectMarkOnAll(page, '/akrxAll');
});
