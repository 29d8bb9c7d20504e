import { api } from '../../contract/api.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { expect, sharedServer, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { MapPage } from '../support/map-page.ts';

const server = sharedServer();
/** The width from which the table is shown without a choice. */
test.use({ viewport: { width: 1366, height: 768 } });

const at = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const row = (id: number, icao: string, more: object): object => ({
  ...{ id, icao, lat: 45 + id / 100, lon: 25, angle: 90, seenAt: at(1), isOnGround: false, isMlat: false },
  ...{ positionKind: 'ADS-B', altitudeFt: 30_000, groundSpeedKt: 400, messages: 0, ...more },
});
/** As many as a busy map has. */
const many = Array.from({ length: 3000 }, (_, n) =>
  row(n % 90, (0x4c0000 + n).toString(16).toUpperCase(), { callsign: `MNY${n}`, altitudeFt: 20_000 + n }),
);
const few = [
  row(1, '4A0001', {
    ...{ callsign: 'ROT391', registration: 'YR-BGA', typeCode: 'B738', airline: 'Tarom', altitudeFt: 38_000 },
    ...{ squawk: '1000', messages: 7 },
  }),
  row(2, '4A0002', { callsign: 'AUA2', typeCode: 'AT76', altitudeFt: 9000, positionKind: 'MLAT' }),
  row(3, '4A0003', { callsign: 'ZZZ7', squawk: '7700', altitudeFt: 12_000 }),
  row(4, 'AE1234', { callsign: 'RCH4', altitudeFt: 25_000, category: 'A5' }),
];

test('the table of aircraft: emergencies first, then the sorted column, by header and keyboard; it draws the rows in view of thousands; source and military chips filter, and the address reproduces them; the selected aircraft is over the map with what its row has; the table is dragged, closed and remembered', async ({
  page,
  context,
}) => {
  let currentLocations: readonly object[] = few;
  await stub(context, api.map.currentLocation.path, () => ({ json: { currentLocations } }));
  // The row has these facts before this response arrives.
  await stub(context, `${api.aircraft.byIcao.path}\\?.*`, { status: 404, json: {} });
  const map = await MapPage.open(page, server.current);
  const table = page.getByRole('grid', { name: 'Aircraft in view' });
  const names = table.getByRole('row').locator('[data-column="callsign"] b');
  const chip = (name: RegExp) => page.getByRole('group', { name: 'Filter of aircraft' }).getByRole('button', { name });

  await test.step('order', async () => {
    await expect(names).toHaveText(['ZZZ7', 'AUA2', 'RCH4', 'ROT391']);
    await table.getByRole('button', { name: 'Altitude' }).click();
    await expect(names).toHaveText(['ZZZ7', 'AUA2', 'RCH4', 'ROT391']);
    await table.getByRole('button', { name: 'Altitude' }).click();
    await expect(names).toHaveText(['ZZZ7', 'ROT391', 'RCH4', 'AUA2']);
    await expect(table.getByRole('columnheader', { name: 'Altitude' })).toHaveAttribute('aria-sort', 'descending');
    await expect(table.getByRole('row', { name: /ROT391/ })).toContainText('FL380');
    await expectPartAccessible(page, 'aside[data-panel]', 'table of aircraft');
  });

  await test.step('filter in the address', async () => {
    await expect(chip(/^Military/)).toHaveText('Military 1');
    await chip(/^MLAT/).click();
    await expect(names).toHaveText(['AUA2']);
    await expect.poll(() => map.said('kind')).toBe('MLAT');
    await page.reload();
    await expect(names).toHaveText(['AUA2']);
    await expect(chip(/^MLAT/)).toHaveAttribute('aria-pressed', 'true');
    await chip(/^All/).click();
    await chip(/^Military/).click();
    await expect(names).toHaveText(['RCH4']);
    await expect.poll(() => map.said('block')).toBe('military');
    await chip(/^All/).click();
    await expect(names).toHaveCount(4);
    await expect.poll(() => map.said('block')).toBe(null);
  });

  await test.step('selection by keyboard', async () => {
    await table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const card = map.card('ROT391');
    await expect(card.getByRole('heading', { name: 'ROT391' })).toBeFocused();
    await expect(card).toContainText('YR-BGA, B738');
    await expect(card).toContainText('Tarom');
    await expect(card.getByRole('link', { name: 'Aircraft page' })).toBeVisible();
    const [panel, frame] = [await boxOf(card), await boxOf(page.locator('aside[data-panel]'))];
    expect(panel.x).toBeGreaterThan(frame.x + frame.width);
    await page.keyboard.press('Escape');
    await expect(table).toBeFocused();
  });

  await test.step('thousands of rows', async () => {
    currentLocations = [...few, ...many];
    await expect(table).toHaveAttribute('aria-rowcount', String(few.length + many.length + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.focus();
    await page.keyboard.press('End');
    await expect(names.filter({ hasText: 'AUA2' })).toBeVisible();
  });

  await test.step('width, and closed', async () => {
    const handle = page.getByRole('separator', { name: 'Width of the table' });
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuenow', '588');
    await page.getByRole('button', { name: 'Hide the panel' }).click();
    await expect(table).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: 'Show the aircraft in view' }).click();
    await expect(table).toBeVisible();
    await expect(handle).toHaveAttribute('aria-valuenow', '588');
  });
});
