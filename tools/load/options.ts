/** Options of `npm run bench -- load ADDRESS`, each with bounds: the load ends by itself. */
import { parseArgs } from 'node:util';

export const ways = ['http', 'tcp', 'udp', 'beast'] as const;
export type Way = (typeof ways)[number];
type Place = { readonly host: string; readonly port: number };
export type LoadOptions = {
  /** Base of the API. */
  readonly apiBase: string;
  readonly user: string;
  readonly password: string;
  readonly stations: number;
  readonly readers: number;
  readonly seconds: number;
  /** Messages per second of each station. */
  readonly rate: number;
  /** Seconds between the requests of a reader. */
  readonly pauseS: number;
  /** Stations take turns. */
  readonly ways: readonly Way[];
  /** Receiver ports, for all ways except http. */
  readonly receivers: readonly Place[];
};

/** A mistake of the caller: shown without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `npm run bench -- load ADDRESS [options]      LOAD_PASSWORD = password of the Admin

Simulates stations and readers against a running Downlink, counts each message back, and ends by itself.
It makes the stations 990000 to 990019, one for 100 simulated ones, which stay. Their messages stay until retention drops
them. Its keys are revoked at the end.

  --stations N      0 to 2000 simulated stations (20)
  --readers N       0 to 1000 simulated users (10)
  --seconds N       5 to 3600 (60)
  --rate N          messages per second of each station, 0.1 to 20 (1)
  --pause N         seconds between two requests of a reader, 0.5 to 60 (5)
  --by WAYS         http, tcp, udp, beast: stations take turns (http)
  --receivers PLACES  HOST:PORT of the receiver port, several separated by commas (for tcp, udp, beast)
  --user NAME       an Admin without a second factor (admin)
  --own             the address is not this machine, and you operate it`;

/** @throws UsageError */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): LoadOptions {
  const { values, positionals } = parsed(args);
  const [address, ...others] = positionals;
  if (!address || others.length > 0) throw new UsageError(usage);
  const url = addressOf(address);
  const receivers = (values.receivers?.split(',') ?? []).map(placeOf);
  for (const host of [url.hostname, ...receivers.map((one) => one.host)])
    if (!isLoopback(host) && !values.own)
      throw new UsageError(`${host} is not this machine. Add --own if you operate it: the load can disturb its users.`);
  const password = env.LOAD_PASSWORD;
  if (!password) throw new UsageError('Set LOAD_PASSWORD to the password of the Admin.');
  const protocols = waysOf(values.by ?? 'http');
  if (receivers.length === 0 && protocols.some((way) => way !== 'http'))
    throw new UsageError('--by tcp, udp or beast needs --receivers HOST:PORT.');
  const options = {
    apiBase: `${url.href.replace(/\/+$/, '')}/api/v1`,
    user: values.user ?? 'admin',
    password,
    stations: whole('stations', values.stations ?? '20', 0, 2000),
    readers: whole('readers', values.readers ?? '10', 0, 1000),
    seconds: whole('seconds', values.seconds ?? '60', 5, 3600),
    rate: decimal('rate', values.rate ?? '1', 0.1, 20),
    pauseS: decimal('pause', values.pause ?? '5', 0.5, 60),
    ways: protocols,
    receivers,
  };
  const messages = options.stations * options.rate * options.seconds;
  if (messages > maxMessages)
    throw new UsageError(`These are ${messages} messages. The limit is ${maxMessages}: fewer stations or seconds.`);
  return options;
}

const maxMessages = 2_000_000;

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        stations: text,
        readers: text,
        seconds: text,
        rate: text,
        pause: text,
        by: text,
        receivers: text,
        user: text,
        own: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function addressOf(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is not an address. Use http://HOST:PORT or https://HOST.`);
  return new URL(text);
}

const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/.test(host);

function placeOf(text: string): Place {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text.trim()) ?? [];
  if (!host || !port || Number(port) > 65_535) throw new UsageError(`--receivers: ${text} is not HOST:PORT.`);
  return { host, port: Number(port) };
}

function waysOf(text: string): Way[] {
  return text.split(',').map((word) => {
    const way = ways.find((one) => one === word.trim());
    if (!way) throw new UsageError(`--by: ${word} is none of ${ways.join(', ')}.`);
    return way;
  });
}

function decimal(name: string, text: string, min: number, max: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`--${name} is a number from ${min} to ${max}.`);
  return value;
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = decimal(name, text, min, max);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} is a whole number from ${min} to ${max}.`);
  return value;
}
