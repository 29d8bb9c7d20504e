import type { Page, Route } from 'playwright/test';
import type { RuleBody } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { writeHits } from '../../server/telling/hits.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, test, testInstalled } from '../support/browser.ts';
import { spendData } from '../support/data-saver.ts';
import { acarsdecLine } from '../support/messages.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type StandIn, startTileSource } from '../support/stand-in.ts';
import { awaitOnDevice, deviceOf } from './device.ts';

let source: StandIn;
let server: TestServer;

const minuteMs = 60_000;
/** Of one flight that is about to land in Bucharest, with a report of the maintenance computer. */
function flightLines(tail: string): Record<string, unknown>[] {
  const nowMs = Date.now();
  const at = (minutes: number): string => writeInstant(nowMs + minutes * minuteMs).replace(/\D/g, '');
  const clock = (minutes: number): string => at(minutes).slice(8, 12);
  const sent = [
    { minutes: -50, label: 'QB', text: `LOWWLROP${clock(-50)}` },
    {
      minutes: -30,
      label: 'H1',
      text: `#CFBFLR/FR${at(-30).slice(2, 12)} ZZ0100 ${tail}\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n`,
    },
    {
      minutes: -10,
      label: '5Z',
      text: `/ET EXP TIME       / LOWW LROP ${at(-10).slice(6, 8)} ${clock(-10)}00/EON ${clock(15)} AUTO`,
    },
  ];
  return sent.map(({ minutes, ...line }, at) =>
    acarsdecLine({ ...line, tail, flight: 'ZZ0100', secondsAgo: -60 * minutes, msgno: `M0${at}A` }),
  );
}

test.beforeAll(async () => {
  const tiles = await startTileSource();
  source = tiles.source;
  server = await startServer({ env: tiles.env });
  await server.import([...flightLines('N900XX'), ...flightLines('N900YY')]);
});
test.afterAll(async () => {
  await server?.dispose();
  await source?.stop();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Take with me' });
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name }).click();
const tilesOn = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('tiles')).keys()).length);

