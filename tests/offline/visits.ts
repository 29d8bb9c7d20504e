/** Each screen of the route table with data: who opens it, at which address, and what it shows. */
import type { Page } from 'playwright/test';
import { acarsMessage } from '../../contract/calls/messages.ts';
import { notices } from '../../contract/calls/notices.ts';
import { overallBid } from '../../contract/calls/overall-bid.ts';
import { overview } from '../../contract/calls/pages.ts';
import { airport } from '../../contract/calls/reference.ts';
import { type RouteName, type RouteRow, routeTable } from '../../src/app/route-table.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { expect } from '../support/browser.ts';
import { frames, storeFrames } from '../support/frames.ts';
import type { DemoUser, TestServer } from '../support/server.ts';
import { bringRows } from './device.ts';

/** `list` = the call whose rows the screen shows: the test waits until they are on the device before it turns off the network. */
export type Visit = {
  readonly as: DemoUser;
  readonly path?: () => string;
  readonly shows: string | RegExp;
  /** Where a table is cards. */
  readonly showsOnPhone?: string;
  readonly list?: { readonly id: string };
  /** The call whose response is stored before the next screen is opened, which would cancel it. */
  readonly stores?: { readonly id: string };
  /** The file that opens it without a network. */
  readonly offlineIn?: 'map.spec.ts';
  /** Shows nothing of the server: opened offline only, without a visit before. */
  readonly isStatic?: true;
};

const ids = { station: '', user: '' };
/** What the screens show. */
export async function prepareVisits(it: TestServer): Promise<void> {
  await bringRows(it);
  const { token } = await logIn(it, 'admin');
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await callApi(it, path, { token, ...(body ? { method: 'POST', body } : {}) });
    expect(response.status, response.text).toBeLessThan(300);
    return response.json as T;
  };
  const { users } = await call<{ users: { id: string; userName: string }[] }>('/Account/Users');
  const feeder = users.find(({ userName }) => userName === 'feeder')?.id ?? '';
  ids.user = feeder;
  const made = await call<{ id: number }>('/Station/CreateStation', {
    stationId: '4711',
    latitude: 46.77,
    longitude: 23.62,
    locationStartDate: '2024-05-01T13:00:00Z',
    city: 'Cluj-Napoca',
    country: 'Romania',
    userId: feeder,
    startDate: '2024-05-01T13:00:00Z',
    description: 'Mast on the roof',
  });
  ids.station = String(made.id);
  await call('/receivers', { kind: 'beast', host: '127.0.0.1', port: 1 });
  await call(`/Stations/${made.id}/receivers`, { name: 'ROOF-VDLM' });
  await call(`/Stations/${made.id}/keys`, { name: 'roof key' });
  const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await call('/OverallBid/Upsert', { bidValue: 43.21, startDate });
}

/** Current aircraft: the server has their positions for a minute, and reads rows stored by others every few seconds. */
export async function bringAircraft(it: TestServer): Promise<void> {
  await storeFrames(it, frames(3));
  const { token } = await logIn(it, 'admin');
  const whole = '/CurrentLocation/GetCurrentLocation2?lat1=-90&lat2=90&lon1=-180&lon2=180';
  await expect
    .poll(
      async () =>
        ((await callApi(it, whole, { token })).json as { currentLocations: object[] }).currentLocations.length,
    )
    .toBeGreaterThan(0);
}

/** One search of a panel, as in its address. */
const period = 'messages.from=2026-01-01T00:00&messages.to=2026-01-02T00:00';

type ListName = { [N in RouteName]: (typeof routeTable)[N] extends { list: unknown } ? N : never }[RouteName];

