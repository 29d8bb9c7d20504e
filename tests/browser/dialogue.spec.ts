import type { Locator, Page } from 'playwright/test';
import { awaitOnDevice, awaitResponse } from '../offline/device.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { copiedText } from '../support/clipboard.ts';
import { bitsOf, fansCharacters, fansOctets, octetsOf } from '../support/fans-text.ts';
import { excessOf } from '../support/layout.ts';
import { acarsdecLine } from '../support/messages.ts';

const ends = { ground: 'XXXCAYA', tail: 'N900XX' };
const minuteS = 60;
let count = 0;
const line = (minutesAgo: number, label: string, isUplink: boolean, text: string) => {
  count++;
  return acarsdecLine({
    ...{ tail: ends.tail, flight: 'XX0123', secondsAgo: minutesAgo * minuteS, label, text },
    ...(isUplink
      ? { block_id: String.fromCharCode(64 + count), msgno: undefined, flight: undefined }
      : { block_id: String(count % 10), msgno: `L${String(count).padStart(2, '0')}A` }),
  });
};

/** Flags for reference and time, numbers in 6 bits, an element in 8 bits. A flight level is alternative 6 of 8, less 30. */
const message = (number: number, reference: number | null, element: number, level?: number): number[] =>
  octetsOf(
    `0${reference === null ? 0 : 1}0${bitsOf(number, 6)}${reference === null ? '' : bitsOf(reference, 6)}${bitsOf(element, 8)}${
      level === undefined ? '' : `110${bitsOf(level - 30, 10)}`
    }`,
  );
const up = (minutesAgo: number, bytes: readonly number[], imi = 'AT1') =>
  line(minutesAgo, 'AA', true, fansOctets(ends, imi, bytes));
const down = (minutesAgo: number, bytes: readonly number[], imi = 'AT1') =>
  line(minutesAgo, 'BA', false, fansOctets(ends, imi, bytes));

const angle = (degrees: number): string => bitsOf(Math.round((degrees / 180) * 2 ** 20), 21);
/** A basic report: place, 4 ft, eighths of a second past the hour, accuracy. */
const report = (minutesAgo: number, lat: number, lon: number, ft: number) => {
  const pastHourS = Math.floor(Date.now() / 1000 - minutesAgo * minuteS) % 3600;
  const bits = `${angle(lat)}${angle(lon)}${bitsOf(ft / 4, 16)}${bitsOf(pastHourS * 8, 15)}0011101`;
  return line(minutesAgo, 'B6', false, fansOctets(ends, 'ADS', [7, ...octetsOf(bits)]));
};

/** One transmission, of three stations. */
const received = up(49, message(11, 3, 1));
const quietTail = 'N900YY';
const longAgo = acarsdecLine({
  ...{ tail: quietTail, secondsAgo: 40 * 60 * minuteS, label: 'BA', block_id: '1', msgno: 'L01A' },
  text: fansOctets({ ...ends, tail: quietTail }, 'AT1', message(1, null, 9, 370)),
});
const ofThree = <T extends object>(line: T) =>
  ['CS-TEST-ACARS', 'CS-TEST-OTHER', 'CS-TEST-THIRD'].map((station_id) => ({ ...line, station_id }));
const server = serverForFile({
  prepare: (it) =>
    it.import([
      line(
        60,
        'B0',
        false,
        fansCharacters('XXXCAYA', 'AFN/FMHXX0123,.N900XX,A00001,120000/FPON44300W028150,0/FCOATC,01'),
      ),
      up(58, [], 'CR1'),
      down(57, [], 'CC1'),
      down(50, message(3, null, 9, 370)),
      ...ofThree(received),
      ...ofThree(longAgo),
      up(47, message(12, 3, 20, 370)),
      down(46, message(4, 12, 0)),
      down(20, message(6, 14, 3)),
      down(6, message(7, null, 9, 390)),
      up(4, message(13, null, 20, 410)),
      line(56, 'A6', true, fansOctets(ends, 'ADS', [7, 3, 11, 0xa5])),
      report(55, 44.5, -28.25, 35_000),
      report(40, 44.75, -30.5, 37_000),
    ]),
});

