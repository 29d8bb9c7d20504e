import { api } from '../../contract/api.ts';
import { expectAccessible, expectPartAccessible } from '../support/axe.ts';
import { expect, serverForFile, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { expectInterval, icao, MapPage, middle, requestsTo, withServices } from '../support/map-page.ts';
import { acarsdecLine } from '../support/messages.ts';

const tail = 'YR-BGA';
const server = serverForFile({
  prepare: async (it) => {
    await it.import(
      [
        'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
        `${icao},${tail},B738,Boeing,737-800,Boeing 737-800,0,Tarom,ROT,29100,2004`,
      ],
      ['--reference'],
    );
    await it.import([acarsdecLine({ secondsAgo: 600, tail, flight: 'RO0391', label: 'H1', text: 'FROM ABOVE' })]);
  },
});
/** A small map is cheap to draw without a graphics card. */
test.beforeEach(({ page }) => page.setViewportSize({ width: 800, height: 500 }));

test('MAP-05 C112 API-23: the list contains aircraft in view with their age; by keyboard alone an aircraft is found, selected, read and closed; its details are shown in any format; the search finds airports and aircraft everywhere and moves the map to them; a view without aircraft leads to all of them. MAP-08 MAP-09: the map of a Customer uses company calls only, every 5 s, and links to company lists. On a phone the legend closes to its colours after 10 s and opens again; the sheet has three heights by click, keys and drag; the selected aircraft is centred in the free part of the map; back closes the sheet, not the map; axe finds no fault @clock', async ({
  page,
  context,
}) => {
  await withServices(context);
  // The server supports the first service. The others are third-party, or missing.
  const others = `${api.aircraft.byIcao.path}\\?icao24=4[BC]000\\d`;
  await stub(context, others, (url) =>
    url.searchParams.get('icao24') === '4B0002'
      ? { json: { aircraft: [{ tail: 'X-ODD', owner: 'Somebody', seats: 4, photos: [{}] }] } }
      : { status: 500, json: { message: 'No' } },
  );
  const requested = requestsTo(page, api.aircraft.byIcao.path);
  const map = await MapPage.open(page, server.current, `&icao=${icao}&airport=LROP`);
  await test.step('axe finds no fault with layers, a card and a panel open', async () => {
    await expect(map.airportCard).toContainText('81 %');
    await expect(map.card('ROT391')).toContainText('FROM ABOVE');
    await map.airportCard.getByRole('button', { name: 'Routes' }).click();
    await page.keyboard.press('l');
    await expect(page.getByRole('radio', { name: /^main/ })).toBeFocused();
    await expectAccessible(page, 'map with panel, card and layers');
    await page.keyboard.press('Escape');
    await map.airportCard.getByRole('button', { name: /^Close/ }).click();
    await map
      .card('ROT391')
      .getByRole('button', { name: /^Close/ })
      .click();
  });

  await expect(map.count('3 aircraft')).toBeVisible();
  const rows = map.aircraftList.getByRole('option');
  await expect(rows).toHaveText([
    /^ROT391FL380, 128°\d+\ss ago$/,
    /^WZZ7PD4,500\u00a0ft, 360°, MLAT\d\d:\d\dZ 6\smin ago$/,
    /^4C0003007°\d+\ss ago$/,
  ]);

  await map.aircraftList.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  const card = map.card('ROT391');
  await expect(card.getByRole('heading', { name: 'ROT391' })).toBeFocused();
  await expect(card).toContainText(tail);
  await expect(card).toContainText('Boeing 737-800 (B738)');
  await expect(card).toContainText('FROM ABOVE');
  await expect(card).toContainText('440 kt');
  await expect(card).not.toContainText('MLAT');
  await expect(card).not.toContainText('Doubtful');
  await expect.poll(() => map.said('icao')).toBe(icao);
  expect(requested.map((request) => new URL(request.url()).searchParams.get('icao24'))).toEqual([icao]);
  const links = card.getByRole('link');
  await expect(links).toHaveText(['Aircraft page', 'ACARS raw', 'ACARS per aircraft', 'ADS-B', 'Flights']);
  await expect(links.nth(0)).toHaveAttribute('href', `/tail/${icao}`);
  await expect(links.nth(2)).toHaveAttribute('href', `/acarsWithExtData?modeS=${icao}`);
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(map.aircraftList).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(map.card('WZZ7PD')).toContainText('X-ODD');
  await expect(map.card('WZZ7PD')).toContainText('Somebody');
  await expect(map.card('WZZ7PD')).toContainText('MLAT, calculated by several receivers');
  await expect(map.card('WZZ7PD')).toContainText('Doubtful This address was received at two places at the same time.');
  const following = map.card('WZZ7PD').getByRole('button', { name: 'Follow on the map' });
  await following.click();
  await expect.poll(() => [map.said('lat'), map.said('lon')], 'the map goes where it is').toEqual(['45.5', '26']);
  await expect(following).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(640, 300, { steps: 4 });
  await page.mouse.up();
  await expect(following).toHaveAttribute('aria-pressed', 'false');
  await rows.filter({ hasText: '4C0003' }).click();
  await expect(map.card('4C0003')).toContainText('Aircraft details are not available.');
  await expect(map.card('4C0003')).toContainText(/Position of \d\d:\d\dZ, \d+\ss ago/);
  await expect(map.alertDialog).toHaveCount(0);

  for (const [words, found] of [
    ['wzz7', /^WZZ7PD/],
    ['4c00', /^4C0003/],
    [tail.toLowerCase(), /^ROT391/],
  ] as const) {
    await map.finder.fill(words);
    await expect(map.found.getByRole('option')).toHaveText([found]);
  }
  await map.finder.fill('NOBODY');
  await expect(map.found).toContainText('Nothing found.');

  const where = (): string[] => ['lat', 'lon'].map((name) => Number(map.said(name)).toFixed(1));
  const goToHeathrow = async (): Promise<void> => {
    await map.finder.fill('EGLL');
    await map.found.getByRole('option', { name: /^EGLL/ }).click();
    await expect.poll(where).toEqual(['51.5', '-0.5']);
    // The focus moves to the card with the second frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  };
  await goToHeathrow();
  await page.keyboard.press('/');
  await page.keyboard.type('wzz7');
  const groups = map.found.getByRole('group');
  await expect(groups.filter({ has: page.getByRole('option', { name: /^WZZ7PD/ }) })).toHaveAccessibleName('Elsewhere');
  await expectPartAccessible(page, 'search', 'search of the map');
  await page.keyboard.press('Enter');
  await expect(map.card('WZZ7PD').getByRole('heading', { name: 'WZZ7PD' })).toBeFocused();
  await expect.poll(where).toEqual(['45.5', '26.0']);
  await expect.poll(() => map.said('icao')).toBe('4B0002');

  await expect.poll(() => Number(map.said('z'))).toBeGreaterThanOrEqual(7);

  await goToHeathrow();
  await map.count('0 aircraft').click();
  await expect(map.beside).toContainText('No aircraft in view.');
  await map.beside.getByRole('button', { name: 'Show all aircraft' }).click();
  await expect(map.count('3 aircraft')).toBeVisible();
  await expect(map.aircraftList.getByRole('option')).toHaveCount(3);

  await map.changeUser('customer');
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) paths.add(pathname.slice('/api/v1'.length).toLowerCase());
  });
  const positions = requestsTo(page, api.map.currentLocation.path);
  await map.go(`/openstreetMapCompany?z=6&lat=${middle.lat}&lon=${middle.lon}&icao=${icao}&airport=LROP`);
  await expect(map.airports).toBeVisible();
  await expect(card).toContainText(tail);
  await expect(card.getByRole('link')).toHaveText(['Aircraft page', 'ACARS raw', 'ACARS per aircraft', 'ADS-B']);
  await expect(card.getByRole('link').nth(1)).toHaveAttribute('href', `/akrx?icao=${icao}`);
  await expect(map.beside.getByRole('group', { name: 'Positions from' })).toHaveCount(0);
  await expect.poll(() => paths.has(api.acarsMessage.withExtDataCompany.path.toLowerCase())).toBe(true);
  for (const call of [api.acarsMessage.withExtData, api.acarsMessage.allUsers, api.aircraft.list])
    expect(paths.has(call.path.toLowerCase()), call.path).toBe(false);
  expect(new URL(positions[0]?.url() ?? '').searchParams.has('company')).toBe(true);
  await expectInterval(page, api.map.currentLocation.path, 5000);

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const legend = page.getByRole('region', { name: 'Altitude, 1,000 ft' });
    const colours = legend.getByRole('button', { name: 'Altitude, 1,000 ft' });
    // The clock is still paused.
    await expect(colours).toHaveAttribute('aria-expanded', 'true');
    await page.clock.resume();
    await page.clock.fastForward(10_000);
    await expect(colours).toHaveAttribute('aria-expanded', 'false');
    await expect(legend).not.toContainText('ground');

    const sheet = map.beside;
    const handle = sheet.getByRole('button', { name: /^ROT391|^In view/ });
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await expect(map.airportCard).toHaveCount(1);
    await expect(sheet).toContainText('Bucharest, LROP/OTP');
    await map.airportCard.getByRole('button', { name: /^Close/ }).click();
    await card.getByRole('button', { name: /^Close/ }).click();
    await expect(map.aircraftList.getByRole('option')).not.toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const heightIs = (px: number) => expect.poll(async () => Math.round((await boxOf(sheet)).height)).toBe(px);
    // Closed, and opened again a moment later.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await handle.click();
    await page.clock.runFor(100);
    await heightIs(64);
    await handle.click();
    await page.clock.resume();
    await heightIs(286);
    await expect.poll(() => map.said('sheet')).toBe('middle');
    await page.goBack();
    await heightIs(64);
    // Opened before its address is written, the sheet would have no entry of its own.
    await expect.poll(() => map.said('sheet')).toBe('low');
    await expect(map.aircraftList).toHaveCount(0);

    expect((await boxOf(colours)).height, 'a target of 44 px').toBeGreaterThanOrEqual(44);
    await colours.click();
    await expect(legend).toContainText('ground');
    await colours.click();
    await expect(colours).toHaveAttribute('aria-expanded', 'false');
    await sheet.getByRole('button', { name: 'In view' }).click();
    await heightIs(286);
    // With the strip of the legend and the half sheet open.
    await expectAccessible(page, 'map of a phone');
    await sheet.getByRole('button', { name: 'In view' }).press('ArrowUp');
    const stage = await boxOf(page.getByRole('main'));
    await heightIs(Math.round(stage.height));
    await expectPartAccessible(page, 'aside[data-sheet]', 'full sheet');
    await map.aircraftList.getByRole('option', { name: /^WZZ7PD/ }).click();
    await sheet.getByRole('button', { name: 'Half height' }).click();
    await heightIs(286);
    await expect(map.card('WZZ7PD')).toBeVisible();
    await expect(map.card('WZZ7PD').getByRole('link', { name: 'Aircraft page' })).toBeInViewport({ ratio: 1 });

    // The map is the part above the sheet, with the aircraft in its centre.
    await expect.poll(() => [map.said('icao'), map.said('lat'), map.said('lon')]).toEqual(['4B0002', '45.5', '26']);
    const [drawn, covered] = [await boxOf(page.getByRole('region', { name: 'Map', exact: true })), await boxOf(sheet)];
    expect(drawn.y + drawn.height).toBeLessThanOrEqual(covered.y + 1);
    await expect(page.getByRole('region', { name: 'ICAO = 4B0002' })).toHaveText('ICAO = 4B0002');
    // The buttons are in two columns, none over the search.
    const search = await boxOf(page.getByRole('combobox', { name: 'Flight, tail, ICAO or airport' }));
    const buttons = ['Download area', 'Full-screen map', 'Map display'].map((name) =>
      page.getByRole('button', { name }),
    );
    for (const button of buttons) expect((await boxOf(button)).x).toBeGreaterThanOrEqual(search.x + search.width);

    await page.goBack();
    await heightIs(64);
    expect([map.said('icao'), map.said('sheet'), map.said('lat')]).toEqual([null, 'low', '45.5']);
    expect(new URL(page.url()).pathname).toBe('/openstreetMapCompany');

    await map.finder.fill(icao);
    await page.keyboard.press('Enter');
    await heightIs(286);
    await map
      .card('ROT391')
      .getByRole('button', { name: /^Close/ })
      .click();
    await expect(map.aircraftList).toBeVisible();
    const grip = await boxOf(sheet.getByRole('button', { name: 'In view' }));
    await page.mouse.move(100, grip.y + 20);
    await page.mouse.down();
    await page.mouse.move(100, grip.y + 90, { steps: 4 });
    await page.mouse.up();
    await heightIs(64);
  });
});
