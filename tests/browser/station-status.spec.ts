import type { Locator, Page } from 'playwright/test';
import type { Rule } from '../../contract/entities/rules.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { silenceRulesOf } from '../../src/objects/rules/ready-made.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { countHeard, report } from '../support/heard-stations.ts';
import { holdRoute } from '../support/held-route.ts';
import { boxOf, excessOf, layoutFaults } from '../support/layout.ts';
import { addStation } from '../support/stations.ts';

const minute = 60_000;
const hour = 60 * minute;
const path = '/stationStatus';

/** A week of ADSB and ACARS, with some hours of ACARS without upload on the previous day. */
async function bringStations(db: Database): Promise<void> {
  const now = Date.now();
  await db.query('update stations set feeder_user_id = null');
  await addStation(db, '7042', ['RX-7042']);
  await db.query(
    `update stations set city = 'Zurich', feeder_user_id = (select id from users where user_name = 'feeder') where station_id = '7042'`,
  );
  const week = { receiver: 'RX-7042', from: now - 8 * 24 * hour };
  await countHeard(db, { ...week, type: 'ADSB', to: now - 20_000 });
  await countHeard(db, { ...week, type: 'ACARS', to: now - 30 * hour });
  await countHeard(db, { receiver: 'RX-7042', type: 'ACARS', from: now - 20 * hour, to: now - 30_000 });
  await report(db, {
    stationId: '7042',
    from: now - 7 * 24 * hour,
    to: now - minute,
    frames: 9000,
    adsb: 6000,
    acars: 40,
  });
  // One station of the demo feeds, and one became silent.
  await countHeard(db, { receiver: 'DL-LROP-ADSB', type: 'ADSB', from: now - 24 * hour, to: now - 10_000 });
  await countHeard(db, { receiver: 'DL-LOWW-ADSB', type: 'ADSB', from: now - 24 * hour, to: now - 2 * hour });
}
const db = { current: undefined as Database | undefined };
const database = (): Database => {
  if (!db.current) throw new Error('The database is not open yet.');
  return db.current;
};
const server = serverForFile({
  prepare: async (it) => {
    db.current = openDatabase({ url: it.databaseUrl }, { max: 2 });
    await bringStations(db.current);
  },
});
test.afterAll(() => db.current?.close());

const verdict = (page: Page): Locator => page.getByTestId('verdict');
const row = (page: Page, stationId: string): Locator =>
  page.getByRole('button', { name: new RegExp(`Station ${stationId}\\b`) });
const badge = (page: Page): Locator => page.getByRole('banner');

/** As a new visit: the status is requested again. The screen in between is small. */
async function leaveAndReturn(app: App, search = ''): Promise<void> {
  await app.go('/device');
  await expect(app.page.getByRole('heading', { name: 'Stored on this device', level: 1 })).toBeVisible();
  await app.go(path + search);
}

/** The text is shown and not cut off. */
async function expectWhole(text: Locator, words: string | RegExp): Promise<void> {
  await expect(text).toHaveText(words);
  await expect.poll(() => excessOf(text), { message: 'pixels cut off' }).toBeLessThanOrEqual(0);
}

type Change = { readonly value: string | null; readonly at: number };
type Recorded = typeof globalThis & { highlights: Change[] };
/** Records each change of the highlight in the page with its time. */
const recordHighlights = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const changes: Change[] = [];
    (globalThis as Recorded).highlights = changes;
    const attribute = 'data-highlight';
    new MutationObserver(() => {
      const value = document.querySelector(`[${attribute}]`)?.getAttribute(attribute) ?? null;
      if (value !== (changes.at(-1)?.value ?? null)) changes.push({ value, at: performance.now() });
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: [attribute] });
  });
/** These followed one after the other, each for two seconds of the page's clock. */
async function expectHighlights(page: Page, values: readonly (string | null)[]): Promise<void> {
  const changes = (): Promise<readonly Change[]> => page.evaluate(() => (globalThis as Recorded).highlights);
  const shown = () => page.clock.runFor(500).then(changes);
  await expect.poll(async () => (await shown()).map(({ value }) => value)).toEqual(values);
  const times = (await changes()).map(({ at }) => at);
  for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThan(1900);
}