const connection = (page: Page): Locator => page.getByRole('region', { name: 'Connection with XXXCAYA' });
const contract = (page: Page): Locator => page.getByRole('region', { name: 'ADS-C of XXXCAYA' });
/** Who, number, words and state of each turn, in their order. Ages are exact on the message of the test only. */
const turns = [
  /N900XX.*3Request climb to FL370.*Climb to and maintain FL370 .*after 3\smin/,
  /XXXCAYA.*11, answers 3STANDBY to 3.*Received by 3 stations/,
  /XXXCAYA.*12, answers 3Climb to and maintain FL370.*WILCO to 12 after 1\smin/,
  /N900XX.*4, answers 12WILCO to 12/,
  /Uplink 14 of XXXCAYA was not received/,
  /N900XX.*6, answers 14ROGER to 14/,
  /N900XX.*7Request climb to FL390.*Open for \d+\smin.*no answer received/,
  /XXXCAYA.*13Climb to and maintain FL410.*Open for \d+\smin.*no answer received/,
];

async function expectDialogue(page: Page): Promise<void> {
  await expect(connection(page).getByRole('listitem')).toHaveText(turns);
  await expect(connection(page).getByRole('heading')).toHaveText(
    /XXXCAYA log-on \d\d:\d\d:\d\dZ · connected \d\d:\d\d:\d\dZConnected/,
  );
  await expect(page.getByRole('region', { name: 'Open requests' })).toHaveText(
    /2 requests open for \d+\smin.*Request climb to FL390, to XXXCAYA.*Climb to and maintain FL410, from XXXCAYA/,
  );
  await expect(contract(page)).toContainText(/ADS-C contract 3XXXCAYAevery 304\ss/);
  await expect(contract(page).getByRole('button')).toHaveText([
    /ADS-C report 35,000 ft at 44.50 N 28.25 W/,
    /ADS-C report 37,000 ft at 44.75 N 30.50 W/,
  ]);
}

/** The newest ten messages. */
async function expectRows(page: Page): Promise<void> {
  const rows = page.getByRole('listbox').getByRole('option');
  await expect(rows).toHaveText([
    /Climb to and maintain FL410/,
    /Request climb to FL390/,
    /ROGER to 14/,
    /ADS-C report 37,000 ft/,
    /WILCO to 12/,
    /Climb to and maintain FL370/,
    /STANDBY to 3/,
    /Request climb to FL370/,
    /ADS-C report 35,000 ft/,
    /ADS-C contract 3/,
  ]);
  await expect(rows.filter({ hasText: /open \d+\smin/ })).toHaveText([/FL410/, /FL390/]);
  await expect(rows.nth(6)).toContainText('received by 3');
  await expect(rows.nth(7)).toContainText('received by 1');
  await expect(rows.last()).toHaveAttribute('aria-posinset', '10');
}

