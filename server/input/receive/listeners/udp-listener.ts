/**
 * Datagrams of decoders: one JSON object or several, or a part of one. A thread receives them, this process reads them as fast as it stores them.
 * Own file: the counterpart of `tcp-listener.ts`.
 */

import { readFileSync } from 'node:fs';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Worker } from 'node:worker_threads';
import type { IngestCounters, UdpCounts } from '../../../base/ingest-counters.ts';
import { readingTime } from '../../../base/reading-time.ts';
import type { SourceMeter } from '../../../base/source-meter.ts';
import { startThread } from '../../../base/threads.ts';
import type { NewLine } from '../../../messages/store-lines.ts';
import type { LineOutlet } from '../json-line.ts';
import { JsonObjects, type Piece } from '../json-objects.ts';
import type { BatchWriter } from './batch-writer.ts';
import { type Batch, bufferedAt, droppedAt } from './datagram-buffer.ts';
import { maxLiveLineLength, receivePiece } from './received-line.ts';
import type { FromThread, ThreadData, ToThread } from './udp-messages.ts';

/** Maximum backlog: about 140,000 messages of usual length. */
const usualBacklogBytes = 67_108_864;
const restartMs = 1000;
/** The rest of a cut object follows at once. */
const restMs = 1000;
/** Timeout of reading the backlog at shutdown. */
const endMs = 1000;

type UdpOptions = {
  readonly host: string;
  readonly port: number;
  readonly maxBacklogBytes?: number | undefined;
  readonly outlet?: LineOutlet | undefined;
  /** The thread crashed and nothing is received (false), or it listens again. */
  readonly onListening?: ((isListening: boolean) => void) | undefined;
};

export class UdpListener implements UdpCounts {
  private readonly counts = new BigInt64Array(new SharedArrayBuffer(16));
  private thread: Worker | null = null;
  private bound: AddressInfo | null = null;
  private readonly objects = new DatagramObjects(maxLiveLineLength);
  private restTimer: NodeJS.Timeout | undefined;
  private lostBefore = 0;
  private isEnding = false;
  private onClosed = (): void => {};

  constructor(
    private readonly writer: BatchWriter<NewLine>,
    private readonly counters: IngestCounters,
    private readonly meter: SourceMeter,
    private readonly options: UdpOptions,
  ) {}

  /** @throws EADDRINUSE and similar */
  async listen(): Promise<void> {
    await this.start();
    this.counters.udp.push(this);
  }

  get buffered(): number {
    return this.unread + this.objects.open;
  }
  private get unread(): number {
    return Number(Atomics.load(this.counts, bufferedAt));
  }
  get dropped(): number {
    return Number(Atomics.load(this.counts, droppedAt));
  }
  get lostInKernel(): number | null {
    const lost = this.bound && kernelLoss(this.bound.address, this.bound.port);
    return lost === null ? null : this.lostBefore + lost;
  }

  /** Stops receiving. Resolves to the number of lines that could not be read in time. */
  async stop(): Promise<number> {
    this.isEnding = true;
    this.lostBefore = this.lostInKernel ?? 0;
    const isClosed = new Promise<void>((resolve) => {
      this.onClosed = resolve;
    });
    this.post('close');
    const until = performance.now() + endMs;
    await Promise.race([isClosed, after(endMs)]);
    while (this.unread > 0 && performance.now() < until) await after(10);
    await this.endOpen();
    await this.thread?.terminate();
    return this.buffered;
  }

  private start(): Promise<void> {
    const { host, port, maxBacklogBytes: maxBytes = usualBacklogBytes } = this.options;
    const workerData: ThreadData = { host, port, maxBytes, counts: this.counts };
    const thread = startThread(
      { built: 'udp-thread', source: 'input/receive/listeners/udp-thread.ts' },
      { workerData },
    );
    this.thread = thread;
    return new Promise((resolve, reject) => {
      thread.on('message', (message: FromThread) => {
        if (message.type === 'lines') void this.read(message.batch);
        else if (message.type === 'closed') this.onClosed();
        else if (message.type === 'refused') {
          void thread.terminate();
          reject(Object.assign(new Error(message.message), { code: message.code }));
        } else {
          this.bound = message.address;
          this.post('more');
          resolve();
        }
      });
      thread.once('error', reject);
      thread.once('exit', (code) => {
        reject(new Error(`The thread of the UDP socket ended with code ${code}.`));
        if (this.bound && !this.isEnding) void this.restart();
      });
    });
  }

  /** Whatever ended the thread: its backlog is lost, and counted as dropped. */
  private async restart(): Promise<void> {
    this.lostBefore = this.lostInKernel ?? this.lostBefore;
    this.bound = null;
    this.options.onListening?.(false);
    Atomics.add(this.counts, droppedAt, Atomics.exchange(this.counts, bufferedAt, 0n));
    while (!this.isEnding) {
      await after(restartMs);
      const isListening = await this.start().then(
        () => true,
        () => false,
      );
      if (isListening) return this.options.onListening?.(true);
    }
  }

