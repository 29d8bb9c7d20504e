/**
 * Destinations of forwarding: a queue each, and TCP out, TCP served and UDP to send it.
 * Own file: connections to destinations, which know nothing of what is sent.
 */
import { createSocket, type SocketOptions, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIPv6, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../../base/clock.ts';
import { checkedLookup, connectTo } from '../../base/outgoing-address.ts';
import { networkOf } from '../../http/network-of.ts';
import { listenOn } from '../listen-on.ts';
import type { ConnectionState } from '../radio/connections.ts';
import type { Destination } from './forward-config.ts';

// ---- Queue of one destination: bounded, oldest out.

/** taken = sent + repeated + tooLong + dropped + waiting. */
export class OutCounts {
  taken = 0;
  sent = 0;
  /** The same message of another station, or a frame that returned. */
  repeated = 0;
  tooLong = 0;
  /** Pushed out of the full queue, or lost with a connection. */
  dropped = 0;
  waiting = 0;
}
type OutboxLimits = { readonly items: number; readonly bytes: number };
const usualLimits: OutboxLimits = { items: 10_000, bytes: 4_194_304 };
/** The array is shortened when so many of its items have been taken. */
const compactAt = 1000;

export class Outbox {
  #items: (Buffer | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  constructor(
    private readonly counts: OutCounts,
    private readonly limits: OutboxLimits = usualLimits,
  ) {}

  get length(): number {
    return this.#items.length - this.#first;
  }

  add(item: Buffer): void {
    this.counts.waiting++;
    this.#items.push(item);
    this.#bytes += item.length;
    while (this.length > this.limits.items || this.#bytes > this.limits.bytes) {
      this.#shift();
      this.counts.waiting--;
      this.counts.dropped++;
    }
  }

  /** The oldest items, together up to so many bytes, at least one. They count as waiting until they are `settled`. */
  take(maxBytes: number): Buffer[] {
    const taken: Buffer[] = [];
    for (let bytes = 0; this.length > 0; ) {
      bytes += this.#items[this.#first]?.length ?? 0;
      if (taken.length > 0 && bytes > maxBytes) break;
      taken.push(this.#shift());
    }
    return taken;
  }

  settled(count: number, isSent: boolean): void {
    this.counts.waiting -= count;
    if (isSent) this.counts.sent += count;
    else this.counts.dropped += count;
  }

  /** The destination is gone. */
  clear(): void {
    this.settled(this.length, false);
    this.#items = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  #shift(): Buffer {
    const item = this.#items[this.#first] as Buffer;
    this.#items[this.#first++] = undefined;
    this.#bytes -= item.length;
    if (this.#first >= compactAt && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

// ---- Writes the queue of a destination into one connection, as fast as the other side reads. What it sends is discarded.

/** In one write. */
const chunkBytes = 65_536;
/** A reader that takes nothing for so long is dead. */
const stalledMs = 120_000;
/** As readsb sends it: receivers of Beast take a silent connection for dead. */
const heartbeatMs = 60_000;

class SocketPump {
  #isFull = false;
  #isDue = false;
  #flying = 0;
  #writtenMs = clock.now();
  #timer: NodeJS.Timeout | undefined;

  /** `heartbeat` is sent when nothing else was. */
  constructor(
    private readonly socket: Socket,
    private readonly outbox: Outbox,
    private readonly state: ConnectionState,
    heartbeat: Buffer | null,
  ) {
    socket.resume();
    socket.on('drain', () => {
      this.#isFull = false;
      this.#write();
    });
    socket.setTimeout(stalledMs);
    socket.on('timeout', () => {
      if (this.#flying > 0) socket.destroy();
    });
    if (heartbeat) this.#timer = setInterval(() => this.#beat(heartbeat), heartbeatMs).unref();
    socket.once('close', () => clearInterval(this.#timer));
    this.wake();
  }

  /** Something was added. Written with all that is added in the same turn. */
  wake(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#write();
    });
  }

  /** Resolves when everything was written and the connection is closed, in `ms` at most. */
  async end(ms: number): Promise<void> {
    const isClosed = new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
    if (this.socket.closed) return;
    this.#isFull = false;
    this.#write();
    this.socket.end();
    const timer = setTimeout(() => this.socket.destroy(), ms);
    await isClosed;
    clearTimeout(timer);
  }

  #write(): void {
    while (!this.#isFull && this.outbox.length > 0 && this.socket.writable) {
      const items = this.outbox.take(chunkBytes);
      this.#flying += items.length;
      this.#writtenMs = clock.now();
      const hasRoom = this.socket.write(Buffer.concat(items), (error) => {
        this.#flying -= items.length;
        this.outbox.settled(items.length, !error);
        if (!error) this.state.lastByteMs = clock.now();
      });
      this.#isFull = !hasRoom;
    }
  }

  #beat(heartbeat: Buffer): void {
    if (!this.#isFull && clock.now() - this.#writtenMs >= heartbeatMs) this.socket.write(heartbeat);
  }
}

// ---- A destination that Downlink connects to, and connects to again for ever.

/** `heartbeat` = Beast: its frames are of use at once only, so those of the time without a connection are dropped. */
export function tcpOut(
  { host, port }: Destination,
  { counts, state }: WayOutParts,
  heartbeat: Buffer | null,
  limits: RetryLimits,
): WayOut {
  const outbox = new Outbox(counts);
  const ended = new AbortController();
  let pump: SocketPump | null = null;

  async function connectOnce(): Promise<boolean> {
    const socket = connectTo({ host, port, keepAlive: true, keepAliveInitialDelay: 60_000 });
    let reason = 'the destination closed the connection';
    let isOpen = false;
    const giveUp = (): void => void socket.destroy();
    socket.setTimeout(limits.connectMs, () => {
      if (isOpen) return;
      reason = 'no answer';
      giveUp();
    });
    socket.once('connect', () => {
      isOpen = true;
      state.opened();
      if (heartbeat) outbox.clear();
      pump = new SocketPump(socket, outbox, state, heartbeat);
    });
    const onAbort = (): void => {
      if (!isOpen) giveUp();
    };
    ended.signal.addEventListener('abort', onAbort, { once: true });
    await new Promise<void>((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => {
        reason = error.code ?? error.message;
      });
      socket.once('close', () => resolve());
    });
    ended.signal.removeEventListener('abort', onAbort);
    pump = null;
    if (isOpen) state.closed(reason);
    else state.error = reason;
    return isOpen;
  }

  const running = (async () => {
    let retryMs = 0;
    while (!ended.signal.aborted) {
      const beganMs = performance.now();
      const wasOpen = await connectOnce();
      // A destination that accepts and closes at once is not called all the time.
      const wasUseful = wasOpen && performance.now() - beganMs >= limits.longestRetryMs;
      retryMs = nextRetryMs(wasUseful ? 0 : retryMs, limits);
      await pause(spread(retryMs), null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();

  return {
    send(item) {
      counts.taken++;
      outbox.add(item);
      pump?.wake();
    },
    async stop() {
      ended.abort();
      await pump?.end(endMs);
      await running;
    },
  };
}

// ---- Serves what is received to every program that connects. There is no authentication: an operator opens each port on purpose.

const maxConnections = 100;
const maxOfOneHost = 5;

type Client = { readonly outbox: Outbox; readonly pump: SocketPump; readonly host: string };

/** Each client has its own queue, and what is sent is counted for each. @throws EADDRINUSE and similar */
export async function tcpServe(
  { host, port }: Destination,
  { counts, state }: WayOutParts,
  heartbeat: Buffer | null,
): Promise<WayOut & { readonly port: number }> {
  const clients = new Set<Client>();
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    let reason = 'the program closed the connection';
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message;
    });
    const from = networkOf(socket.remoteAddress ?? '');
    if ([...clients].filter((one) => one.host === from).length >= maxOfOneHost) return void socket.destroy();
    const outbox = new Outbox(counts);
    const client = { outbox, pump: new SocketPump(socket, outbox, state, heartbeat), host: from };
    clients.add(client);
    state.opened();
    socket.once('close', () => {
      clients.delete(client);
      outbox.clear();
      state.closed(reason);
    });
  });
  server.maxConnections = maxConnections;
  const openPort = await listenOn(server, { host, port });
  return {
    port: openPort,
    send(item) {
      for (const { outbox, pump } of clients) {
        counts.taken++;
        outbox.add(item);
        pump.wake();
      }
    },
    async stop() {
      const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...clients].map(({ pump }) => pump.end(endMs)));
      await isClosed;
    },
  };
}

// ---- Datagrams to one destination: a line each. Nothing confirms them.

/** Larger ones are lost on the way: they are not sent, and not cut. */
const maxBytes = 60_000;
const maxInFlight = 64;
/** The name of the destination is looked up again after this time. */
const renewMs = 600_000;
/** An error is shown for so long. Sending continues. */
const errorShownMs = 10_000;

export function udpOut({ host, port }: Destination, { counts, state }: WayOutParts, limits: RetryLimits): WayOut {
  const outbox = new Outbox(counts);
  const ended = new AbortController();
  let open: UdpSocket | null = null;
  let inFlight = 0;
  let errorAt = Number.NEGATIVE_INFINITY;
  let onIdle = (): void => {};

  function note(error: Error & { readonly code?: string }): void {
    errorAt = performance.now();
    state.error = error.code ?? error.message;
  }

  function write(): void {
    while (open && inFlight < maxInFlight && outbox.length > 0) {
      const [item] = outbox.take(1);
      if (!item) return;
      inFlight++;
      open.send(item, (error) => {
        inFlight--;
        outbox.settled(1, !error);
        if (error) note(error);
        else {
          state.lastByteMs = clock.now();
          if (performance.now() - errorAt > errorShownMs) state.error = null;
        }
        write();
        if (inFlight === 0) onIdle();
      });
    }
  }

  /** Resolves to whether its name was found. */
  async function sendFor(ms: number): Promise<boolean> {
    const socket = createSocket({
      type: isIPv6(host) ? 'udp6' : 'udp4',
      lookup: checkedLookup({ isOwners: true }) as SocketOptions['lookup'],
    });
    socket.on('error', note);
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.connect(port, host, (error?: Error) => {
        if (error) note(error);
        resolve(!error);
      });
    });
    if (isConnected && !ended.signal.aborted) {
      state.opened();
      open = socket;
      write();
      await pause(ms, null, { ref: false, signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) await drained();
      open = null;
      state.closed('the address is looked up again');
    }
    socket.close();
    return isConnected;
  }

  /** At shutdown, for a moment. */
  async function drained(): Promise<void> {
    if (inFlight + outbox.length === 0) return;
    const isIdle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    await Promise.race([isIdle, pause(endMs, null, { ref: false })]);
  }

  const running = (async () => {
    let retryMs = 0;
    while (!ended.signal.aborted) {
      const wasFound = await sendFor(renewMs);
      retryMs = wasFound ? 0 : nextRetryMs(retryMs, limits);
      if (retryMs > 0) await pause(spread(retryMs), null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();

  return {
    send(item) {
      counts.taken++;
      if (item.length > maxBytes) counts.tooLong++;
      else {
        outbox.add(item);
        write();
      }
    },
    async stop() {
      ended.abort();
      await running;
    },
  };
}

export type WayOut = {
  /** Never waits. Counted in `counts`. */
  send(item: Buffer): void;
  /** Sends what is queued, for a moment. */
  stop(): Promise<void>;
};
type WayOutParts = { readonly counts: OutCounts; readonly state: ConnectionState };
export type RetryLimits = {
  readonly connectMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
};
export const usualRetries: RetryLimits = { connectMs: 10_000, firstRetryMs: 1000, longestRetryMs: 30_000 };
/** Maximum time to send what is queued at shutdown. */
const endMs = 500;

/** The next pause, and its length at random: servers that restart are not called by all at once. */
const nextRetryMs = (retryMs: number, { firstRetryMs, longestRetryMs }: RetryLimits): number =>
  retryMs === 0 ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs);
const spread = (retryMs: number): number => retryMs * (0.75 + Math.random() / 2);
