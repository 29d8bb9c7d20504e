/**
 * Export to Excel (S30, RAW-07, XLS-01, XLS-02, C78): the file is opened again and held against what the API says.
 * Must not: look into the workbook's XML for what a reader can tell.
 */
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, offlineReady, serverForFile, stub, test, testInstalled } from '../support/browser.ts';
import { exportAllOf, exportBy, exportOf, partsBy, pressExportAll } from '../support/exported.ts';
import { acarsdecLine, fullLine, hostileTexts, series } from '../support/messages.ts';

const hostile = [...hostileTexts, '=1+1', '+1-1', '@SUM(A1)', '\t=1', '_x0041_', ' two blanks ', 'X'.repeat(40_000)];
/** More than the first answer of an export holds. */
const many = 2300;

const server = serverForFile({
  prepare: (it) =>
    it.import([
      fullLine({ secondsAgo: 5, tail: '0012', flight: '1E5', station: 'CS-FULL' }),
      ...hostile.map((text, at) => acarsdecLine({ secondsAgo: 10 + at, text, station: 'CS-HOSTILE', msgno: `H${at}` })),
      ...series(many, (at) => ({ secondsAgo: 100 + at, station: 'CS-MANY', text: `MESSAGE ${at}` })),
    ]),
});
const columns = [
  ['UTC Date/Time', 'acarsDateTime'],
  ['Tail', 'tail'],
  ['Flight', 'flight'],
  ['Text', 'text'],
  ['Frequency', 'freq'],
  ['Timestamp', 'timestamp'],
  ['Station ID', 'stationId'],
  ['Channel', 'channel'],
  ['Level', 'level'],
  ['Error', 'error'],
  ['Mode', 'mode'],
  ['Label', 'label'],
  ['Block ID', 'blockId'],
  ['Ack', 'ack'],
  ['Message Num.', 'msgno'],
  ['End', 'end'],
  ['Altitude', 'alt'],
  ['Destination Airport', 'dsta'],
  ['Icao', 'icao'],
  ['Is on Ground', 'isOnground'],
  ['Is Response', 'isResponse'],
  ['Latitude', 'lat'],
  ['Longitude', 'lon'],
  ['To Addr', 'toAddr'],
  ['Message Type', 'type'],
] as const;
const textColumn = columns.findIndex(([header]) => header === 'Text');
type Row = Readonly<Record<string, unknown>>;

/** The newest rows of a station, as the API gives them. */
async function rowsOf(station: string, limit: number): Promise<readonly Row[]> {
  const { token } = await logIn(server.current, 'parser');
  const query = `offset=0&limit=${limit}&stationId=${station}`;
  const answer = await callApi(server.current, `/AcarsMessage/allUsers?${query}`, { token });
  return (answer.json as { acarsMessages: Row[] }).acarsMessages;
}
/** What the cells of a row must read. */
const cellsOf = (row: Row): unknown[] =>
  columns.map(([, field]) => {
    const value = row[field] ?? null;
    return field === 'acarsDateTime' ? new Date(String(value)) : value === '' ? null : value;
  });
async function openList(app: App, station: string, more = ''): Promise<void> {
  const path = `/akrxAll?stationId=${station}${more}`;
  await app.logInAs('parser', { from: path, lands: '/akrxAll' });
  await expect(
    app.page
      .getByRole('main')
      .getByText(`CS-${station.slice(3)}`)
      .first(),
  ).toBeVisible();
}
const panel = (app: App) => app.page.getByRole('region', { name: 'Export to Excel' });

test('S30 RAW-07 XLS-01 XLS-02 C78: the rows loaded, in the order of the screen, 25 columns with their values, hidden ones too', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  const parts: string[] = [];
  page.on('request', (request) => parts.push(...(/run-export|export-worker/.exec(request.url()) ?? [])));
  await openList(app, 'CS-MANY', '&sort=-tail&hide=flight&size=25');
  await expect(app.dataRows).toHaveCount(25);
  expect(parts, 'nothing of the export is loaded before the press').toEqual([]);
  const file = await exportOf(page);
  expect([...new Set(parts)]).toEqual(['run-export', 'export-worker']);
  expect(file.fileName).toBe('AKRX Messages.xlsx');
  expect(file.headers).toEqual(columns.map(([header]) => header));
  const newest = await rowsOf('CS-MANY', 25);
  expect(file.rows).toEqual([...newest].reverse().map(cellsOf));
  expect(file.about.get('Which')).toBe('the rows that were on the screen');
  expect(file.about.get('Sorted by')).toBe('Tail, descending');
  expect(file.about.get('Rows that match the filter')).toBe('2,300');
  await expect(
    page.getByRole('status').filter({ hasText: '25 messages exported to AKRX Messages.xlsx' }),
  ).toBeVisible();
});