/** null = a step of the session itself, which has its own tests, or the map of a company: that of an Admin, with another parameter. Only two of the lists are here; every-list.spec.ts reads each without a network. */
const visits: Readonly<Record<Exclude<RouteName, ListName> | 'akrx' | 'akrxAll', Visit | null>> = {
  auth: null,
  auth2: null,
  logout: null,
  confirmEmail: null,
  resetPassword: null,
  administrator: { as: 'admin', shows: 'C.R.U.D. User' },
  parser: { as: 'parser', shows: /decod[\s\S]*N0009T/i, stores: overview.mine },
  overview: {
    as: 'admin',
    shows: /Last 24 hours[\s\S]*Newest messages[\s\S]*N0009T[\s\S]*Stations/,
    stores: { id: String.raw`positions [\"receivers\",null]` },
  },
  decoding: { as: 'parser', shows: /decod/i, isStatic: true },
  report: { as: 'parser', shows: /Report of [\s\S]*Messages[\s\S]*Stations/ },
  coverage: { as: 'parser', shows: /Decoding by label[\s\S]*Labels[\s\S]*H1/ },
  akrx: { as: 'customer', shows: /60 messages[\s\S]*N0009T/, list: acarsMessage.company },
  akrxAll: { as: 'admin', shows: 'N0009T', list: acarsMessage.allUsers },
  faultsOfTail: {
    as: 'admin',
    path: () => '/faults/N0009T',
    shows: /N0009T[\s\S]*No faults received of this aircraft/,
  },
  notices: {
    as: 'parser',
    shows: /Notices[\s\S]*No notices[\s\S]*ready-made rules/,
    stores: { id: `${notices.list.id} []` },
  },
  tail: { as: 'customer', path: () => '/tail/N0009T', shows: /N0009T[\s\S]*1 message/ },
  dialogue: {
    as: 'customer',
    path: () => '/tail/N0009T/dialogue',
    shows: /Dialogue of N0009T[\s\S]*No CPDLC or ADS-C received/,
  },
  briefing: {
    as: 'customer',
    path: () => '/tail/N0009T/briefing',
    shows: /Briefing of N0009T[\s\S]*No unanswered request was received/,
  },
  openstreetMap: { as: 'admin', shows: /aircraft/i, stores: airport.all, offlineIn: 'map.spec.ts' },
  openstreetMapCompany: null,
  statistics: {
    as: 'admin',
    path: () => `/statistics?${period}`,
    shows: /4711\s+0\s+0\s+0\s+0[\s\S]*Mast on the roof/,
    showsOnPhone: 'Mast on the roof',
  },
  stationPage: {
    as: 'admin',
    path: () => '/station/1001',
    shows: /Station 1001[\s\S]*Bucharest[\s\S]*Received by this station only/,
  },
  airportPage: {
    as: 'customer',
    path: () => '/airport/LROP',
    shows: /LROP[\s\S]*Arrived[\s\S]*Messages about this airport/,
  },
  stationStatus: { as: 'admin', shows: /1001\s+Bucharest/ },
  rules: { as: 'admin', shows: /Rules[\s\S]*My rules[\s\S]*Ready-made rules/ },
  rule: { as: 'admin', path: () => '/rules/new?ready=7700', shows: /New rule[\s\S]*All of these/, isStatic: true },
  receivers: { as: 'admin', shows: /Receivers[\s\S]*beast:\/\/127\.0\.0\.1:1[\s\S]*Connect a decoder/ },
  addReceiver: { as: 'admin', shows: 'Test connection', isStatic: true },
  addStation: { as: 'admin', shows: 'Add station' },
  stationDetails: {
    as: 'admin',
    path: () => `/stationDetails/${ids.station}`,
    shows: /Mast on the roof[\s\S]*ROOF-VDLM[\s\S]*roof key/,
  },
  updateStation: { as: 'admin', path: () => `/updateStation/${ids.station}`, shows: 'Update station 4711' },
  overallBid: { as: 'admin', shows: /43\.21[\s\S]*43\.21/, stores: overallBid.history },
  updateOverallBid: { as: 'admin', shows: 'Update overall bid' },
  addUser: { as: 'admin', shows: 'Add user', isStatic: true },
  updateUser: { as: 'admin', path: () => `/updateUser/${ids.user}`, shows: 'feeder' },
  deleteUser: { as: 'admin', path: () => `/deleteUser/${ids.user}`, shows: 'feeder' },
  import: { as: 'admin', shows: 'Import' },
  serverStatus: { as: 'admin', shows: /Server status[\s\S]*No folder for backups/ },
  device: { as: 'admin', shows: 'Stored on this device', isStatic: true },
  accountSecurity: { as: 'admin', shows: /Account security[\s\S]*Second factor[\s\S]*Off/ },
  logins: { as: 'admin', shows: /My logins[\s\S]*Chrome on[\s\S]*This device/ },
  changePassword: { as: 'admin', shows: /password/i, isStatic: true },
};
export const rowOf = (name: RouteName): RouteRow => routeTable[name];
export const visitsOf = (user: DemoUser): readonly (readonly [RouteName, Visit])[] =>
  (Object.keys(routeTable) as RouteName[]).flatMap((name) => {
    const visit = (visits as Partial<Record<RouteName, Visit | null>>)[name];
    return visit?.as === user ? [[name, visit] as const] : [];
  });
/** Values of fields are part of the text of a screen. */
const shown = (page: Page): Promise<string> =>
  page.getByRole('main').evaluate((main) => {
    const fields = [...main.querySelectorAll('input, textarea, select')] as HTMLInputElement[];
    return `${(main as HTMLElement).innerText}\n${fields.map(({ value }) => value).join('\n')}`;
  });
const missing = /not stored|no network connection|could not be (read|shown|loaded)|is loading|Loading/i;

/** The text is shown, and nothing is missing or loading. */
export async function expectShown(page: Page, shows: string | RegExp, message: string): Promise<void> {
  const complete = () => shown(page).then((text) => missing.exec(text)?.[0] ?? text);
  await expect.poll(complete, { message }).toMatch(textOf(shows));
}

const textOf = (text: string | RegExp): RegExp =>
  typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text;
