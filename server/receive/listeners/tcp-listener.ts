/**
 * Decoders (or routers of their lines) that connect by TCP and send a JSON object a line.
 * Must not: answer, hold more than a line and a chunk of a connection, or let a slow one keep its place for ever.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { IngestCounters, SourceCounters } from '../ingest-counters.ts';
import { splitLines } from '../read-lines.ts';
import type { AcarsWriter } from './acars-writer.ts';
import { maxLiveLineLength, receiveLine } from './received-line.ts';

export type TcpLimits = {
  readonly maxConnections: number;
  /** Between lines a decoder may be silent this long: HF is quiet at night. */
  readonly idleMs: number;
  /** A line that was begun must end within this time. */
  readonly lineMs: number;
};
const usualLimits: TcpLimits = { maxConnections: 100, idleMs: 1_800_000, lineMs: 60_000 };
/** At the end a connection is read until it is silent this long, */
const lastWordsMs = 50;
/** and no connection longer than this; then what was read must find room in the queue within half a second. */
const endMs = 1000;
const roomMs = 500;
const newline = 0x0a;

export class TcpListener {
  private readonly server: Server;
  private readonly connections = new Map<Connection, Promise<void>>();
  private readonly counters: SourceCounters;

  constructor(
    private readonly writer: AcarsWriter,
    counters: IngestCounters,
    private readonly limits: TcpLimits = usualLimits,
  ) {
    this.counters = counters.of('tcp');
    this.server = createServer({ keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => this.accept(socket));
    this.server.maxConnections = limits.maxConnections;
    this.server.on('drop', () => {
      this.counters.connectionsOpened++;
      this.counters.connectionsEnded++;
    });
  }

  /** Resolves to the port. @throws EADDRINUSE and its like */
  listen(place: { readonly host: string; readonly port: number }): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ host: place.host, port: place.port }, () => {
        this.server.off('error', reject);
        // Out of file handles, for example: the connection is lost, the listener goes on.
        this.server.on('error', () => {});
        resolve((this.server.address() as { port: number }).port);
      });
    });
  }

  /** No new connections; what the open ones have sent already is read. */
  async stop(): Promise<void> {
    this.server.close();
    for (const connection of this.connections.keys()) connection.hurry(lastWordsMs);
    const ended = Promise.all(this.connections.values());
    if (await isDoneWithin(endMs, ended)) return;
    for (const connection of this.connections.keys()) connection.cut();
    await isDoneWithin(roomMs, ended);
  }

  private accept(socket: Socket): void {
    const connection = new Connection(socket, this.limits, () => this.counters.connectionsEnded++);
    this.counters.connections++;
    this.counters.connectionsOpened++;
    this.connections.set(connection, this.serve(socket, connection));
  }

  private async serve(socket: Socket, connection: Connection): Promise<void> {
    try {
      for await (const { text } of splitLines(connection.chunks(), maxLiveLineLength)) {
        const reception = receiveLine(text, this.counters);
        // Waiting here leaves the socket unread, and so holds the sender back.
        if (reception) await this.writer.put('tcp', reception);
      }
    } finally {
      socket.destroy();
      this.connections.delete(connection);
      this.counters.connections--;
    }
  }
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

/** The bytes of one connection under a time limit: between lines for the next one, within a line for its end. */
class Connection {
  private timer: NodeJS.Timeout | undefined;
  private hurryMs: number | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly limits: TcpLimits,
    private readonly onTimeout: () => void,
  ) {
    // Whoever reads the chunks is told; without a listener a reset would end the program.
    socket.on('error', () => {});
  }

  /** Ends, and never throws, however the connection ends: what came before counts. */
  async *chunks(): AsyncGenerator<Buffer> {
    const source = this.socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let isWithinLine = false;
    let waitedMs = 0;
    for (;;) {
      const from = performance.now();
      this.limit(isWithinLine ? this.limits.lineMs - waitedMs : this.limits.idleMs);
      const next = await source.next().catch(() => null);
      clearTimeout(this.timer);
      this.timer = undefined;
      if (!next || next.done) return;
      waitedMs = next.value.includes(newline) ? 0 : waitedMs + performance.now() - from;
      isWithinLine = next.value.at(-1) !== newline;
      yield next.value;
    }
  }

  /** From now on it may be silent for that long only. */
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
      // A busy program looks at its clock before it looks at the network: what has arrived meanwhile is read first.
      setImmediate(() => {
        if (this.timer !== mine) return;
        if (!isEnd) this.onTimeout();
        this.socket.destroy();
      });
    }, this.hurryMs ?? Math.max(0, ms));
    this.timer = mine;
  }
}
