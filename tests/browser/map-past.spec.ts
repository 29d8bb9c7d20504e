import { hourMs, minuteMs } from '../../contract/durations.ts';
import type { PastAircraft } from '../../contract/entities/map.ts';
import { expectPartAccessible } from '../support/axe.ts';
import { expect, sharedServer, stub, test } from '../support/browser.ts';
import { boxOf } from '../support/layout.ts';
import { MapPage, withServices } from '../support/map-page.ts';

/** A small map is cheap to draw without a graphics card. */
test.beforeEach(({ page }) => page.setViewportSize({ width: 800, height: 500 }));
const server = sharedServer();

test('a past range of the app shows the last positions in it, with a longer one the map stays live; a replay of 24 hours is played, paused and moved by keys, and Esc ends it; a full-screen map stays on, moves to the newest message, dims after 10 minutes without input, and Esc leaves it @clock', async ({
  page,
  context,
}) => {
  await withServices(context);
  await page.addInitScript(() => {
    const locks = { held: 0 };
    Object.assign(window, { locks });
    const request = async () => {
      locks.held++;
      return { release: async () => void locks.held-- };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const requested: (readonly [from: number, to: number])[] = [];
  let fault: 'none' | 'refused' | 'unavailable' = 'none';
  await stub(context, '/CurrentLocation/past', (url) => {
    const [from, to] = ['from', 'to'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
    requested.push([from ?? 0, to ?? 0]);
    if (fault !== 'none') return { status: fault === 'refused' ? 500 : 503, json: { message: 'Down' } };
    // A flight to the east: one position per minute, each within the map.
    const points: PastAircraft['points'] = [];
    // The first one is before the chunk: a replay that is paused at once has a position.
    for (let at = Math.floor((from ?? 0) / minuteMs) * minuteMs; at < (to ?? 0); at += minuteMs)
      points.push([45, 23 + ((at / minuteMs) % 60) / 20, at / 1000, 31_000]);
    return { json: { aircraft: [{ icao: '4AFA57', callsign: 'PAST1', points }] } };
  });
  const minuteText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
  const end = Math.floor((Date.now() - 2 * hourMs) / hourMs) * hourMs;
  const rangeOf = (hours: number): string => `&range=${minuteText(end - hours * hourMs)}/${minuteText(end)}`;
  const map = await MapPage.open(page, server.current, rangeOf(4));
  const rows = map.aircraftList.getByRole('option');
  await expect(rows).toHaveText([/^PAST1FL310, 090°/]);
  await expect(page.getByText(/^Last positions of .*, as of .*\d\d:00Z\.$/)).toBeVisible();
  // A past view is never marked as live.
  const badge = page.getByRole('banner').getByText(/^(Past|Live)$/);
  await expect(badge).toHaveText('Past');
  expect(requested[0]).toEqual([end - 4 * hourMs, end]);
  await rows.first().click();
  await expect(map.card('PAST1')).toContainText(/Position of .*\d\d:59Z/);
  await map
    .card('PAST1')
    .getByRole('button', { name: /^Close/ })
    .click();
  await page.getByRole('button', { name: /^Clear the range/ }).click();
  await expect(rows).toHaveCount(3);
  await map.go(`/openstreetMap?z=6&lat=44.57&lon=26.1${rangeOf(9)}`);
  await expect(page.getByText('The range is longer than 6 hours. The map shows live positions.')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: /^Clear the range/ }).click();

  await page.getByRole('button', { name: 'Replay of 24 hours' }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await replay.getByRole('button', { name: 'Pause' }).click();
  await expect(rows).toHaveText([/^PAST1/]);
  await expect(badge).toHaveText('Past');
  await expectPartAccessible(page, '[data-replay]', 'replay');
  const slider = replay.getByRole('slider', { name: 'Time of the replay' });
  const time = async (): Promise<number> => Number(await slider.inputValue());
  const before = await time();
  await slider.press('ArrowRight');
  expect((await time()) - before).toBe(minuteMs);
  await slider.press('PageDown');
  await expect.poll(async () => (await time()) - before).toBe(-14 * minuteMs);
  await expect(slider).toHaveAttribute('aria-valuetext', /\d\d:\d\dZ$/);
  await replay.getByText('300×', { exact: true }).click();
  await replay.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(time).toBeGreaterThan(before - 14 * minuteMs);
  expect(Math.max(...requested.slice(-4).map(([from, to]) => to - from))).toBe(30 * minuteMs);
  // On a low phone the buttons are next to the search and above the bar.
  const desktop = page.viewportSize() ?? { width: 1280, height: 860 };
  const search = page.getByRole('combobox', { name: 'Flight, tail, ICAO or airport' });
  const gaps = async (): Promise<readonly boolean[]> => {
    const [bar, input] = [await boxOf(replay), await boxOf(search)];
    const buttons = ['Download area', 'Full-screen map'].map((name) => boxOf(page.getByRole('button', { name })));
    return (await Promise.all(buttons)).map(({ x, y, height }) => y + height <= bar.y && x >= input.x + input.width);
  };
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height });
    await expect.poll(gaps, { message: `${height} px high` }).toEqual([true, true]);
  }
  await page.setViewportSize(desktop);

  fault = 'refused';
  await slider.press('Home');
  await expect(replay).toContainText('These positions could not be loaded.');
  fault = 'unavailable';
  // Beyond the failed chunk.
  for (let step = 0; step < 5; step++) await slider.press('PageUp');
  // It plays on, 5 minutes a second.
  await page.clock.fastForward(3000);
  await expect(replay).toContainText('These positions are not on this device.');
  await slider.press('Escape');
  await expect(replay).toBeHidden();
  await expect(rows).toHaveCount(3);
  await expect(badge).toHaveText('Live');

  await test.step('a full-screen map', async () => {
    let spoke = '4A0001';
    await stub(context, '/CurrentLocation/GetCurrentLocation2', () => ({
      json: {
        // The third one is as far west as the previous aircraft: those are removed by the time of the server, which may not advance in this test.
        currentLocations: Object.entries({ '4A0001': 25, '4A0002': 26, '4A0003': 24 }).map(([icao, lon], id) => ({
          ...{ id, icao, lat: 45, lon, angle: 0, callsign: icao },
          seenAt: new Date().toISOString(),
          lastMessageAt: new Date(Date.now() - (icao === spoke ? 1000 : 60_000)).toISOString(),
        })),
      },
    }));
    const held = () => page.evaluate(() => (window as unknown as { locks: { held: number } }).locks.held);
    expect(await held()).toBe(0);
    await page.getByRole('button', { name: 'Map display' }).click();
    const display = page.getByRole('region', { name: 'Map display' });
    await display.getByRole('radio', { name: 'To the newest message' }).check();
    await display.getByRole('radio', { name: 'After 10 min without input' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await expect(map.beside).toBeHidden();
    await expect.poll(held).toBe(1);
    /** In time of the page, whose next step shows the previous response. */
    const shows = (icao: string): Promise<void> =>
      expect
        .poll(() =>
          page.clock.fastForward(5000).then(() => page.getByRole('region', { name: `ICAO = ${icao}` }).isVisible()),
        )
        .toBe(true);
    await shows('4A0001');
    spoke = '4A0002';
    await shows('4A0002');
    await expect.poll(() => map.said('lon')).toBe('26');

    const shade = page.locator('[data-dimmed]');
    await expect(shade).toHaveAttribute('data-dimmed', 'false');
    await page.clock.fastForward(10 * minuteMs + 10_000);
    await expect(shade).toHaveAttribute('data-dimmed', 'true');
    await page.mouse.move(300, 200);
    await expect(shade).toHaveAttribute('data-dimmed', 'false');
    await page.keyboard.press('Escape');
    await expect(map.beside).toBeVisible();
    await expect.poll(held).toBe(0);
    await expect.poll(() => map.said('wall')).toBeNull();
  });

  await test.step('a full-screen map that moves from view to view, with motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Map display' }).click();
    await page.getByRole('radio', { name: 'From view to view, every 30 s' }).check();
    await page.keyboard.press('Escape');
    // A view lasts for 30 s of the clock: on a busy machine a running clock would reach the next view before the flight ends.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    // With a selected aircraft the key follows it.
    await page.getByRole('button', { name: 'Full-screen map' }).click();
    await expect(map.beside).toBeHidden();
    const view = () => Promise.all([map.said('z'), map.said('lon')]);
    // Some frames of each flight are drawn, then its last one, after which the address is written.
    const fly = async (): Promise<void> => {
      await page.clock.runFor(100);
      await page.clock.fastForward(4400);
      await page.clock.runFor(100);
      await page.clock.fastForward(500);
    };
    await fly();
    await expect.poll(view, { message: 'all aircraft' }).toEqual(['8', '25']);
    await page.clock.fastForward(25_000);
    await fly();
    await expect.poll(view, { message: 'the newest message' }).toEqual(['7', '26']);
  });
});