test('XLS-01: every kind of value is typed: date, number, flag, and codes that look like numbers as texts', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-FULL');
  const [row] = await rowsOf('CS-FULL', 1);
  if (!row) throw new Error('The message is not there.');
  expect(columns.filter(([, field]) => row[field] === null || row[field] === undefined)).toEqual([]);
  const loaded = await exportOf(page);
  expect(loaded.rows).toEqual([cellsOf(row)]);
  expect(loaded.rows[0]?.slice(1, 3)).toEqual(['0012', '1E5']);
  const all = await exportAllOf(page);
  expect(all.rows, 'both ways of writing read the same').toEqual(loaded.rows);
  expect(all.about.get('Filter: Station ID')).toBe('CS-FULL');
  expect(all.about.get('Unit of Frequency')).toBe('MHz');
});

test('texts that anyone may send are texts: no formula, nothing invisible, a mark where one was cut', async ({
  page,
}) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-HOSTILE', '&size=25');
  await expect(app.dataRows.first()).toBeVisible();
  const sent = new Map((await rowsOf('CS-HOSTILE', 100)).map((row) => [row.msgno, String(row.text)]));
  for (const file of [await exportOf(page), await exportAllOf(page)]) {
    expect(file.rows).toHaveLength(hostile.length);
    const texts = new Map(
      file.rows.map((row) => [row[columns.findIndex(([, field]) => field === 'msgno')], row[textColumn]]),
    );
    for (const at of hostile.keys()) {
      const [text, came] = [String(texts.get(`H${at}`)), sent.get(`H${at}`) ?? ''];
      if (came.length > 32_767) expect(text).toMatch(/^X{32000}X* … \(cut, \d+ characters\)$/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      else if (/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/.test(came)) expect(text).toMatch(/^[␀-␡⟨⟩\w.[;]+$/);
      else expect(text).toBe(came);
    }
    for (const part of Object.values(file.parts)) expect(part).not.toMatch(/<f[ >]/);
  }
});

test('C78: all that match come in several answers, each row once, while new and late messages come in', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-MANY');
  const asked: URLSearchParams[] = [];
  await context.route(/allUsers\?.*limit=([2-9]|\d{2})\d{3}\b/i, async (route) => {
    asked.push(new URL(route.request().url()).searchParams);
    if (asked.length === 2)
      await server.current.import([
        acarsdecLine({ secondsAgo: 0, station: 'CS-MANY', text: 'NEW', msgno: 'NEW' }),
        acarsdecLine({ secondsAgo: 1500, station: 'CS-MANY', text: 'LATE', msgno: 'LATE' }),
      ]);
    await route.continue();
  });
  const file = await exportAllOf(page);
  const texts = file.rows.map((row) => String(row[textColumn])).filter((text) => text.startsWith('MESSAGE '));
  expect(texts).toEqual(Array.from({ length: many }, (_, at) => `MESSAGE ${at}`));
  expect(file.about.get('Rows')).toBe(file.rows.length);
  expect(asked.map((query) => query.get('offset'))).toEqual(['0', '2000']);
  for (const name of ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'])
    expect(new Set(asked.map((query) => query.get(name))).size, name).toBe(1);
});

test('an export of all that match is given up: nothing is saved, nothing goes on, the focus is back', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-MANY');
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  await context.route(/allUsers\?.*offset=2000\b/i, () => undefined);
  const held = page.waitForRequest(/offset=2000\b/);
  await pressExportAll(page);
  await held;
  await expect(panel(app)).toContainText('2,000 of 2,30');
  await expect(panel(app).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '87');
  await expect(page.getByRole('button', { name: 'Export to Excel' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'a list with an export under way');
  expect(page.workers()).toHaveLength(1);
  await panel(app).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel(app)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeFocused();
  await expect.poll(() => page.workers().length).toBe(0);

  await pressExportAll(page);
  await expect(panel(app)).toContainText('2,000 of 2,30');
  await app.choose('Airports');
  await app.expectPath('/airports');
  await expect(panel(app)).toBeHidden();
  await expect.poll(() => page.workers().length, { message: 'leaving the list ends its export' }).toBe(0);
  expect(downloads).toEqual([]);
});

test('the server gone on the way: how much is here is said; what came is saved, or the rest comes later', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-MANY');
  let isGone = true;
  await context.route(/allUsers\?.*offset=2000\b/i, (route) => (isGone ? route.abort() : route.continue()));
  await pressExportAll(page);
  await expect(panel(app).getByRole('alert')).toContainText(
    /The server cannot be reached\. 2,000 of 2,30\d messages are here\./,
  );
  const partly = await exportBy(page, () => panel(app).getByRole('button', { name: 'Save what is here' }).click());
  expect(partly.rows).toHaveLength(2000);
  expect(partly.about.get('Which')).toBe('the first 2,000 of the rows that match');

  await pressExportAll(page);
  await expect(panel(app).getByRole('alert')).toBeVisible();
  isGone = false;
  const whole = await exportBy(page, () => panel(app).getByRole('button', { name: 'Try again' }).click());
  expect(whole.rows.length).toBeGreaterThanOrEqual(many);
});

test('the session ends on the way: nothing is saved and nothing goes on', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-MANY');
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  const refused = { status: 401, json: { message: 'The session has ended.' } };
  await context.route(/offset=2000\b/, (route) => route.fulfill(refused));
  await stub(context, '/account/refreshToken', refused);
  await pressExportAll(page);
  await app.expectPath('/auth');
  await expect.poll(() => page.workers().length).toBe(0);
  expect(downloads).toEqual([]);
});

