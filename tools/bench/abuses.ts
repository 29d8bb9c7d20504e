/**
 * What a hostile or broken client does, for the bench `limits`. Each runs until `isOver`. Rates are bounded: two cores serve both sides here.
 * Own file: a process of its own.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { dayMs } from '../../contract/durations.ts';
import { writeInstant } from '../../contract/params.ts';
import { asBeast } from '../../tests/recordings/mode-s-encoder.ts';
import { flights } from '../../tests/recordings/mode-s-flights.ts';
import { deepJson, gzipBomb, sendLargeBody, unfinished } from '../../tests/support/abuse.ts';
import { acarsdecLine } from '../../tests/support/messages.ts';

export type Target = {
  readonly url: string;
  readonly receiverPort: number;
  readonly token: string;
  readonly stationKey: string;
  readonly endMs: number;
};
type IsOver = { now: boolean };
type Run = (target: Target, isOver: Readonly<IsOver>, add: (count: number) => void) => Promise<void>;
/** `unit` = what is counted. */
export type Abuse = { readonly title: string; readonly unit: string; readonly run: Run };

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string | Buffer };

/** Resolves to the status. A refusal may cut the connection before the body is sent. */
function call(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<number> {
  return new Promise((resolve) => {
    const asking: ClientRequest = request(url, { method, headers, agent }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    asking.once('error', () => resolve(0)).end(body);
  });
}

/** `atOnce` loops of `ask`; each turn counts one. */
const loops =
  (atOnce: number, ask: (target: Target, turn: number) => Promise<unknown>): Run =>
  async (target, isOver, add) => {
    let turn = 0;
    const loop = async (): Promise<void> => {
      while (!isOver.now) {
        await ask(target, turn++);
        add(1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
  };

const api = ({ url }: Target): string => `${url}/api/v1`;
const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const post = (url: string, body: string | Buffer, headers: Record<string, string>): Promise<number> =>
  call(url, { method: 'POST', body, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } });

/** Days before the end of the data, another second each time: nothing is cached. */
const period = (endMs: number, turn: number, names: readonly [string, string], days: number): string => {
  const toMs = endMs - (turn % 600) * 1000;
  return [toMs - days * dayMs, toMs].map((ms, at) => `${names[at]}=${encodeURIComponent(writeInstant(ms))}`).join('&');
};
const statistics = [
  (end: number, turn: number) => `/FeederStatistics/MessagesNumber?${period(end, turn, ['timeMin', 'timeMax'], 14)}`,
  (end: number, turn: number) =>
    `/FeederStatistics/HistroicalDirectionalRanges?${period(end, turn, ['timeMin1', 'timeMax1'], 14)}`,
  (end: number, turn: number) => `/FeederStatistics/FeedingTime?${period(end, turn, ['timeMin2', 'timeMax2'], 14)}`,
];
let bomb: Buffer | null = null;
let lineNumber = 0;
const batchOf = (count: number): string =>
  Array.from({ length: count }, () =>
    JSON.stringify(
      acarsdecLine({ secondsAgo: 60 + (lineNumber % 3000), text: `flood ${process.pid} ${lineNumber++}` }),
    ),
  ).join('\n');

const slowBody = (length: number): string =>
  `POST /api/v1/account/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/* Floods of a receiver port by TCP, in each format, as fast as it reads. Each message is new. */

const connections = 4;
const messagesAtOnce = 500;
const frames = flights.flatMap((flight) => flight.frames.map(({ bytes }) => bytes));
let count = 0;
const some = (one: (n: number) => string): Buffer =>
  Buffer.from(Array.from({ length: messagesAtOnce }, () => one(count++)).join(''));
const frameNumber = (n: number): Uint8Array => frames[n % frames.length] ?? new Uint8Array(14);

const makers: Readonly<Record<string, () => Buffer>> = {
  json: () =>
    some(
      (n) => `${JSON.stringify(acarsdecLine({ secondsAgo: 60 + (n % 3000), text: `flood ${process.pid} ${n}` }))}\n`,
    ),
  beast: () =>
    Buffer.from(Array.from({ length: messagesAtOnce }, () => asBeast(frameNumber(count), count++ * 600, 90)).flat()),
  avr: () => some((n) => `*${Buffer.from(frameNumber(n)).toString('hex')};\n`),
  sbs: () =>
    some((n) => {
      const at = new Date().toISOString();
      const moment = `${at.slice(0, 10).replaceAll('-', '/')},${at.slice(11, 23)}`;
      const icao = (0x4b_0000 + (n % 5000)).toString(16).toUpperCase();
      return `MSG,3,1,1,${icao},1,${moment},${moment},,36000,,,${46 + (n % 100) / 100},24.5,,,0,0,0,0\r\n`;
    }),
};

const flood =
  (make: () => Buffer): Run =>
  async ({ receiverPort }, isOver, add) => {
    const send = async (): Promise<void> => {
      while (!isOver.now) {
        const socket = connect(receiverPort, '127.0.0.1');
        socket.on('error', () => {});
        const closed = once(socket, 'close');
        while (!isOver.now && !socket.destroyed) {
          const isTaken = socket.write(make());
          add(messagesAtOnce);
          await (isTaken ? new Promise(setImmediate) : Promise.race([once(socket, 'drain').catch(() => {}), closed]));
        }
        socket.destroy();
      }
    };
    await Promise.all(Array.from({ length: connections }, send));
  };

const tcpFloods: Readonly<Record<string, Abuse>> = Object.fromEntries(
  Object.entries(makers).map(([format, make]) => [
    `tcp-${format}`,
    {
      title: `TCP ${format === 'json' ? 'JSON' : format === 'beast' ? 'Beast' : format.toUpperCase()} as fast as it is read, 4 connections`,
      unit: format === 'json' ? 'messages' : 'frames',
      run: flood(make),
    },
  ]),
);

/** Datagrams of decoders at a fixed rate: UDP has no way to slow a sender down. */
const perSecond = 20_000;
const tickMs = 10;

const udpFlood: Run = async ({ receiverPort }, isOver, add) => {
  const socket = createSocket('udp4');
  const beganMs = performance.now();
  for (let sent = 0; !isOver.now; await pause(tickMs)) {
    const due = Math.floor(((performance.now() - beganMs) * perSecond) / 1000);
    const from = sent;
    // A busy sender does not catch up at once.
    for (sent = Math.max(sent, due - perSecond / 10); sent < due; sent++) {
      const line = acarsdecLine({ secondsAgo: 60 + (sent % 3000), text: `flood ${process.pid} ${sent}` });
      socket.send(JSON.stringify(line), receiverPort, '127.0.0.1');
    }
    add(sent - Math.max(from, due - perSecond / 10));
  }
  socket.close();
};

export const abuses: Readonly<Record<string, Abuse>> = {
  'slow-headers': {
    title: '1,000 connections with unfinished headers',
    unit: 'closed',
    run: loops(1000, ({ url }) => unfinished(url).ended),
  },
  'slow-bodies': {
    title: '300 bodies, a byte a second',
    unit: 'connections',
    run: async ({ url }, isOver, add) => {
      const drip = async (): Promise<void> => {
        while (!isOver.now) {
          const { socket, ended } = unfinished(url, slowBody(100_000));
          const timer = setInterval(() => void socket.write(' '), 1000);
          await ended;
          clearInterval(timer);
          add(1);
        }
      };
      await Promise.all(Array.from({ length: 300 }, drip));
    },
  },
  'large-bodies': {
    title: '4 bodies of 100 MB at once',
    unit: 'bodies',
    run: loops(4, ({ url }) => sendLargeBody(url, 100)),
  },
  'gzip-bombs': {
    title: '4 gzip bombs of 300 MB at once',
    unit: 'bodies',
    run: loops(4, (target) => {
      bomb ??= gzipBomb();
      const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
      return post(`${api(target)}/ingest/acars`, bomb, { ...headers, ...bearer(target.stationKey) });
    }),
  },
  'deep-json': {
    title: 'JSON 50,000 deep, 8 at once',
    unit: 'bodies',
    run: loops(8, (target) => post(`${api(target)}/account/authenticate`, deepJson(50_000), json)),
  },
  calls: {
    title: 'calls with an invented token, 64 at once',
    unit: 'calls',
    run: loops(64, (target, turn) =>
      call(`${api(target)}/account/me`, { headers: bearer(`${'a'.repeat(42)}${turn % 10}`) }),
    ),
  },
  logins: {
    title: 'logins with wrong passwords, 32 at once',
    unit: 'logins',
    run: loops(32, (target, turn) => {
      const body = { username: `guess${turn % 500}`, password: 'not this one', role: '', terms: 0, company: '' };
      return post(`${api(target)}/account/authenticate`, JSON.stringify(body), json);
    }),
  },
  lists: {
    title: 'lists of 50,000 messages, 20 at once',
    unit: 'lists',
    run: loops(20, (target, turn) => {
      const query = period(target.endMs, turn, ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'], 300);
      return call(`${api(target)}/AcarsMessage/allUsers?limit=50000&${query}`, { headers: bearer(target.token) });
    }),
  },
  exports: {
    title: 'exports of everything, compressed, 20 at once',
    unit: 'exports',
    run: loops(20, (target, turn) => {
      const query = period(target.endMs, turn, ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'], 300);
      const headers = { ...bearer(target.token), 'accept-encoding': 'gzip, br' };
      return call(`${api(target)}/AcarsMessage/allUsers?limit=-1&${query}`, { headers });
    }),
  },
  statistics: {
    title: 'statistics of 14 days, 20 at once',
    unit: 'calls',
    run: loops(20, (target, turn) => {
      const path = statistics[turn % statistics.length]?.(target.endMs, turn) ?? '';
      return call(api(target) + path, { headers: bearer(target.token) });
    }),
  },
  posts: {
    title: 'posts of 500 messages, 8 at once',
    unit: 'posts',
    run: loops(8, (target) =>
      post(`${api(target)}/ingest/acars`, batchOf(500), {
        'content-type': 'application/x-ndjson',
        ...bearer(target.stationKey),
      }),
    ),
  },
  udp: { title: 'UDP, 20,000 messages/s', unit: 'datagrams', run: udpFlood },
  ...tcpFloods,
  connections: {
    title: 'connections with noise, 50 at once',
    unit: 'connections',
    run: loops(50, async ({ receiverPort }) => {
      const { socket, ended } = unfinished(`http://127.0.0.1:${receiverPort}`, 'X'.repeat(200));
      await Promise.race([ended, pause(1000)]);
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }),
  },
};

/** As a program: abuses the server until its parent writes to it or ends, then reports how much. Arguments: the name, and the target as JSON. */
function runAsProgram([name = '', target = '']: readonly string[]): void {
  const abuse = abuses[name];
  if (!abuse) throw new Error(`There is no abuse '${name}'.`);
  const isOver: IsOver = { now: false };
  let done = 0;
  const add = (amount: number): void => {
    done += amount;
  };
  void abuse.run(JSON.parse(target) as Target, isOver, add).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  process.send?.({ started: true });
  process.on('message', () => {
    isOver.now = true;
    process.send?.({ done });
    process.disconnect();
  });
  process.on('disconnect', () => process.exit());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runAsProgram(process.argv.slice(2));
