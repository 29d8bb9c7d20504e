/** Every screen with its data, on a phone and at 200 % zoom of a desktop. States of lists: accessible.spec.ts, every-list.spec.ts. */
import type { Page } from 'playwright/test';
import { type RouteName, routeTable } from '../../src/app/route-table.ts';
import { expectShown, prepareVisits, rowOf, visitsOf } from '../offline/visits.ts';
import { expectAccessible } from '../support/axe.ts';
import { App, expect, serverForFile, test } from '../support/browser.ts';
import { controlFaults, smallTargets } from '../support/layout.ts';

const server = serverForFile({ prepare: prepareVisits });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
const zoomedPx = 640;
/** A map is drawn by the CPU, and its controls are in touch.spec.ts, map-panel.spec.ts. The screen of the device says that nothing is stored: touch.spec.ts, device-screen.spec.ts. */
const others: readonly string[] = ['openstreetMap', 'device'];

/** Animations that a user has turned off, by name. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap((one) => {
      const { duration } = one.effect?.getComputedTiming() ?? {};
      return one.playState === 'running' && typeof duration === 'number' && duration > 1
        ? [(one as CSSAnimation).animationName ?? (one as CSSTransition).transitionProperty]
        : [];
    }),
  );

// Each audience by itself: its screens are a test of their own length.
for (const user of ['admin', 'parser', 'customer'] as const)
  test(`RESP-01 RESP-04: on a phone each screen of ${user} with data has targets of 44 px, no text that is cut off and no page that scrolls sideways, and is accessible; at 200 % zoom it does not scroll sideways; nothing moves for a user who prefers reduced motion`, async ({
    page,
  }) => {
    const app = new App(page, server.current.url);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.logInAs(user);
    for (const [name, { path, shows, showsOnPhone = shows }] of visitsOf(user)) {
      if (others.includes(name)) continue;
      await app.go(path?.() ?? rowOf(name).path);
      await expectShown(page, showsOnPhone, name);
      await expect.poll(() => smallTargets(page), `${name}: targets`).toEqual([]);
      await expect.poll(() => controlFaults(page), `${name}: controls`).toEqual([]);
      await expectAccessible(page, name);
      await expect.poll(() => moving(page), `${name}: animations`).toEqual([]);
      await page.setViewportSize({ width: zoomedPx, height: 430 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${name} at 200 %`)
        .toBe(zoomedPx);
      await page.setViewportSize({ width: 360, height: 740 });
    }
  });

// ---- Screens without their data

/** What an Admin reads when every call fails, before the button that repeats it. Screens that are missing have another audience, or show nothing of the server. */
const failures: Readonly<Partial<Record<RouteName, RegExp>>> = {
  administrator: /^Administrator[\s\S]*The overview could not be loaded\./,
  overview: /^Overview\s+The overview could not be loaded\./,
  report: /^Report[\s\S]*could not be loaded\./,
  coverage: /^Decoding by label[\s\S]*could not be loaded\./,
  akrxAll: /Could not read AKRX messages from the server!/,
  acarsWithExtData: /Could not read Acars messages from the server!/,
  adsb: /Could not read Adsb messages from the server!/,
  airport: /Could not read airports from the server!/,
  airportPage: /^Airport LROP[\s\S]*could not be loaded\./,
  aircraft: /^Aircraft\s[\s\S]*Could not read aircraft from the server!/,
  aircraftOfAirline: /Aircraft of an airline[\s\S]*Could not read aircraft from the server!/,
  flights: /Could not read flights from the server!/,
  airlines: /Could not read airlines from the server!/,
  tail: /This aircraft could not be loaded\./,
  faults: /The faults could not be loaded\./,
  faultsOfTail: /^Faults of N0009T[\s\S]*could not be loaded\./,
  notices: /The notices could not be loaded\./,
  dialogue: /This dialogue could not be loaded\./,
  briefing: /^Briefing of N0009T[\s\S]*could not be loaded\./,
  rule: /^Rule\s[\s\S]*could not be loaded\./,
  rules: /^Rules\s[\s\S]*could not be loaded\./,
  statistics: /These charts could not be loaded\./,
  stationPage: /^Station 1001[\s\S]*could not be loaded\./,
  stationStatus: /Station status could not be loaded\./,
  receivers: /^Receivers[\s\S]*could not be loaded\./,
  serverStatus: /^Server status[\s\S]*could not be loaded\./,
  audit: /The audit trail could not be loaded\./,
  stationDetails: /Could not read station details from the server!/,
  updateStation: /Failed to load station data\./,
  overallBid: /^Overall bid/,
  updateOverallBid: /^Update overall bid/,
  users: /Could not read users from the server!/,
  updateUser: /^Update user/,
  deleteUser: /^Delete user/,
  import: /The current import could not be loaded\./,
  device: /push messages could not be loaded\.[\s\S]*email could not be loaded\.[\s\S]*webhooks could not be loaded\./,
  accountSecurity: /^Account security[\s\S]*could not be loaded\./,
  logins: /^My logins[\s\S]*could not be loaded\./,
  openstreetMap: /The positions could not be loaded\./,
};
/** In the address of a screen. */
const objects: Readonly<Partial<Record<RouteName, string>>> = {
  airportPage: 'LROP',
  stationPage: '1001',
  ...{ tail: 'N0009T', faultsOfTail: 'N0009T', dialogue: 'N0009T', briefing: 'N0009T' },
};
const staticScreens: readonly RouteName[] = ['addReceiver', 'addStation', 'addUser', 'airports', 'changePassword'];
/** The session itself. */
const ofSession = /\/(account\/(authenticate|me|refreshToken|logout)|preferences)\b/i;

