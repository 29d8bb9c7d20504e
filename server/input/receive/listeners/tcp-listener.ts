/** TCP connections of receivers: JSON objects or frames, by their first bytes. Memory per connection is bounded, and slow or silent ones are closed. */
import { createServer, type Server, type Socket } from 'node:net';
import { clock } from '../../../base/clock.ts';
import type { IngestCounters, SourceCounters } from '../../../base/ingest-counters.ts';
import { readingTime } from '../../../base/reading-time.ts';
import type { SourceMeter } from '../../../base/source-meter.ts';
import { networkOf } from '../../../http/network-of.ts';
import type { NewLine } from '../../../messages/store-lines.ts';
import { listenOn } from '../../listen-on.ts';
import type { LineOutlet } from '../json-line.ts';
import { JsonObjects, type Piece } from '../json-objects.ts';
import type { BatchWriter } from './batch-writer.ts';
import { maxLiveLineLength, receivePiece, refuse } from './received-line.ts';

const newline = 0x0a;

export type TcpLimits = {
  readonly maxConnections: number;
  /** Maximum silence between objects: HF is quiet at night. */
  readonly idleMs: number;
  /** Maximum duration of an object, or of a line. */
  readonly lineMs: number;
  /** Maximum duration of the first bytes, from the first one until they decide the format. */
  readonly headMs?: number;
};
const usualLimits: TcpLimits = { maxConnections: 100, idleMs: 1_800_000, lineMs: 60_000 };
const usualHeadMs = 10_000;
/** Reads the frames of a connection. */
type ReadFrames = (chunk: Uint8Array, arrivalMs: number) => void;
export type FrameReaders = (format: Exclude<StreamFormat, 'json'>, meter: SourceMeter) => ReadFrames;
/** At shutdown: maximum silence of a connection that is still read. */
const endSilenceMs = 50;
/** At shutdown: maximum duration of reading. */
const endMs = 1000;
/** Afterwards: maximum wait for space in the queue for lines already read. */
const queueMs = 500;
/** Of one turn: about 30 messages. */
const pieceBytes = 16_384;

export class TcpListener {
  private readonly server: Server;
  private readonly connections = new Map<Connection, Promise<void>>();
  private readonly counters: SourceCounters;
  /** The server is stopping: there are no requests to leave time for, so the rest is read without a pause. */
  private isEnding = false;

  constructor(
    private readonly writer: BatchWriter<NewLine>,
    counters: IngestCounters,
    private readonly meter: SourceMeter,
    /** null = this port reads lines only. */
    private readonly frameReaders: FrameReaders | null,
    private readonly limits: TcpLimits = usualLimits,
    private readonly outlet: LineOutlet | null = null,
  ) {
    this.counters = counters.of('tcp');
    this.server = createServer({ keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => this.accept(socket));
  }

  /** Resolves to the port. @throws EADDRINUSE and similar */
  listen(address: { readonly host: string; readonly port: number }): Promise<number> {
    return listenOn(this.server, address);
  }

  /** Open connections. */
  get open(): number {
    return this.connections.size;
  }

  /** No new connections. Data already sent on open ones is read. */
  async stop(): Promise<void> {
    this.isEnding = true;
    this.server.close();
    for (const connection of this.connections.keys()) connection.hurry(endSilenceMs);
    const ended = Promise.all(this.connections.values());
    if (await isDoneWithin(endMs, ended)) return;
    for (const connection of this.connections.keys()) connection.cut();
    await isDoneWithin(queueMs, ended);
  }

  private accept(socket: Socket): void {
    this.counters.connectionsOpened++;
    if (this.connections.size >= this.limits.maxConnections && !this.makeRoom()) {
      this.counters.connectionsEnded++;
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, this.limits, () => this.counters.connectionsEnded++);
    this.counters.connections++;
    this.connections.set(connection, this.serve(socket, connection));
  }

  /** Closes the connection without a message for the longest time, of the address with the most connections. False if each is being read. */
  private makeRoom(): boolean {
    const byAddress = new Map<string, Connection[]>();
    for (const connection of this.connections.keys())
      byAddress.set(connection.address, [...(byAddress.get(connection.address) ?? []), connection]);
    const crowds = [...byAddress.values()].sort((a, b) => b.length - a.length);
    for (const crowd of crowds) {
      const [idlest] = crowd.filter(({ isWaiting }) => isWaiting).sort((a, b) => a.messageAt - b.messageAt);
      if (!idlest) continue;
      this.counters.connectionsEnded++;
      this.forget(idlest);
      idlest.cut();
      return true;
    }
    return false;
  }

  private forget(connection: Connection): void {
    if (this.connections.delete(connection)) this.counters.connections--;
  }

  private async serve(socket: Socket, connection: Connection): Promise<void> {
    try {
      const chunks = connection.chunks();
      const { format, head } = await readHead(chunks);
      const frames = format === 'json' || format === 'unknown' ? null : this.frameReaders?.(format, this.meter);
      if (frames) await this.readFrames(connection, frames, joined(head, chunks));
      else if (format === 'json') await this.readLines(connection, joined(head, chunks));
      else this.endUnknown(connection);
    } finally {
      socket.destroy();
      this.forget(connection);
    }
  }

  private async readLines(connection: Connection, chunks: AsyncGenerator<Buffer>): Promise<void> {
    connection.reads = 'objects';
    const objects = new JsonObjects(maxLiveLineLength);
    for await (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        const part = chunk.subarray(from, from + pieceBytes);
        await this.rest();
        const found = readingTime.spend(() => objects.readBytes(part));
        if (found.length > 0) connection.waitedMs = 0;
        await this.receive(connection, found);
      }
      // After a line end more may follow at any time: the end of a cut object never does.
      connection.isWithinObject = !objects.isBetween && chunk.at(-1) !== newline;
    }
    await this.receive(connection, objects.end());
  }

