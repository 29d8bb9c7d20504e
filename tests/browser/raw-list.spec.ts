import akrxAll from '../../src/screens/acars/akrx-all.list.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { fullLine, series } from '../support/messages.ts';

const server = serverForFile({
  prepare: (it) => it.import([fullLine({ secondsAgo: 5 }), ...series(40)]),
});
const headers = akrxAll.columns.map((column) => column.header);
const stubbed = {
  acarsDateTime: '2026-11-20T14:49:58Z',
  tail: 'c1',
  flight: 'c2',
  text: 'c3',
  aggregatedText: 'c4',
  aggregationStatus: 'c5',
  freq: 131.55,
  timestamp: 1795186198.5,
  stationId: 'c8',
  channel: 9,
  level: -10.5,
  error: 11,
  mode: 'c12',
  label: 'c13',
  blockId: 'c14',
  ack: 'c15',
  msgno: 'c16',
  end: true,
  alt: 18000,
  dsta: 'c19',
  icao: 'c20',
  isOnground: true,
  isResponse: false,
  lat: 23.25,
  lon: -24.5,
  toAddr: 'c25',
  type: 'c26',
  consensusStatus: 'c27',
  consensusResult: 'c28',
};

const instantForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const secondsOf = (text: string | null) => Date.parse(`${text?.replace(' ', 'T')}Z`) / 1000;

