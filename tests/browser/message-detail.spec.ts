import type { BrowserContext, Page } from 'playwright/test';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { copiedText } from '../support/clipboard.ts';
import { boxOf } from '../support/layout.ts';
import { acarsdecLine, fullLine } from '../support/messages.ts';

const won = 'POSN34420W108077,SJN,144906\r\n350,ABQ';
const heardBy = (station: string, ms: number, level: number, error: number, text: string, isWinner: boolean) => ({
  id: `${station}${ms}`,
  stationId: station,
  acarsDateTime: '2026-11-20T14:49:46Z',
  timestamp: Date.UTC(2026, 10, 20, 14, 49, 46, ms) / 1000,
  freq: 130.025,
  level,
  error,
  text,
  isWinner,
});
const heard = {
  aggregatedText: `${won} AND THE REST`,
  aggregationStatus: 'complete',
  consensusStatus: 'majority',
  consensusResult: won,
  blocks: [
    {
      msgno: 'F03A',
      blockId: '9',
      text: won,
      isAsked: true,
      receptions: [
        heardBy('CS-KABQ', 0, -9.6, 0, won, true),
        heardBy('CS-GRANTS', 12, -14.1, 0, won.replace('108077', '1#8077'), false),
        heardBy('CS-SOCORRO', 31, -27.8, 1, won.replace('ABQ', 'AQ'), false),
      ],
    },
    {
      msgno: 'F03B',
      blockId: '1',
      text: ' AND THE REST',
      isAsked: false,
      receptions: [heardBy('CS-KABQ', 900, -9.7, 0, ' AND THE REST', true)],
    },
  ],
};
const messageText = 'REQPOS037B/TS154619,112026';
/** One transmission as decoded by three receivers, each with a different wrong character. */
const heardByThree = [
  messageText.replace('037B', '03?B'),
  messageText.replace('TS', 'T5'),
  messageText.replace('2026', '202G'),
].map((text, at) =>
  acarsdecLine({
    secondsAgo: 60,
    tail: 'N669AW',
    flight: 'AA1545',
    text,
    station: `CS-${at}`,
    level: -10 - at,
    error: 0,
  }),
);
const rowCount = 2 + heardByThree.length;
const server = serverForFile({
  prepare: (it) =>
    it.import([fullLine({ secondsAgo: 5, text: won }), acarsdecLine({ secondsAgo: 9, text: '' }), ...heardByThree]),
});
const stubHeard = (context: BrowserContext, reply: Parameters<typeof stub>[2]) =>
  stub(context, '/AcarsMessage/[^/]+/heard', reply);
const sentWith = {
  radio: { noise: -39.75, skew: 3.25, fec: 2 },
  app: { name: 'dumpvdl2', ver: '2.4.0' },
  other: { new: 1 },
};
const stubExtra = (context: BrowserContext, reply: Parameters<typeof stub>[2]) =>
  stub(context, '/AcarsMessage/[^/]+/extra', reply);
const folds = (page: Page) => whoHeard(page).locator('summary');
const openers = (page: Page) => page.getByRole('button', { name: /all fields/i });
const whoHeard = (page: Page) => page.getByRole('region', { name: 'Receptions' });

