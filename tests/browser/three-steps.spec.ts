import type { Locator, Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { countHeard } from '../support/heard-stations.ts';
import { airportAt, pathOf, report } from '../support/map-page.ts';
import { acarsdecLine } from '../support/messages.ts';
import { addStation } from '../support/stations.ts';

const hourS = 3600;
const tail = 'OE-LZQ';
const squitter = '02XAOTPKOTP04434N02605EV136975/';
const server = serverForFile({
  prepare: async (it) => {
    const db = openDatabase({ url: it.databaseUrl }, { max: 1 });
    await db.query('update stations set feeder_user_id = null');
    await addStation(db, '7042', ['RX-7042']);
    await db.query(
      `update stations set feeder_user_id = (select id from users where user_name = 'feeder') where station_id = '7042'`,
    );
    const now = Date.now();
    await countHeard(db, {
      receiver: 'RX-7042',
      type: 'ADSB',
      from: now - 24 * hourS * 1000,
      to: now - 2 * hourS * 1000,
    });
    await db.close();
    await it.import(
      [1, 30, 60, 100].map((hours, at) =>
        acarsdecLine({
          tail,
          icao: 0x440182,
          secondsAgo: hours * hourS,
          label: 'SQ',
          text: squitter,
          msgno: `M0${at}A`,
        }),
      ),
    );
  },
});

/** Actions of a user. A step is a click, a key, or a text that is typed and confirmed. */
class Hands {
  readonly page: Page;
  steps = 0;
  constructor(page: Page) {
    this.page = page;
  }
  async press(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }
  async key(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }
  /** Typed into Ctrl K and confirmed, once its first result is the expected one. */
  async typed(text: string, first: RegExp, confirm = 'Enter'): Promise<void> {
    this.steps += 1;
    const dialog = this.page.getByRole('dialog', { name: 'Go to' });
    await dialog.getByRole('combobox').fill(text);
    await expect(dialog.getByRole('option').first()).toContainText(first);
    await this.page.keyboard.press(confirm);
    await expect(dialog).toHaveCount(0);
  }
  /** Steps of a task, from its start to its goal. */
  async within(task: () => Promise<void>): Promise<void> {
    this.steps = 0;
    await task();
    expect(this.steps).toBeLessThanOrEqual(3);
  }
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

test('three steps each, by keyboard: messages of an aircraft, their export, its position, a user, a station and the weather; at the width of a phone: the status of the own station with its cause, and the contents of a message', async ({
  page,
  context,
}) => {
  await stub(context, pathOf(api.map.metar.path), { json: report });
  await stub(context, api.airport.all.path, {
    json: { airports: [airportAt('LROP', 'Otopeni', 0)], airportsCount: 1 },
  });
  // Far outside the first view of the map.
  const position = { id: 1, lat: -30, lon: 150, angle: 90, icao: '440182', callsign: 'OS0413', altitudeFt: 37_000 };
  await stub(context, api.map.currentLocation.path, () => ({
    json: { currentLocations: [{ ...position, seenAt: new Date().toISOString() }] },
  }));
  const app = new App(page, server.current.url);
  const hands = new Hands(page);
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(1);
  const marks = page.getByRole('region', { name: 'Messages by flight' });

  await hands.within(async () => {
    await hands.key('Control+k');
    await hands.typed(tail, /^OE-LZQ/);
    // The list has a button of this name.
    await expect(page.getByRole('heading', { name: tail, level: 1 })).toBeVisible();
    await hands.press(button(page, '3 d'));
    await expect(marks.getByRole('button', { name: /1 message, 1 receiver/ })).toHaveCount(3);
  });
  await hands.within(async () => {
    await hands.press(page.getByRole('link', { name: '3 days in the raw list' }));
    await expect(app.dataRows).toHaveCount(3);
    const saved = page.waitForEvent('download');
    await hands.press(button(page, 'Export to Excel'));
    const download = await saved;
    expect(download.suggestedFilename()).toBe('AKRX Messages.xlsx');
  });
  await hands.within(async () => {
    await hands.key('Control+k');
    await hands.typed(tail, /^OE-LZQ/, 'Control+Enter');
    await app.expectPath('/openstreetMap');
    await expect(page.getByRole('region', { name: 'OS0413', exact: true })).toContainText('FL370');
    await expect(page).toHaveURL(/[?&]lat=-30/);
  });
  for (const screen of ['Add user', 'Add station'])
    await hands.within(async () => {
      await hands.key('Control+k');
      await hands.typed(screen.toLowerCase(), new RegExp(`^${screen}`));
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
    });
  await hands.within(async () => {
    await hands.key('Control+k');
    await hands.typed('LROP', /^LROP/);
    await expect(page.getByText(report.raw)).toBeVisible();
  });
  await test.step('at the width of a phone', () => isNearOnPhone(app, hands));
});

async function isNearOnPhone(app: App, hands: Hands): Promise<void> {
  const { page } = app;
  // Its touch is tested in touch.spec.ts.
  await page.setViewportSize({ width: 360, height: 740 });
  await app.changeUser('feeder');
  await hands.within(async () => {
    await hands.press(button(page, /menu/i).first());
    await hands.press(page.getByRole('link', { name: /Station status/i }));
    await expect(page.getByText(/^(Not feeding|Silent)/).first()).toBeVisible();
  });
  await app.go('/logout');
  await app.expectPath('/auth');
  await app.go('/akrxAll');
  await app.expectPath('/auth');
  await app.fillLogIn('parser');
  await app.logInButton.click();
  await app.expectPath('/akrxAll');
  await hands.within(async () => {
    await hands.press(button(page, /all fields/i).first());
    await hands.press(page.getByRole('button', { name: 'Decode', exact: true }));
    await expect(page.getByText(/^Decoded message: Ground Station Squitter/).first()).toBeVisible();
  });
}