test('a worker that cannot be loaded is told, and the next press tries again', async ({ page, context }) => {
  const app = new App(page, server.current.url);
  await openList(app, 'CS-FULL');
  await context.route(/export-worker/, (route) => route.abort());
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  await expect(panel(app).getByRole('alert')).toContainText('could not be loaded');
  await panel(app).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeFocused();
  await context.unroute(/export-worker/);
  expect((await exportOf(page)).rows).toHaveLength(1);
});

test('C78: an export stops at 100,000 rows and says so', async ({ page, context }) => {
  await stub(context, '/AcarsMessage/allUsers', (url) => {
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit'));
    const acarsMessages = Array.from({ length: limit }, (_, at) => ({
      id: String(offset + at),
      tail: `T${offset + at}`,
    }));
    return { json: { acarsMessages, acarsMessagesCount: 100_001 } };
  });
  const app = new App(page, server.current.url);
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  await expect(app.dataRows).toHaveCount(10);
  const parts = await partsBy(page, () => pressExportAll(page));
  const tails = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/>T(\d+)</g)].map(([, number]) =>
    Number(number),
  );
  expect(tails).toEqual(Array.from({ length: 100_000 }, (_, at) => at));
  await expect(page.getByText('More than 100,000 match. An export holds at most 100,000')).toBeVisible();
});

testInstalled(
  'without the network: the rows loaded, and all stored ones that match, with the age of the copy',
  async ({ page, context }) => {
    const app = new App(page, server.current.url);
    await openList(app, 'CS-MANY');
    await offlineReady(page);
    await expect(app.dataRows).toHaveCount(10);
    await context.setOffline(true);
    expect((await exportOf(page)).rows).toHaveLength(10);
    const stored = await exportAllOf(page);
    expect(stored.fileName).toBe('AKRX Messages.xlsx');
    expect(stored.rows.length).toBeGreaterThanOrEqual(10);
    expect(new Set(stored.rows.map((row) => row[6]))).toEqual(new Set(['CS-MANY']));
    expect(stored.about.get('Source')).toBe('the copy stored on the device; the server was not reached');
    expect(stored.about.get('Stored copy as of (UTC)')).toBeInstanceOf(Date);
    await expect(page.getByText(/From the copy stored on this device at \d\d:\d\dZ/)).toBeVisible();
  },
);

test('on a phone both exports stand in the menu of the list', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const app = new App(page, server.current.url);
  await openList(app, 'CS-FULL');
  const menu = page.getByRole('button', { name: 'Rows, order, refresh' });
  await menu.click();
  await expectAccessible(page, 'the menu with the exports');
  expect((await exportOf(page)).rows).toHaveLength(1);
  await expect(menu).toBeFocused();
});
