/** The map with stubbed services and positions. It opens centred on an airport, so that a click there hits it. */
import type { BrowserContext, Locator, Page, Request } from 'playwright/test';
import { api } from '../../contract/api.ts';
import { App, expect, stub } from './browser.ts';
import type { DemoUser, TestServer } from './server.ts';

/** Of the first aircraft of the fleet. */
export const icao = '4A0100';

export const pathOf = (path: string): string => path.replace(/\{\w+\}/, '[^/?]+');
const iso = (secondsAgo: number): string => `${new Date(Date.now() - secondsAgo * 1000).toISOString().slice(0, 19)}Z`;
export const middle = { lat: 44.57, lon: 26.1 };
export const otopeni = {
  airportName: 'Henri Coanda',
  city: 'Bucharest',
  airportICAO: 'LROP',
  airportIata: 'OTP',
  latitudeDeg: middle.lat,
  longitudeDeg: middle.lon,
};
export const airportAt = (airportICAO: string, airportName: string, east: number): object => ({
  ...otopeni,
  airportICAO,
  airportName,
  airportIata: null,
  longitudeDeg: middle.lon + east,
});
export const report = {
  temperature: { value: 7 },
  relative_humidity: 0.8134,
  visibility: { value: 9999 },
  units: { visibility: 'm' },
  time: { dt: iso(1200) },
  raw: 'LROP 201430Z 06009KT 9999 BKN021 07/04 Q1021 NOSIG',
};
/** By the requested airport. */
const weatherOf: Readonly<Record<string, { readonly status?: number; readonly json: object }>> = {
  LROP: { json: report },
  LRAA: { status: 424, json: { message: 'Weather is not available: no service is configured.' } },
  LRBB: { status: 503, json: { message: 'Down' } },
  LRCC: { json: {} },
  LRDD: { json: { ...report, time: { dt: iso(3 * 3600) } } },
};
const routes = [
  {
    destination: { icao: 'EGLL', iata: 'LHR', name: 'London', location: { lat: 51.47, lon: -0.45 } },
    averageDailyFlights: 9.3,
  },
  { destination: { icao: 'LRCL', name: 'Cluj' }, averageDailyFlights: null },
];
const fleet = (): readonly object[] => [
  {
    id: 1,
    lat: 45,
    lon: 25,
    angle: 128,
    icao,
    seenAt: iso(2),
    callsign: 'ROT391',
    altitudeFt: 38_000,
    groundSpeedKt: 440,
  },
  {
    ...{ id: 2, lat: 45.5, lon: 26, angle: 0, icao: '4B0002', seenAt: iso(400), callsign: 'WZZ7PD' },
    ...{ altitudeFt: 4_500, isMlat: true, isDoubtful: true },
  },
  { id: 3, lat: 44, lon: 24, angle: 7, icao: '4C0003', seenAt: iso(1), callsign: null, altitudeFt: null },
];

/** Stubs positions and third-party services. All other calls reach the real server. */
export async function withServices(context: BrowserContext, airports: readonly object[] = [otopeni]): Promise<void> {
  await stub(context, api.map.currentLocation.path, () => ({ json: { currentLocations: fleet() } }));
  await stub(context, pathOf(api.map.metar.path), (url) => weatherOf[url.pathname.slice(-4)] ?? { status: 404 });
  await stub(context, pathOf(api.map.routes.path), { json: { routes } });
  for (const call of airportCalls)
    await stub(context, call.path, { json: { airports, airportsCount: airports.length } });
}
export const airportCalls = [api.airport.large, api.airport.largeAndMedium, api.airport.all];

/** Requests to a call, in order of arrival. */
export function requestsTo(page: Page, path: string): Request[] {
  const found: Request[] = [];
  const pattern = new RegExp(`/api/v1${path}$`, 'i');
  page.on('request', (request) => {
    if (pattern.test(new URL(request.url()).pathname)) found.push(request);
  });
  return found;
}

/**
 * Checks the interval of requests to `path` by the page's clock, from a response to the next request. The clock must be installed before the page opens.
 * It is paused afterwards. Returns the count of requests from here on, as the page records them: events of requests reach a busy test late.
 */
