/** Calls before and after a database is distributed: each list with each of its filters, and every other reading call. */
import pLimit from 'p-limit';
import { endpoints } from '../../contract/api.ts';
import type { Filter, FilterParam } from '../../contract/filters.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { messageTables } from '../../server/query/message-tables.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { callOf, lists, readerOf } from '../support/declared-lists.ts';
import { fullFrame } from '../support/frames.ts';
import { fullLine, series } from '../support/messages.ts';
import type { DemoUser, TestServer } from '../support/server.ts';
import { keptDays } from './fresh-database.ts';

export type Requested = { readonly user: DemoUser; readonly path: string };
type Row = Readonly<Record<string, unknown>>;

/** Receptions of many receivers, some of one message, in the same seconds. */
export const manyReceivers = (): Row[] => [
  fullLine({ secondsAgo: 10 }),
  ...series(240, (n) => ({ station: `RX-${n % 40}`, secondsAgo: 100 + Math.floor(n / 8) })),
  ...Array.from({ length: 6 }, (_, n) => fullLine({ secondsAgo: 400, tail: 'G-EUPT', station: `RX-${n}`, level: -n })),
];
const dayS = 86_400;
/** Three weeks old, with the values of newer messages. `archiveOldDays` moves them. */
export const oldMessages = (): Row[] =>
  Array.from({ length: 90 }, (_, n) => {
    const sender = n % 3 ? {} : { tail: 'YR-105', flight: 'TS0005', icao: 0x4a_0105, label: 'Q0' };
    return fullLine({ secondsAgo: (20 + (n % 2)) * dayS + n, station: `RX-${n % 12}`, ...sender });
  });
export const oldFrames = () =>
  Array.from({ length: 60 }, (_, n) => ({ ...fullFrame(20 * dayS + n, n % 30), stationId: `RX-${n % 12}` }));

/** As if they had been stored when they were received. */
export async function archiveOldDays(url: string): Promise<void> {
  const db = openMessages(openDatabase({ url }));
  for (const { name, time } of messageTables)
    await db.query(`update ${name} set stored_at = ${time} where ${time} < now() - interval '16 days'`);
  await runRetention(db, keptDays(15, 400, 100));
  await db.close();
}

export const manyFrames = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...fullFrame(100 + Math.floor(n / 8), n % 30),
    stationId: `RX-${n % 40}`,
  }));

const fallback = {
  text: 'anything',
  number: 1,
  flag: true,
  instant: '2026-01-01T00:00',
  day: '2026-01-01',
  kind: 'position,cpdlc',
  element: 'UM20',
  chapter: '36',
  decoded: 'yes',
} as const;

/** A query that finds a row of the list by this filter, if any row has a value. */
function queryOf({ field, params }: Filter, rows: readonly Row[]): Record<string, string> {
  const value = rows
    .map((row) => row[field])
    .find((one) => one !== null && one !== undefined && typeof one !== 'object');
  const textOf = ({ op, value: kind }: FilterParam): string => {
    if (op === 'exists') return 'true';
    if (value === undefined) return String(fallback[kind]);
    return op === 'contains' ? String(value).slice(0, 5).toLowerCase() : String(value);
  };
  return Object.fromEntries(params.map((param) => [param.name, textOf(param)]));
}

/** Every list alone, by pages, and with each filter. */
async function listCalls(server: TestServer, tokens: ReadonlyMap<DemoUser, string>): Promise<Requested[]> {
  const requested: Requested[] = [];
  for (const list of lists) {
    const user = readerOf(list);
    const path = callOf(list);
    const { json } = await callApi(server, `${path}?limit=1000`, { token: tokens.get(user) ?? '' });
    const rows = (json as Record<string, Row[]>)[list.endpoint.list.rows] ?? [];
    const queries: Record<string, string>[] = [
      { limit: '-1' },
      { limit: '20', offset: '10' },
      ...list.endpoint.list.filters.map((filter) => ({ limit: '50', ...queryOf(filter, rows) })),
    ];
    if ('archive' in list.endpoint.query) queries.push(...queries.map((query) => ({ ...query, archive: 'true' })));
    for (const query of queries) requested.push({ user, path: `${path}?${new URLSearchParams(query)}` });
  }
  return requested;
}

