import { overallBid } from '../../contract/calls/overall-bid.ts';
import { type RouteName, routeTable } from '../../src/app/route-table.ts';
import { App, expect, homeOf, offlineReady, serverForFile, testInstalled as test } from '../support/browser.ts';
import { awaitResponse } from './device.ts';
import { bringAircraft, expectShown, prepareVisits, rowOf, visitsOf } from './visits.ts';

const server = serverForFile({ prepare: prepareVisits });

test('S08 OFF-02 OFF-03: every screen but the map that an Administrator, a Parser and a Customer visited opens offline after a reload, with the mark of a demo @clock', async ({
  page,
  context,
}) => {
  // The CPU draws the maps.
  await page.setViewportSize({ width: 1280, height: 400 });
  const app = new App(page, server.current.url);
  await app.logInAs('admin');
  await offlineReady(page);
  await bringAircraft(server.current);
  for (const user of ['admin', 'parser', 'customer'] as const)
    await test.step(user, async () => {
      if (user !== 'admin') {
        // Without a load: the worker has already stored the app.
        await context.setOffline(false);
        await app.choose('Log out');
        await app.expectPath('/auth');
        await app.fillLogIn(user);
        await app.logInButton.click();
        await app.expectPath(homeOf[user]);
      }
      const all = visitsOf(user);
      for (const [name, { path, shows, stores, list, isStatic }] of all) {
        // Opened offline only: its data is never on the device.
        if (rowOf(name).needsServer || isStatic) continue;
        await app.go(path?.() ?? rowOf(name).path);
        // The previous screen may show the same row.
        if (list) await expect(page.getByRole('heading', { level: 1, name: 'ACARS raw' })).toBeVisible();
        await expectShown(page, shows, `${name} online`);
        if (stores) await awaitResponse(page, `"part":"${stores.id}"`, name);
        if (!list) continue;
        // A row is shown before it is stored, and shown rows must be on the device before the network is turned off. A list waits until the page is idle.
        await page.clock.fastForward(2000);
        await awaitResponse(page, `"part":"${list.id} `, name);
      }
      if (user === 'admin') {
        await awaitResponse(page, `"part":"${overallBid.summary.id}"`);
        await app.go('/device');
        const stored = page.getByRole('region', { name: 'Lists and records' });
        await expect(stored.getByText('Airports in the last map view')).toBeVisible();
        await expect(stored).not.toContainText(/another version|API-|ADD-/);
      }
      await context.setOffline(true);
      await app.open('/');
      await app.expectPath(homeOf[user]);
      await expect(page.getByRole('main')).not.toBeEmpty();
      if (user === 'admin')
        await expect(page.getByText('Demo', { exact: true }).filter({ visible: true })).toHaveCount(1);
      for (const [name, { path, shows, offlineIn }] of all) {
        if (offlineIn) continue;
        await app.go(path?.() ?? rowOf(name).path);
        if (rowOf(name).needsServer) await expect(page.getByRole('main'), `${name} offline`).not.toBeEmpty();
        else await expectShown(page, shows, `${name} offline`);
      }
      await expect(app.alertDialog).toHaveCount(0);
    });
});

test('OFF-03: a screen that needs the server states the reason in the route table', () => {
  const listed = (Object.keys(routeTable) as RouteName[]).filter((name) => rowOf(name).needsServer);
  expect(listed).toEqual(['confirmEmail', 'resetPassword', 'updateUser', 'deleteUser', 'import']);
});
