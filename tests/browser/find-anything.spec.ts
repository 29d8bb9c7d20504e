import type { Page } from 'playwright/test';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { holdRoute } from '../support/held-route.ts';
import { acarsdecLine } from '../support/messages.ts';

const hourS = 3600;
const weather = 'METAR LROP 291430Z 24012KT 9999 FEW024 09/03 Q1015 NOSIG';
const server = serverForFile({
  prepare: async (it) => {
    await it.import([
      acarsdecLine({ tail: 'N900XA', text: 'NAV FAULT LIGHT ON PLS ADV', secondsAgo: 300 }),
      acarsdecLine({ tail: 'N900XB', text: weather, secondsAgo: 5 * hourS }),
      acarsdecLine({ tail: 'N900XB', text: `${weather} AGAIN`, secondsAgo: 50 * hourS }),
    ]);
  },
});
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const options = (page: Page) => dialog(page).getByRole('option');
async function type(page: Page, typed: string): Promise<void> {
  if ((await dialog(page).count()) === 0) await page.keyboard.press('Control+k');
  await dialog(page).getByRole('combobox').fill(typed);
}

test('C118: Ctrl K answers with faults, messages by their text and documents, also without a network and on a phone; an empty list offers longer ranges with their numbers in one click', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  // The list arrives while the dialog is open.
  const listed = '**/AcarsMessage/allUsers?*';
  const release = await holdRoute(page, listed);
  await app.logInAs('admin', { from: '/akrxAll?last=72', lands: '/akrxAll' });
  await type(page, 'fault');
  await expect(options(page).first()).toContainText('aults, last 15 d');
  await expect(dialog(page)).not.toContainText('Loading the index');
  await release();
  await expect(app.dataRows).toHaveCount(3);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(dialog(page).getByRole('group', { name: 'Messages' })).toContainText(
    '1 message with “fault”, last 24 h',
  );
  await expect(dialog(page).getByLabel('Understood')).toHaveText('Fault');
  await expectPartAccessible(page, 'dialog[open]', 'an answer');
  await type(page, 'how do I connect readsb');
  await expect(
    dialog(page).getByRole('group', { name: 'Settings and help' }).getByRole('option').first(),
  ).toContainText('Connect readsb or dump1090');
  await page.setViewportSize({ width: 360, height: 740 });
  await type(page, 'n900xb 3 d');
  await expect(options(page).first()).toContainText('2 messages of N900XB, last 3 d');
  await expect(dialog(page).getByLabel('Understood')).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 860 });
  await context.setOffline(true);
  await type(page, 'again');
  await expect(options(page).filter({ hasText: '1 message with “again”, last 3 d' })).toContainText('on this device');
  await page.keyboard.press('Escape');
  await context.setOffline(false);

  await app.go('/akrxAll?tail=N900XB');
  const ranges = page.getByRole('group', { name: 'Longer ranges' });
  await expect(ranges).toContainText('None in 2 h.');
  await expect(ranges.getByRole('button', { name: '24 h has 1' })).toBeVisible();
  await ranges.getByRole('button', { name: '3 d has 2' }).click();
  await expect(app.dataRows).toHaveCount(2);
});
