/** Simulated stations. Each message has a number within its station, so that it can be counted back. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { allCall, asBeast, characters, squitter } from '../../tests/recordings/mode-s-encoder.ts';
import type { SimulatedStation } from './admin.ts';
import { type Measures, measured } from './measured-calls.ts';
import type { LoadOptions, Way } from './options.ts';

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
export const loadCategory = 'D7';
export const addressOf = (run: Run, number: number): number =>
  0xd0_0000 + ((Math.floor(run.beganMs / 1000) * 997 + number) % 0x10_0000);

const callsignOf = (index: number, number: number): string =>
  `${index.toString(36).padStart(3, '0')}${number.toString(36).padStart(5, '0')}`.toUpperCase();
/** The station and number in a callsign. */
export const numberIn = (callsign: string): readonly [index: number, number: number] => [
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