test('CPDLC of an aircraft is a conversation with what is open and what nobody received, and ADS-C a contract with its reports; in lists to read a message is one row; the same without a network and on a phone', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await page.setViewportSize({ width: 1280, height: 860 });
  await app.logInAs('admin', { from: '/tail/N900XX/dialogue', lands: '/tail/N900XX/dialogue' });
  await expectDialogue(page);
  const strong = connection(page).getByRole('listitem').first().locator('b').filter({ hasText: 'FL370' });
  await expect(strong).toHaveCSS('font-weight', '600');
  await expectAccessible(page, 'dialogue');

  // The keys move through the turns. A report with the focus is marked in the chart.
  await connection(page).getByRole('listitem').first().focus();
  await page.keyboard.press('j');
  await expect(connection(page).getByRole('listitem').nth(1)).toBeFocused();
  const second = contract(page).getByRole('button').nth(1);
  await second.focus();
  await expect(second).toHaveAttribute('data-active', 'true');
  await expect(contract(page).locator('svg g[data-active]')).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'Positions of 2 reports, marked: 44.75 N 30.50 W' })).toBeVisible();
  await expect(contract(page).locator('svg text').filter({ hasText: 'FL' })).toHaveText(['FL350', 'FL370']);
  await expect(
    contract(page)
      .locator('svg text')
      .filter({ hasText: /^\d\d:\d\dZ$/ }),
  ).not.toHaveCount(0);
  const last = page.getByRole('region', { name: 'Last report' });
  await expect(last.getByRole('term')).toHaveText(['Position', 'Time', 'Altitude']);
  await expect(last.getByRole('definition')).toHaveText(['44.75 N 30.50 W', /^\d\d:\d\d:\d\dZ$/, '37,000 ft']);

  // c copies the message with the focus, m opens the map of the aircraft, u returns to its page.
  await connection(page).getByRole('listitem').nth(2).focus();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Text copied' })).toBeVisible();
  expect(await copiedText(page.context())).toBe('Climb to and maintain FL370 (answer to 3)');
  await page.keyboard.press('m');
  await expect(page.getByText('The 24-bit address of N900XX is unknown.')).toBeVisible();
  await page.keyboard.press('u');
  await app.expectPath('/tail/N900XX');
  await app.go('/tail/N900XX/dialogue');

  await page.setViewportSize({ width: 360, height: 740 });
  const tab = (name: string): Locator => page.getByRole('group', { name: 'Part' }).getByRole('button', { name });
  await expect(connection(page)).toBeVisible();
  await expect(contract(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Open requests' })).toBeVisible();
  for (const name of ['Dialogue', 'ADS-C', 'Map']) {
    await tab(name).click();
    expect(await excessOf(page.locator('[data-part=dialogue]')), `${name} at 360 px`).toBeLessThanOrEqual(0);
  }
  await expect(page.getByRole('img', { name: 'Positions of 2 reports' })).toBeVisible();
  await expect(connection(page)).toBeHidden();
  await tab('ADS-C').click();
  await expect(contract(page)).toBeVisible();
  await expectAccessible(page, 'dialogue on a phone');
  await app.go('/akrxAll');
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /all fields/ }) });
  await expect(cards).toHaveCount(8);
  await expect(cards.nth(0)).toContainText(/Climb to and maintain FL410.*open \d+\smin/);
  await expect(cards.nth(6)).toContainText(/STANDBY to 3.*received by 3/);
  await expectAccessible(page, 'cards of messages');

  await page.setViewportSize({ width: 1280, height: 860 });
  await test.step('a list to read has a row for each message, with its stations, and the age of a request that is open', async () => {
    await app.go('/akrxAll?view=read');
    await expectRows(page);
    await page.setViewportSize({ width: 768, height: 1000 });
    await expectRows(page);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await expectRows(page);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(app.dataRows).toHaveCount(10);
    await app.go('/akrxAll?view=read');
    // A message of three stations is one in the longer windows, too.
    await app.go(`/tail/${quietTail}/dialogue`);
    await expect(page.getByRole('button', { name: '3 d has 1', exact: true })).toBeVisible();
    await app.go('/tail/N900XX/dialogue');
    await expectDialogue(page);
  });

  await awaitOnDevice(page, 'Request climb to FL390');
  await awaitResponse(page, '"part":"ADD-tail N900XX 1"');
  await app.go('/akrxAll');
  await app.expectPath('/akrxAll');
  await context.setOffline(true);
  await app.go('/tail/N900XX/dialogue');
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expectDialogue(page);
  await app.go('/akrxAll?view=read');
  await expectRows(page);
  await context.setOffline(false);
});