  private async receive(connection: Connection, found: readonly Piece[]): Promise<void> {
    for (const piece of found) {
      await this.rest();
      const reception = readingTime.spend(() => receivePiece(piece, this.counters, this.meter, this.outlet));
      if (!reception) continue;
      connection.messageAt = performance.now();
      await this.writer.put('tcp', reception);
    }
  }

  /** Leaves the socket unread, which slows the sender down. */
  private async rest(): Promise<void> {
    if (readingTime.isOver && !this.isEnding) await readingTime.rest();
  }

  /** Frames are dropped rather than left unread when the queue is full: a receiver closes connections that are not read. */
  private async readFrames(connection: Connection, read: ReadFrames, chunks: AsyncGenerator<Buffer>): Promise<void> {
    connection.reads = 'frames';
    for await (const chunk of chunks) {
      connection.messageAt = performance.now();
      const arrivalMs = clock.now();
      if (this.isEnding) read(chunk, arrivalMs);
      else await readingTime.readPieces(chunk, (piece) => read(piece, arrivalMs));
    }
  }

  private endUnknown(connection: Connection): void {
    this.counters.received++;
    this.meter.receive(clock.now());
    refuse('the connection uses another protocol', this.counters, this.meter);
    this.counters.connectionsEnded++;
    connection.cut();
  }
}

/** A connection that ended or was too slow before its format was clear is read as lines. */
async function readHead(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ readonly format: StreamFormat | 'unknown'; readonly head: Buffer }> {
  let head = Buffer.alloc(0);
  for (;;) {
    const format = streamFormat(head);
    if (format !== null) return { format, head };
    const { value, done } = await chunks.next();
    if (done) return { format: 'json', head };
    head = Buffer.concat([head, value]);
  }
}

async function* joined(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* chunks;
}