testInstalled(
  'OFF-03 C119: an aircraft is taken along: its size is stated before, a cancelled download leaves no pack, and after a load without a network briefing, ledger, page, messages and the map of its airport are read; its removal leaves nothing of it @clock',
  async ({ page, context }) => {
    const app = new App(page, server.url);
    await app.logInAs('parser', { from: '/tail/N900XX/briefing', lands: '/tail/N900XX/briefing' });
    await offlineReady(page);
    const main = page.getByRole('main');
    await expect(main).toContainText(/N900XX lands at LROP about \d\d:\d\d UTC: 1 new fault/);
    await expectAccessible(page, 'briefing');

    await testInstalled.step('a cancelled download leaves no pack', async () => {
      const held: Route[] = [];
      await page.route(/AcarsMessage\/allUsers.*limit=500/, (route) => void held.push(route));
      await main.getByRole('button', { name: 'Take with me' }).click();
      await expect(dialogOf(page)).toContainText(/N900XX\s*3 messages, briefing, faults, stations, about \d+\u00a0kB/);
      await expect(dialogOf(page)).toContainText(/Airport LROP, about [\d.]+\s(kB|MB)/);
      await expect(dialogOf(page)).toContainText(/In total about .*, estimated roughly\./);
      await expectAccessible(page, 'take with me');
      await press(page, 'Save on this device');
      await expect(dialogOf(page).getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^\d+ of \d+ parts$/);
      await expect.poll(() => held.length).toBe(1);
      await press(page, 'Cancel');
      await expect(dialogOf(page).getByRole('status')).toContainText('Cancelled.');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await press(page, 'Close');
      await expect(main).not.toContainText('On this device from');
    });

    await testInstalled.step('without a network all of it is read after a load', async () => {
      await main.getByRole('button', { name: 'Take with me' }).click();
      await press(page, 'Save on this device');
      await expect(dialogOf(page).getByRole('status')).toContainText(/Saved on this device: [\d.]+\s(kB|MB)\./);
      await press(page, 'Close');
      await expect(main).toContainText(/On this device from (\d+ \w+ \d{4}, )?\d\d:\d\dZ, [\d.]+\s(kB|MB)/);
      const tiles = await tilesOn(page);
      expect(tiles).toBeGreaterThan(50);

      await context.setOffline(true);
      await app.open('/tail/N900XX/briefing');
      await expect(main).toContainText(/N900XX lands at LROP about \d\d:\d\d UTC: 1 new fault/);
      await expect(main.getByRole('list', { name: 'Faults of this flight' })).toContainText('BLEED VALVE 2');
      await expect(main.getByRole('button', { name: 'Take with me' })).toHaveCount(0);
      await main.getByRole('link', { name: 'BLEED VALVE 2' }).click();
      await app.expectPath('/faults/N900XX');
      await expect(main).toContainText(/Stored (\d+ \w+ \d{4}, )?\d\d:\d\dZ: 1 fault, 1 leg, 3 messages\./);
      await expect(page.getByRole('region', { name: '36 Pneumatic' })).toContainText('BLEED VALVE 2');
      await app.go('/tail/N900XX');
      await expect(main).toContainText(/ZZ0100[\s\S]*LOWW to LROP/);
      await app.go('/akrxAll?tail=N900XX');
      await expect(app.dataRows).toHaveCount(3);
      expect(await tilesOn(page)).toBe(tiles);
    });

    await testInstalled.step('the device page lists it, and its removal leaves nothing of it', async () => {
      await app.go('/device');
      const taken = page.getByRole('region', { name: 'Taken with me' });
      await expect(taken.getByRole('listitem')).toHaveText([/N900XX\s*3 rows, map of the airport, [\d.]+\s(kB|MB)/]);
      await expectAccessible(page, 'what was taken');
      await taken.getByRole('button', { name: 'Remove N900XX' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(taken).toHaveCount(0);
      expect(await tilesOn(page)).toBe(0);
      expect((await deviceOf(page)).text).not.toContain('BLEED VALVE 2');
    });

    await testInstalled.step('the rows of a list are taken, and aircraft of its page', async () => {
      await context.setOffline(false);
      await app.open('/akrxAll?label=H1');
      await expect(app.dataRows).toHaveCount(2);
      await page.getByRole('button', { name: 'Take with me' }).click();
      await expect(dialogOf(page)).toContainText(/ACARS raw \(all data\)\s*2 rows, about \d/);
      await dialogOf(page).getByRole('checkbox', { name: 'N900YY' }).check();
      await press(page, 'Save on this device');
      await expect(dialogOf(page).getByRole('status')).toContainText('Saved on this device');
      await awaitOnDevice(page, 'tail N900YY');
      await context.setOffline(true);
      await app.open('/tail/N900YY/briefing');
      await expect(main).toContainText('1 new fault');
      await app.go('/device');
      const taken = page.getByRole('region', { name: 'Taken with me' });
      await taken.getByRole('link', { name: 'ACARS raw (all data)' }).click();
      await expect(page).toHaveURL(/\/akrxAll\?.*label=H1/);
      await expect(app.dataRows).toHaveCount(2);
    });
  },
);

/** As the leader writes them, each a second newer than the one before. Times of notices are whole seconds. */
async function arrive(hits: readonly { readonly ruleId: string; readonly tail: string }[], afterMs = 0): Promise<void> {
  const db = openDatabase({ url: server.databaseUrl }, { max: 1 });
  await writeHits(
    db,
    hits.map(({ ruleId, tail }, second) => ({
      ...{ ruleId, eventKey: `arrival ${tail}`, kind: 'arrival', isEmergency: false, isLate: false, events: 1 },
      ...{ at: writeInstant(Date.now() + afterMs + 1000 * second), title: `${tail} lands`, words: '' },
      ...{ path: `/tail/${tail}/briefing`, tail, icao: null, flight: 'ZZ0100', stationNumber: null },
      receptions: [{ tail, icao: null, flight: 'ZZ0100', stationId: '' }],
    })),
  );
  await db.close();
}

test('an aircraft that arrives is stored without a press, by a rule of the user only and while no data is saved: within a minute, and when its notice is opened @clock', async ({
  page,
}) => {
  const { token } = await logIn(server, 'admin');
  const addRule = async (owner: 'user' | 'all', tail: string): Promise<string> => {
    const body: RuleBody = {
      ...{ name: owner, owner, isEnabled: true, not: [], scope: 'leg', quiet: null },
      all: [{ field: 'tail', values: [tail] }, { field: 'arrival' }],
      ways: { push: false, email: 'none', webhooks: [], mqtt: false },
    };
    const response = await callApi(server, '/Rules', { method: 'POST', token, body });
    expect(response.status, response.text).toBe(201);
    return (response.json as { id: string }).id;
  };
  const own = await addRule('user', 'N900*');
  const ofAll = await addRule('all', 'N900ZZ');
  await arrive([{ ruleId: own, tail: 'N900YY' }]);
  const app = new App(page, server.url);
  await app.logInAs('admin', { from: '/akrxAll', lands: '/akrxAll' });
  await app.go('/tail/N900YY/briefing');
  await expect(page.getByRole('main')).toContainText('1 new fault');
  // Pages of tests save data.
  expect((await deviceOf(page)).text).not.toContain('tail N900YY');
  await spendData(page);
  // A look during another one, or while a request is late by the moved clock, is the next minute's.
  const nextLook = async (isDone: () => Promise<boolean> | boolean): Promise<void> => {
    let polls = 0;
    const movedClock = async (): Promise<boolean> => {
      if (polls++ % 8 === 0) await page.clock.fastForward(60_000);
      return isDone();
    };
    await expect.poll(movedClock, { intervals: [1000] }).toBe(true);
  };
  await nextLook(async () => (await deviceOf(page)).text.includes('tail N900YY'));
  await arrive([
    { ruleId: own, tail: 'N900XX' },
    { ruleId: ofAll, tail: 'N900ZZ' },
  ]);
  await app.go('/tail/N900XX/briefing');
  await expect(page.getByRole('main')).toContainText(
    /On this device from (\d+ \w+ \d{4}, )?\d\d:\d\dZ, stored by its arrival, \d/,
  );
  await app.go('/device');
  const taken = page.getByRole('region', { name: 'Taken with me' }).getByRole('listitem');
  await expect(taken).toHaveCount(2);
  for (const tail of ['N900XX', 'N900YY'])
    await expect(taken.filter({ hasText: tail })).toContainText('stored by its arrival');

  let looked = 0;
  page.on('response', (response) => {
    if (/\/Notices\?.*kind=arrival/.test(response.url())) looked++;
  });
  /** The look that stored one has ended when the next one begins. */
  const endLook = async (): Promise<void> => {
    looked = 0;
    await nextLook(() => looked > 0);
  };

  await test.step('a removed one does not come again by the same notice, while the list shows one that does', async () => {
    await taken.getByRole('button', { name: 'Remove N900YY' }).click();
    await expect(taken).toHaveText([/N900XX/]);
    await arrive([{ ruleId: own, tail: 'N900WW' }]);
    await nextLook(async () => (await taken.filter({ hasText: 'N900WW' }).count()) === 1);
    await endLook();
    await app.open('/device');
    await expect(taken).toHaveText([/N900WW/, /N900XX/]);
  });

  await test.step('after the removal of everything only a later notice stores an aircraft', async () => {
    await spendData(page);
    await page.getByRole('button', { name: 'Remove everything' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove everything' }).click();
    await expect(taken).toHaveCount(0);
    await arrive([{ ruleId: own, tail: 'N900VV' }], minuteMs);
    await nextLook(async () => (await taken.filter({ hasText: 'N900VV' }).count()) === 1);
    await endLook();
    await app.open('/device');
    await expect(taken).toHaveText([/N900VV/]);
    const { text } = await deviceOf(page);
    for (const tail of ['N900WW', 'N900XX', 'N900YY']) expect(text).not.toContain(`tail ${tail}`);
  });
});
