/** Every declared list with rows, its path and its user. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Audience, mayCall } from '../../contract/audience.ts';
import type { AnyRow, ListDefinition } from '../../src/list/define-list.ts';
import { callApi, logIn } from './api-client.ts';
import { frames, storeFrames } from './frames.ts';
import { acarsdecLine, series } from './messages.ts';
import { root } from './repository.ts';
import type { DemoUser, TestServer } from './server.ts';
import { stationRecords } from './station-records.ts';

const folder = join(root, 'src/screens');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.list.ts'));
export const lists: ListDefinition[] = [];
for (const file of files) {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
  lists.push(
    ...Object.values(module).filter(
      (one): one is ListDefinition => typeof one === 'object' && one !== null && 'columns' in one,
    ),
  );
}

/** Minimum rows of each list: three pages of ten. */
const stored = 30;
const ids = new Map<ListDefinition, string>();
const counts = new Map<ListDefinition, number>();

/** Fills all lists, and reads ids and counts of each. */
export async function fillLists(it: TestServer): Promise<void> {
  await storeFrames(it, frames(stored));
  await it.import(aircraftFile(stored), ['--reference']);
  await it.import([...series(stored), ...(await takeOffs(it)), ...faultTexts(stored), ...stationRecords(stored)]);
  await fillUsers(it);
  const tokens = new Map<DemoUser, string>();
  for (const reader of new Set(lists.map(readerOf))) tokens.set(reader, (await logIn(it, reader)).token);
  for (const list of lists) await look(it, list, tokens.get(readerOf(list)) ?? '');
}

/** Aircraft of one airline, in the format of Virtual Radar. */
const aircraftFile = (count: number): string[] => [
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt',
  ...Array.from({ length: count }, (_, at) => {
    const n = at + 100;
    return `4A0${n},YR-${n},B738,Boeing,737-800,Boeing 737-800,0,Tarom,ROT,${29_000 + n},${2000 + (n % 20)}`;
  }),
];

/** As many users as there are messages. */
async function fillUsers(it: TestServer): Promise<void> {
  const { token } = await logIn(it, 'admin');
  const { usersCount } = (await callApi(it, '/Account/Users?limit=1', { token })).json as { usersCount: number };
  for (let n = usersCount; n < stored; n += 1)
    await callApi(it, '/user/register', {
      method: 'POST',
      token,
      body: { username: `person.${n}`, password: 'secret-1', role: 'User', terms: 0, company: '' },
    });
}
/** As many flights of the first aircraft, which takes off every 90 minutes, never at the start of a list's window. */
async function takeOffs(it: TestServer): Promise<Record<string, unknown>[]> {
  const { token } = await logIn(it, 'parser');
  const { aircraft } = (await callApi(it, '/aircraft?limit=1', { token })).json as { aircraft: AnyRow[] };
  return Array.from({ length: stored }, (_, at) => {
    const secondsAgo = at * 5400 + 2700;
    const off = new Date(Date.now() - secondsAgo * 1000).toISOString().slice(11, 16).replace(':', '');
    const [tail, flight, text] = [String(aircraft[0]?.registration), `TS${1000 + at}`, `LROPEGLL${off}`];
    return acarsdecLine({ secondsAgo, tail, flight, label: 'QQ', text });
  });
}
/** As many aircraft with a fault each. */
const faultTexts = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, at) => {
    const secondsAgo = at * 60 + 7200;
    const [day = '', clock = ''] = new Date(Date.now() - secondsAgo * 1000).toISOString().slice(2, 16).split('T');
    const text = `#CFB.1/FLR/FR${day.replaceAll('-', '')}${clock.replace(':', '')}  36221607BMC1   X2,,,,,,,R WING LOOP B,HARD`;
    return acarsdecLine({ secondsAgo, tail: `YR-F${at + 10}`, flight: 'TS0900', label: 'H1', msgno: 'C01A', text });
  });

/** Number of rows. For a list of one object also the id of the most frequent object. */
async function look(it: TestServer, list: ListDefinition, token: string): Promise<void> {
  const ask = async (path: string): Promise<Record<string, unknown>> =>
    (await callApi(it, path, { token })).json as Record<string, unknown>;
  if (list.of) {
    const { endpoint, id } = list.of.sample;
    const response = await ask(`${endpoint.path}?limit=1000`);
    ids.set(list, mostFrequent((response[endpoint.list.rows] as AnyRow[]).map(id)));
  }
  const { path, list: parts } = list.endpoint;
  const [from] = parts.filters.find(({ way }) => way === 'between')?.params ?? [];
  const hours = list.window?.hours ?? 0;
  const window = from && hours ? `&${from.name}=${new Date(Date.now() - hours * 3_600_000).toISOString()}` : '';
  const response = await ask(`${path.replace(/\{\w+\}/, ids.get(list) ?? '')}?limit=1${window}`);
  counts.set(list, Number(response[parts.count]));
}
function mostFrequent(texts: readonly string[]): string {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
export const countOf = (list: ListDefinition): number => counts.get(list) ?? Number.NaN;
/** A list that shares its screen also has its own address. */
export const routeOf = (list: ListDefinition): string =>
  list.within ? `${list.within.path}?only=${list.within.slot}` : `/${list.name.replace('$id', ids.get(list) ?? '')}`;
/** Below the API base. */
export const callOf = (list: ListDefinition): string => list.endpoint.path.replace(/\{\w+\}/, ids.get(list) ?? '');

/** A user with access: a customer for company lists, an admin or a parser for the others. */
export function readerOf(list: ListDefinition): DemoUser {
  const { who } = mayCall[list.endpoint.id as keyof typeof mayCall];
  const audiences: readonly Audience[] = who === 'everyone' ? ['parser'] : who;
  if (list.company || !audiences.includes('parser')) return audiences.includes('customer') ? 'customer' : 'admin';
  return 'parser';
}
