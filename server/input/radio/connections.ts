/** Connections to receivers: opened by this server, and again until it is ended, or by the receiver. They are only read. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../../base/clock.ts';
import { connectTo } from '../../base/outgoing-address.ts';
import { readingTime } from '../../base/reading-time.ts';
import type { SourceMeter } from '../../base/source-meter.ts';
import { networkOf } from '../../http/network-of.ts';
import { listenOn } from '../listen-on.ts';
import type { RadioSource } from './radio-config.ts';

type Read = (chunk: Uint8Array, arrivalMs: number) => void;

export type ClientLimits = {
  readonly connectMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Beast sends a heartbeat each minute. AVR and SBS of some programs are silent without aircraft. */
  readonly silenceMs: number | null;
};
export const usualClientLimits = (source: RadioSource): ClientLimits => ({
  connectMs: 10_000,
  firstRetryMs: 1000,
  longestRetryMs: 30_000,
  silenceMs: source.format === 'beast' ? 150_000 : null,
});

/** `reader` makes the reader of a new connection. Returns a function that ends it. */
export function startClient(
  { host, port }: RadioSource,
  reader: () => Read,
  state: ConnectionState,
  limits: ClientLimits,
): () => Promise<void> {
  const ended = new AbortController();
  const running = (async () => {
    let retryMs = limits.firstRetryMs;
    while (!ended.signal.aborted) {
      const wasRead = await readOnce({ host, port }, reader(), state, limits, ended.signal);
      retryMs = wasRead ? limits.firstRetryMs : Math.min(retryMs * 2, limits.longestRetryMs);
      // Receivers that restart are not called by all at once.
      const waitMs = retryMs * (0.75 + Math.random() / 2);
      await pause(waitMs, null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}

/** Resolves when the connection has ended: whether anything was read. */
async function readOnce(
  place: { readonly host: string; readonly port: number },
  read: Read,
  state: ConnectionState,
  limits: ClientLimits,
  ended: AbortSignal,
): Promise<boolean> {
  const socket = connectTo({ ...place, keepAlive: true, keepAliveInitialDelay: 60_000 });
  let isOpen = false;
  let wasRead = false;
  let reason = 'the receiver closed the connection';
  const giveUp = (why: string) => (): void => {
    reason = why;
    socket.destroy();
  };
  socket.setTimeout(limits.connectMs, giveUp('no answer'));
  socket.once('connect', () => {
    isOpen = true;
    state.opened();
    socket.setTimeout(limits.silenceMs ?? 0);
    socket.removeAllListeners('timeout').on('timeout', giveUp('nothing was received for too long'));
  });
  const isRead = readInTurns(socket, (chunk, arrivalMs) => {
    wasRead = true;
    state.lastByteMs = arrivalMs;
    read(chunk, arrivalMs);
  });
  const onAbort = giveUp('the server is stopping');
  ended.addEventListener('abort', onAbort, { once: true });
  await closed(socket, (error) => {
    reason = error.code ?? error.message;
  });
  await isRead();
  ended.removeEventListener('abort', onAbort);
  if (isOpen) state.closed(reason);
  else state.error = reason;
  return wasRead;
}

/**
 * The socket is paused while others have their turn. The last chunk of a connection is read even if the connection has
 * ended. Returns a function that resolves when nothing is left to read.
 */
function readInTurns(socket: Socket, read: Read): () => Promise<void> {
  let reading: Promise<void> = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    const arrivalMs = clock.now();
    // Several chunks may arrive before a pause, so only its own chunk ends it.
    let isPaused = false;
    const pauseSocket = (): void => {
      isPaused = true;
      socket.pause();
    };
    reading = readingTime.readPieces(chunk, (piece) => read(piece, arrivalMs), pauseSocket);
    void reading.then(() => {
      if (isPaused) socket.resume();
    });
  });
  return () => reading;
}

function closed(socket: Socket, onError: (error: NodeJS.ErrnoException) => void): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', onError);
    socket.once('close', () => resolve());
  });
}

// ---- State of a source, as an Admin sees it.

export class ConnectionState {
  /** Open connections. */
  connections = 0;
  /** Of the newest connection, or of the loss of the last one. */
  sinceMs = clock.now();
  lastByteMs: number | null = null;
  /** Why there is none. null while there is one, or none was tried. */
  error: string | null = null;

  opened(): void {
    this.connections++;
    this.sinceMs = clock.now();
    this.error = null;
  }
  closed(reason: string): void {
    this.connections--;
    this.sinceMs = clock.now();
    if (this.connections === 0) this.error = reason;
  }
}

// ---- Waits for receivers that connect to us. There is no authentication: an operator opens each port on purpose.

const maxConnections = 100;
const maxOfOneHost = 5;
const tooMany = 'more than 5 connections of one host';
/** A receiver without aircraft at night. */
const silenceMs = 1_800_000;
type SourceListener = { readonly port: number; readonly stop: () => Promise<void> };

/** @throws EADDRINUSE and similar */
export async function startListener(
  { host, port }: RadioSource,
  reader: () => Read,
  state: ConnectionState,
  meter: SourceMeter,
): Promise<SourceListener> {
  /** With the network of each. */
  const sockets = new Map<Socket, string>();
  /** Last chunks of closed connections. */
  const ending = new Set<Promise<void>>();
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    let reason = 'the receiver closed the connection';
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message;
    });
    const from = networkOf(socket.remoteAddress ?? '');
    if ([...sockets.values()].filter((one) => one === from).length >= maxOfOneHost) {
      meter.add('refused', tooMany);
      return void socket.destroy();
    }
    const read = reader();
    sockets.set(socket, from);
    state.opened();
    socket.setTimeout(silenceMs, () => socket.destroy());
    const isRead = readInTurns(socket, (chunk, arrivalMs) => {
      state.lastByteMs = arrivalMs;
      read(chunk, arrivalMs);
    });
    socket.once('close', () => {
      sockets.delete(socket);
      state.closed(reason);
      const last = isRead();
      ending.add(last);
      void last.then(() => ending.delete(last));
    });
  });
  server.maxConnections = maxConnections;
  const openPort = await listenOn(server, { host, port });
  return {
    port: openPort,
    stop: async () => {
      const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.keys()) socket.destroy();
      await isClosed;
      await Promise.all(ending);
    },
  };
}
