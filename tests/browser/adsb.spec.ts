import type { Page, Request } from 'playwright/test';
import { adsbMessage } from '../../contract/entities/messages.ts';
import { deviceOf } from '../offline/device.ts';
import { addresses, openAdsb, shownFrames, whole } from '../support/adsb-page.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { type App, expect, serverForFile, stub, test } from '../support/browser.ts';
import { exportAllOf, exportOf } from '../support/exported.ts';
import { storeFrames } from '../support/frames.ts';

/** Fields as in the specification, in its order; labels by C79. */
const columns = [
  ['adsbDateTime', 'UTC Date/Time'],
  ['address', 'Address'],
  ['addressType', 'Address Type'],
  ['aircraftType', 'Aircraft Type'],
  ['airspeed', 'Airspeed'],
  ['airspeedStatus', 'Airspeed Status'],
  ['altInfo', 'Alt Info'],
  ['altUnit', 'Alt Unit'],
  ['altitude', 'Altitude'],
  ['bds2Identification', 'Bds2 Identification'],
  ['capability', 'Capability'],
  ['cc', 'Cc'],
  ['commBBds', 'Comm B Bds'],
  ['commBMb', 'Comm B Mb'],
  ['controlField', 'Control Field'],
  ['dr', 'Dr'],
  ['emergencyState', 'Emergency State'],
  ['error', 'Error'],
  ['esSub', 'Es Sub'],
  ['esType', 'Es Type'],
  ['ewStatus', 'Ew Status'],
  ['ewVelocity', 'Ew Velocity'],
  ['fFlag', 'F Flag'],
  ['flightStatus', 'Flight Status'],
  ['haeBaroOffset', 'Hae Baro Offset'],
  ['heading', 'Heading'],
  ['headingStatus', 'Heading Status'],
  ['icao', 'Icao'],
  ['identification', 'Identification'],
  ['iid', 'Iid'],
  ['lat', 'Latitude'],
  ['level', 'Level'],
  ['lon', 'Longitude'],
  ['modeA', 'Mode A'],
  ['modeAIdent', 'Mode A Ident'],
  ['modeC', 'Mode C'],
  ['msgType', 'Msg Type'],
  ['nacp', 'Nacp'],
  ['nsStatus', 'Ns Status'],
  ['nsVelocity', 'Ns Velocity'],
  ['nucp', 'Nucp'],
  ['posDecoding', 'Pos Decoding'],
  ['report', 'Report'],
  ['sl', 'Sl'],
  ['squawk', 'Squawk'],
  ['stationId', 'Station ID'],
  ['tFlag', 'T Flag'],
  ['timestamp', 'Timestamp'],
  ['um', 'Um'],
  ['verticalRate', 'Vertical Rate'],
  ['verticalRateSrc', 'Vertical Rate Src'],
  ['verticalStatus', 'Vertical Status'],
  ['vs', 'Vs'],
] as const;
const headers = columns.map(([, header]) => header);

const server = serverForFile({ prepare: (it) => storeFrames(it, shownFrames) });

// Far from UTC on both days: times are shown in UTC anyway (ADSB-05).
test.use({ timezoneId: 'Pacific/Auckland' });

const query = (request: Request | undefined): Record<string, string> =>
  Object.fromEntries(new URL(request?.url() ?? 'http://nothing').searchParams);
const hoursBetween = (requested: Record<string, string>): number =>
  (Date.parse(`${requested.acarsMessageDateTimeMax?.replace(' ', 'T')}Z`) -
    Date.parse(`${requested.acarsMessageDateTimeMin?.replace(' ', 'T')}Z`)) /
  3_600_000;

