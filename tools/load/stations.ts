/** Simulated stations. Each message has a number within its station, so that it can be counted back. Own file: tests count with it, too. */

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { allCall, asBeast, characters, squitter } from '../../tests/recordings/mode-s-encoder.ts';
import { callApi, type Measures, measured } from './calls.ts';
import { type LoadOptions, UsageError, type Way } from './options.ts';

export type Sender = {
  readonly way: Way;
  readonly name: string;
  /** Messages so far: numbers 0 to `sent` - 1. */
  readonly sent: number;
  /** Not confirmed yet. Always 0 where nothing is confirmed. */
  readonly waiting: number;
  /** `count` new messages. */
  add(count: number): void;
  /** Sends what waits. */
  flush(): void;
  close(): void;
};
type SenderOptions = {
  readonly station: SimulatedStation;
  /** From 0. */
  readonly index: number;
  readonly run: Run;
  readonly options: LoadOptions;
  readonly measures: Measures;
};
/** Names the messages of one run. */
export type Run = { readonly id: string; readonly beganMs: number };

export function openSender(way: Way, sender: SenderOptions): Sender {
  if (way === 'http') return new Uploader(sender);
  return way === 'udp' ? new Datagrams(sender) : new Stream(way, sender);
}

export const textOf = (run: Run, index: number, number: number): string => `LOAD ${run.id} ${index} ${number}`;
/** Addresses of a block that no country has, and the emitter category D7, which is not assigned: never those of an aircraft. */
const loadCategory = 'D7';
const addressOf = (run: Run, number: number): number =>
  0xd0_0000 + ((Math.floor(run.beganMs / 1000) * 997 + number) % 0x10_0000);

const callsignOf = (index: number, number: number): string =>
  `${index.toString(36).padStart(3, '0')}${number.toString(36).padStart(5, '0')}`.toUpperCase();
/** The station and number in a callsign. */
const numberIn = (callsign: string): readonly [index: number, number: number] => [
  Number.parseInt(callsign.slice(0, 3), 36),
  Number.parseInt(callsign.slice(3), 36),
];

function lineOf({ station, index, run }: SenderOptions, number: number): string {
  const aircraft = (index * 31 + number) % 400;
  return JSON.stringify({
    timestamp: Date.now() / 1000,
    station_id: station.name,
    channel: 1,
    freq: 131.725,
    level: -20.5,
    error: 0,
    mode: '2',
    label: 'H1',
    block_id: String(number % 10),
    ack: false,
    tail: `LD-${String(aircraft).padStart(3, '0')}`,
    flight: `LD${String(aircraft).padStart(4, '0')}`,
    msgno: `L${String(number % 100).padStart(2, '0')}A`,
    text: textOf(run, index, number),
    app: { name: 'acarsdec', ver: 'load' },
  });
}

/** Lines stay until the server confirms them, as a feeder does. */
class Uploader implements Sender {
  readonly way = 'http';
  sent = 0;
  #lines: string[] = [];
  #isBusy = false;
  constructor(private readonly of: SenderOptions) {}
  get name(): string {
    return this.of.station.name;
  }
  get waiting(): number {
    return this.#lines.length;
  }
  add(count: number): void {
    for (let at = 0; at < count; at++) this.#lines.push(lineOf(this.of, this.sent++));
  }
  flush(): void {
    if (!this.#isBusy && this.#lines.length > 0) void this.#upload();
  }
  async #upload(): Promise<void> {
    this.#isBusy = true;
    const { options, measures, station } = this.of;
    const lines = this.#lines.slice(0, 5000);
    const response = await measured(measures, 'upload', `${options.apiBase}/ingest/acars`, {
      method: 'POST',
      token: station.key,
      type: 'application/x-ndjson',
      body: lines.join('\n'),
      deadlineMs: 30_000,
    });
    if (response) this.#lines = this.#lines.slice(lines.length);
    this.#isBusy = false;
  }
  close(): void {}
}

class Datagrams implements Sender {
  readonly way = 'udp';
  readonly waiting = 0;
  sent = 0;
  readonly #socket: UdpSocket = createSocket('udp4');
  constructor(private readonly of: SenderOptions) {
    this.#socket.on('error', (error) => of.measures.fail('udp', error.message));
  }
  get name(): string {
    return this.of.station.name;
  }
  add(count: number): void {
    const { port, host } = placeFor(this.of);
    for (let at = 0; at < count; at++) this.#socket.send(lineOf(this.of, this.sent++), port, host);
  }
  flush(): void {}
  close(): void {
    this.#socket.close();
  }
}

