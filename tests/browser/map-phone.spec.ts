import { expectAccessible } from '../support/axe.ts';
import { expect, sharedServer, test } from '../support/browser.ts';
import { icao, MapPage, withServices } from '../support/map-page.ts';
import { installClock } from '../support/page-clock.ts';

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });
const server = sharedServer();

test('on a phone the legend closes to its colours after 10 s and opens again; the sheet has three heights by click, keys and drag; the selected aircraft is centred in the free part of the map; back closes the sheet, not the map', async ({
  page,
  context,
}) => {
  await withServices(context);
  await installClock(page);
  const map = await MapPage.openPhone(page, server.current);
  const legend = page.getByRole('region', { name: 'Altitude, 1,000 ft' });
  const colours = legend.getByRole('button', { name: 'Altitude, 1,000 ft' });
  await expect(colours).toHaveAttribute('aria-expanded', 'true');
  await page.clock.fastForward(10_000);
  await expect(colours).toHaveAttribute('aria-expanded', 'false');
  await expect(legend).not.toContainText('ground');
  expect((await colours.boundingBox())?.height, 'a target of 44 px').toBeGreaterThanOrEqual(44);
  await expectAccessible(page, 'map of a phone with the strip');
  await colours.click();
  await expect(legend).toContainText('ground');

  const sheet = map.beside;
  const heightIs = (px: number) =>
    expect.poll(async () => Math.round((await sheet.boundingBox())?.height ?? 0)).toBe(px);
  await heightIs(64);
  await sheet.getByRole('button', { name: 'In view' }).click();
  await heightIs(286);
  await sheet.getByRole('button', { name: 'In view' }).press('ArrowUp');
  const stage = await page.getByRole('main').boundingBox();
  await heightIs(Math.round(stage?.height ?? 0));
  await expectAccessible(page, 'full sheet');
  await map.aircraftList.getByRole('option', { name: /^WZZ7PD/ }).click();
  await sheet.getByRole('button', { name: 'Half height' }).click();
  await heightIs(286);
  await expect(map.card('WZZ7PD')).toBeVisible();

  // The map is the part above the sheet, with the aircraft in its centre.
  await expect.poll(() => [map.said('icao'), map.said('lat'), map.said('lon')]).toEqual(['4B0002', '45.5', '26']);
  const [drawn, covered] = [
    await page.getByRole('region', { name: 'Map', exact: true }).boundingBox(),
    await sheet.boundingBox(),
  ];
  expect((drawn?.y ?? 0) + (drawn?.height ?? 0)).toBeLessThanOrEqual((covered?.y ?? 0) + 1);
  await expect(page.getByRole('region', { name: 'ICAO = 4B0002' })).toHaveText('ICAO = 4B0002');
  // The buttons are in two columns, none over the search.
  const search = await page.getByRole('combobox', { name: 'Flight, tail, ICAO or airport' }).boundingBox();
  const buttons = ['Download area', 'Full-screen map', 'Map display'].map((name) => page.getByRole('button', { name }));
  for (const button of buttons)
    expect((await button.boundingBox())?.x).toBeGreaterThanOrEqual((search?.x ?? 0) + (search?.width ?? 0));

  await page.goBack();
  await heightIs(64);
  expect([map.said('icao'), map.said('sheet'), map.said('lat')]).toEqual([null, null, '45.5']);
  expect(new URL(page.url()).pathname).toBe('/openstreetMap');

  await map.finder.fill(icao);
  await page.keyboard.press('Enter');
  await heightIs(286);
  await map
    .card('ROT391')
    .getByRole('button', { name: /^Close/ })
    .click();
  await expect(map.aircraftList).toBeVisible();
  const grip = await sheet.getByRole('button', { name: 'In view' }).boundingBox();
  await page.mouse.move(100, (grip?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(100, (grip?.y ?? 0) + 90, { steps: 4 });
  await page.mouse.up();
  await heightIs(64);
});
