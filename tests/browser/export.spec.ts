import type { BrowserContext } from 'playwright/test';
import { awaitOnDevice } from '../offline/device.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { csvRecords, exportAllOf, exportOf, partsBy, pressExportAll, rawColumns, textOf } from '../support/exported.ts';
import { acarsdecLine, fullLine, hostileTexts, series } from '../support/messages.ts';

const hostile = [...hostileTexts, '=1+1', '+1-1', '@SUM(A1)', '\t=1', '_x0041_', ' two blanks ', 'X'.repeat(40_000)];
/** More than the first response of an export contains. */
const many = 2300;

const server = serverForFile({
  prepare: (it) =>
    it.import([
      fullLine({ secondsAgo: 5, tail: '0012', flight: '1E5', station: 'CS-FULL' }),
      ...hostile.map((text, at) => acarsdecLine({ secondsAgo: 10 + at, text, station: 'CS-HOSTILE', msgno: `H${at}` })),
      ...series(many, (at) => ({ secondsAgo: 100 + at, station: 'CS-MANY', text: `MESSAGE ${at}` })),
    ]),
});
const textColumn = rawColumns.findIndex(([header]) => header === 'Text');
type Row = Readonly<Record<string, unknown>>;

/** The newest rows of a station, as returned by the API. */
async function rowsOf(station: string, limit: number): Promise<readonly Row[]> {
  const { token } = await logIn(server.current, 'parser');
  const query = `offset=0&limit=${limit}&stationId=${station}`;
  const response = await callApi(server.current, `/AcarsMessage/allUsers?${query}`, { token });
  return (response.json as { acarsMessages: Row[] }).acarsMessages;
}
/** The expected text of the cells of a row. */
const cellsOf = (row: Row): unknown[] =>
  rawColumns.map(([, field]) => {
    const value = row[field] ?? null;
    return field === 'acarsDateTime' ? new Date(String(value)) : value === '' ? null : value;
  });
async function openList(app: App, station: string, more = ''): Promise<void> {
  const path = `/akrxAll?stationId=${station}${more}`;
  await app.logInAs('parser', { from: path, lands: '/akrxAll' });
  await expectStation(app, station);
}
/** The same without a load. */
async function showStation(app: App, station: string, more = ''): Promise<void> {
  await app.go(`/akrxAll?stationId=${station}${more}`);
  await expectStation(app, station);
}
async function expectStation({ page }: App, station: string): Promise<void> {
  await expect(
    page
      .getByRole('main')
      .getByText(`CS-${station.slice(3)}`)
      .first(),
  ).toBeVisible();
}
/** Rows below the header. The reader library takes a second for 2,000. */
const rowsIn = (parts: Readonly<Record<string, string>>): number =>
  (parts['xl/worksheets/sheet1.xml']?.match(/<row[ >]/g)?.length ?? 0) - 1;
const panel = (app: App) => app.page.getByRole('region', { name: 'Export to Excel' });