async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** Bytes of a connection under a timeout: between objects for the next one, within an object for its end. */
class Connection {
  /** Time of its last message, else of its opening, by performance.now(). */
  messageAt = performance.now();
  /** What is awaited. */
  reads: 'head' | 'objects' | 'frames' = 'head';
  /** Set by the reader of objects. */
  isWithinObject = false;
  /** Within an object, since the last one that ended. */
  waitedMs = 0;
  /** Waiting for bytes: everything received was read. */
  isWaiting = true;
  /** Of the network: an IPv6 host has many addresses. */
  readonly address: string;
  private timer: NodeJS.Timeout | undefined;
  private hurryMs: number | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly limits: TcpLimits,
    private readonly onTimeout: () => void,
  ) {
    this.address = networkOf(socket.remoteAddress ?? '');
    // Errors go to the reader of the chunks. Without a listener a reset would end the program.
    socket.on('error', () => {});
  }

  /** Ends without throwing, however the connection ends: earlier data counts. */
  async *chunks(): AsyncGenerator<Buffer> {
    const source = this.socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const from = performance.now();
      this.limit(this.isWithinObject ? this.maxObjectMs() - this.waitedMs : this.limits.idleMs);
      this.isWaiting = true;
      const next = await source.next().catch(() => null);
      this.isWaiting = false;
      clearTimeout(this.timer);
      this.timer = undefined;
      if (!next || next.done) return;
      if (this.isWithinObject) this.waitedMs += performance.now() - from;
      else this.waitedMs = 0;
      if (this.reads === 'head') this.isWithinObject ||= next.value.toString('latin1').trim() !== '';
      yield next.value;
      if (this.reads === 'frames') this.isWithinObject = false;
    }
  }

  private maxObjectMs(): number {
    const { lineMs, headMs = usualHeadMs } = this.limits;
    return this.reads === 'head' ? Math.min(lineMs, headMs) : lineMs;
  }

  /** Maximum silence from now on. */
  hurry(ms: number): void {
    this.hurryMs = ms;
    if (this.timer) this.limit(ms);
  }
  cut(): void {
    this.socket.destroy();
  }

  private limit(ms: number): void {
    clearTimeout(this.timer);
    const isEnd = this.hurryMs !== null;
    const mine = setTimeout(() => {
      // A busy process checks its timers before the network: received data is read first.
      setImmediate(() => {
        if (this.timer !== mine) return;
        if (!isEnd) this.onTimeout();
        this.socket.destroy();
      });
    }, this.hurryMs ?? Math.max(0, ms));
    this.timer = mine;
  }
}

/** Format of a connection by its first bytes. They decide once. */
export type StreamFormat = 'beast' | 'avr' | 'sbs' | 'json';

/** Without a known start in these, it is another protocol. */
export const headBytes = 64;
const beastStart = 0x1a;
/** Types of Beast messages after the start byte. */
const beastTypes = new Set([0x31, 0x32, 0x33, 0x34, 0x35, 0x50, 0xe3, 0xe4, 0xe8]);
const avrStart = /^[*:@%<]\s*([0-9a-f]|$)/i;
/** An object, or an array (of arrays) of objects, or the end of an object and the next one. */
const jsonStart = /^(?:\{|\[[[\s]*\{|.*\}\s*\{\s*")/;
const sbsWords = ['MSG,', 'MLAT,', 'AIR,', 'ID,', 'STA,', 'SEL,', 'CLK,'];

/** null = more bytes are needed. 'unknown' = none of the formats. */
export function streamFormat(head: Uint8Array): StreamFormat | 'unknown' | null {
  const bytes = head.subarray(0, headBytes);
  for (let at = 0; at >= 0; at = nextLine(bytes, at)) {
    const found = formatOfLine(bytes, at);
    if (found !== null) return found;
  }
  if (hasBeastMessage(bytes)) return 'beast';
  return bytes.length < headBytes ? null : 'unknown';
}

/** Lines of a sender that is in the middle of something: the next start decides. */
const nextLine = (bytes: Uint8Array, at: number): number => {
  const end = bytes.indexOf(newline, at);
  return end < 0 ? -1 : end + 1;
};

function formatOfLine(bytes: Uint8Array, at: number): StreamFormat | null {
  const text = Buffer.from(bytes.subarray(at))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\0', ' ')
    .replace(/^[ \t\r]+/, '');
  if (text.startsWith('\u001a')) return 'beast';
  if (jsonStart.test(text)) return 'json';
  if (avrStart.test(text)) return 'avr';
  return sbsWords.some((word) => text.startsWith(word)) ? 'sbs' : null;
}

/** A receiver that was connected before us continues within a message. */
function hasBeastMessage(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === beastStart && beastTypes.has(bytes[at + 1] ?? 0));
}
