import { createServer, isIP, type Socket } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { Api } from '../../../contract/api.ts';
import type { Body, Handlers } from '../../../contract/endpoint.ts';
import type { ReceiverTest } from '../../../contract/entities/receivers.ts';
import { isListener, receiverAddress, receiverFaults, receiverLimits } from '../../../contract/receiver-rules.ts';
import { clock } from '../../base/clock.ts';
import { connectTo, isRefusedAddress, normalHost, reasonOf } from '../../base/outgoing-address.ts';
import type { Database } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import { type Context, callerOf } from '../../http/guard.ts';
import { isLoopback } from '../../http/network-of.ts';
import { readAircraftJson, readAircraftUrl } from '../../map/aircraft-json.ts';
import { OutgoingLine } from '../../outgoing/outgoing-line.ts';
import { notifyServers } from '../../servers/membership.ts';
import { BeastReader } from '../mode-s/beast.ts';
import { AvrReader, SbsReader } from '../mode-s/text-input.ts';
import { readAcarsObject } from '../receive/acars-json.ts';
import { JsonObjects } from '../receive/json-objects.ts';
import { headBytes, type StreamFormat, streamFormat } from '../receive/listeners/tcp-listener.ts';
import type { Sources } from './sources.ts';
import { deleteSource, enableSource, type SourceSpec, stationExists, storeSource } from './stored-sources.ts';

type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>;

/** Where other machines find this one: the host of PUBLIC_URL, else the first IPv4 address of a network. null = there is none. */
export function hostsOf({ mail, host }: HostConfig, interfaces: Interfaces) {
  const addresses = Object.values(interfaces).flatMap((some) => some ?? []);
  const ofNetwork = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null;
  const isPublic = mail.publicUrl !== null;
  const serverHost = mail.publicUrl === null ? ofNetwork : new URL(mail.publicUrl).hostname;
  return { serverHost, appHost: isPublic || !isLoopback(host) ? serverHost : null };
}

type ReceiverBody = Body<Api['receivers']['add']>;
const maxTests = 3;

type HostConfig = { readonly mail: { readonly publicUrl: string | null }; readonly host: string };
type Parts = { readonly sources: Sources; readonly config: HostConfig };

export function makeReceiverHandlers({ sources, config }: Parts): Handlers<Api['receivers'], Context> {
  let tests = 0;
  /** Here at once, on other servers within milliseconds. */
  const changed = async (db: Database): Promise<void> => {
    await sources.changed();
    await notifyServers(db, 'receivers');
  };
  return {
    all: async () => ({ ...(await sources.read()), ...hostsOf(config, networkInterfaces()) }),

    add: async ({ body, ...context }) => {
      const spec = await readSpec(context.db, body);
      const { userId } = callerOf(context);
      if (sources.isSetting(spec)) throw taken('A setting of the server already reads this address.');
      const id = await storeSource(context.db, spec, userId);
      if (id === 'duplicate') throw taken('This address was already added.');
      if (id === 'too-many')
        throw new HttpError(409, `The server has ${receiverLimits.perServer} receivers. Remove one to add another.`);
      await changed(context.db);
      context.log.info({ requestId: context.request.id, receiver: id, by: userId }, 'a receiver was added');
      return { id };
    },

    test: async ({ body, ...context }) => {
      const spec = await readSpec(context.db, body);
      if (tests >= maxTests) throw new HttpError(409, 'Other tests are running. Try again in a few seconds.');
      tests++;
      try {
        return await testSource(spec);
      } finally {
        tests--;
      }
    },

    change: async ({ path, body, ...context }) => {
      const id = idOf(path.id);
      if (!(await enableSource(context.db, id, body.isEnabled))) throw unknown();
      await changed(context.db);
      return undefined;
    },

    remove: async ({ path, ...context }) => {
      const id = idOf(path.id);
      if (!(await deleteSource(context.db, id))) throw unknown();
      await changed(context.db);
      const { userId } = callerOf(context);
      context.log.info({ requestId: context.request.id, receiver: id, by: userId }, 'a receiver was removed');
      return undefined;
    },
  };
}

const unknown = (): HttpError => new HttpError(404, 'This receiver no longer exists.');
const taken = (sentence: string): HttpError => new HttpError(409, sentence, { host: [sentence] });

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw unknown();
  return Number(text);
}

