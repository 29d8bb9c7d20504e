import type { Locator, Page } from 'playwright/test';
import { api } from '../../contract/api.ts';
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { writeInstant } from '../../contract/params.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { storeFaults } from '../../server/messages/store-faults.ts';
import { awaitResponse } from '../offline/device.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { bitsOf, fansOctets, octetsOf } from '../support/fans-text.ts';
import { countHeard } from '../support/heard-stations.ts';
import { airportAt, pathOf, report } from '../support/map-page.ts';
import { acarsdecLine } from '../support/messages.ts';
import { addStation } from '../support/stations.ts';

const hourS = 3600;
const tail = 'OE-LZQ';
const squitter = '02XAOTPKOTP04434N02605EV136975/';
/** DM9 with a flight level of 370: a request to climb. */
const climb = octetsOf(`000${bitsOf(3, 6)}${bitsOf(9, 8)}110${bitsOf(340, 10)}`);
const fact = (chapter: string, name: string): FaultFact => ({
  ...{ what: 'failure', chapter, ata: `${chapter}0000`, name, source: null, class: '1', severity: null },
  ...{ phase: null, persistence: 'hard', at: null, impacted: [], inferred: [] },
});
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
    const at = writeInstant(now - 5 * hourS * 1000);
    const faults = [fact('72', 'ENG 1 OIL FILTER'), fact('36', 'R WING LOOP B')];
    await db.transaction((tx) =>
      storeFaults(
        tx,
        faults.map((one) => ({
          ...{ messageId: null, tail, icao: null, flight: 'OS0413', at, stationId: 'CS-TEST-ACARS' },
          meaning: { facts: { faults: [{ ...one, at }] } },
        })),
      ),
    );
    await db.close();
    await it.import([
      ...[1, 30, 60, 100].map((hours, index) =>
        acarsdecLine({
          tail,
          icao: 0x440182,
          secondsAgo: hours * hourS,
          label: 'SQ',
          text: squitter,
          msgno: `M0${index}A`,
        }),
      ),
      acarsdecLine({
        tail,
        ...{ icao: 0x440182, secondsAgo: 40 * hourS, label: 'BA', block_id: '1', msgno: 'L01A' },
        text: fansOctets({ ground: 'XXXCAYA', tail: '.OE-LZQ' }, 'AT1', climb),
      }),
    ]);
  },
});

/** Actions of a user. A step is a click, a tap, a key, or a text that is typed and confirmed with Enter, or typed alone where it is confirmed by a tap. */
class Hands {
  readonly page: Page;
  readonly hasTouch: boolean;
  steps = 0;
  constructor(page: Page, hasTouch: boolean) {
    this.page = page;
    this.hasTouch = hasTouch;
  }
  async tap(target: Locator): Promise<void> {
    this.steps += 1;
    await (this.hasTouch ? target.tap() : target.click());
  }
  private async key(key: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }
  /** Opens Ctrl K, types into it, and confirms its first result once it is the expected one. */
  async find(text: string, first: RegExp, confirm = 'Enter'): Promise<void> {
    this.steps += 1;
    if (this.hasTouch) await this.tap(button(this.page, 'Go to anything'));
    else await this.key('Control+k');
    const dialog = this.page.getByRole('dialog', { name: 'Go to' });
    await typeInto(dialog, text);
    const option = dialog.getByRole('option').first();
    await expect(option).toContainText(first);
    if (this.hasTouch)
      await this.tap(confirm === 'Enter' ? option : dialog.getByRole('button', { name: 'On the map' }));
    else await this.page.keyboard.press(confirm);
    await expect(dialog).toHaveCount(0);
  }
  /** Steps of a task, from its start to its goal. */
  async within(title: string, task: () => Promise<void>): Promise<void> {
    await test.step(title, async () => {
      this.steps = 0;
      await task();
      expect(this.steps, title).toBeLessThanOrEqual(3);
    });
  }
}
/** Without a click: the field has the focus. */
async function typeInto(dialog: Locator, text: string): Promise<void> {
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await dialog.page().keyboard.insertText(text);
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1 });

