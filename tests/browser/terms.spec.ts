import { App, expect, serverForFile, stub, test } from '../support/browser.ts';

const server = serverForFile();

test.describe('S12', () => {
  test.beforeEach(async ({ page }) => {
    await new App(page, server.current.url).logInByForm('newcomer');
  });

  test('S12 AUTH-09 AUTH-10: the terms are a dialog with text that scrolls and two buttons; a data path leads back to it', async ({
    page,
  }) => {
    const app = new App(page, server.current.url);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'ACCEPT', exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'DECLINE', exact: true })).toBeVisible();
    const scrolls = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].some(
        (one) => one.scrollHeight > one.clientHeight + 20 && /auto|scroll/.test(getComputedStyle(one).overflowY),
      ),
    );
    expect(scrolls).toBe(true);
    await app.open('/akrxAll');
    await app.expectPath('/auth2');
  });

  test('S12 AUTH-15 AUTH-16: the text contains three facts, seven years and seven rights', async ({ page }) => {
    const text = (await page.getByRole('dialog').innerText()).toLowerCase();
    for (const fact of [/informational/, /not.{0,40}navigation/s, /free/, /programme|program/])
      expect(text).toMatch(fact);
    expect(text).toMatch(/(7|seven) years/);
    for (const right of ['access', 'correct', 'eras', 'object', 'restrict', 'transfer', 'withdraw'])
      expect(text).toContain(right);
    for (const point of ['security', 'fee', 'email', 'contact']) expect(text).toContain(point);
  });

  test('S12 AUTH-14 C49: the plain text view has two areas that cannot be edited', async ({ page }) => {
    await page.getByText('Read as plain text').click();
    const areas = page.locator('textarea');
    await expect(areas).toHaveCount(2);
    for (const area of await areas.all()) expect(await area.getAttribute('readonly')).not.toBeNull();
    await expect(page.getByRole('button', { name: 'ACCEPT', exact: true })).toBeVisible();
  });

  test('S12 AUTH-13 ERR-11: an acceptance that the server fails shows an alert and stays', async ({
    page,
    context,
  }) => {
    const app = new App(page, server.current.url);
    await stub(context, '/Account/AcceptTerms/[^/]+', { status: 500, json: { message: 'The ledger is full.' } });
    await page.getByRole('button', { name: 'ACCEPT', exact: true }).click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('alert'))).toContainText('The ledger is full.');
    await app.expectPath('/auth2');
  });

  test('S12 AUTH-11 AUTH-17 ERR-09 C50: DECLINE explains the consequence, clears the session and leads to the login', async ({
    page,
  }) => {
    const app = new App(page, server.current.url);
    await page.getByRole('button', { name: 'DECLINE', exact: true }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(
      'You must accept the Terms and Conditions to visit this site. You will be sent to the login page.',
    );
    await alert.getByRole('button').first().click();
    await app.expectPath('/auth');
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toMatch(/newcomer|"token":"[^"]/);
    await app.open('/akrxAll');
    await app.expectPath('/auth');
  });

  test('AUTH-12 API-05 C07: ACCEPT makes the call, stores it, and leads through /akrx to the home', async ({
    page,
  }) => {
    const app = new App(page, server.current.url);
    const accepted = page.waitForRequest(
      (request) => request.method() === 'PUT' && /\/Account\/AcceptTerms\//.test(request.url()),
    );
    await page.getByRole('button', { name: 'ACCEPT', exact: true }).click();
    await accepted;
    await app.expectPath('/parser');
    await page.reload();
    await app.expectPath('/parser');
  });
});