/** @throws HttpError 400 with the fields to change */
async function readSpec(db: Database, body: ReceiverBody): Promise<SourceSpec> {
  const { kind, port } = body;
  const [host, station, path] = [body.host, body.station, body.path].map((text = '') => text.trim()) as [
    string,
    string,
    string,
  ];
  const errors = Object.fromEntries(
    receiverFaults({ kind, host, port, station, path }).map(([field, sentence]) => [field, [sentence]]),
  );
  const isWrongAddress = host.includes(':') && isIP(host) === 0;
  if (isWrongAddress || (!isListener(kind) && isRefusedAddress(host, { isOwners: true })))
    errors.host ??= ['Enter a host name or an IP address of your network.'];
  if (station !== '' && !errors.station && !(await stationExists(db, station)))
    errors.station = ['No station has this number or receiver name.'];
  const [first] = Object.values(errors);
  if (first) throw new HttpError(400, first[0] ?? '', errors);
  return { kind, host: normalHost(host), port, path, station: station === '' ? null : station };
}

// ---- Connects to a receiver for a few seconds and counts what it sends. Nothing is stored or sent, and nothing of the content is returned.

const usualTestMs = 5000;
/** More changes nothing about the result. */
const enoughBytes = 262_144;
const enoughMessages = 20;
const maxLineLength = 200_000;

const nothing = { format: null, bytes: 0, count: 0 } as const;
const unreachable = (reason: string): ReceiverTest => ({ isReachable: false, reason, ...nothing });

/** Resolves within `testMs`. */
async function testSource(spec: SourceSpec, testMs = usualTestMs): Promise<ReceiverTest> {
  if (spec.kind === 'aircraft.json') return testAircraftJson(spec);
  return isListener(spec.kind) ? testPort(spec) : testStream(spec, testMs);
}

async function testAircraftJson(spec: SourceSpec): Promise<ReceiverTest> {
  const line = new OutgoingLine('Downlink');
  try {
    const text = await readAircraftUrl(line, receiverAddress(spec));
    const { reports } = readAircraftJson(text, null, clock.now());
    return { isReachable: true, reason: null, format: 'aircraft.json', bytes: text.length, count: reports.length };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return unreachable(code === undefined ? message : reasonOf(error));
  } finally {
    line.close();
  }
}

/** Whether the server can listen there. */
function testPort({ host, port }: SourceSpec): Promise<ReceiverTest> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => resolve(unreachable(reasonOf(error))));
    server.listen({ host, port, exclusive: true }, () =>
      server.close(() => resolve({ isReachable: true, reason: null, ...nothing })),
    );
  });
}

function testStream({ host, port }: SourceSpec, testMs: number): Promise<ReceiverTest> {
  return new Promise((resolve) => {
    const stream = new CountedStream();
    const socket: Socket = connectTo({ host, port });
    let isReachable = false;
    const finish = (reason: string | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isReachable ? { isReachable, reason, ...stream.result() } : unreachable(reason ?? 'no answer'));
    };
    const timer = setTimeout(() => finish(null), testMs);
    socket.once('connect', () => {
      isReachable = true;
    });
    socket.on('data', (chunk) => {
      stream.read(chunk);
      if (stream.isEnough()) finish(null);
    });
    socket.once('error', (error) => finish(reasonOf(error)));
    socket.once('end', () => finish('the receiver closed the connection'));
  });
}

/** Recognises the format and counts frames or messages. */
class CountedStream {
  #bytes = 0;
  #count = 0;
  #format: StreamFormat | 'unknown' | null = null;
  #head = Buffer.alloc(0);
  #countIn: ((chunk: Uint8Array) => number) | null = null;

  read(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#countIn) this.#count += this.#countIn(chunk);
    else this.#begin(chunk);
  }

  isEnough(): boolean {
    return this.#count >= enoughMessages || this.#bytes >= enoughBytes || this.#format === 'unknown';
  }

  result(): Pick<ReceiverTest, 'format' | 'bytes' | 'count'> {
    const format = this.#format === 'unknown' ? null : this.#format;
    return { format, bytes: this.#bytes, count: this.#count };
  }

  #begin(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk]);
    this.#format = streamFormat(this.#head.subarray(0, headBytes));
    if (this.#format === null || this.#format === 'unknown') return;
    this.#countIn = counterOf(this.#format);
    this.#count += this.#countIn(this.#head);
  }
}

function counterOf(format: StreamFormat): (chunk: Uint8Array) => number {
  if (format === 'json') {
    const objects = new JsonObjects(maxLineLength);
    return (chunk) =>
      objects
        .readBytes(chunk)
        .filter((piece) => !('broken' in piece || 'broken' in readAcarsObject(piece.value, clock.now()))).length;
  }
  const reader = format === 'beast' ? new BeastReader() : format === 'avr' ? new AvrReader() : new SbsReader();
  return (chunk) => reader.read(chunk).length;
}
