/** /statistics with stubbed responses of its nine calls. */
import type { BrowserContext, Locator, Page, Request } from 'playwright/test';
import { type App, expect, stub } from './browser.ts';

export const calls = {
  messages: '/FeederStatistics/MessagesNumber',
  ranges: '/FeederStatistics/HistroicalDirectionalRanges',
  times: '/FeederStatistics/FeedingTime',
  percentages: '/FeederStatistics/FeedingPercentageDirect',
  types: '/FeederStatistics/FeedingTimePerMessageType',
  stations: '/Station',
  active: '/Station/ActiveStationsNumber',
  status: '/Stations/StationStatus',
  frames: '/StationStatusFrameSize/StationStatusFrameSize',
} as const;

const station = (id: number, stationId: string, lastActiveTime: string | null) => ({
  id,
  stationId,
  latitude: 35.0844,
  longitude: -106.6504,
  city: 'Albuquerque',
  country: 'US',
  locationAddress: 'Rooftop, 2nd St',
  lastActiveTime,
  feederName: 'A. Ortega',
  feederEmail: 'a.ortega@example.org',
  feederPhone: null,
  description: 'Mast',
  notificationEmail: null,
  feederNotificationEmail: 'DoNothing',
  firstTimeSentToFeeder: null,
});
const versionNames = ['acars', 'vdlm2', 'adsb', 'gnss', 'mqtt', 'locationApp', 'mainSystem', 'fotaService', 'appImage'];
export const versions = Object.fromEntries(
  versionNames.flatMap((name, at) => ['Major', 'Minor', 'Build'].map((part, n) => [`${name}${part}`, at * 10 + n])),
);
const statusRow = {
  createdOn: '2024-05-01T12:34:56Z',
  timestamp: 1714566896,
  stationId: '1042',
  msgType: 'ADSB',
  ...versions,
};
const frameRow = { ...statusRow, frameSizeMin: 7, frameSizeMax: 14, frameSizeAvg: 11.5 };
export const responses: Readonly<Record<keyof typeof calls, unknown>> = {
  messages: { messagesNumber: [{ stationId: '1042', acars: 3811, vdlm2: 9102, adsb: 61204, total: 74117 }] },
  // One direction of the 360 exceeds the rim.
  ranges: {
    directionalRangesStorages: Array.from({ length: 360 }, (_, angle) => ({
      angle,
      distance: angle === 78 ? 423 : 200,
    })),
  },
  times: {
    feedingTimeDtos: [
      { stationId: '1042', feedingTime: 5400, idleTime: 1800, totalEngagement: 7200, feedingPercentage: 1 },
      { stationId: '1057', feedingTime: 600, idleTime: 6600, totalEngagement: 7200, feedingPercentage: 2 },
    ],
  },
  percentages: {
    feedingWorkPercentageDtos: [
      { stationId: '1057', feedingPercentage: 8.3 },
      { stationId: '1042', feedingPercentage: 75 },
    ],
  },
  types: {
    feedingPercentagePerMessageType: [
      { stationId: '1042', feedingTime: 5400, feedingTimeADSB: 3600, feedingPercentageADSB: 50 },
    ],
  },
  stations: [station(7, '1042', '2024-05-01T12:34:56Z'), station(8, '1088', null)],
  active: 7,
  status: { stationStatus: [statusRow], stationStatusCount: 1 },
  frames: { data: [frameRow], count: 1 },
};

/** Responds to every call of the screen, and records requests. */
export async function stubAll(context: BrowserContext): Promise<Request[]> {
  const requested: Request[] = [];
  for (const [name, path] of Object.entries(calls))
    await stub(context, path, { json: responses[name as keyof typeof calls] });
  context.on('request', (request) => {
    if (request.url().includes('/api/')) requested.push(request);
  });
  return requested;
}
export const queriesOf = (requested: readonly Request[], call: keyof typeof calls): Record<string, string>[] =>
  requested
    .map((request) => new URL(request.url()))
    .filter((url) => url.pathname.toLowerCase().endsWith(calls[call].toLowerCase()))
    .map((url) => Object.fromEntries(url.searchParams));

export const form = (page: Page, name: string): Locator =>
  page.getByRole('form', { name: `Search: ${name}`, exact: true });
export const searchOf = (page: Page, name: string): Locator =>
  form(page, name).getByRole('button', { name: 'SEARCH', exact: true });
export const result = (page: Page, name: string): Locator => page.getByTestId(`result of Search: ${name}`);
export const list = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export async function openStatistics(app: App, user: 'admin' | 'parser', search = ''): Promise<App> {
  await app.logInAs(user, { from: `/statistics${search}`, lands: '/statistics' });
  const heading = search.includes('only') ? 'FRAME SIZE' : 'STATION DATA';
  await expect(app.page.getByRole('heading', { name: heading })).toBeVisible();
  return app;
}