test('S03 S26 S33 S34 RAW-01 RAW-02 RAW-03 RAW-04 RAW-09 RAW-10 RAW-11 RAW-12 RAW-14 RAW-15 NAV-22 ERR-01 ERR-05 ERR-08 ERR-10 PAGE-06 PAGE-07 PAGE-15 API-11 TIME-01 TIME-02 TIME-06 TIME-07 TIME-08 TIME-10 C24 C25 C25b C30 C32 C33 C38 C51 C79: the filter of a list; From and To advance each second while requests stay rare; they stop after SEARCH and advance after RESET; the empty text is shown 2.5 s after entry, not before; a failed list reports it, with the server’s message in one dialog that the backdrop closes; a Customer opens /akrx, which requests ten rows of the last day, without a company for a user without one; its filter lacks the four consensus fields; the headers are in order, and a row fills its cells @clock', async ({
  page,
  context,
}) => {
  const app = new App(page, server.current.url);
  const requests: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/AcarsMessage/allUsers' && url.searchParams.get('limit') === '10')
      requests.push(url.search);
  });
  await app.logInAs('parser', { from: '/akrxAll', lands: '/akrxAll' });
  const [from, to] = [app.filter.input('From'), app.filter.input('To')];

  await test.step('S34 TIME-02 TIME-06 C25: the clocks of From and To', async () => {
    await expect(app.dataRows).toHaveCount(10);
    const first = new URLSearchParams(requests[0]);
    expect(secondsOf(first.get('acarsMessageDateTimeMax')) - secondsOf(first.get('acarsMessageDateTimeMin'))).toBe(
      7200,
    );
    await app.filter.open();
    const shown = async () =>
      `${await from.inputValue()}${await from.getAttribute('placeholder')} ${await to.inputValue()}${await to.getAttribute('placeholder')}`;
    const advances = async () => {
      const before = await shown();
      await page.clock.fastForward(1000);
      await expect.poll(shown).not.toBe(before);
    };
    const requested = requests.length;
    await advances();
    await advances();
    expect(requests.length - requested).toBe(0);

    await from.fill('2026-02-01T23:50');
    await to.fill('2026-02-02T00:30');
    await app.filter.search();
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    await expect
      .poll(() => secondsOf(new URLSearchParams(requests.at(-1)).get('acarsMessageDateTimeMin')))
      .toBe(Date.UTC(2026, 1, 1, 23, 50) / 1000);
    await app.filter.open();
    await page.clock.fastForward(1000);
    await expect.poll(() => from.inputValue()).toMatch(/2026-02-01[T ]23:50/);
    await app.filter.reset();
    await app.filter.open();
    await advances();
    await page.keyboard.press('Escape');
  });
  await test.step('RAW-02 C32 PAGE-06 PAGE-07: its indicator is OFF, ON after a search, OFF after RESET', async () => {
    await expect(app.filter.button).toHaveText(/FILTER OFF/);
    await app.filter.set('Tail', 'n163us');
    await app.filter.search();
    await expect(app.filter.button).toHaveText(/FILTER ON/);
    await expect(app.dataRows).toHaveCount(1);
    await expect(app.dataRows.first()).toContainText('N163US');
    const lines = ['Remove Tail n163us', 'RESET'].map(async (name) => {
      const box = await boxOf(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name }));
      return Math.round(box.y + box.height / 2);
    });
    const [chip, reset] = await Promise.all(lines);
    expect(reset, 'RESET is next to the last filter').toBe(chip);
    await app.filter.reset();
    await expect(app.filter.button).toHaveText(/FILTER OFF/);
    await expect(app.dataRows).toHaveCount(10);
  });
  await test.step('RESP-01: in a low window the filters are one line, which hides none of them', async () => {
    const usual = page.viewportSize() ?? { width: 1280, height: 860 };
    await page.setViewportSize({ width: 1000, height: 300 });
    await app.go('/akrxAll?stationId=1001&tail=N*&flight=LH*&text=ENGINE&label=H1');
    const filters = page.getByRole('group', { name: 'Filters' });
    const buttons = filters.getByRole('button');
    await expect(buttons).toHaveCount(6);
    expect(await filters.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    for (const name of ['Remove Station ID 1001', 'RESET']) {
      await filters.getByRole('button', { name }).focus();
      await expect(filters.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    // The screen scrolls to its pager, and no further.
    await app.filter.reset();
    await expect(app.dataRows).toHaveCount(10);
    await expect(app.dataRows.nth(1).getByRole('gridcell').first()).toBeInViewport({ ratio: 1 });
    const kinds = page.getByRole('group', { name: 'Kinds of messages' });
    expect(await kinds.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(usual);
    await expect(app.dataRows).toHaveCount(10);
  });
  await test.step('S33 ERR-10 TIME-08 C33: an incomplete date is reported under its field on blur, and a complete one clears that', async () => {
    await app.filter.open();
    const text = page.getByText('Please enter complete date & time or use DatePicker ↑');
    await from.fill('2026-02-01T23');
    await from.press('Tab');
    await expect(text).toBeVisible();
    await from.fill('2026-02-01T23:50');
    await from.press('Tab');
    await expect(text).toHaveCount(0);
    await app.filter.reset();
  });
  await test.step('S26 RAW-11 ERR-08 C30: an empty result has its specified text', async () => {
    await app.filter.set('Tail', 'ZZ-NONE');
    await app.filter.search();
    await expect(app.filter.panel).toBeHidden();
    await app.settle();
    await expect(
      page.getByText(
        'There are no data for previous day or entered serach term. Please back to previous page or enter new search term in the Filter.',
      ),
    ).toBeVisible();
  });
  await test.step('RAW-12 RAW-14 TIME-10 C25b: 2.5 s after entry, not before', async () => {
    await app.go('/device');
    await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
    const nowMs = () => page.evaluate(() => Date.now());
    const enteredMs = await nowMs();
    await app.go('/akrxAll?tail=ZZ-LATE');
    const empty = page.getByText(/There are no data for previous day/);
    await expect(page.getByRole('heading', { level: 1, name: 'ACARS raw' })).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.fastForward(250);
        return empty.isVisible();
      })
      .toBe(true);
    expect((await nowMs()) - enteredMs).toBeGreaterThanOrEqual(2500);
  });
  const failed = page.getByRole('main').getByText('Could not read AKRX messages from the server!');
  await test.step('S26 ERR-01 ERR-05 C51: a failure', async () => {
    await stub(context, '/AcarsMessage/allUsers', { status: 500, json: { message: 'The shelf is empty.' } });
    await app.go('/akrxAll?size=25');
    await expect(failed).toBeVisible();
    await closesByBackdrop(app, 'The shelf is empty.');
    await expect(failed).toBeVisible();
  });

  // The other raw list, and a response without a message: the text of the request.
  await stub(context, '/AcarsMessage', { status: 500, json: {} });
  const requested = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/AcarsMessage');
  await app.changeUser('customer');
  await closesByBackdrop(app, 'Request failed with status code 500.');
  await expect(failed).toBeVisible();
  await context.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await test.step('S03 RAW-01 RAW-15 NAV-22 API-11 TIME-01 TIME-07 PAGE-15 C24 C38: the list of a Customer', async () => {
    isOfLastDay(new URL((await requested).url()).searchParams);
    await expect(app.dataRows).toHaveCount(10);
    await expect(app.dataRows.first()).toContainText('N163US');
  });
  await test.step('RAW-10 RAW-09: /akrxAll has the four consensus fields (list-behaviour.spec.ts)', async () => {
    await app.filter.open();
    for (const field of ['Tail', 'Flight', 'Text', 'Label', 'Station ID'])
      await expect(app.filter.input(field), field).toBeVisible();
    for (const field of ['Parsed Text', 'Aggregation Status', 'Consensus Status', 'Consensus Result'])
      await expect(app.filter.input(field), field).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('RAW-03 RAW-04 C79', async () => {
    await page.setViewportSize({ width: 6200, height: 800 });
    await stub(context, '/AcarsMessage', { json: { acarsMessages: [stubbed], acarsMessagesCount: 1 } });
    await app.go('/akrx?size=25');
    await expect(app.dataRows).toHaveCount(1);
    const shown = (await app.headers().allInnerTexts()).map((text) =>
      text
        .split('\n')[0]
        ?.replace(/ (MHz|s|dB|ft|°)$/, '')
        .trim(),
    );
    expect(shown).toEqual(headers);
    const cells = (await app.dataRows.first().getByRole('gridcell').allInnerTexts()).map((text) => text.trim());
    expect(cells).toHaveLength(headers.length);
    expect(cells[0]).toBe('2026-11-20 14:49:58');
    for (const at of [1, 2, 3, 4, 5, 8, 12, 13, 14, 15, 16, 19, 20, 25, 26, 27, 28])
      expect(cells[at], headers[at]).toBe(`c${at}`);
    expect(cells[6]).toMatch(/^131[.,]55/);
    expect(cells[10]).toMatch(/^[−-]10[.,]5/);
    expect(cells[24]).toMatch(/^[−-]24[.,]5/);
  });
});

async function closesByBackdrop(app: App, text: string): Promise<void> {
  await expect(app.alertDialog).toHaveCount(1);
  await expect(app.alertDialog).toContainText(text);
  await app.page.mouse.click(5, 400);
  await expect(app.alertDialog).toHaveCount(0);
}

function isOfLastDay(searchParams: URLSearchParams): void {
  expect(searchParams.has('company'), 'RAW-15').toBe(false);
  expect(searchParams.get('offset')).toBe('0');
  expect(searchParams.get('limit')).toBe('10');
  const [from, to] = [searchParams.get('acarsMessageDateTimeMin'), searchParams.get('acarsMessageDateTimeMax')];
  expect(from).toMatch(instantForm);
  expect(to).toMatch(instantForm);
  expect(secondsOf(to) - secondsOf(from)).toBe(24 * 3600);
  expect(Math.abs(secondsOf(to) - Date.now() / 1000)).toBeLessThan(60);
}