/** Their responses depend on this process, its logins or other services. */
const ofProcess = /^\/(account|health|storage|ServerStatus|ingest|receivers|openapi|imports|OpenSky|External)/i;

/** Reading calls without parameters of their path, for a fixed period. */
function otherCalls(toMs: number): Requested[] {
  const at = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
  const period = (name: string): string | null => {
    if (/^(timeMin\d?|from)$/.test(name)) return at(toMs - 5 * 3_600_000);
    return /^(timeMax\d?|to)$/.test(name) ? at(toMs) : null;
  };
  const readable = endpoints.filter(
    ({ method, path, list, token }) =>
      method === 'GET' && !path.includes('{') && !list && token !== 'station' && !ofProcess.test(path),
  );
  return readable.flatMap(({ path, query }) => {
    const params = Object.keys(query).flatMap((name) => {
      const value = period(name);
      return value === null ? [] : [[name, value]];
    });
    const sent = `${path}?${new URLSearchParams(params)}`;
    return (['admin', 'parser', 'feeder', 'company'] as const).map((user) => ({ user, path: sent }));
  });
}

/** Pages of one message, aircraft, station, airport. */
async function objectCalls(server: TestServer, token: string): Promise<Requested[]> {
  const { json } = await callApi(server, '/AcarsMessage/allUsers?limit=400', { token });
  const rows = (json as { acarsMessages: Row[] }).acarsMessages;
  const messages = rows
    .filter((_, n) => n % 40 === 0)
    .flatMap(({ id }) => [`/AcarsMessage/${id}/heard`, `/AcarsMessage/${id}/extra`]);
  const icaos = ['4CA000', '4ca00a', 'A0F1BB'].flatMap((icao) => [
    `/CurrentLocation/trail?icao=${icao}`,
    `/CurrentLocation/heardBy?icao=${icao}`,
    `/AcarsMessage/linkEvents?icao=${icao}`,
    `/Tail/${icao}`,
  ]);
  const box = 'lat1=-80&lat2=80&lon1=-170&lon2=170';
  const past = `/CurrentLocation/past?from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date().toISOString()}&${box}`;
  const places = [
    '/Stations/1001/page',
    '/Stations/RX-1/page',
    '/airport/LROP/page',
    '/Tail/N163US',
    '/Tail/G-EUPT',
    past,
  ];
  const { aircraft } = (await callApi(server, '/aircraft?limit=20', { token })).json as { aircraft: Row[] };
  const flights = aircraft.map(({ id }) => `/flight/getflightsforaircraft/${id}?limit=50`);
  const receivers = Array.from({ length: 12 }, (_, n) => [
    `/FeederStatistics/MessagesNumber?stationId=RX-${n}`,
    `/Stations/health?stationId=10${String(n + 1).padStart(2, '0')}`,
  ]).flat();
  return [...messages, ...icaos, ...places, ...flights, ...receivers].map((path) => ({ user: 'parser', path }));
}

export async function callsOf(server: TestServer): Promise<Requested[]> {
  const tokens = await logInAll(server);
  const lists = (await listCalls(server, tokens)).filter(({ path }) => !path.startsWith('/Audit'));
  // Calls that depend on the clock first: within seconds of the start.
  return [...otherCalls(Date.now() - 60_000), ...(await objectCalls(server, tokens.get('parser') ?? '')), ...lists];
}

const users: readonly DemoUser[] = ['admin', 'parser', 'customer', 'company', 'feeder'];
async function logInAll(server: TestServer): Promise<Map<DemoUser, string>> {
  const tokens = new Map<DemoUser, string>();
  for (const user of users) tokens.set(user, (await logIn(server, user)).token);
  return tokens;
}

/** Status and body of each call, without the instant of the response. Several at a time: a coordinator has several workers. */
export async function responsesOf(server: TestServer, requested: readonly Requested[]): Promise<string[]> {
  const tokens = await logInAll(server);
  const turn = pLimit(4);
  const one = async ({ user, path }: Requested): Promise<string> => {
    const { status, text } = await callApi(server, path, { token: tokens.get(user) ?? '' });
    // `inAir` covers the last minute, so it differs between the runs.
    const same = text.replace(/"asOf":"[^"]*"/g, '').replace(/"inAir":\[[^\]]*\]/, '');
    return `${user} ${path} ${status} ${same}`;
  };
  return Promise.all(requested.map((call) => turn(() => one(call))));
}
