import type { FaultFact } from '../../contract/entities/meaning.ts';
import { writeInstant } from '../../contract/params.ts';
import { faultIdentity } from '../../decoder/faults/fault-events.ts';
import { awaitResponse } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { boxOf, excessOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';

const hourS = 3600;
/** Legs of half an hour, newest first. */
const legs = [
  { hoursAgo: 3, flight: 'ZZ0104' },
  { hoursAgo: 12, flight: 'ZZ0103' },
  { hoursAgo: 21, flight: 'ZZ0102' },
];
const fact = (more: Partial<FaultFact>): FaultFact => ({
  ...{ what: 'failure', chapter: '36', ata: '362216', name: 'R WING LOOP B', source: 'BMC 1', class: '1' },
  ...{ severity: null, phase: 'descent', persistence: 'hard', at: null, impacted: [], inferred: ['phase'], ...more },
});

const report = (hoursAgo: number, flight: string, fault: FaultFact, stationId = 'CS-TEST-ACARS') => {
  const at = writeInstant(Date.now() - hoursAgo * hourS * 1000);
  return {
    ...{ messageId: null, tail: 'N900XX', icao: null, flight, at, stationId },
    meaning: { facts: { faults: [{ ...fault, at }] } },
  };
};
async function storeReports({ databaseUrl }: TestServer, reports: readonly ReturnType<typeof report>[]): Promise<void> {
  const { openDatabase } = await import('../../server/database/pool.ts');
  const { storeFaults } = await import('../../server/messages/store-faults.ts');
  const db = openDatabase({ url: databaseUrl }, { max: 1 });
  await db.transaction((tx) => storeFaults(tx, reports));
  await db.close();
}
const server = serverForFile({
  prepare: async (it) => {
    await it.import(
      legs.flatMap(({ hoursAgo, flight }) =>
        [0, 0.5].map((later) =>
          acarsdecLine({
            tail: 'N900XX',
            flight,
            secondsAgo: (hoursAgo - later) * hourS,
            label: 'Q0',
            text: '',
            msgno: `M${later * 2}${flight.slice(-1)}A`,
          }),
        ),
      ),
    );
    await storeReports(it, [
      report(2.8, 'ZZ0104', fact({})),
      report(2.8, 'ZZ0104', fact({}), 'RX-2'),
      report(11.8, 'ZZ0103', fact({ persistence: 'intermittent' })),
      report(
        20.8,
        'ZZ0102',
        fact({ chapter: '34', ata: '344200', name: 'RA TRANSCEIVER 2', source: null, persistence: null }),
      ),
    ]);
  },
});

test('faults of a fleet and of one aircraft: strip, chips, work note; a state set without a network is sent later, and one that meets another is decided by the user; a logout sends what waits', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await app.logInAs('parser');
  await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Faults' }).click();
  await app.expectPath('/faults');
  const row = app.dataRows.filter({ hasText: 'R WING LOOP B' });
  await expect(row).toContainText(/Open.*N900XX.*36 Pneumatic.*R WING LOOP B.*BMC 1.*2 of 3/s);
  await expect(row.getByRole('img', { name: '2 of 3 legs, last 2 in a row' })).toBeVisible();
  await expect(page.getByText('A fault that no station received is not listed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open 2' })).toBeVisible();
  await expectAccessible(page, '/faults');
  await page.keyboard.press('n');
  await app.expectPath('/faults/N900XX');
  await expect(page.getByLabel('Note')).toBeFocused();
  await app.go('/faults');
  await page.getByRole('button', { name: 'By aircraft' }).click();
  const group = page.getByRole('region', { name: 'N900XX' });
  await expect(group.getByRole('listitem')).toHaveText([/Open.*36 Pneumatic.*R WING LOOP B/s, /RA TRANSCEIVER 2/]);
  await expectAccessible(page, 'faults by aircraft');
  await group.getByRole('button', { name: /2 faults/ }).click();
  await expect(group.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('button', { name: 'Hard 1' }).click();
  await expect(app.dataRows).toHaveText([/R WING LOOP B/]);
  await expect(page).toHaveURL(/persistence=hard/);

  await app.go('/faults/N900XX');
  const panel = page.getByRole('region', { name: '36 Pneumatic' });
  await expect(panel).toContainText(/R WING LOOP B.*36-22-16, from BMC 1, class 1, hard.*3 times by 2 stations/s);
  await expect(panel.locator('pre')).toHaveText(
    /^N900XX {2}ATA 36-22-16 {2}R WING LOOP B\nBMC 1, HARD, 2 OF 3 LEGS SINCE .*\nLAST ZZ0104 .* DESCENT$/,
  );
  await expect(page.getByRole('region', { name: /ZZ0103/ }).getByRole('listitem')).toHaveText([
    /Open.*36.*intermittent/s,
  ]);
  await expectAccessible(page, '/faults/N900XX');
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: '34 Navigation' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('s');
  await expect(panel.getByRole('radio', { name: 'Open' })).toBeFocused();
  await page.getByRole('button', { name: 'Take with me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take with me' });
  await expect(dialog).toContainText(/In total about \d/);
  await dialog.getByRole('button', { name: 'Save on this device' }).click();
  await expect(dialog.getByRole('status')).toContainText('Saved on this device');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await awaitResponse(page, '"part":"ADD-tailFaults N900XX"');
  for (const days of [1, 3, 15]) await awaitResponse(page, `"part":"ADD-tail N900XX ${days}"`);

  await context.setOffline(true);
  await panel.getByRole('radio', { name: 'Deferred' }).check();
  await panel.getByLabel('Note').fill('Loop isolated.');
  await panel.getByRole('button', { name: 'Save' }).click();
  const waiting = page.getByRole('region', { name: 'Changes of this device' });
  await expect(waiting).toContainText('1 change waits for the network');
  await expect(panel).toContainText('Deferred, not sent');
  await app.go('/faults');
  await expect(row).toContainText('Deferred, not sent');
  await app.go('/faults/N900XX');
  await expect(panel).toContainText(/parser, .*saved on this device/);
  await expectAccessible(page, 'a change that waits');

  // Someone else changes it meanwhile.
  const { token } = await logIn(server.current, 'admin');
  const identity = faultIdentity(fact({}));
  const stored = async (name = 'R WING LOOP B'): Promise<unknown> => {
    const ledger = (await callApi(server.current, '/Faults/Tail/N900XX', { token })).json as {
      readonly faults: readonly { readonly name: string; readonly state: unknown }[];
    };
    return ledger.faults.find((one) => one.name === name)?.state;
  };
  const body = {
    tail: 'N900XX',
    identity,
    state: 'closed',
    note: 'Connector cleaned.',
    at: writeInstant(Date.now()),
    version: 0,
  };
  expect((await callApi(server.current, '/Faults/State', { method: 'PUT', token, body })).status).toBe(200);
  await context.setOffline(false);
  const conflict = page.getByRole('alert', { name: 'Changed in two places' });
  await expect(conflict).toContainText(/Yours, .*Deferred, Loop isolated\..*admin, .*Closed, Connector cleaned\./s);
  expect(await stored()).toMatchObject({ state: 'closed', by: 'admin', version: 1 });
  await expectAccessible(page, 'a conflict');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  await expect
    .poll(() => stored())
    .toMatchObject({ state: 'deferred', note: 'Loop isolated.', by: 'parser', version: 2 });
  await expect(panel.getByText(/^parser, /)).not.toContainText('saved on this device');

  await test.step('a note that is half typed stays when a state of someone else and a newer fault arrive, and replaces neither', async () => {
    await panel.getByLabel('Note').fill('Loop isolated, sealant ordered.');
    const theirs = { ...body, note: 'Loop replaced.', at: writeInstant(Date.now()), version: 2 };
    expect((await callApi(server.current, '/Faults/State', { method: 'PUT', token, body: theirs })).status).toBe(200);
    await storeReports(server.current, [
      report(2.6, 'ZZ0104', fact({ chapter: '29', ata: '291100', name: 'HYD PUMP B' })),
    ]);
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByRole('region', { name: /ZZ0104/ }).getByRole('listitem')).toHaveCount(2);
    await expect(panel.getByText(/^admin, /)).toBeVisible();
    await expect(panel.getByLabel('Note')).toHaveValue('Loop isolated, sealant ordered.');
    await expect(panel.getByRole('radio', { name: 'Deferred' })).toBeChecked();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(conflict).toContainText(/Yours, .*sealant ordered\..*admin, .*Loop replaced\./s);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => stored()).toMatchObject({ state: 'deferred', by: 'parser', version: 4 });
    await expect(waiting).toHaveCount(0);
  });

  await test.step('what is typed for a fault stays when another fault or screen is shown, and after a reload, until it is saved or discarded', async () => {
    const other = page.getByRole('region', { name: '34 Navigation' });
    const note = panel.getByLabel('Note');
    await note.fill('Half a sentence');
    await panel.getByRole('radio', { name: 'Closed' }).check();
    await page.getByRole('listitem').filter({ hasText: 'RA TRANSCEIVER 2' }).first().getByRole('button').click();
    await expect(other.getByLabel('Note')).toHaveValue('');
    await expect(other).not.toContainText('Not saved');
    await page.keyboard.press('k');
    await expect(note).toHaveValue('Half a sentence');
    await page.getByRole('link', { name: 'All faults' }).click();
    await app.expectPath('/faults');
    await app.go(`/faults/N900XX?fault=${encodeURIComponent(identity)}`);
    await expect(note).toHaveValue('Half a sentence');
    await page.reload();
    await expect(note).toHaveValue('Half a sentence');
    await expect(panel.getByRole('radio', { name: 'Closed' })).toBeChecked();
    await expect(panel).toContainText('Not saved');
    await expectAccessible(page, 'a restored note');
    await panel.getByRole('button', { name: 'Discard' }).click();
    await expect(note).toHaveValue('Loop isolated, sealant ordered.');
    await expect(panel).not.toContainText('Not saved');
    // Another fault is shown before the state is stored: it is no longer unsaved.
    await note.fill('Loop isolated. Done.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('j');
    await expect(other).toBeVisible();
    await expect.poll(() => stored()).toMatchObject({ note: 'Loop isolated. Done.', version: 5 });
    await page.keyboard.press('k');
    await expect(note).toHaveValue('Loop isolated. Done.');
    await expect(panel).not.toContainText('Not saved');
    await app.go('/faults/N900XX');
  });

  await test.step('tablet and phone', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.getByRole('button', { name: 'By fault' }).click();
    await expect(page.getByRole('list', { name: 'Faults' }).getByRole('listitem')).toHaveText([
      /29.*Open/s,
      /36.*Deferred.*2 of 3 legs/s,
      /34.*Open/s,
    ]);
    expect(await excessOf(page.getByRole('main'))).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await app.go('/faults');
    const card = page.getByRole('listitem').filter({ hasText: 'RA TRANSCEIVER 2' });
    const state = await boxOf(card.getByText('Open', { exact: true }));
    const strip = await boxOf(card.getByRole('img'));
    expect(strip.x).toBeGreaterThan(state.x + state.width);
    await app.go('/faults/N900XX');
    const oneLinePx = 30;
    expect((await boxOf(page.getByText(/^descent \d\d:\d\dZ$/).first())).height).toBeLessThan(oneLinePx);
    await page.getByRole('button', { name: 'By fault' }).click();
    await page.getByRole('list', { name: 'Faults' }).getByRole('button').nth(1).click();
    await expect(panel).toBeVisible();
    expect(await excessOf(page.getByRole('main'))).toBe(0);
    await expectAccessible(page, 'panel on a phone');
    await page.getByRole('button', { name: 'N900XX' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /N900XX/ })).toBeVisible();
  });

  await test.step('a logout by its address sends what waits, with the token of the session that ends', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    let isRefused = true;
    await page.route('**/Faults/State', (route) => (isRefused ? route.fulfill({ status: 503 }) : route.continue()));
    await app.go('/faults/N900XX');
    await page.getByRole('listitem').filter({ hasText: 'RA TRANSCEIVER 2' }).first().getByRole('button').click();
    const other = page.getByRole('region', { name: '34 Navigation' });
    await other.getByRole('radio', { name: 'Closed' }).check();
    await other.getByLabel('Note').fill('Replaced.');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other).toContainText('Closed, not sent');
    isRefused = false;
    // A page that is loaded there has read nothing of the device yet.
    await app.open('/logout');
    await app.expectPath('/auth');
    await expect
      .poll(() => stored('RA TRANSCEIVER 2'))
      .toMatchObject({ state: 'closed', note: 'Replaced.', by: 'parser' });
  });
});
