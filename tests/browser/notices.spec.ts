import type { BrowserContext, Page } from 'playwright/test';
import type { Notice } from '../../src/data/notices.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, sharedServer, stub, test } from '../support/browser.ts';
import { excessOf } from '../support/layout.ts';

const server = sharedServer();

const minuteMs = 60_000;
const minutesAgo = (minutes: number): string =>
  `${new Date(Date.now() - minutes * minuteMs).toISOString().slice(0, 19)}Z`;

const notice = (id: string, agoMinutes: number, more: Partial<Notice>): Notice => ({
  ...{ id, at: minutesAgo(agoMinutes), state: 'new', kind: 'message', isEmergency: false, title: '', words: '' },
  ...{ tail: null, icao: null, flight: null, stationId: null, path: '/akrxAll', rule: 'Word list', ruleId: '1' },
  ...{ hits: 1, isLate: false, takenBy: null, changedAt: null, deliveries: [], history: [], ...more },
});

/** A server with notices: changes have the effect that the contract states. */
async function stubNotices(
  context: BrowserContext,
  given: readonly Notice[],
): Promise<{ down: boolean; readonly changes: string[] }> {
  let notices = given;
  const state = { down: false, changes: [] as string[] };
  const unless = <T>(json: T) => (state.down ? { status: 503 } : { json });
  await stub(context, '/Notices', () => unless({ notices, noticesCount: notices.length }));
  await stub(context, '/Notices/Count', () => {
    const news = notices.filter((one) => one.state === 'new');
    return unless({ new: news.length, emergencies: news.filter((one) => one.isEmergency).length });
  });
  await context.route(/\/Notices\/State$/, async (route) => {
    const { ids, action } = route.request().postDataJSON() as { ids: string[]; action: string };
    state.changes.push(`${action} ${ids.join()}`);
    const changed: Partial<Notice> =
      action === 'take'
        ? { state: 'taken', takenBy: 'parser' }
        : action === 'release'
          ? { state: 'seen', takenBy: null }
          : { state: action === 'done' ? 'done' : 'seen' };
    notices = notices.map((one) => (ids.includes(one.id) ? { ...one, ...changed } : one));
    await route.fulfill({ status: 204 });
  });
  return state;
}

const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Notices' }).getByRole('option');

