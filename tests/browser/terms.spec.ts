import { expectAccessible, expectAccessibleInBoth, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { recordsOf } from '../support/stored-session.ts';

const server = serverForFile();

test('S12 AUTH-09 AUTH-10 AUTH-11 AUTH-12 AUTH-13 AUTH-14 AUTH-15 AUTH-16 AUTH-17 API-05 ERR-09 ERR-11 C07 C49 C50: the terms are a dialog with text that scrolls, also as plain text, and two buttons; a data path leads back to the dialog; a failed acceptance shows an alert, and the dialog stays; DECLINE explains the consequence, clears the session and leads to the login; ACCEPT sends the call, stores the acceptance, and leads through /akrx to the home', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInByForm('newcomer');
  const dialog = page.getByRole('dialog');
  const accept = dialog.getByRole('button', { name: 'ACCEPT', exact: true });
  const decline = dialog.getByRole('button', { name: 'DECLINE', exact: true });
  await expect(accept).toBeVisible();
  await expect(decline).toBeVisible();
  const scrolls = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].some(
      (one) => one.scrollHeight > one.clientHeight + 20 && /auto|scroll/.test(getComputedStyle(one).overflowY),
    ),
  );
  expect(scrolls).toBe(true);

  // Three facts, seven years, seven rights.
  const text = (await dialog.innerText()).toLowerCase();
  for (const fact of [/informational/, /not.{0,40}navigation/s, /free/, /programme|program/])
    expect(text).toMatch(fact);
  expect(text).toMatch(/(7|seven) years/);
  for (const right of ['access', 'correct', 'eras', 'object', 'restrict', 'transfer', 'withdraw'])
    expect(text).toContain(right);
  for (const point of ['security', 'fee', 'email', 'contact']) expect(text).toContain(point);

  await page.getByText('Read as plain text').click();
  const areas = page.locator('textarea');
  await expect(areas).toHaveCount(2);
  for (const area of await areas.all()) await expect.poll(() => area.getAttribute('readonly')).not.toBeNull();
  await expect(accept).toBeVisible();
  // The plain text is shown below the terms.
  await expectAccessibleInBoth(page, 'terms, also as plain text');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'terms on a phone');
  await page.setViewportSize({ width: 1280, height: 860 });

  await stub(context, '/Account/AcceptTerms/[^/]+', { status: 500, json: { message: 'The ledger is full.' } });
  await accept.click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('alert'))).toContainText('The ledger is full.');
  await app.expectPath('/auth2');

  await page.keyboard.press('Escape');
  await app.go('/akrxAll');
  await app.expectPath('/auth2');
  await decline.click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(
    'You must accept the Terms and Conditions to visit this site. You will be sent to the login page.',
  );
  await expectPartAccessible(page, '[role=alertdialog]', 'terms declined');
  await alert.getByRole('button').first().click();
  await app.expectPath('/auth');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toMatch(/newcomer|"token":"[^"]/);
  await expect.poll(() => recordsOf(page)).not.toContain('"token"');

  await context.unrouteAll({ behavior: 'wait' });
  // The declined session has left no requested path.
  await app.fillLogIn('newcomer');
  await app.logInButton.click();
  await app.expectPath('/auth2');
  const accepted = page.waitForRequest(
    (request) => request.method() === 'PUT' && /\/Account\/AcceptTerms\//.test(request.url()),
  );
  await page.getByRole('button', { name: 'ACCEPT', exact: true }).click();
  await accepted;
  await app.expectPath('/parser');
  await page.reload();
  await expect(page.locator('#screen')).toBeAttached();
  await app.expectPath('/parser');
});
