import type { BrowserContext, Locator, Page, Request, Route } from 'playwright/test';
import { instantParam } from '../../contract/params.ts';
import { awaitOnDevice } from '../offline/device.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { fullLine, series } from '../support/messages.ts';

/** Aircraft of the demo's fleet. */
const tarom = { tail: 'YR-BGX', icao: 0x4a08d1, type: 'Boeing 737-800', code: 'B738' };
const server = serverForFile({
  prepare: async (it) => {
    const silent = fullLine({ secondsAgo: 5, tail: '.YRBGX', icao: undefined, flight: 'RO0391', text: undefined });
    const leased = fullLine({ secondsAgo: 8, tail: 'YR-BGX', icao: tarom.icao, flight: 'DLH12A', msgno: 'M05A' });
    const unknown = fullLine({ secondsAgo: 11, tail: 'ZZ-ZZZ', icao: 0x111111, flight: undefined, msgno: 'M07A' });
    const others = series(15, (n) => ({ secondsAgo: 3600 * 23 * n + 40 }));
    const report = await it.import([silent, leased, unknown, ...others]);
    expect(report.code, report.output).toBe(0);
  },
});

const path = '/acarsWithExtData';
const typeCall = '/AircraftTypeFull/GetAircraftTypesFullAll';
const codeCall = '/AircraftTypeCode/GetAircraftTypeCodesAll';

/** Requests of one call, in order. */
function callsOf(page: Page, call: string): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(call)) calls.push(request);
  });
  return calls;
}
const requested = (request: Request | undefined): Record<string, string> =>
  Object.fromEntries(new URL(request?.url() ?? 'http://nothing').searchParams);

/** Stops the page's clock. */
const freeze = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
/** Pauses long enough for the request, then lets the clock run, as responses need it. */
async function pauseTyping(page: Page): Promise<void> {
  await page.clock.runFor(500);
  await page.clock.resume();
}

/** Cells of a row by header, from top to bottom. */
async function cellsOf(app: App, row: number): Promise<Record<string, string>> {
  const headers = (await app.headers().allInnerTexts()).map((text) => text.trim());
  const cells = await app.dataRows.nth(row).getByRole('gridcell').allInnerTexts();
  return Object.fromEntries(headers.map((header, at) => [header, cells[at]?.trim() ?? '']));
}

type Filter = { readonly app: App; readonly type: Locator; readonly code: Locator; readonly options: Locator };

test('S31 EXT-01 EXT-02 EXT-03 EXT-04 EXT-05 EXT-06 EXT-07 EXT-08 EXT-09 EXT-10 EXT-11 EXT-12 EXT-14 TIME-05 API-15 API-17 API-18 ERR-07 RAW-16 OFF-03 C31 C33 C37: a permitted user sees messages with their aircraft and airlines, and opens both from a message; the type is requested once, 500 ms after the 4th letter, with a token, the type code after the 3rd letter, without one; keys and a click select, Backspace clears; a late response, or one after closing, is never shown; a type-ahead that is empty, refused or offline reports it, retains the typed text, and searches for it; each of the two lists has its own failure text, and both the arrow of an incomplete date; that of a Customer leads to the page of the tail, and without a network the stored rows are found by their aircraft, sorted and paged @clock', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 3700, height: 860 });
  const app = new App(page, server.current.url);
  await test.step('messages with their aircraft', () => hasAircraft(page, app));
  await app.filter.open();
  const [type, code] = [app.filter.input('Aircraft Type'), app.filter.input('Type Code')];
  const filter: Filter = { app, type, code, options: app.filter.panel.getByRole('option') };
  await test.step('suggestions', () => suggests(page, filter));
  await app.filter.open();
  await test.step('suggestions that are late or missing', () => reports(page, context, filter));
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'wait' });
  await test.step('failures, and the list of a Customer', () => isOfCustomer(page, context, app));
});