  private post(message: ToThread): void {
    this.thread?.postMessage(message);
  }

  /** The next batch is requested when this one fits: otherwise the backlog grows where it is bounded. */
  private async read({ bytes, ends, senders, lines }: Batch): Promise<void> {
    const put: Promise<void>[] = [];
    let from = 0;
    for (const [at, end] of ends.entries()) {
      await this.rest();
      const datagram = bytes.subarray(from, end);
      from = end;
      const found = readingTime.spend(() => this.objects.read(senders[at] ?? 0, datagram));
      await this.receive(found, put);
    }
    Atomics.sub(this.counts, bufferedAt, BigInt(lines));
    if (this.objects.open > 0) this.awaitRest();
    await Promise.all(put);
    this.post('more');
  }

  private async receive(found: readonly Piece[], put: Promise<void>[]): Promise<void> {
    const ours = this.counters.of('udp');
    for (const piece of found) {
      await this.rest();
      const reception = readingTime.spend(() => receivePiece(piece, ours, this.meter, this.options.outlet));
      if (reception) put.push(this.writer.put('udp', reception));
    }
  }

  private async rest(): Promise<void> {
    if (!this.isEnding) await readingTime.rest();
  }

  /** While datagrams are unread, the rest may be among them. */
  private awaitRest(): void {
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => (this.unread > 0 ? this.awaitRest() : void this.endOpen()), restMs);
    this.restTimer.unref();
  }

  private async endOpen(): Promise<void> {
    clearTimeout(this.restTimer);
    const put: Promise<void>[] = [];
    await this.receive(this.objects.end(), put);
    await Promise.all(put);
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// ---- Objects in datagrams. One that a sender cut at the end of a datagram continues in its next one (acars_router cuts at 60,000 bytes).

/** Senders with a cut object. Anyone can invent them: the oldest is given up. */
const maxOpen = 50;

export class DatagramObjects {
  #reader: JsonObjects;
  readonly #open = new Map<number, JsonObjects>();

  constructor(private readonly maxLength: number) {
    this.#reader = new JsonObjects(maxLength);
  }

  /** Objects whose end is awaited. */
  get open(): number {
    return this.#open.size;
  }

  /** A cut can be within a character. */
  read(sender: number, datagram: Uint8Array): Piece[] {
    const begun = this.#open.get(sender);
    if (begun === undefined) return this.#keepOpen(sender, this.#reader, this.#reader.readBytes(datagram));
    // The other part was lost: a datagram of whole objects is not one.
    const alone = this.#reader.readBytes(datagram);
    const isWhole = !this.#reader.isOpen && alone.length > 0 && alone.every((piece) => !('broken' in piece));
    const last = this.#reader.end();
    this.#open.delete(sender);
    if (isWhole && last.length === 0) return [...begun.end(), ...alone];
    return this.#keepOpen(sender, begun, begun.readBytes(datagram));
  }

  /** Gives up what is awaited. */
  end(): Piece[] {
    const pieces = [...this.#open.values()].flatMap((reader) => reader.end());
    this.#open.clear();
    return pieces;
  }

  #keepOpen(sender: number, reader: JsonObjects, pieces: Piece[]): Piece[] {
    if (!reader.isOpen) return [...pieces, ...reader.end()];
    if (reader === this.#reader) this.#reader = new JsonObjects(this.maxLength);
    this.#open.set(sender, reader);
    if (this.#open.size <= maxOpen) return pieces;
    const [oldest] = this.#open;
    if (oldest) this.#open.delete(oldest[0]);
    return oldest ? [...pieces, ...oldest[1].end()] : pieces;
  }
}

// ---- Datagrams dropped by the system because of a full socket buffer. Known on Linux only.

/** null = unknown on this system. */
export function kernelLoss(address: string, port: number): number | null {
  try {
    return lossIn(readFileSync(isIPv6(address) ? '/proc/net/udp6' : '/proc/net/udp', 'utf8'), address, port);
  } catch {
    return null;
  }
}

/** `table` = text of /proc/net/udp or udp6. The last column counts. */
export function lossIn(table: string, address: string, port: number): number | null {
  const local = `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const line of table.split('\n')) {
    const columns = line.trim().split(/\s+/);
    if (columns[1] === local) return Number(columns.at(-1));
  }
  return null;
}

/** In Linux' notation: words of 32 bits in the order of a little-endian machine. */
function hexOf(address: string): string {
  const bytes = isIPv6(address) ? bytesOfV6(address) : address.split('.').map(Number);
  const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(at * 4, at * 4 + 4).reverse());
  return words
    .flat()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function bytesOfV6(address: string): number[] {
  // The URL parser normalises every form of an address: compressed, and without dotted decimals.
  const text = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