const listed = (at: number) => ({
  id: at,
  stationId: String(10_000 + at),
  city: null,
  country: 'Romania',
  state: at === 4321 ? 'silent' : 'feeding',
  reason: at === 4321 ? 'noSign' : null,
  lastMessageAt: '2026-01-01T00:00:00Z',
  usualEveryS: 2,
  fineS: 480,
  lateS: 1200,
  silentTypes: [],
  facts: null,
});

test('C68 C119 ERR-01: a feeder with one station sees on a phone the verdict first, then the path, and hours that are read by keyboard; offline it shows the stored status, not the current one; a failed response is reported in its place with a retry; a change appears automatically within half a minute, with its cause and what to check; a user without a station finds the screen in the account menu, and an explanation of how a station gets its feeder. SST-12 C83 C68: ?stationId= scrolls to, focuses and highlights the row for 2 s, then fades for 2 s; arrow keys continue from there; 5,000 stations are shown in a list with few rows in the document; the order stays until a click; an invalid row breaks nothing; with a server that lacks the call the screen uses older calls, and states its limitations @clock', async ({
  page,
  context,
}) => {
  await stub(context, '/Stations/health', { status: 500, json: { message: 'The disk is full.' } });
  const app = new App(page, server.current.url);
  await recordHighlights(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await app.logInAs('feeder', { from: path, lands: path });
  await expect(app.alertDialog).toContainText('The disk is full.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Station status could not be loaded.')).toBeVisible();
  await context.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(verdict(page)).toContainText('Feeding');
  await expect(verdict(page)).toContainText('Station 7042, Zurich');
  await expect(verdict(page)).toContainText(/Last message (\d+ \w+ \d{4}, )?\d\d:\d\dZ, \d+\s(s|min) ago/);
  await expect(badge(page)).toContainText(/Live/);
  await expect(page.getByRole('heading', { name: 'Feeding', level: 2 })).toBeInViewport();
  await expect(page.getByRole('term').filter({ hasText: /^Range$/ })).toBeInViewport({ ratio: 1 });
  const details = page.getByText('Gaps, readings and versions');
  await expect(page.getByRole('link', { name: /^Received by this station only/ })).toBeInViewport({ ratio: 1 });
  const notice = page.getByRole('switch', { name: /^Notify me when it/ });
  await expect(notice, 'all of a healthy station is on one screen').toBeInViewport({ ratio: 1 });

  const steps = page.getByRole('region', { name: 'Path of a message' }).getByRole('listitem');
  await expect(steps).toHaveText([/^Radio/, /^Decoded/, /^Uploaded/, /^Stored/, /^Counted/]);
  for (const step of await steps.all()) await expect(step).toContainText(/fine, .+\d\d:\d\d:\d\dZ$/);

  // The seven days: pointer and keyboard read the same values.
  const days = page.getByRole('slider', { name: 'ACARS, seven days, by the day' });
  await days.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuetext', /24\sh from .+: fed \d+ %, decoded, but no upload \d\sh/);
  const text = (await days.getAttribute('aria-valuetext')) ?? '';
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await details.click();
  await page.getByText('Hours without messages, as text').click();
  await expect(page.getByText(/ to .+: decoded, but no upload/)).toBeVisible();
  await expectAccessible(page, 'a station that feeds, on a phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await app.go('/overview');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await context.setOffline(true);
  await app.go(path);
  await expect(verdict(page)).toContainText('Was feeding');
  await expect(verdict(page)).toContainText(/As of (\d+ \w+ \d{4}, )?\d\d:\d\dZ, \d+\s(s|min) ago/);
  await expect(verdict(page)).not.toContainText(/Last message .+ ago/);
  await expect(steps).toHaveCount(5);
  await expect(badge(page)).toContainText(/Stored/);
  await expectAccessible(page, 'a station as it was, without network');
  await context.setOffline(false);
  await expect(verdict(page)).toContainText(/^Feeding/);

  const now = Date.now();
  await database().query(`delete from rx_hour where lower(receiver) = 'rx-7042' and hour > now() - interval '5 hours'`);
  await report(database(), { stationId: '7042', from: now - 20_000, to: now - 10_000, frames: 9000, adsb: 6000 });
  // The first response may be of a request that was running before the change.
  const nextResponse = () => Promise.all([page.waitForResponse(/\/Stations\/health/i), page.clock.runFor(30_000)]);
  await nextResponse();
  await nextResponse();
  await expect(verdict(page)).toContainText(/Silent since .*\d\d:\d\dZ/);
  await expect(page.getByText(/^Silent since/), 'the status once').toHaveCount(1);
  await expect(verdict(page)).toContainText('not uploaded');
  await expect(page.getByRole('heading', { name: 'What to check' })).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Checked \d\d:\d\d:\d\dZ$/)).toBeVisible();
  // The switch is the rule about silence.
  const { token } = await logIn(server.current, 'feeder');
  const isRuleOn = async (): Promise<boolean> => {
    const { json } = await callApi(server.current, '/Rules', { token });
    return silenceRulesOf(json as Rule[], '7042').some(({ isEnabled }) => isEnabled);
  };
  await expect(notice).toHaveAccessibleName('Notify me when it feeds again');
  await expect(notice).toBeEnabled();
  const wasOn = await notice.isChecked();
  for (const to of [!wasOn, wasOn]) {
    await notice.click();
    await expect(notice).toBeChecked({ checked: to });
    expect(await isRuleOn()).toBe(to);
  }
  await expect(steps.filter({ hasText: 'Uploaded' })).toContainText('messages do not');

  await test.step('a user without a station', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.changeUser('customer');
    await page.getByRole('button', { name: 'Account of customer' }).click();
    await page.getByRole('menuitem', { name: 'Station status' }).click();
    await app.expectPath(path);
    await expect(page.getByText('Your account feeds no station.')).toBeVisible();
    await expect(page.getByText(/An administrator assigns feeders/)).toBeVisible();
    await expect(verdict(page)).toHaveCount(0);
    await expectPartAccessible(page, 'main', 'no station');
  });

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await app.changeUser('admin');
  await app.go(`${path}?stationId=1019`);
  await expect(row(page, '1019')).toBeFocused();
  await expect(row(page, '1019')).toBeInViewport();
  await expect(row(page, '1019')).toHaveAttribute('aria-expanded', 'true');
  await expect(verdict(page)).toBeInViewport();
  await expectHighlights(page, ['on', 'fading', null]);

  await page.keyboard.press('Enter');
  await expect(row(page, '1019')).toHaveAttribute('aria-expanded', 'false');
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Home');
  // Worst first: the station that became silent.
  await expect(row(page, '1003')).toBeFocused();
  await expect(row(page, '1003')).toContainText(/Silent for \d+\sh/);
  await page.keyboard.press('Enter');
  await expect(row(page, '1003')).toContainText('Station 1003 Vienna');
  await expect(verdict(page)).toContainText('Last message');
  await expect(verdict(page), 'the row has status and station already').not.toContainText(/Silent since|Station 1003/);
  expect(new URL(page.url()).searchParams.get('stationId')).toBe('1003');
  await expect(page.getByRole('heading', { name: 'What to check' })).toBeVisible();
  await expectAccessible(page, 'several stations, one open and silent');

  await page.getByRole('searchbox').fill('bucharest feeding');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: false }) })).toHaveCount(
    1,
  );
  await expect(row(page, '1001')).toContainText('Feeding');
  await page.getByRole('searchbox').fill('nowhere');
  await expect(page.getByText('No matching station.')).toBeVisible();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => void (globalThis as Recorded).highlights.splice(0));
  await leaveAndReturn(app, '?stationId=1007');
  await expectHighlights(page, ['on', null]);
  await leaveAndReturn(app, '?stationId=99');
  await expect(page.getByText('There is no station 99.')).toBeVisible();

  // A station without any message has its status beside name and numbers, or below them.
  for (const width of [360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(row(page, '1002')).toContainText('Nothing received yet');
    await expect.poll(() => layoutFaults(page, '[id$="1002"]'), { message: `at ${width}` }).toEqual([]);
  }
  // The strip has its part of a wide list, and the link is below the cause.
  const columns = await row(page, '1003').evaluate((grid) =>
    getComputedStyle(grid).gridTemplateColumns.split(' ').map(Number.parseFloat),
  );
  expect(columns[5]).toBeGreaterThan(300);
  const whole = await boxOf(row(page, '1003'));
  const link = await boxOf(row(page, '1003').locator('xpath=ancestor::li').getByRole('link').first());
  const ofCause = 16 + (columns[0] ?? 0) + 12 + (columns[1] ?? 0) + 12;
  expect(Math.round(link.x - whole.x)).toBe(Math.round(ofCause));

  // Offline on a phone the row is shown in full.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/Stations/health', (route) => route.abort());
  await leaveAndReturn(app);
  await expectWhole(row(page, '1003').locator('strong').last(), /^Was silent since .*\d\d:\d\dZ$/);

  await test.step('5,000 stations', async () => {
    const stations: object[] = Array.from({ length: 5000 }, (_, at) => listed(at));
    let isLater = false;
    await stub(context, '/Stations/health', (url) => {
      if (url.searchParams.has('stationId')) return { status: 500, json: { message: 'not now' } };
      const worse = isLater ? [{ ...listed(7), state: 'late' }] : [listed(7)];
      const asOf = new Date().toISOString().replace(/\.\d+/, '');
      return { json: { asOf, stations: [{ nonsense: true }, null, ...stations.toSpliced(7, 1, ...worse)] } };
    });
    await page.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 860 });
    // The stored list is shown first. All of its stations are replaced.
    const release = await holdRoute(context, '**/Stations/health', (route) => route.fallback());
    await app.open(path);
    await expect(row(page, '1003')).toBeVisible();
    await release();
    await expect(page.getByText('4,999 of 5,000 feeding 1 silent')).toBeVisible();
    await expect(page.getByText(/limit, 30 min to 24 h\..+ active in the last 4\sh\./)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Statistics' })).toHaveAttribute(
      'href',
      '/statistics',
    );
    const rows = page.getByRole('button', { name: /Station 1\d{4}\b/ });
    await expect(rows.first()).toContainText('Station 14321 Romania');
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await rows.first().focus();
    await page.keyboard.press('End');
    await expect(row(page, '14999')).toBeFocused();
    await expect(row(page, '14999')).toBeInViewport();

    isLater = true;
    await page.clock.runFor(30_000);
    await expect(page.getByText('4,998 of 5,000 feeding 1 silent, 1 degraded')).toBeVisible();
    await expect(row(page, '14999')).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(rows.nth(1)).toContainText('Station 10000');
    await page.getByRole('button', { name: 'Sort worst first' }).click();
    await expect(rows.nth(1)).toContainText('Station 10007');

    // Two columns, each with the names of its values.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(page.getByText('30 min each')).toHaveCount(2);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectWhole(rows.first().locator('strong').last(), /^Silent for \d+\sd( \d+\sh)?$/);
  });

  await test.step('a server that lacks the call', async () => {
    await context.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 860 });
    await stub(context, '/Stations/health', { status: 404, json: { message: 'No such call.' } });
    await stub(context, '/Station', {
      json: [
        { id: 1, stationId: '55', city: 'Brasov', lastActiveTime: '2026-01-01T08:30:00Z' },
        { id: 2, stationId: 56, lastActiveTime: null },
        null,
      ],
    });
    await stub(context, '/Stations/StationStatus', {
      json: { stationStatus: [{ stationId: '55', createdOn: '2026-01-02T09:45:00Z' }], stationStatusCount: 1 },
    });
    await leaveAndReturn(app, '?stationId=56');
    await expect(page.getByText(/This server reports only when/)).toBeVisible();
    const first = page.getByRole('listitem').filter({ hasText: 'Station 55, Brasov' });
    await expect(first).toContainText(/Last active .*08:30Z/);
    await expect(first).toContainText(/Last status report .*09:45Z/);
    const other = page.getByRole('listitem').filter({ hasText: 'Station 56' });
    await expect(other).toContainText('Never active');
    await expect(other).toBeFocused();
    await expect(app.alertDialog).toHaveCount(0);
  });
});
