/**
 * ACARS per aircraft: the type-aheads of its filter, and what a message says of its aircraft and airline.
 * Must not: repeat what every-list.spec.ts walks.
 */
import type { Locator, Page, Request, Route } from 'playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { fullLine, series } from '../support/messages.ts';

/** Aircraft of the demo's fleet. */
const tarom = { tail: 'YR-BGX', icao: 0x4a08d1, type: 'Boeing 737-800', code: 'B738' };
const server = serverForFile({
  prepare: async (it) => {
    const met = fullLine({ secondsAgo: 5, tail: '.YRBGX', icao: undefined, flight: 'RO0391', text: undefined });
    const leased = fullLine({ secondsAgo: 8, tail: 'YR-BGX', icao: tarom.icao, flight: 'DLH12A', msgno: 'M05A' });
    const unknown = fullLine({ secondsAgo: 9, tail: 'ZZ-ZZZ', icao: 0x111111, flight: undefined, msgno: 'M07A' });
    const report = await it.import([met, leased, unknown, ...series(15, (n) => ({ secondsAgo: 3600 * 24 * n + 40 }))]);
    expect(report.code, report.output).toBe(0);
  },
});

const path = '/acarsWithExtData';
const typeCall = '/AircraftTypeFull/GetAircraftTypesFullAll';
const codeCall = '/AircraftTypeCode/GetAircraftTypeCodesAll';

/** Requests of one call, as they go out. */
function callsOf(page: Page, call: string): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(call)) calls.push(request);
  });
  return calls;
}
const asked = (request: Request | undefined): Record<string, string> =>
  Object.fromEntries(new URL(request?.url() ?? 'http://nothing').searchParams);

/** From now on the page's clock stands still. */
const freeze = async (page: Page): Promise<void> => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
/** The typing pauses for so long that options are asked for; then the clock goes on, as answers need it. */
async function pauseTyping(page: Page): Promise<void> {
  await page.clock.runFor(500);
  await page.clock.resume();
}

/** The filter of the list, opened, with the page's clock standing still. */
async function openFilter(page: Page): Promise<{ app: App; type: Locator; code: Locator; options: Locator }> {
  const app = new App(page, server.current.url);
  await page.clock.install();
  await app.logInAs('admin', { from: path, lands: path });
  await expect(app.dataRows).toHaveCount(10);
  await app.filter.open();
  await freeze(page);
  const [type, code] = [app.filter.input('Aircraft Type'), app.filter.input('Type Code')];
  return { app, type, code, options: app.filter.panel.getByRole('option') };
}

test('S31 EXT-09 EXT-11 EXT-12 EXT-14 API-17: the type is asked 500 ms after the 4th letter, once, with a token; Backspace clears what was chosen', async ({
  page,
}) => {
  const calls = callsOf(page, typeCall);
  const { type, options } = await openFilter(page);
  await type.pressSequentially('Boe');
  await page.clock.runFor(3000);
  await type.press('i');
  await page.clock.runFor(499);
  expect(calls).toHaveLength(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(options.first()).toBeVisible();
  expect(calls.map(asked)).toEqual([{ aircraftType: 'Boei', limit: '30' }]);
  expect(await calls[0]?.headerValue('authorization')).toMatch(/^Bearer ./);
  expect(await options.count()).toBeLessThanOrEqual(30);
  for (const text of await options.allInnerTexts()) expect(text).toContain('Boei');

  // By keyboard: the second option, into the input.
  await expect(type).toHaveAttribute('aria-expanded', 'true');
  await type.press('ArrowDown');
  await type.press('ArrowDown');
  const second = options.nth(1);
  await expect(second).toHaveAttribute('aria-selected', 'true');
  expect(await type.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
  const words = await second.innerText();
  await type.press('Enter');
  await expect(type).toHaveValue(words);
  await expect(options).toHaveCount(0);
  await type.press('Backspace');
  await expect(type).toHaveValue('');
  // What was typed is taken away letter by letter.
  await type.pressSequentially('Air');
  await type.press('Backspace');
  await expect(type).toHaveValue('Ai');
  await page.clock.fastForward(3000);
  expect(calls).toHaveLength(1);
});

test('S31 EXT-10 EXT-12 EXT-14 API-18: the type code is asked after the 3rd letter, without a token; a press chooses, Backspace clears', async ({
  page,
}) => {
  const calls = callsOf(page, codeCall);
  const { app, code, options } = await openFilter(page);
  await code.pressSequentially('b7');
  await page.clock.runFor(3000);
  expect(calls).toHaveLength(0);
  await code.press('3');
  await pauseTyping(page);
  await expect(options.filter({ hasText: /^B738$/ })).toBeVisible();
  expect(calls.map(asked)).toEqual([{ typeCode: 'b73', limit: '30' }]);
  expect(await calls[0]?.headerValue('authorization')).toBeNull();
  await expectAccessible(page, 'open suggestions');
  await options.filter({ hasText: /^B738$/ }).click();
  await expect(code).toHaveValue('B738');
  await expect(code).toBeFocused();
  await code.press('Backspace');
  await expect(code).toHaveValue('');
  // Escape closes the suggestions, then the panel.
  await code.pressSequentially('A32');
  await expect(options.first()).toBeVisible();
  await code.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(app.filter.panel).toBeVisible();
  await code.press('Escape');
  await expect(app.filter.panel).toBeHidden();
});

test('EXT-11: an answer that comes late or after closing is never shown', async ({ page, context }) => {
  const held: Route[] = [];
  await context.route(new RegExp(`${typeCall}\\?aircraftType=Boei&`), (route) => void held.push(route));
  const { type, options } = await openFilter(page);
  await page.clock.resume();
  const release = async () => {
    const json = { aircraftTypes: [{ aircraftType: 'Boei THE OLD ANSWER' }] };
    for (const route of held.splice(0)) await route.fulfill({ json }).catch(() => {});
  };
  await type.pressSequentially('Boei');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('Looking for suggestions').first()).toBeAttached();
  await type.pressSequentially('ng 74');
  await expect(options.first()).toContainText('Boeing 74');
  await release();
  await type.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('THE OLD ANSWER')).toHaveCount(0);

  await type.fill('Boei');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Tab');
  await expect(type).not.toBeFocused();
  await release();
  // Opened again: what came meanwhile is not there, it is asked anew.
  await type.press('ArrowDown');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('THE OLD ANSWER')).toHaveCount(0);
});

test('a type-ahead without options, refused, or without a network says so, keeps what is typed, and searches it', async ({
  page,
  context,
}) => {
  const { app, type, code } = await openFilter(page);
  await page.clock.resume();
  const says = (words: RegExp) => expect(app.filter.panel.getByText(words).last()).toBeVisible();
  await type.fill('Zeppelin');
  await says(/^No suggestions/);
  await stub(context, codeCall, { status: 500, json: { message: 'The table fell over.' } });
  await code.fill('ZZZ9');
  await says(/could not be read: The table fell over\./);
  await expect(app.alertDialog).toHaveCount(0);
  await code.fill('');
  await context.setOffline(true);
  await type.fill('Boeing 737');
  await says(/^The server was not reached/);
  await type.press('Enter');
  await expect(app.filter.panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove Aircraft Type Boeing 737' })).toBeVisible();
});