async function hasAircraft(page: Page, app: App): Promise<void> {
  const extResponse = page.waitForResponse((response) => response.url().includes('/AcarsMessage/acarsWithExtData?'));
  await app.logInAs('admin', { from: path, lands: path });
  const response = await extResponse;
  const { acarsMessageDateTimeMin = '', acarsMessageDateTimeMax = '', limit } = requested(response.request());
  expect(limit).toBe('10');
  expect(instantParam.read(acarsMessageDateTimeMax) - instantParam.read(acarsMessageDateTimeMin)).toBe(1_296_000_000);
  const json = (await response.json()) as { acarsPerAircraftMessages: object[]; acarsPerAircraftMessagesCount: number };
  expect(json.acarsPerAircraftMessagesCount).toBe(18);
  expect(json.acarsPerAircraftMessages[1]).toMatchObject({
    airlineIata: 'LH',
    airlineIcao: 'DLH',
    operatorName: 'Tarom',
    operatorIata: 'RO',
    operatorIcao: 'ROT',
  });

  await expect(app.dataRows).toHaveCount(10);
  const met = { 'Aircraft Type': tarom.type, 'Type Code': tarom.code };
  const silent = await cellsOf(app, 0);
  expect(Object.keys(silent)).toEqual([
    'UTC Date/Time',
    'Tail',
    'Flight',
    'Text',
    'Parsed Text',
    'Aggregation Status',
    'Mode',
    'Label',
    'Block ID',
    'Message Num.',
    'Destination Airport',
    'Airline Name',
    'Iata',
    'Aircraft Type',
    'Type Code',
    'Serial Number',
    'Consensus Status',
    'Consensus Result',
  ]);
  expect(silent).toMatchObject({ Tail: 'YRBGX', Text: '', 'Airline Name': 'Tarom', Iata: 'RO', ...met });
  expect(silent['Serial Number']).toMatch(/^\d+$/);
  await expect
    .poll(() => cellsOf(app, 1))
    .toMatchObject({ Tail: 'YR-BGX', 'Airline Name': 'Lufthansa', Iata: 'LH', ...met });
  const nothing = { 'Airline Name': '', Iata: '', 'Aircraft Type': '', 'Type Code': '', 'Serial Number': '' };
  await expect.poll(() => cellsOf(app, 2)).toMatchObject({ Tail: 'ZZ-ZZZ', ...nothing });

  await app.filter.open();
  await expect(app.filter.panel.locator('input[id^="filter-"]')).toHaveCount(22);
  await expect(app.filter.panel.getByLabel(/airline|icao|operator/i)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 860 });
  const links = page.getByRole('main').getByRole('link', { name: /^(Flights|Aircraft) of / });
  await app.dataRows.nth(1).getByRole('button', { name: 'Show all fields' }).click();
  const aircraft = page.getByRole('region', { name: 'Aircraft', exact: true });
  await expect(aircraft).toContainText('Tarom (RO, ROT)');
  await expect(aircraft).toContainText('4A08D1');
  await expect(page.getByRole('region', { name: 'Airline', exact: true })).toContainText('DLH');
  const [flights, airline] = [links.filter({ hasText: 'YR-BGX' }), links.filter({ hasText: 'Lufthansa' })];
  await expect(flights.first()).toHaveAttribute('href', /^\/flights\/\d+$/);
  await expect(airline.first()).toHaveAttribute('href', '/aircraft/3320');
}

async function suggests(page: Page, { app, type, code, options }: Filter): Promise<void> {
  await freeze(page);
  const calls = callsOf(page, typeCall);
  const ofCode = callsOf(page, codeCall);
  await type.pressSequentially('Boe');
  await page.clock.fastForward(3000);
  await type.press('i');
  await page.clock.runFor(499);
  expect(calls).toHaveLength(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(options.first()).toBeVisible();
  expect(calls.map(requested)).toEqual([{ aircraftType: 'Boei', limit: '30' }]);
  expect(await calls[0]?.headerValue('authorization')).toMatch(/^Bearer ./);
  await expect.poll(() => options.count()).toBeLessThanOrEqual(30);
  for (const text of await options.allInnerTexts()) expect(text).toContain('Boei');

  // By keyboard: the second option, into the input.
  await expect(type).toHaveAttribute('aria-expanded', 'true');
  await type.press('ArrowDown');
  await type.press('ArrowDown');
  const second = options.nth(1);
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await expect(type).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '');
  const words = await second.innerText();
  await type.press('Enter');
  await expect(type).toHaveValue(words);
  await expect(options).toHaveCount(0);
  await type.press('Backspace');
  await expect(type).toHaveValue('');
  // The typed text is deleted letter by letter.
  await type.pressSequentially('Air');
  await type.press('Backspace');
  await expect(type).toHaveValue('Ai');
  await page.clock.fastForward(3000);
  expect(calls).toHaveLength(1);

  await type.fill('');
  await freeze(page);
  await code.pressSequentially('b7');
  await page.clock.fastForward(3000);
  expect(ofCode).toHaveLength(0);
  await code.press('3');
  await pauseTyping(page);
  await expect(options.filter({ hasText: /^B738$/ })).toBeVisible();
  expect(ofCode.map(requested)).toEqual([{ typeCode: 'b73', limit: '30' }]);
  expect(await ofCode[0]?.headerValue('authorization')).toBeNull();
  await expectPartAccessible(page, '[role=dialog], [role=listbox]', 'open suggestions');
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
}

