/** An Admin finds backup, audit trail, sources and health on one screen. */

import type { Locator } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';
import { startServer } from '../support/server.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const folder = new TemporaryFolder('status');
const server = serverForFile({
  get env() {
    return { BACKUP_DIR: folder.path };
  },
});
test.afterAll(() => folder.remove());

test('C119 C140: backup, health, sources and the newest entries, a backup on request, and the servers @clock', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await app.logInByForm('admin', { from: '/device', lands: '/device' });
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Server status' }).click();
  await expect(page.getByRole('heading', { name: 'Server status', level: 1 })).toBeVisible();
  const backup = page.getByRole('region', { name: 'Backup' });
  await expect(backup).toContainText(/Good.*Last good backup.*Kept files1/);
  await expect(page.getByRole('region', { name: 'Health' })).toContainText(/Database\d.*Connections\d+ of 16/);
  await expect(
    page.getByRole('region', { name: 'Sources' }).getByRole('link', { name: 'All receivers' }),
  ).toBeVisible();
  const audit = page.getByRole('table', { name: 'Audit trail' });
  await expect(audit.getByRole('row').filter({ hasText: 'logged in' })).toContainText('admin');
  await expectAccessible(page, 'server status');
  await backup.getByRole('button', { name: 'Make a backup now' }).click();
  await expect(page.getByText('The backup has started')).toBeVisible();
  /** The screen repeats its request every 5 s. */
  const nextResponse = () => Promise.all([page.waitForResponse(/\/ServerStatus$/), page.clock.fastForward(5000)]);
  const shows = (what: Locator, words: RegExp) =>
    expect.poll(() => nextResponse().then(() => what.allTextContents())).toEqual([expect.stringMatching(words)]);
  await shows(backup, /Kept files2/);
  // The reason of a failed source is shown without hovering.
  const error = 'Connection refused by 192.0.2.21:30005.';
  await page.route(/\/api\/v1\/ServerStatus$/, async (route) => {
    const response = await route.fetch();
    const source = { id: '7', address: 'beast://192.0.2.21:30005', state: 'failed', connections: 0, error };
    const condition = {
      name: 'disk',
      since: '2026-01-01T00:00:00Z',
      message: `The disk is full: /${'w'.repeat(300)}`,
    };
    const conditions = [condition, { ...condition, name: 'clock', message: 'The clock of the server jumped ahead.' }];
    await route.fulfill({ response, json: { ...(await response.json()), sources: [source], conditions } });
  });
  const reason = page.getByRole('region', { name: 'Sources' }).getByText(error);
  await shows(reason, /refused/);
  await expect(reason).toBeVisible();
  expect(await excessOf(page.getByText('The disk is full')), 'a long word is broken').toBe(0);
  // A clock in doubt: the Admin compares it with the device, and confirms it.
  const clock = page.getByRole('region', { name: 'Clock' });
  await expect(clock).toContainText(/Clock of the server\d+ .*UTC|Clock of the server\d+ .*Z/);
  await clock.getByRole('button', { name: 'Confirm the clock' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm the clock of the server?' });
  await question.getByRole('button', { name: 'Confirm the clock' }).click();
  await expect(page.getByText('The clock is confirmed')).toBeVisible();
  await expect(audit.getByRole('row').filter({ hasText: 'confirmed' })).toContainText('clock');
  // A periodic request may be running.
  await page.unrouteAll({ behavior: 'wait' });
  const other = await startServer({ env: { SERVER_NAME: 'second' }, database: server.current.databaseUrl });
  try {
    const servers = page.getByRole('region', { name: 'Servers' });
    await shows(servers.getByRole('listitem').last(), /second/);
    await expect(servers.getByRole('listitem')).toHaveCount(2);
    await expect(servers.getByRole('listitem').first()).toContainText(
      /This server · periodic work · receivers.*Leader/,
    );
    await expect(servers.getByRole('listitem').last()).toContainText(/second.*Ready to lead/);
  } finally {
    await other.dispose();
  }
  await page.getByRole('link', { name: 'All entries' }).click();
  await app.expectPath('/audit');
});