test('notices: emergencies first, seen when shown, taken and done by keys, stored for offline; a phone shows list and notice one after the other; without notices the ready-made rules', async ({
  page,
  context,
}) => {
  const api = await stubNotices(context, [
    notice('1', 5, { title: 'Request of OE-LZT open for 6 min', words: 'Weather deviation' }),
    notice('2', 9, {
      ...{ title: '3 new faults of D-AZIU', kind: 'fault', words: 'BMC 2, ATA 36', tail: 'D-AZIU', hits: 3 },
      ...{ path: '/faults/D-AZIU', rule: 'New fault of a watched tail', ruleId: '2' },
      deliveries: [
        { way: 'push', state: 'sent', at: minutesAgo(8), reason: null, to: 'Chrome on Android' },
        { way: 'webhook', state: 'failed', at: minutesAgo(7), reason: '503', to: 'ntfy' },
      ],
      history: [{ what: 'seen', by: 'm.weber', at: minutesAgo(3) }],
    }),
    notice('3', 40, {
      title: 'Squawk 7700, YR-AZG',
      kind: 'emergency',
      isEmergency: true,
      words: '11,200 ft in descent',
    }),
    notice('4', 50, { title: 'OE-LZQ lands', kind: 'arrival', state: 'taken', takenBy: 'K. Baum' }),
    notice('5', 2, { title: 'New fault of HB-JZY', kind: 'fault', state: 'done' }),
  ]);
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  const entry = page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Notices' });
  await expect(entry).toHaveText(/3 new$/);
  await app.go('/overview');
  await page.getByRole('link', { name: '3 new notices, 1 emergency' }).click();
  await app.expectPath('/notices');
  await expect(rowsOf(page)).toHaveText([
    /^New\. Emergency\. Squawk 7700, YR-AZG/,
    /^New\. Request of OE-LZT/,
    /^New\. 3 new faults of D-AZIU/,
    /^Taken\. OE-LZQ lands.*taken by K\. Baum/,
    /^Done\. New fault of HB-JZY/,
  ]);
  const panel = page.getByRole('region', { name: 'Selected notice' });
  await expect(panel).toContainText('Squawk 7700, YR-AZG');
  await expect.poll(() => api.changes).toEqual(['seen 3']);
  await expect(rowsOf(page).first()).toHaveText(/^Seen\./);
  await expect(entry).toHaveText(/2 new$/);
  await expectAccessible(page, '/notices');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(panel).toContainText(/3 new faults of D-AZIU.*3 events in one notice/s);
  await expect(panel).toContainText(
    /Push.*Chrome on Android.*Webhook.*ntfy.*503, failed (\d+ \w+ \d{4}, )?\d\d:\d\dZ/s,
  );
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Seen by m.weber');
  // While a late response is awaited, the list is the stored one, and changes wait.
  await expect(panel.getByRole('button', { name: 'Take' })).toBeEnabled();
  await page.keyboard.press('t');
  await expect(panel.getByRole('button', { name: 'Release' })).toBeVisible();
  await panel.getByRole('button', { name: 'Release' }).click();
  await expect(panel.getByRole('button', { name: 'Take' })).toBeEnabled();
  await page.keyboard.press('e');
  // The next one takes its place.
  await expect(panel).toContainText('OE-LZQ lands');
  await expect(panel).toContainText('Taken by K. Baum.');
  await expect
    .poll(() => api.changes.filter((change) => !change.startsWith('seen')))
    .toEqual(['take 2', 'release 2', 'done 2']);
  await page.getByRole('button', { name: /^Done 2$/ }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: /^Done 2$/ }).click();
  await page.getByRole('combobox', { name: 'Rule' }).selectOption('New fault of a watched tail');
  await expect(rowsOf(page)).toHaveText([/D-AZIU/]);
  await rowsOf(page).first().click();
  await page.keyboard.press('u');
  await page.keyboard.press('Enter');
  await app.expectPath('/faults/D-AZIU');

  await test.step('without a network', async () => {
    api.down = true;
    await context.setOffline(true);
    await app.go('/notices?notice=3');
    await expect(panel).toContainText('Squawk 7700, YR-AZG');
    await expect(page.getByRole('banner')).toContainText(/Stored|Loaded/);
    for (const name of ['Take', 'Done']) await expect(panel.getByRole('button', { name, exact: true })).toBeDisabled();
    await expect(panel).toContainText('Take and Done need the network.');
    // A key that cannot act is answered by a notice with the reason.
    const why = page.getByRole('alert').filter({ hasText: 'Take and Done need the network.' });
    for (const key of ['t', 'e']) {
      await page.keyboard.press(key);
      await expect(why).toHaveCount(1);
      await why.getByRole('button', { name: /Close|Dismiss/ }).click();
      await expect(why).toHaveCount(0);
    }
    api.down = false;
    await context.setOffline(false);
    await expect(panel.getByRole('button', { name: 'Take' })).toBeEnabled();
  });

  await test.step('tablet and phone', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(panel).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(5);
    expect(await excessOf(page.getByRole('main'))).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(panel).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(0);
    await panel.getByRole('button', { name: 'Back to all notices' }).click();
    await expect(panel).toHaveCount(0);
    await rowsOf(page).filter({ hasText: 'OE-LZT' }).click();
    await expect(panel).toContainText('Weather deviation');
    expect(await excessOf(page.getByRole('main'))).toBe(0);
    await expectAccessible(page, 'a notice on a phone');
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(5);
    await expectAccessible(page, 'notices on a phone');
    const sound = page.getByRole('button', { name: 'Sound' });
    await sound.click();
    await expect(sound).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('none', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await stubNotices(context, []);
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'No notices' })).toContainText('ready-made rules');
    await expect(page.getByRole('link', { name: 'Choose rules' })).toHaveAttribute('href', '/rules');
    // The choice is of this device.
    await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('no notices: the stored inbox states its age, and a feeder is offered what a feeder can use', async ({
  page,
  context,
}) => {
  const api = await stubNotices(context, []);
  const app = new App(page, server.current.url);
  await app.logInAs('feeder');
  await app.go('/notices');
  const none = page.getByRole('status').filter({ hasText: 'No notices' });
  await expect(none).toContainText('Feeders start with a rule about silent stations.');
  await expect(none).toContainText('medical words.');
  await expect(none).not.toContainText('when this copy was stored');
  await expect(page.getByRole('main')).not.toContainText('take');
  await none.getByRole('link', { name: 'Choose rules' }).click();
  const ready = page.getByRole('region', { name: 'Ready-made rules' });
  await expect(ready.getByRole('link', { name: 'Squawk 7700, emergency' })).toBeVisible();
  await expect(ready.getByRole('link', { name: /fault/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const field = page.getByRole('combobox', { name: 'Field of condition 1' });
  await expect(field.getByRole('option', { name: 'Words' })).toHaveCount(1);
  await expect(field.getByRole('option', { name: 'New fault' })).toHaveCount(0);
  api.down = true;
  await context.setOffline(true);
  await app.go('/notices');
  await expect(none).toContainText(/No notices before \d\d:\d\dZ, when this copy was stored\./);
});
