import { App, expect, serverForFile, test } from '../support/browser.ts';
import { exportOf } from '../support/exported.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(3, () => ({ label: 'H1' }))) });

test('C122: an export appears in the audit trail of its company with filter and rows, and a login does not', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('company', { from: '/akrxAll?label=H1', lands: '/akrxAll' });
  await expect(page.getByRole('main').getByText('TEST MESSAGE 0').first()).toBeVisible();
  const isReported = page.waitForResponse(async (response) => {
    const { rows } = (response.request().postDataJSON() ?? {}) as { rows?: number | null };
    return response.url().endsWith('/Audit/Exports') && rows === 3;
  });
  await exportOf(page);
  expect((await isReported).status()).toBe(204);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Audit trail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.filter({ hasText: 'exported' })).toContainText('Excel, 3 rows');
  await expect(rows.filter({ hasText: 'exported' })).toContainText('label="H1"');
  await expect(rows.filter({ hasText: 'logged in' })).toHaveCount(0);
});