async function answerServices(page: Page): Promise<void> {
  const context = page.context();
  await stub(context, pathOf(api.map.metar.path), { json: report });
  await stub(context, api.airport.all.path, {
    json: { airports: [airportAt('LROP', 'Otopeni', 0)], airportsCount: 1 },
  });
  // Far outside the first view of the map.
  const position = { id: 1, lat: -30, lon: 150, angle: 90, icao: '440182', callsign: 'OS0413', altitudeFt: 37_000 };
  await stub(context, api.map.currentLocation.path, () => ({
    json: { currentLocations: [{ ...position, seenAt: new Date().toISOString() }] },
  }));
}

async function messagesOfTail(app: App, hands: Hands): Promise<void> {
  await hands.within('messages of an aircraft, three days', async () => {
    await hands.find(`${tail} 3 d`, /messages? of OE-LZQ, last 3\sd/i);
    await app.expectPath('/akrxAll');
  });
}

async function exportOfList(page: Page, hands: Hands): Promise<void> {
  await hands.within('their export', async () => {
    const saved = page.waitForEvent('download');
    await hands.find('export', /^Export to Excel/);
    expect((await saved).suggestedFilename()).toBe('AKRX Messages.xlsx');
  });
}

async function cpdlcOfTail(app: App, hands: Hands): Promise<void> {
  await hands.within('all CPDLC messages of an aircraft', async () => {
    await hands.find(`cpdlc ${tail} 15 d`, /CPDLC messages? of OE-LZQ, last 15\sd/);
    await app.expectPath('/akrxAll');
  });
}

async function positionOfTail(app: App, hands: Hands): Promise<void> {
  await hands.within('its position', async () => {
    await hands.find(tail, /^OE-LZQ/, 'Control+Enter');
    await app.expectPath('/openstreetMap');
    await expect(hands.page.getByRole('region', { name: 'OS0413', exact: true })).toContainText('FL370');
    await expect(hands.page).toHaveURL(/[?&]lat=-30/);
  });
}

