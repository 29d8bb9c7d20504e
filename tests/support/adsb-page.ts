/** Frames with known values, and the ADS-B list as its users open it. */
import type { Locator, Page, Request } from 'playwright/test';
import adsbList from '../../src/screens/adsb/adsb.list.ts';
import { App } from './browser.ts';
import { frame, fullFrame } from './frames.ts';
import { requestsOf } from './open-list.ts';
import type { TestServer } from './server.ts';

export const whole = fullFrame(20);
export const both = frame(30, { address: 'aaaaaa', icao: 'aaaaaa', airspeed: 250, squawk: '0112' });
const tooFast = frame(40, { address: 'bbbbbb', icao: 'bbbbbb', airspeed: 600, squawk: '0112' });
const noSquawk = frame(50, { address: 'cccccc', icao: 'cccccc', airspeed: 250 });
export const velocity = frame(60, {
  address: 'dddddd',
  icao: 'dddddd',
  msgType: 'DF 17: ADS-B message.',
  nsVelocity: -361,
});
/** Within three days, not within the hour. */
export const yesterday = frame(26 * 3600, { address: 'eeeeee', icao: 'eeeeee', squawk: '7000' });
export const shownFrames = [whole, both, tooFast, noSquawk, velocity, yesterday];

export async function openAdsb(it: TestServer, page: Page, search = ''): Promise<{ app: App; requested: Request[] }> {
  const app = new App(page, it.url);
  const requested = requestsOf(app, adsbList);
  await app.logInAs('admin', { from: `/adsb${search}`, lands: '/adsb' });
  return { app, requested };
}
export const addresses = (app: App): Locator => app.grid.locator('[role=gridcell][data-col="1"]');