/** Addresses of what does not exist, and the last words that an Admin reads of it: the next step. */
const unknown: readonly (readonly [path: string, next: RegExp])[] = [
  ['/tail/ZZNONE', /ZZNONE was never received: check the registration\. Find another aircraft/],
  ['/tail/ZZNONE/dialogue', /No CPDLC or ADS-C received of ZZNONE[\s\S]*Find another aircraft[\s\S]*15\sd has none\.$/],
  ['/tail/ZZNONE/briefing', /No flight of this aircraft was received\.[\s\S]*Find another aircraft/],
  ['/faults/ZZNONE', /No faults received of this aircraft\.[\s\S]*Find another aircraft/],
  ['/airport/ZZZZ', /This airport does not exist\.\s+All airports/],
  ['/station/999999', /This station does not exist, [\s\S]*All stations/],
  ['/stationDetails/999999', /There is no station with this number\.\s+Back to statistics/],
  ['/updateUser/nobody', /^Update user[\s\S]*All users/],
  ['/rules/999999', /This rule does not exist, [\s\S]*Show all rules/],
  ['/aircraft/999999', /There is no aircraft for the selected Airline![\s\S]*Airlines/],
  ['/adsb?icao=FFFFFE', /24\sh has none\.[\s\S]*Remove Icao FFFFFE/],
  ['/nothing', /no screen at the address \/nothing\.[\s\S]*Overview/],
];

test('every screen whose calls fail offers to try again, and an unknown aircraft, airport, station, user, rule or address has a next step', async ({
  page,
}) => {
  const ofAdmin = (Object.keys(routeTable) as RouteName[]).filter((name) => {
    const { audiences } = rowOf(name);
    return audiences.includes('admin') && !audiences.includes('visitor') && !rowOf(name).beforeTerms;
  });
  expect([...Object.keys(failures), ...staticScreens].toSorted()).toEqual(ofAdmin.toSorted());
  const app = new App(page, server.current.url);
  await page.setViewportSize({ width: 1280, height: 400 });
  // The home of an Admin has data.
  await app.logInAs('admin', { from: '/changePassword', lands: '/changePassword' });
  const expectText = async (path: string, says: RegExp): Promise<void> => {
    await app.go(path);
    await expect.poll(() => page.locator('#root main').first().innerText(), path).toMatch(says);
  };
  await page.route(/\/api\/v1\//, (route) =>
    ofSession.test(route.request().url())
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'Server error.' } }),
  );
  for (const name of Object.keys(failures) as RouteName[]) {
    const says = new RegExp(`${failures[name]?.source}[\\s\\S]*Try again`);
    await expectText(rowOf(name).path.replace('$id', objects[name] ?? '1'), says);
  }
  await page.unrouteAll({ behavior: 'wait' });
  for (const [path, next] of unknown) await expectText(path, next);
});