export async function expectInterval(page: Page, path: string, everyMs: number): Promise<() => Promise<number>> {
  await page.evaluate((pathPart) => {
    const record = { sentAt: [] as number[], pending: 0 };
    Object.assign(window, { record });
    const { fetch } = window;
    window.fetch = (...args) => {
      if (!new Request(...args).url.toLowerCase().includes(pathPart)) return fetch(...args);
      record.sentAt.push(Date.now());
      record.pending++;
      return fetch(...args).finally(() => record.pending--);
    };
  }, path.toLowerCase());
  type Record = { readonly sentAt: number[]; readonly pending: number };
  const record = (): Promise<Record> => page.evaluate(() => (window as unknown as { record: Record }).record);
  const sentAt = (): Promise<number[]> => record().then((it) => it.sentAt);
  // The clock runs until it is paused, at an instant in the future.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const stepMs = 250;
  let earlier = await sentAt();
  let quietMs = 0;
  for (const enough = earlier.length + 3; earlier.length < enough; ) {
    const before = earlier.length;
    // At once, not in steps: a sooner request is found by its gap.
    if (quietMs > 0) await page.clock.runFor(quietMs);
    quietMs = everyMs - 2 * stepMs;
    for (let ms = 0; earlier.length === before && ms < 3 * everyMs; ms += stepMs) {
      await page.clock.runFor(stepMs);
      earlier = await sentAt();
    }
    expect(earlier, 'one more request').toHaveLength(before + 1);
    // The app plans the next request after it has read the response: the clock stands still before that. Rendering also needs the clock.
    await expect.poll(() => record().then((it) => it.pending), 'the response').toBe(0);
    await expect
      .poll(() => page.clock.runFor(1).then(() => ageOf(page)), {
        message: 'the age of positions that were answered now',
      })
      .toBeLessThan(2);
  }
  const gaps = earlier.slice(1).map((ms, at) => ms - (earlier[at] ?? 0));
  for (const gap of gaps.slice(-2)) {
    expect(gap, 'none sooner').toBeGreaterThanOrEqual(everyMs);
    // The clock may have advanced by one step before the response is read.
    expect(gap, 'none later').toBeLessThan(everyMs + 2 * stepMs);
  }
  return async () => (await sentAt()).length;
}

/** Seconds, as shown in the header. NaN = not written recently, as on a busy machine. */
async function ageOf(page: Page): Promise<number> {
  const [text, lateMs] = await page.getByRole('banner').evaluate((banner): [string, number] => {
    const clock = /\d\d:\d\d:\d\d/.exec(banner.querySelector('time')?.textContent ?? '')?.[0];
    const day = new Date(Date.now()).toISOString().slice(0, 11);
    return [banner.textContent ?? '', Date.now() - Date.parse(`${day}${clock}Z`)];
  });
  return lateMs < 2000 ? Number(/Live\s*(\d+)\ss/.exec(text)?.[1]) : Number.NaN;
}

/** Afterwards colours of the map do not depend on the time of day, and it draws no frame per minute. */
export async function hideNight(page: Page): Promise<void> {
  const display = page.getByRole('button', { name: 'Map display' });
  await display.click();
  await page.getByRole('checkbox', { name: 'Night side' }).uncheck();
  await display.click();
}

const where = `?z=6&lat=${middle.lat}&lon=${middle.lon}`;

export class MapPage extends App {
  static async open(
    page: Page,
    server: TestServer,
    search = '',
    { user = 'parser' }: { readonly user?: DemoUser } = {},
  ): Promise<MapPage> {
    const map = new MapPage(page, server.url);
    const path = user === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
    await map.logInAs(user, { from: `${path}${where}${search}`, lands: path });
    // Code and first picture, after which its content is complete.
    await expect(map.airports).toBeVisible();
    return map;
  }
  get beside(): Locator {
    return this.page.getByRole('complementary', { name: 'In view' });
  }
  /** The number of airports in view, once it is not 0. */
  get airports(): Locator {
    return this.beside.getByRole('button', { name: /^[1-9]\d* airports?$/ });
  }
  count(words: string): Locator {
    return this.beside.getByRole('button', { name: words, exact: true });
  }
  get finder(): Locator {
    return this.page.getByRole('combobox', { name: 'Flight, tail, ICAO or airport' });
  }
  get found(): Locator {
    return this.page.getByRole('listbox', { name: 'Search results' });
  }
  get aircraftList(): Locator {
    return this.beside.getByRole('listbox', { name: 'Aircraft in view' });
  }
  get airportCard(): Locator {
    return this.page.getByRole('region', { name: otopeni.airportName });
  }
  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
  said(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name);
  }
}
