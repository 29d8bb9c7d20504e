/**
 * Prepares the installation: station records, and in them a receiver name and a key for each simulated station. A station cannot be deleted:
 * few records, the same in each run. All keys are revoked at the end.
 */
import { callApi } from './measured-calls.ts';
import { type LoadOptions, UsageError } from './options.ts';

/** The limit of the server. */
const receiversPerRecord = 100;
const firstNumber = 990_000;
const sessionsFor = 10;

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
export type SimulatedStation = {
  readonly name: string;
  readonly key: string;
  /** Path of the key, to revoke it. */
  readonly keyPath: string;
};
export type Prepared = {
  /** Numbers of the station records. */
  readonly stationIds: readonly string[];
  /** One for every ten readers: the limit of requests counts each alone. */
  readonly sessions: readonly string[];
  readonly stations: readonly SimulatedStation[];
  cleanUp(): Promise<void>;
};

export async function prepare(options: LoadOptions): Promise<Prepared> {
  const token = await logIn(options);
  const ask: Ask = (method, path, body) => callAsAdmin(`${options.apiBase}${path}`, method, token, body);
  const sessions = [token];
  const stations: SimulatedStation[] = [];
  const cleanUp = async (): Promise<void> => {
    for (const { keyPath } of stations) await ask('DELETE', keyPath).catch(() => {});
    for (const session of sessions.toReversed())
      await callAsAdmin(`${options.apiBase}/account/logout`, 'POST', session).catch(() => {});
  };
  try {
    while (sessions.length < Math.ceil(options.readers / sessionsFor)) sessions.push(await logIn(options));
    const stationIds: string[] = [];
    for (let from = 0; from < options.stations; from += receiversPerRecord) {
      const stationId = String(firstNumber + stationIds.length);
      stationIds.push(stationId);
      const path = `/Stations/${await stationRecord(ask, stationId)}`;
      const count = Math.min(receiversPerRecord, options.stations - from);
      for (const name of await claimNames(ask, path, from, count)) stations.push(await makeKey(ask, path, name));
    }
    return { stationIds, sessions, stations, cleanUp };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function claimNames(ask: Ask, path: string, from: number, count: number): Promise<string[]> {
  const { claimed } = (await ask('GET', `${path}/receivers`)) as { claimed: readonly { readonly name: string }[] };
  const known = new Set(claimed.map(({ name }) => name.toUpperCase()));
  const names = Array.from({ length: count }, (_, at) => `LOAD-${String(from + at + 1).padStart(4, '0')}`);
  for (const name of names) if (!known.has(name)) await ask('POST', `${path}/receivers`, { name });
  return names;
}

async function makeKey(ask: Ask, path: string, name: string): Promise<SimulatedStation> {
  const made = (await ask('POST', `${path}/keys`, { name: `load ${name}` })) as { id: string; key: string };
  return { name, key: made.key, keyPath: `${path}/keys/${made.id}` };
}

async function logIn({ apiBase, user, password }: LoadOptions): Promise<string> {
  const body = JSON.stringify({ username: user, password, role: '', terms: 0, company: '' });
  const response = await callApi(`${apiBase}/account/authenticate`, { method: 'POST', body, deadlineMs: 30_000 });
  if (response.status !== 200) throw new UsageError(`Login of ${user} failed: ${messageIn(response.text)}`);
  return (JSON.parse(response.text) as { token: string }).token;
}

async function callAsAdmin(
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  token: string,
  body?: object,
): Promise<unknown> {
  const text = body && JSON.stringify(body);
  const response = await callApi(url, { method, token, deadlineMs: 30_000, ...(text ? { body: text } : {}) });
  if (response.status >= 300) throw new UsageError(`${method} ${url}: ${response.status} ${messageIn(response.text)}`);
  return response.text === '' ? undefined : JSON.parse(response.text);
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return text.slice(0, 200);
  }
}

async function stationRecord(ask: Ask, stationId: string): Promise<number> {
  const known = ((await ask('GET', '/Station')) as { id: number; stationId: string }[]).find(
    (one) => one.stationId === stationId,
  );
  if (known) return known.id;
  const { user } = (await ask('GET', '/account/me')) as { user: { id: string } };
  const start = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 19)}Z`;
  const body = {
    stationId,
    latitude: 47.4,
    longitude: 8.5,
    locationStartDate: start,
    userId: user.id,
    startDate: start,
    description: 'Simulated stations of the load generator',
  };
  return ((await ask('POST', '/Station/CreateStation', body)) as { id: number }).id;
}