async function connectReceiver(page: Page, hands: Hands): Promise<void> {
  await hands.within('a receiver to connect', async () => {
    await hands.find('connect dump1090', /^Connect readsb or dump1090/);
    await expect(heading(page, 'Add receiver')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Port' })).toHaveValue('30005');
  });
}

/** A text without its label. */
async function decodeText(page: Page, hands: Hands): Promise<void> {
  await hands.within('a text to decode', async () => {
    await hands.find(squitter, /^Decode this text/);
    const dialog = page.getByRole('dialog', { name: 'Decode a text' });
    await expect(dialog.getByText(/^Decoded message: Ground Station Squitter/)).toBeVisible();
    await expect(dialog.getByLabel('Text of a message')).toHaveValue(squitter);
  });
  await page.keyboard.press('Escape');
}

test('tasks in three steps each, by keyboard alone: messages of an aircraft, their export, its CPDLC, its engine faults, its position, a user, a station, a receiver and its connection, a text to decode, the weather, a silent station, and those that need no server without one', async ({
  page,
  context,
}) => {
  await answerServices(page);
  const app = new App(page, server.current.url);
  const hands = new Hands(page, false);
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(1);

  await messagesOfTail(app, hands);
  await expect(app.dataRows).toHaveCount(4);
  await exportOfList(page, hands);
  await cpdlcOfTail(app, hands);
  await expect(app.dataRows).toHaveCount(1);
  await hands.within('all engine faults of an aircraft', async () => {
    await hands.find(`engine faults ${tail}`, /engine faults? of OE-LZQ, last 15\sd/i);
    await app.expectPath('/faults');
    await expect(app.dataRows).toHaveCount(1);
    await expect(app.grid).toContainText('ENG 1 OIL FILTER');
  });
  await positionOfTail(app, hands);
  for (const screen of ['Add user', 'Add station', 'Add receiver'])
    await hands.within(screen, async () => {
      await hands.find(screen.toLowerCase(), new RegExp(`^${screen}`));
      await expect(heading(page, screen)).toBeVisible();
    });
  await connectReceiver(page, hands);
  await decodeText(page, hands);
  await hands.within('the weather at an airport', async () => {
    await hands.find('LROP', /^LROP/);
    await expect(page.getByText(report.raw)).toBeVisible();
  });
  await hands.within('an aircraft', async () => {
    await hands.find(tail, /^OE-LZQ/);
    await expect(heading(page, tail)).toBeVisible();
    await expect(button(page, '24 h')).toBeVisible();
  });
  await hands.within('a silent station and why', async () => {
    await hands.find('station status', /^Station status/);
    await expect(page.getByText(/^(Not feeding|Silent)/).first()).toBeVisible();
  });

  await awaitResponse(page, 'ADD-findIndex');
  await context.setOffline(true);
  await hands.within('offline: a silent station as last seen', async () => {
    await hands.find('station status', /^Station status/);
    await expect(page.getByText(/^(Not feeding|Silent)/).first()).toBeVisible();
  });
  await messagesOfTail(app, hands);
  await expect(app.dataRows).toHaveCount(4);
  await hands.within('offline: where it was last', async () => {
    await hands.find(tail, /^OE-LZQ/);
    await expect(heading(page, tail)).toBeVisible();
    await expect(page.getByText(/The current state is unknown/)).toBeVisible();
  });
  await context.setOffline(false);

  // The words that were understood are removed as a whole, from the last.
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('dialog', { name: 'Go to' }), `cpdlc ${tail} 15 d`);
  const pills = page.getByLabel('Understood');
  await expect(pills.locator('span')).toHaveText(['CPDLC', tail, 'last 15 d']);
  await page.keyboard.press('Backspace');
  await expect(pills.locator('span')).toHaveText(['CPDLC', tail]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 740 });
  await app.go('/logout');
  await app.expectPath('/auth');
  await app.go('/akrxAll');
  await app.expectPath('/auth');
  await app.fillLogIn('parser');
  await app.logInButton.click();
  await app.expectPath('/akrxAll');
  await hands.within('the contents of a message', async () => {
    await hands.tap(button(page, /all fields/i).first());
    await hands.tap(page.getByRole('button', { name: 'Decode', exact: true }));
    await expect(page.getByText(/^Decoded message: Ground Station Squitter/).first()).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('tasks in three steps each, by touch: messages of an aircraft, their export, its CPDLC, its engine faults, its position, a user, a station, a receiver and its connection, a text to decode, the weather; the own station with its cause', async ({
    page,
  }) => {
    await answerServices(page);
    const app = new App(page, server.current.url);
    const hands = new Hands(page, true);
    await app.logInAs('admin');
    await messagesOfTail(app, hands);
    await expect(page.getByText(/^4 messages/).first()).toBeVisible();
    await exportOfList(page, hands);
    await cpdlcOfTail(app, hands);
    await expect(page.getByText(/^1 message\b/).first()).toBeVisible();
    await hands.within('all engine faults of an aircraft', async () => {
      await hands.find(`engine faults ${tail}`, /engine faults? of OE-LZQ, last 15\sd/i);
      await app.expectPath('/faults');
      await expect(page.getByText('ENG 1 OIL FILTER').first()).toBeVisible();
    });
    for (const screen of ['Add user', 'Add station'])
      await hands.within(screen, async () => {
        await hands.find(screen.toLowerCase(), new RegExp(`^${screen}`));
        await expect(heading(page, screen)).toBeVisible();
      });
    await connectReceiver(page, hands);
    await decodeText(page, hands);
    await positionOfTail(app, hands);
    await hands.within('the weather at an airport', async () => {
      await hands.find('LROP', /^LROP/);
      await expect(page.getByText(report.raw)).toBeVisible();
    });
    await app.changeUser('feeder');
    await hands.within('the own station', async () => {
      await hands.tap(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Station' }));
      await expect(page.getByText(/^(Not feeding|Silent)/).first()).toBeVisible();
    });
  });
});