test('S07 S26 S30 S33 ADSB-01 ADSB-02 ADSB-03 ADSB-04 ADSB-05 ADSB-06 ADSB-07 ADSB-08 ADSB-09 ADSB-10 ADSB-11 ADSB-12 ADSB-13 ADSB-14 ADSB-15 ADSB-16 ADSB-17 RESP-04 OFF-03 SES-15 PAGE-12 PAGE-16 XLS-03 TIME-03 TIME-04 TIME-08 API-12 API-13 ERR-04 C33 C34 C35 C36 C38 C79: the list, its filter, sizes, columns, export and texts; the panel finds a field by any of its names, and Enter focuses it; fields in use stay visible and link back; an expanded row shows the values of the frame in groups, with units and words, and names the missing ones; on a phone frames are cards with labels for their fields, and the groups of the filter fold; without a network the list is filtered, also by existing fields, and sorted; the company list requests three days with a token, and always sends a company, even a blank one @clock', async ({
  page,
  context,
}) => {
  const { app, requested } = await openAdsb(server.current, page);
  await test.step('S07 ADSB-01 ADSB-02 ADSB-10 ADSB-11 ADSB-17 SES-15 C35 C36 TIME-03 API-12: a speed and an existing squawk are sent without a token, and both conditions apply', async () => {
    await expect(addresses(app)).toHaveText([whole.address ?? '', 'aaaaaa', 'bbbbbb', 'cccccc', 'dddddd']);
    expect(hoursBetween(query(requested[0]))).toBe(1);
    await expect(app.filter.button).toHaveText('FILTER OFF');

    await app.filter.open();
    await app.filter.panel.getByLabel('Airspeed from').fill('100');
    await app.filter.panel.getByLabel('Airspeed to').fill('500');
    await app.filter.panel.getByLabel('Squawk: Exist?').check();
    await app.filter.search();
    await expect(addresses(app)).toHaveText([whole.address ?? '', 'aaaaaa']);
    await expect(app.filter.button).toHaveText('FILTER ON');
    const request = requested.at(-1);
    const { acarsMessageDateTimeMin: _from, acarsMessageDateTimeMax: _to, ...sent } = query(request);
    expect(sent).toEqual({ airspeedMin: '100', airspeedMax: '500', squawk2: 'true', offset: '0', limit: '10' });
    for (const one of requested) expect(Object.keys(await one.allHeaders())).not.toContain('authorization');

    await app.reset();
    await expect(addresses(app)).toHaveCount(5);
    await expect(app.filter.button).toHaveText('FILTER OFF');
  });

  await test.step('S07 PAGE-16 C34: minimum 0 on every number but Ew Velocity; a negative Ns Velocity is sent with a hint, a negative airspeed is refused', async () => {
    await app.filter.open();
    const { panel } = app.filter;
    const without: string[] = [];
    for (const input of await panel.locator('input[type=number]').all())
      if ((await input.getAttribute('min')) !== '0') without.push((await input.getAttribute('id')) ?? '');
    expect(without).toEqual(['filter-ewVelocity']);
    await panel.getByLabel('Airspeed from').fill('-5');
    await app.filter.search();
    await expect(panel.getByText('Enter 0 or more.')).toBeVisible();
    await expect(panel.getByLabel('Airspeed from')).toBeFocused();
    await panel.getByLabel('Airspeed from').fill('');
    await app.filter.input('Ns Velocity').fill('-361');
    await expect(panel.getByText('Negative value, sent as typed.')).toBeVisible();
    await app.filter.search();
    await expect(addresses(app)).toHaveText(['dddddd']);
    expect(query(requested.at(-1))).toMatchObject({ nsVelocity: '-361' });
    await app.filter.set('Ns Velocity', '');
    await app.filter.set('Ew Velocity', '-453');
    await app.filter.search();
    await expect(addresses(app)).toHaveText([whole.address ?? '']);
    await app.reset();
    await expect(addresses(app)).toHaveCount(5);
  });

  await test.step('S07 ADSB-09 ADSB-12 ADSB-13 PAGE-12 S33 TIME-08 C33: sizes, a date range, the texts for an incomplete date and an empty result', async () => {
    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await expect(page.getByRole('option')).toHaveText([/^10$/, /^25$/, /^50$/, /^100$/, /^All/, 'Fill the window']);
    await expect(page.getByRole('option', { name: /^All/ })).toHaveAttribute('data-combobox-disabled', 'true');
    await page.keyboard.press('Escape');

    await app.filter.open();
    const [from, to] = [app.filter.input('From'), app.filter.input('To')];
    const incomplete = page.getByText('Please enter complete date & time or use DatePicker ↑');
    await from.fill('2026-02-01T23');
    await from.press('Tab');
    await expect(incomplete).toBeVisible();
    await from.fill('2026-02-01T23:50');
    await expect(incomplete).toHaveCount(0);
    await to.fill('2026-02-02T00:30');
    await app.filter.search();
    await expect(app.filter.panel).toBeHidden();
    await app.settle();
    await expect(
      page.getByText(
        'There are no data for entered serach term. Please back to previous page or enter new search term in the Filter.',
      ),
    ).toBeVisible();
    expect(query(requested.at(-1))).toMatchObject({
      acarsMessageDateTimeMin: '2026-02-01T23:50',
      acarsMessageDateTimeMax: '2026-02-02T00:30',
    });
  });

  await test.step('S30 ADSB-07 XLS-03 ADSB-04: the export has all columns, numbers as numbers, and words for invalid values', async () => {
    await app.go('/adsb?hide=squawk&stationId=CS-TEST-ADSB');
    await expect(app.dataRows).toHaveCount(1);
    const loaded = await exportOf(page);
    expect(loaded.fileName).toBe('ADSB Messages.xlsx');
    expect(loaded.headers).toEqual(headers);
    const expected = columns.map(([key]) => {
      if (key === 'adsbDateTime') return new Date(whole.adsbDateTime);
      return key === 'haeBaroOffset' ? 'not valid' : whole[key];
    });
    expect(loaded.rows).toEqual([expected]);
    expect(loaded.about.get('Unit of Vertical Rate')).toBe('ft/min');
    expect((await exportAllOf(page)).rows, 'both ways of writing read the same').toEqual([expected]);
  });
  await test.step('S07 ADSB-03 ADSB-04 ADSB-05 ADSB-06 ADSB-08 C79: columns in order with their values, the first UTC to the second in any time zone', async () => {
    await page.setViewportSize({ width: 10_400, height: 800 });
    const stubbed = Object.fromEntries(
      columns.map(([key], at) => [key, typeof whole[key] === 'number' ? at : `value ${at}`]),
    );
    const row = { ...stubbed, adsbDateTime: '2026-11-20T14:49:58Z', haeBaroOffset: -9999, nsVelocity: -361 };
    await stub(context, '/AcarsMessage/adsb', { json: { adsbMessages: [row], adsbMessagesCount: 1 } });
    await app.go('/adsb?size=25');
    await expect(app.dataRows.first()).toContainText('2026-11-20 14:49:58');
    await expect(app.headers()).toHaveCount(headers.length);
    const shown = (await app.headers().allInnerTexts()).map((text) =>
      text.replace(/ (kt|ft|ft\/min|°|dB|s)$/, '').trim(),
    );
    expect(shown).toEqual(headers);
    await expect
      .poll(() => app.headers().nth(4).getAttribute('title'), 'C79: the field is named there')
      .toContain('airspeed');
    const cells = (await app.dataRows.first().getByRole('gridcell').allInnerTexts()).map((text) => text.trim());
    const expected = columns.map(([key], at) => {
      if (key === 'adsbDateTime') return '2026-11-20 14:49:58';
      if (key === 'haeBaroOffset') return 'not valid';
      if (key === 'nsVelocity') return '−361';
      if (key === 'level') return `${at}.0`;
      return String(stubbed[key]);
    });
    expect(cells).toEqual(expected);
    // The expanded row shows the same word, without a unit.
    await app.dataRows.first().click();
    await expect(page.getByRole('definition').filter({ hasText: 'not valid' })).toHaveText('not valid');
  });

  await test.step('the columns menu hides what is empty in the rows shown, and shows it again; an ICAO address is a link', async () => {
    const nothing = Object.fromEntries(columns.map(([key]) => [key, null]));
    const row = { ...nothing, adsbDateTime: '2026-11-20T14:49:58Z', address: '4a0b12', altitude: 0 };
    await stub(context, '/AcarsMessage/adsb', { json: { adsbMessages: [row], adsbMessagesCount: 1 } });
    await app.go('/adsb?size=25&icao=4a0b12');
    await expect(app.grid.getByRole('link', { name: '4a0b12' })).toHaveAttribute('href', '/tail/4a0b12');
    await page.getByRole('button', { name: /show columns/i }).click();
    await page.getByRole('button', { name: 'Columns with data' }).click();
    await expect(app.headers()).toHaveText([/^UTC Date\/Time/, /^Address/, /^Altitude/]);
    await page.getByRole('button', { name: 'Back to default' }).click();
    await expect(app.headers()).toHaveCount(headers.length);
    await page.keyboard.press('Escape');
  });

  await test.step('S26 ADSB-14 ERR-04: a failed list shows its own text', async () => {
    await stub(context, '/AcarsMessage/adsb', { status: 500, json: { message: 'The shelf is empty.' } });
    await page.setViewportSize({ width: 1280, height: 860 });
    await app.go('/adsb?size=50');
    const failed = page.getByRole('main').getByText('Could not read Adsb messages from the server!');
    await expect(failed).toBeVisible();
    await expect(app.alertDialog).toContainText('The shelf is empty.');
    await page.mouse.click(5, 400);
    await expect(app.alertDialog).toHaveCount(0);
    await expect(failed).toBeVisible();
    await context.unrouteAll({ behavior: 'wait' });
  });

  await test.step('ADSB-15 RESP-04 OFF-03: the panel, an expanded row, a phone, no network', async () => {
    await app.go('/adsb');
    await expect(addresses(app)).toHaveCount(5);
    await page.keyboard.press('/');
    const { panel } = app.filter;
    const find = panel.getByRole('searchbox');
    await expect(find).toBeFocused();
    await expect(panel.getByText('No fields in use.')).toBeVisible();
    // By its meaning, by its wire name, by two words of its label.
    for (const [words, field] of [
      ['accuracy', 'nacp'],
      ['nsvelocity', 'nsVelocity'],
      ['rate vert src', 'verticalRateSrc'],
    ] as const) {
      await find.fill(words);
      await expect(panel.locator('[data-field]')).toHaveCount(1);
      await find.press('Enter');
      await expect(panel.locator(`[id="filter-${field}"]`)).toBeFocused();
    }
    await expect(panel, 'Enter searched nothing').toBeVisible();
    await page.keyboard.type('1');
    await find.fill('zzz');
    await expect(panel.getByText('No matching field. Enter the name of a field, not its value.')).toBeVisible();
    // The first Escape clears the text, the panel stays.
    await find.press('Escape');
    await expect(find).toHaveValue('');
    await expect(panel.locator('[data-field]')).toHaveCount(55);

    const set = panel.getByRole('group', { name: 'Fields in use' });
    await expect(set.getByRole('button', { name: 'Vertical Rate Src 1' })).toBeVisible();
    await app.filter.input('Squawk').fill('0112');
    await set.getByRole('button', { name: 'Vertical Rate Src 1' }).click();
    await expect(panel.locator('[id="filter-verticalRateSrc"]')).toBeFocused();
    await set.getByRole('button', { name: 'Clear Vertical Rate Src' }).click();
    await expect(set.getByRole('button', { name: /^Vertical/ })).toHaveCount(0);
    // The values that decoders write are offered, and any other may be typed.
    await expect(panel.locator('[id="filter-msgType-values"] option').nth(5)).toHaveAttribute(
      'value',
      'DF 17: ADS-B message.',
    );
    await panel.getByRole('link', { name: 'Velocity' }).click();
    await expect(panel.getByLabel('Airspeed from')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(addresses(app)).toHaveText([whole.address ?? '', 'aaaaaa', 'bbbbbb']);

    await app.go('/adsb?icao=dddddd');
    await expect(addresses(app)).toHaveText(['dddddd']);
    await addresses(app).first().click();
    await expect(page.getByRole('region', { name: 'Velocity', exact: true })).toHaveText(
      /Velocity\s*Ns Velocity kt\s*−361$/,
    );
    const missing = page.getByRole('region', { name: 'Empty fields' });
    await expect(missing).toContainText('Squawk');
    await expect(missing).not.toContainText('Ns Velocity');
    await expectPartAccessible(page, 'div:has(> [aria-label="Empty fields"])', 'an open frame');

    await test.step('at the width of a phone', async () => {
      await page.setViewportSize({ width: 500, height: 800 });
      await app.go('/adsb');
      const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /all fields/ }) });
      await expect(cards).toHaveCount(5);
      await expect(app.grid).toHaveCount(0);
      const card = cards.filter({ hasText: whole.address ?? '' });
      await expect(card.getByRole('term')).toHaveText([
        'Altitude',
        'Squawk',
        'Vertical Rate',
        'Airspeed',
        'Level',
        'Station ID',
      ]);
      await expect(card.getByRole('definition')).toHaveText([
        '36000 feet',
        '0112',
        '−1920 ft/min',
        '250 kt',
        '−18.3 dB',
        'CS-TEST-ADSB',
      ]);
      // A frame without these fields shows its other fields.
      await expect(cards.filter({ hasText: 'dddddd' }).getByRole('term')).toHaveText(['Ns Velocity', 'Address']);
      await card.getByRole('button', { name: /all fields/ }).click();
      await expect(card.getByRole('term')).toHaveCount(Object.keys(adsbMessage).length);
      await expect(card.getByText('not valid')).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(500);

      await app.filter.open();
      const identity = app.filter.panel.getByRole('button', { name: /^Identity 0 of 8 set/ });
      await expect(identity).toHaveAttribute('aria-expanded', 'false');
      await identity.click();
      await app.filter.input('Icao').fill('dddddd');
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(500);
      await app.filter.input('Icao').press('Enter');
      await expect(cards).toHaveCount(1);
      // Groups with set fields are open when the panel is opened again.
      await app.filter.open();
      await expect(app.filter.input('Icao')).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 860 });
    });

    // By now all rows of the window are stored on the device, and are filtered there.
    await expect.poll(async () => (await deviceOf(page)).text).toContain('cccccc');
    await context.setOffline(true);
    await app.go('/adsb?squawk2=true&sort=-airspeed');
    await expect(addresses(app)).toHaveText(['bbbbbb', whole.address ?? '', 'aaaaaa']);
    await expect(page.getByRole('banner')).toContainText('Stored');
    await context.setOffline(false);
  });

  await test.step('ADSB-01 ADSB-16 TIME-04 C38 API-13: the company list', () => isOfCompany(page, app));
});

async function isOfCompany(page: Page, app: App): Promise<void> {
  const requested: Request[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/AcarsMessage/adsbCompany') requested.push(request);
  });
  await app.changeUser('customer');
  await app.go('/adsbCompany?squawk2=true');
  await expect(addresses(app)).toHaveText([whole.address ?? '', 'aaaaaa', 'bbbbbb', 'eeeeee']);
  const first = query(requested[0]);
  expect(first).toMatchObject({ company: '', squawk2: 'true' });
  expect(hoursBetween(first)).toBe(72);
  expect((await requested[0]?.allHeaders())?.authorization).toMatch(/^Bearer ./);

  await app.changeUser('company');
  requested.length = 0;
  await app.choose('company ADSB');
  await expect.poll(() => query(requested[0]).company).toMatch(/./);
}
