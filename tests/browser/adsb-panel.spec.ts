import { deviceOf } from '../offline/device.ts';
import { addresses, openAdsb, shownFrames, whole } from '../support/adsb-page.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { expect, serverForFile, test } from '../support/browser.ts';
import { storeFrames } from '../support/frames.ts';

const server = serverForFile({ prepare: (it) => storeFrames(it, shownFrames) });

test('ADSB-10 ADSB-11 ADSB-15 RESP-04 OFF-03: the panel finds a field by any of its names, and Enter focuses it; fields in use stay visible and link back; an expanded row shows the values of the frame in groups, with units and words, and names the missing ones; on a phone frames are cards with labels for their fields, and the groups of the filter fold; without a network the list is filtered, also by existing fields, and sorted', async ({
  page,
  context,
}) => {
  const { app } = await openAdsb(server.current, page);
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
  await expect(panel.getByText('No matching field.')).toBeVisible();
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
    await expect(card.getByRole('term')).toHaveCount(53);
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
});