async function reports(page: Page, context: BrowserContext, { app, type, code, options }: Filter): Promise<void> {
  const held: Route[] = [];
  await context.route(new RegExp(`${typeCall}\\?aircraftType=Airb&`), (route) => void held.push(route));
  const release = async () => {
    const json = { aircraftTypes: [{ aircraftType: 'Airb THE OLD ANSWER' }] };
    for (const route of held.splice(0)) await route.fulfill({ json }).catch(() => {});
  };
  await type.pressSequentially('Airb');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('Loading suggestions').first()).toBeAttached();
  await type.pressSequentially('us A3');
  await expect(options.first()).toContainText('Airbus A3');
  await release();
  await type.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('THE OLD ANSWER')).toHaveCount(0);

  await type.fill('Airb');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Tab');
  await expect(type).not.toBeFocused();
  await release();
  // Opened again: the late response is not shown, and another request is sent.
  await type.press('ArrowDown');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('THE OLD ANSWER')).toHaveCount(0);

  await context.unrouteAll({ behavior: 'ignoreErrors' });
  const says = (words: RegExp) => expect(app.filter.panel.getByText(words).last()).toBeVisible();
  await type.fill('Zeppelin');
  await says(/^No suggestions/);
  await stub(context, codeCall, { status: 500, json: { message: 'The table fell over.' } });
  await code.fill('ZZZ9');
  await says(/could not be loaded: The table fell over\./);
  await expect(app.alertDialog).toHaveCount(0);
  await code.fill('');
  await context.setOffline(true);
  await type.fill('Boeing 737');
  await says(/^No suggestions while the server is unreachable/);
  await type.press('Enter');
  await expect(app.filter.panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove Aircraft Type Boeing 737' })).toBeVisible();
}

async function isOfCustomer(page: Page, context: BrowserContext, app: App): Promise<void> {
  await stub(context, '/AcarsMessage/acarsWithExtData(Company)?', { status: 500, json: { message: 'No.' } });
  const failure = (text: string) => expect(page.getByRole('main').getByRole('heading', { name: text })).toBeVisible();
  await app.go(`${path}?size=25`);
  await failure('Could not read Acars messages from the server!');
  await app.changeUser('customer');
  await app.go(`${path}Company`);
  await failure('Could not read Adsb messages from the server!');
  await page.keyboard.press('Escape');
  await app.filter.set('From', '2026-11-');
  await page.keyboard.press('Tab');
  await expect(app.filter.panel).toContainText('Please enter complete date & time or use DatePicker ↑');
  await page.keyboard.press('Escape');

  await context.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  const [ofTail, ofFlight] = ['YR-BGX', 'DLH12A'].map((name) => app.dataRows.nth(1).getByRole('link', { name }));
  await expect(ofTail as Locator).toHaveAttribute('href', '/tail/YR-BGX');
  await expect(ofFlight as Locator).toHaveAttribute('href', /^\/tail\/YR-BGX\?leg=/);
  await expect(page.getByRole('main').getByRole('link', { name: /^(Flights|Aircraft) of / })).toHaveCount(0);

  // Stored rows are found without the network. The rows beyond the page are stored after it.
  await app.filter.reset();
  await expect(app.filter.panel.getByText('No fields in use.')).toBeVisible();
  await page.keyboard.press('Escape');
  await awaitOnDevice(page, 'TEST MESSAGE 14');
  await context.setOffline(true);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('1 to 10 of 18');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(app.dataRows).toHaveCount(8);
  await expect(page.getByRole('banner')).toContainText('Stored');
  await app.filter.set('Aircraft Type', 'boeing 737');
  await app.filter.set('Mode S', '4a08d1');
  await app.filter.search();
  await expect(app.dataRows).toHaveCount(2);
  await app.headers().nth(1).click();
  await expect.poll(async () => (await app.rowTexts()).map((row) => row.includes('YRBGX'))).toEqual([false, true]);
}