test('RAW-04 RESP-01 OFF-03: an expanded row shows each field, the text with its line breaks, and the receptions of each block with time, level, differences and the winning text; without a network it shows its stored fields, and that the receptions are not on this device; from 1920 px the expanded message is next to the table, one at a time, and no row moves, even with a long tail', async ({
  page,
  context,
}) => {
  await stubHeard(context, { json: heard });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await openers(page).first().click();
  await expect(page.getByRole('region', { name: 'Text', exact: true }).locator('pre')).toHaveText(
    'POSN34420W108077,SJN,144906\n350,ABQ',
    { useInnerText: true },
  );
  await expect(page.getByRole('gridcell').getByRole('term')).toHaveCount(30); // 28 fields, reassembly, consensus
  const panel = whoHeard(page);
  await expect(panel.getByRole('heading')).toHaveText('Received by 3 stations, 2 blocks');
  const tables = panel.getByRole('table');
  await expect(tables).toHaveCount(2);
  await expect(tables.first().getByRole('caption')).toHaveText('Block 1 of 2 F03A, block ID 9, 130.025 MHz, this row');
  const lines = (await tables.first().getByRole('row').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ').trim());
  expect(lines.slice(1).filter((line) => !line.startsWith('As the receiver sent it'))).toEqual([
    'CS-KABQ 14:49:46.000 −9.6 0',
    'matches the consensus POSN34420W108077,SJN,144906 350,ABQ',
    'CS-GRANTS 14:49:46.012 −14.1 0',
    'POSN34420W1#(differs)8077,SJN,144906 350,ABQ'.replace('#(', '# (').replace(')8', ') 8'),
    'CS-SOCORRO 14:49:46.031 −27.8 1',
    'POSN34420W108077,SJN,144906 350,A… (1 missing) Q',
  ]);
  const made = page.getByRole('region', { name: 'Reassembly and consensus' });
  await expect(made).toContainText('Complete. All blocks were received and joined.');
  await expect(made).toContainText('Majority. Texts differ. A majority of stations agrees on every character.');
  await expect(made.getByRole('region', { name: 'Reassembled text' })).toContainText('AND THE REST');

  // The fields sent by the receiver are loaded when they are expanded, for this reception.
  await stubExtra(context, { json: { extra: sentWith } });
  await expect(folds(page)).toHaveText(
    ['CS-KABQ', 'CS-GRANTS', 'CS-SOCORRO', 'CS-KABQ'].map((name) => `As the receiver sent it, ${name}`),
  );
  const requested = page.waitForRequest(/\/AcarsMessage\/[^/]+\/extra/);
  await folds(page).nth(1).click();
  expect((await requested).url()).toContain('/CS-GRANTS12/extra');
  await expect(panel.getByRole('term')).toHaveText(['Noise level', 'Frequency skew', 'Corrected octets', 'Decoder']);
  await expect(panel.getByRole('definition')).toHaveText(['−39.8 dB', '3.3 ppm', '2', 'dumpvdl2 2.4.0']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Text copied' })).toBeVisible();
  expect(JSON.parse(await copiedText(page.context()))).toEqual(sentWith);
  await page.getByRole('button', { name: 'Copy text' }).click();
  // The notice of the text before it may still be shown.
  await expect.poll(() => copiedText(page.context())).toBe(won);
  await expectPartAccessible(page, '[aria-colspan]', 'open message');

  // Empty text; and a refusal of the server is shown in its place, without a dialog.
  await openers(page).first().click();
  await stubHeard(context, { status: 500, json: { message: 'The shelf fell.' } });
  await openers(page).nth(1).click();
  await expect(page.getByText('No text.')).toBeVisible();
  await expect(whoHeard(page)).toContainText('Receptions could not be loaded: The shelf fell.');
  await expect(app.alertDialog).toHaveCount(0);
  await stubHeard(context, { json: { ...heard, consensusStatus: 'single', blocks: heard.blocks.slice(1) } });
  await whoHeard(page).getByRole('button', { name: 'Try again' }).click();
  await expect(whoHeard(page).getByRole('heading')).toHaveText('Received by 1 station');

  await test.step('three receptions with one wrong character each: shows the correct text, each reception, and that none is exact', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await openers(page).nth(1).click();
    await app.go('/akrxAll?tail=N669AW');
    await expect(app.dataRows).toHaveCount(heardByThree.length);
    await openers(page).first().click();
    await expect(whoHeard(page).getByRole('heading')).toHaveText('Received by 3 stations');
    await expect(whoHeard(page).locator('mark')).toHaveText(['? (differs) ', '5 (differs) ', 'G (differs) ']);
    await expect(whoHeard(page)).toContainText(
      'No reception has exactly this text. It was combined from all receptions:',
    );
    await expect(whoHeard(page).locator('pre')).toHaveText(messageText);
    await expect(page.getByRole('region', { name: 'Consensus text' }).locator('pre')).toHaveText(messageText);
    await openers(page).first().click();
    await app.go('/akrxAll');
    await expect(app.dataRows).toHaveCount(rowCount);
  });

  // The code of the panel is loaded; the worker also stores it (reads-offline.spec.ts).
  await test.step('without a network; when it returns, the receptions load automatically', async () => {
    await context.setOffline(true);
    // A message that was not expanded before.
    await openers(page).last().click();
    await expect(whoHeard(page)).toContainText('No network connection and these receptions are not stored yet.');
    await expect(page.getByRole('region', { name: 'Text', exact: true })).toContainText('REQPOS');
    await expect(page.getByRole('region', { name: 'Reassembly and consensus' })).toBeVisible();
    await expect(app.alertDialog).toHaveCount(0);
    await stubHeard(context, { json: heard });
    await context.setOffline(false);
    await expect(whoHeard(page).getByRole('heading')).toHaveText('Received by 3 stations, 2 blocks');
    await stubExtra(context, { json: { extra: null } });
    await folds(page).first().click();
    await expect(whoHeard(page)).toContainText('The receiver sent no data besides the fields of the message.');
    await context.unrouteAll({ behavior: 'wait' });
    await context.setOffline(true);
    await folds(page).nth(2).click();
    await expect(whoHeard(page)).toContainText('No network connection and this record is not stored yet.');
  });

  await context.setOffline(false);
  await app.go('/device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await test.step('next to the table', () => isBesideTable(page, context, app));
});

test('code that cannot be loaded leaves the list: an expanded row shows its fields, and which part is missing until a reload', async ({
  page,
}) => {
  const parts = /\/assets\/(DecodeRow|MessageDetail|GoToDialog)-/;
  await page.route(parts, (route) => route.abort());
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await openers(page).first().click();
  const missing = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await expect(missing).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Text', exact: true })).toContainText('POSN34420W108077');
  await expect(openers(page)).toHaveCount(rowCount);
  await expect(page.getByRole('button', { name: 'Decode', exact: true })).toHaveCount(0);
  await expectPartAccessible(page, '[aria-colspan]', 'a row of which a part is missing');
  await page.keyboard.press('Control+k');
  await expect(page.getByText('The search could not be loaded.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await missing.getByRole('button', { name: 'Reload the app' }).click();
  await expect(missing).toHaveCount(0);
  await openers(page).first().click();
  await expect(whoHeard(page).getByRole('heading')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decode', exact: true })).toBeVisible();
});

async function isBesideTable(page: Page, context: BrowserContext, app: App): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1000 });
  await stubHeard(context, { json: heard });
  await context.route('**/AcarsMessage/allUsers?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { acarsMessages: { tail: string }[] };
    const second = reply.acarsMessages[1];
    if (second) second.tail = 'N'.repeat(300);
    await route.fulfill({ response, json: reply });
  });
  await app.go('/akrxAll?size=25');
  await expect(app.dataRows).toHaveCount(rowCount);
  await expect(app.dataRows.nth(1)).toContainText('N'.repeat(300));
  const place = () => boxOf(app.dataRows.nth(1));
  const before = await place();
  await app.grid.locator('[data-row="0"][data-col="0"]').press('Enter');
  const panel = page.getByRole('complementary', { name: 'Selected row' });
  await expect(panel.getByRole('heading', { level: 2 }).first()).toHaveText('N163US AA1545');
  await expect(panel.getByRole('region', { name: 'Receptions' })).toContainText('CS-SOCORRO');
  expect((await place()).y).toBe(before.y);
  const width = (await boxOf(panel)).width;
  await app.dataRows.nth(1).click();
  await expect(panel).toContainText('No text.');
  expect((await boxOf(panel)).width).toBe(width);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(app.grid.locator(':focus')).toHaveCount(1);
}