test('S30 RAW-07 OFF-03 XLS-01 XLS-02 C78: exports the loaded rows in the order of the screen, 25 columns with their values, also hidden ones; all matching rows in several responses, each row once, also while the server removes some; an export that is cancelled, that loses the server or whose session ends; offline a list that is stored in part is marked as incomplete on the screen, and its export in menu, file and notes; every kind of value is typed: date, number, flag, and codes that look like numbers as texts; untrusted texts stay text: no formula, no invisible character, a mark where a text was cut; CSV and JSON lines are offered next to the workbook; an export stops at 100,000 rows and reports it', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const parts: string[] = [];
  page.on('request', (request) => parts.push(...(/run-export|export-worker/.exec(request.url()) ?? [])));
  await openList(app, 'CS-MANY', '&sort=-tail&hide=flight&size=25');
  await expect(app.dataRows).toHaveCount(25);
  expect(parts, 'nothing of the export is loaded before the press').toEqual([]);
  const file = await exportOf(page);
  await expect(
    page.getByRole('status').filter({ hasText: '25 messages exported to AKRX Messages.xlsx' }),
  ).toBeVisible();
  expect([...new Set(parts)]).toEqual(['run-export', 'export-worker']);
  expect(file.fileName).toBe('AKRX Messages.xlsx');
  expect(file.headers).toEqual(rawColumns.map(([header]) => header));
  const newest = await rowsOf('CS-MANY', 25);
  expect(file.rows).toEqual([...newest].reverse().map(cellsOf));
  expect(file.about.get('Scope')).toBe('rows on screen');
  expect(file.about.get('Sorted by')).toBe('Tail, descending');
  expect(file.about.get('Matching rows')).toBe('2,300');

  await showStation(app, 'CS-MANY');
  await expect(app.dataRows).toHaveCount(10);
  await test.step('offline', () => isStoredInPart(app));
  await showStation(app, 'CS-MANY');
  await expect(app.dataRows).toHaveCount(10);
  await test.step('each row once, while new and late messages are stored', async () => {
    const requested: URLSearchParams[] = [];
    await context.route(/allUsers\?.*limit=([2-9]|\d{2})\d{3}\b/i, async (route) => {
      requested.push(new URL(route.request().url()).searchParams);
      if (requested.length === 2)
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
    expect(requested.map((query) => query.get('offset'))).toEqual(['0', '2000']);
    for (const name of ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'])
      expect(new Set(requested.map((query) => query.get(name))).size, name).toBe(1);
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the place in the queue is shown until the export may start', async () => {
    let before = 3;
    await context.route('**/Audit/ExportTurn', (route) => route.fulfill({ json: { before } }));
    await pressExportAll(page);
    await expect(panel(app)).toContainText('Waiting: 3 exports are before this one.');
    const file = partsBy(page, async () => {
      before = 0;
    });
    expect(rowsIn(await file)).toBeGreaterThanOrEqual(many);
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a lost server: the loaded amount is shown; these rows are saved, or the export continues later', async () => {
    let isGone = true;
    await context.route(/allUsers\?.*offset=2000\b/i, (route) => (isGone ? route.abort() : route.continue()));
    await pressExportAll(page);
    await expect(panel(app).getByRole('alert')).toContainText(
      /The server is unreachable\. 2,000 of 2,30\d messages are ready to save\./,
    );
    const partly = await partsBy(page, () => panel(app).getByRole('button', { name: 'Save these rows' }).click());
    expect(rowsIn(partly)).toBe(2000);
    expect(JSON.stringify(partly)).toContain('first 2,000 matching rows');

    await pressExportAll(page);
    await expect(panel(app).getByRole('alert')).toBeVisible();
    isGone = false;
    const whole = await partsBy(page, () => panel(app).getByRole('button', { name: 'Try again' }).click());
    expect(rowsIn(whole)).toBeGreaterThanOrEqual(many);
    await context.unrouteAll({ behavior: 'wait' });
  });

  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  await test.step('cancelled: nothing is saved, it stops, and the focus returns', async () => {
    await context.route(/allUsers\?.*offset=2000\b/i, () => undefined);
    const held = page.waitForRequest(/offset=2000\b/);
    await pressExportAll(page);
    await held;
    await expect(panel(app)).toContainText('2,000 of 2,30');
    await expect(panel(app).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '87');
    await expect(page.getByRole('button', { name: 'Export to Excel' })).toHaveAttribute('aria-disabled', 'true');
    await expectPartAccessible(page, '[aria-label="Export to Excel"]', 'an export under way');
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
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await isTyped(app, context);

  await test.step('rows that the server removes between two responses take no other row with them', async () => {
    await showStation(app, 'CS-MANY');
    await expect(app.dataRows).toHaveCount(10);
    const requested: (string | null)[] = [];
    await context.route(/allUsers\?.*limit=([2-9]|\d{2})\d{3}\b/i, async (route) => {
      requested.push(new URL(route.request().url()).searchParams.get('offset'));
      if (requested.length === 2) await removeNewest('CS-MANY', 100);
      await route.continue();
    });
    const file = await exportAllOf(page);
    const texts = file.rows.map((row) => String(row[textColumn])).filter((text) => text.startsWith('MESSAGE '));
    expect(texts.toSorted()).toEqual(Array.from({ length: many }, (_, at) => `MESSAGE ${at}`).toSorted());
    expect(requested).toEqual(['0', '2000', '1900']);
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('it ends with the counts of another server that fall and rise with each response', async () => {
    await showStation(app, 'CS-MANY');
    let responses = 0;
    await context.route(/allUsers\?.*limit=([2-9]|\d{2})\d{3}\b/i, async (route) => {
      const response = await route.fetch();
      const count = responses++ % 2 === 0 ? 90_000 : 50_000;
      await route.fulfill({ response, json: { ...(await response.json()), acarsMessagesCount: count } });
    });
    const file = await exportAllOf(page);
    const texts = file.rows.map((row) => String(row[textColumn])).filter((text) => text.startsWith('MESSAGE '));
    expect([new Set(texts).size, responses > 3]).toEqual([texts.length, true]);
    expect(texts).toContain(`MESSAGE ${many - 1}`);
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the session ends: nothing is saved, and it stops', async () => {
    downloads.length = 0;
    await showStation(app, 'CS-MANY');
    await expect(app.dataRows).toHaveCount(10);
    const refused = { status: 401, json: { message: 'The session has ended.' } };
    await context.route(/offset=2000\b/, (route) => route.fulfill(refused));
    await stub(context, '/account/refreshToken', refused);
    await pressExportAll(page);
    await app.expectPath('/auth');
    await expect.poll(() => page.workers().length).toBe(0);
    expect(downloads).toEqual([]);
  });
});

async function removeNewest(station: string, count: number): Promise<void> {
  // Late, as in server.ts: the runner that lists the tests needs none of it.
  const { openDatabase } = await import('../../server/database/pool.ts');
  const db = openDatabase({ url: server.current.databaseUrl }, { max: 1 });
  await db.query(
    'delete from acars where id in (select id from acars where station_id = $1 order by acars_date_time desc limit $2)',
    [station, count],
  );
  await db.close();
}

async function isTyped(app: App, context: BrowserContext): Promise<void> {
  const { page } = app;
  await showStation(app, 'CS-FULL');
  await test.step('a worker that fails to load is reported, and the next click retries', async () => {
    await page.route(/export-worker/, (route) => route.abort());
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    await expect(panel(app).getByRole('alert')).toContainText('could not start');
    await panel(app).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('values in both formats', async () => {
    const [row] = await rowsOf('CS-FULL', 1);
    if (!row) throw new Error('The message is not there.');
    expect(rawColumns.filter(([, field]) => row[field] === null || row[field] === undefined)).toEqual([]);
    const loaded = await exportOf(page);
    expect(loaded.rows).toEqual([cellsOf(row)]);
    expect(loaded.rows[0]?.slice(1, 3)).toEqual(['0012', '1E5']);
    const all = await exportAllOf(page);
    expect(all.rows, 'both ways of writing read the same').toEqual(loaded.rows);
    expect(all.about.get('Filter: Station ID')).toBe('CS-FULL');
    expect(all.about.get('Unit of Frequency')).toBe('MHz');
  });

  await test.step('on a phone both exports are in the menu of the list', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('button', { name: 'List options' });
    await menu.click();
    await expectPartAccessible(page, '[role=menu], [role=dialog]', 'the menu with the exports');
    expect((await exportOf(page)).rows).toHaveLength(1);
    await expect(menu).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  await showStation(app, 'CS-HOSTILE', '&size=25');
  await expect(app.dataRows).toHaveCount(hostile.length);
  await test.step('untrusted texts', async () => {
    const sent = new Map((await rowsOf('CS-HOSTILE', 100)).map((row) => [row.msgno, String(row.text)]));
    // Both writers write the same for any text: writers.test.ts.
    const file = await exportAllOf(page);
    expect(file.rows).toHaveLength(hostile.length);
    const texts = new Map(
      file.rows.map((row) => [row[rawColumns.findIndex(([, field]) => field === 'msgno')], row[textColumn]]),
    );
    for (const at of hostile.keys()) {
      const [text, original] = [String(texts.get(`H${at}`)), sent.get(`H${at}`) ?? ''];
      if (original.length > 32_767) expect(text).toMatch(/^X{32000}X* … \(cut, \d+ characters\)$/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched for
      else if (/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/.test(original)) expect(text).toMatch(/^[␀-␡⟨⟩\w.[;]+$/);
      else expect(text).toBe(original);
    }
    for (const part of Object.values(file.parts)) expect(part).not.toMatch(/<f[ >]/);
  });

  await test.step('all matching rows as CSV and as JSON lines', async () => {
    const [lines, csv] = [await textOf(page, 'JSON lines'), await textOf(page, 'CSV')];
    const newest = await rowsOf('CS-HOSTILE', hostile.length);
    expect(lines.name).toBe('AKRX Messages.jsonl');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(newest.map((row) => Object.fromEntries(rawColumns.map(([, field]) => [field, row[field] ?? null]))));
    expect(csv.name).toBe('AKRX Messages.csv');
    const records = await csvRecords(csv.text);
    expect(records.map((values) => values.length)).toEqual(Array(hostile.length + 1).fill(rawColumns.length));
    expect(records.flat().filter((value) => /^[=+@]/.test(value))).toEqual([]);
  });

  await test.step('an export stops at 100,000 rows and reports it', async () => {
    await stub(context, '/AcarsMessage/allUsers', (url) => {
      const offset = Number(url.searchParams.get('offset'));
      const limit = Number(url.searchParams.get('limit'));
      const acarsMessages = Array.from({ length: limit }, (_, at) => ({
        id: String(offset + at),
        tail: `T${offset + at}`,
      }));
      return { json: { acarsMessages, acarsMessagesCount: 100_001 } };
    });
    await app.go('/akrxAll');
    await expect(page.getByRole('main')).toContainText('more than 100,000 messages');
    const parts = await partsBy(page, () => pressExportAll(page));
    const tails = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/>T(\d+)</g)].map(([, number]) =>
      Number(number),
    );
    expect(tails).toEqual(Array.from({ length: 100_000 }, (_, at) => at));
    await expect(page.getByText('More than 100,000 match, but an export is limited to 100,000')).toBeVisible();
    await context.unrouteAll({ behavior: 'wait' });
  });
}

/** On the list with its first rows, whose export has been loaded. */
async function isStoredInPart(app: App): Promise<void> {
  const { page } = app;
  const main = page.getByRole('main');
  // The newest 1,000 rows of the list are stored, and of the search only those among them.
  const { token } = await logIn(server.current, 'parser');
  const page1 = await callApi(server.current, '/AcarsMessage/allUsers?offset=0&limit=1000', { token });
  const list = page1.json as { acarsMessages: Row[]; acarsMessagesCount: number };
  const held = list.acarsMessages.filter(({ stationId }) => stationId === 'CS-MANY').length;
  const all = many.toLocaleString('en-US');
  await expect(main).toContainText(`${all} messages`);
  const last = String(list.acarsMessages.at(-1)?.text);
  await awaitOnDevice(page, last);
  await page.context().setOffline(true);
  // With a size that is not in memory the rows are read from the store.
  await showStation(app, 'CS-MANY', '&size=25');
  await expect(main).toContainText(`${held} of ${all} messages stored`);
  const coverage = new RegExp(
    `${held} in the newest 1,000 of ${list.acarsMessagesCount.toLocaleString('en-US')} messages, received from .*Z on\\. The server found ${all} at .*Z\\.`,
  );
  await expect(main).toContainText(coverage);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`1 to 25 of ${held} stored`);
  await expect(page.getByTestId('window')).toHaveText(/^Stored in part: 2\sh /);
  await expectPartAccessible(page, 'header, main [role=status]', 'stored rows that are not all');

  await test.step('rows that are messages: what is stored of them are receptions', async () => {
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await expect(main).toContainText(`${held} of ${all} receptions stored`);
    await expect(main).toContainText(new RegExp(`${held} in the newest 1,000 of [\\d,]+ receptions, received from `));
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(main).toContainText(`${held} of ${all} messages stored`);
  });

  await test.step('the export', async () => {
    const shown = await exportOf(page);
    expect(shown.rows).toHaveLength(25);
    expect(shown.about.get('Stored rows that match the filter')).toBe(String(held));
    await page.getByRole('button', { name: 'Rows to export' }).click();
    await expect(page.getByRole('menuitem', { name: /^All/ })).toHaveText(
      `All matching rows (${held} of ${all} stored)`,
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect((await textOf(page, 'CSV')).name).toMatch(/^AKRX Messages \(part, stored \d{4}-\d\d-\d\d \d{4}Z\)\.csv$/);
    const stored = await exportAllOf(page);
    expect(stored.fileName).toBe('AKRX Messages.xlsx');
    expect(stored.sheetName).toBe('AKRX Messages (part)');
    expect(stored.rows).toHaveLength(held);
    expect(stored.about.get('Rows that match on the server')).toBe(all);
    expect(stored.about.get('Not complete')).toMatch(/in the newest 1,000 of .* rows, received from \d+ \w+ \d{4}, /);
    expect(stored.about.get('Stored rows from (UTC)')).toBeInstanceOf(Date);
    expect(new Set(stored.rows.map((row) => row[6]))).toEqual(new Set(['CS-MANY']));
    expect(stored.about.get('Source')).toBe('stored copy (server unreachable)');
    expect(stored.about.get('Stored copy as of (UTC)')).toBeInstanceOf(Date);
    await expect(
      page.getByText(/From the copy stored on \d+ \w+ \d{4} at \d\d:\d\dZ.*The server found /).first(),
    ).toBeVisible();
  });

  await app.filter.set('Tail', 'NOBODY');
  await app.filter.search();
  await expect(main).toContainText('No stored row matches.');
  await expect(main).toContainText('None in the newest 1,000 of ');
  await app.go('/akrxAll?stationId=CS-MANY&page=150');
  await expect(main).toContainText('This page is not stored.');
  await page.context().setOffline(false);
}