/** JSON lines or Beast frames over TCP. Without a connection they wait, as with a decoder that buffers. */
class Stream implements Sender {
  sent = 0;
  #pending: Buffer[] = [];
  #socket: Socket | null = null;
  #isOpen = false;
  #isClosed = false;
  constructor(
    readonly way: 'tcp' | 'beast',
    private readonly of: SenderOptions,
  ) {
    this.#connect();
  }
  get name(): string {
    return this.of.station.name;
  }
  get waiting(): number {
    return this.#pending.length;
  }
  add(count: number): void {
    for (let at = 0; at < count; at++) {
      const number = this.sent++;
      this.#pending.push(this.way === 'tcp' ? Buffer.from(`${lineOf(this.of, number)}\n`) : framesOf(this.of, number));
    }
  }
  flush(): void {
    if (!this.#isOpen || this.#pending.length === 0) return;
    this.#socket?.write(Buffer.concat(this.#pending));
    this.#pending = [];
  }
  close(): void {
    this.#isClosed = true;
    this.#socket?.end();
  }
  #connect(): void {
    const socket = connect(placeFor(this.of));
    this.#socket = socket;
    socket.on('connect', () => {
      this.#isOpen = true;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => this.of.measures.fail(this.way, error.code ?? error.message));
    socket.on('close', () => {
      this.#isOpen = false;
      if (!this.#isClosed) setTimeout(() => this.#isClosed || this.#connect(), 1000);
    });
    socket.resume();
  }
}

const placeFor = ({ options, index }: SenderOptions) =>
  options.receivers[index % options.receivers.length] ?? { host: '127.0.0.1', port: 5555 };

const ticksPerMs = 12_000;

/** Each number is an aircraft of its own: its first frame is always stored. */
function framesOf({ index, run, options }: SenderOptions, number: number): Buffer {
  const address = addressOf(run, index * Math.ceil(options.rate * options.seconds + 60) + number);
  const name = squitter(address, [[1, 5], [7, 3], ...characters(callsignOf(index, number))]);
  const counter = ((Date.now() - run.beganMs) * ticksPerMs) % 2 ** 32;
  return Buffer.from([...asBeast(allCall(address), counter, 90), ...asBeast(name, counter + 1200, 90)]);
}

/*
 * Prepares the installation: station records, and in them a receiver name and a key for each simulated station. A station cannot be deleted:
 * few records, the same in each run. All keys are revoked at the end.
 */

/** The limit of the server. */
const receiversPerRecord = 100;
const firstNumber = 990_000;
const sessionsFor = 10;

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
type SimulatedStation = {
  readonly name: string;
  readonly key: string;
  /** Path of the key, to revoke it. */
  readonly keyPath: string;
};
type Prepared = {
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
  const start = `${new Date(Date.now() - dayMs).toISOString().slice(0, 19)}Z`;
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

/* Counts the messages of a run back through the API: each number once, or it is lost or duplicated. */

/** `lost` = delivered, but not stored. `undelivered` = still waiting in its station at the end, and not stored. */
export type Counted = {
  readonly found: number;
  readonly duplicated: number;
  readonly lost: number;
  readonly undelivered: number;
};
type Row = Readonly<Record<string, unknown>>;
type Requested = {
  readonly options: LoadOptions;
  readonly token: string;
  readonly stationIds: readonly string[];
  readonly run: Run;
};

const maxCounts = 10;
const betweenCountsMs = 5000;
const pageRows = 10_000;
const tries = 5;
const pauseMs = 3000;

/** Of each way. Counts until two counts are equal: a busy server still stores what it has received. */
export async function countBack(requested: Requested, senders: readonly Sender[]): Promise<ReadonlyMap<Way, Counted>> {
  let before = '';
  for (let attempt = 1; ; attempt++) {
    const counted = await countNow(requested, senders);
    const text = JSON.stringify([...counted]);
    if (text === before || isWhole(counted) || attempt === maxCounts) return counted;
    before = text;
    await new Promise((resolve) => setTimeout(resolve, betweenCountsMs));
  }
}

/** What is stored at this moment. */
export const countNow = async (requested: Requested, senders: readonly Sender[]): Promise<ReadonlyMap<Way, Counted>> =>
  countedOf(senders, await idsByNumber(requested, senders));

const isWhole = (counted: ReadonlyMap<Way, Counted>): boolean =>
  [...counted.values()].every(({ lost, duplicated, undelivered }) => lost + duplicated + undelivered === 0);

/** Of each sender: the ids of the rows with each number. A row may be read twice while others are stored, but has one id. */
async function idsByNumber(
  requested: Requested,
  senders: readonly Sender[],
): Promise<readonly Map<number, Set<unknown>>[]> {
  const found = senders.map(() => new Map<number, Set<unknown>>());
  const note = (index: number, number: number, id: unknown): void => {
    const of = found[index];
    if (!of || !Number.isInteger(number)) return;
    const known = of.get(number);
    if (known) known.add(id);
    else of.set(number, new Set([id]));
  };
  if (senders.some(({ way }) => way !== 'beast'))
    for (const stationId of requested.stationIds)
      for await (const { text, id } of rowsOf(requested, api.acarsMessage.allUsers, `stationId=${stationId}`)) {
        const [, run, index, number] = /^LOAD (\S+) (\d+) (\d+)$/.exec(String(text)) ?? [];
        if (run === requested.run.id) note(Number(index), Number(number), id);
      }
  if (senders.some(({ way }) => way === 'beast')) {
    const isOfRun = addressesOf(requested, senders);
    for await (const { icao, identification, id } of rowsOf(
      requested,
      api.acarsMessage.adsb,
      `aircraftType=${loadCategory}`,
    ))
      if (isOfRun(String(icao))) note(...numberIn(String(identification)), id);
  }
  return found;
}

/** What waits in a station are its last numbers. */
function countedOf(senders: readonly Sender[], found: readonly Map<number, Set<unknown>>[]): Map<Way, Counted> {
  const counted = new Map<Way, Counted>();
  for (const [index, { way, sent, waiting }] of senders.entries()) {
    const ids = found[index] ?? new Map<number, Set<unknown>>();
    const delivered = sent - waiting;
    const inTime = [...ids.keys()].filter((number) => number < delivered).length;
    const before = counted.get(way) ?? { found: 0, duplicated: 0, lost: 0, undelivered: 0 };
    counted.set(way, {
      found: before.found + ids.size,
      duplicated: before.duplicated + [...ids.values()].reduce((sum, { size }) => sum + size - 1, 0),
      lost: before.lost + delivered - inTime,
      undelivered: before.undelivered + waiting - (ids.size - inTime),
    });
  }
  return counted;
}

/** Earlier runs used other addresses. */
function addressesOf({ options, run }: Requested, senders: readonly Sender[]): (icao: string) => boolean {
  const perStation = Math.ceil(options.rate * options.seconds + 60);
  const known = new Set<number>();
  for (const [index, { way, sent }] of senders.entries())
    if (way === 'beast') for (let at = 0; at < sent; at++) known.add(addressOf(run, index * perStation + at));
  return (icao) => known.has(Number.parseInt(icao, 16));
}

/** All rows of the run's time, page by page. A row that is stored meanwhile moves the others to later pages: none is missed. */
async function* rowsOf(
  { options, token, run }: Requested,
  { path, list }: ListEndpoint,
  filter: string,
): AsyncGenerator<Row, void> {
  const instant = (ms: number): string => encodeURIComponent(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
  const window = `acarsMessageDateTimeMin=${instant(run.beganMs - 2000)}&acarsMessageDateTimeMax=${instant(Date.now() + 60_000)}`;
  for (let offset = 0; ; offset += pageRows) {
    const url = `${options.apiBase}${path}?${filter}&${window}&offset=${offset}&limit=${pageRows}`;
    const page = await readPage(url, token, list.rows);
    yield* page;
    if (page.length < pageRows) return;
  }
}

async function readPage(url: string, token: string, rows: string): Promise<readonly Row[]> {
  for (let attempt = 1; ; attempt++) {
    const response = await callApi(url, { token, deadlineMs: 120_000 }).catch((error: Error) => error);
    if (!(response instanceof Error) && response.status === 200)
      return (JSON.parse(response.text) as Record<string, readonly Row[]>)[rows] ?? [];
    if (attempt === tries) {
      const reason = response instanceof Error ? response.message : `HTTP ${response.status} ${response.text}`;
      throw new Error(`The messages cannot be counted back: ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
