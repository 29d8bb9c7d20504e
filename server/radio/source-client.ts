/** Connects to a receiver, and reconnects until it is ended. It only reads. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../base/clock.ts';
import { readingTime } from '../base/reading-time.ts';
import type { ConnectionState } from './connection-state.ts';
import type { RadioSource } from './radio-config.ts';

export type ClientLimits = {
  readonly connectMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Beast sends a heartbeat each minute. AVR and SBS are silent without aircraft. */
  readonly silenceMs: number | null;
};
export const usualClientLimits = (source: RadioSource): ClientLimits => ({
  connectMs: 10_000,
  firstRetryMs: 1000,
  longestRetryMs: 30_000,
  silenceMs: source.format === 'beast' ? 150_000 : null,
});

type Read = (chunk: Uint8Array, arrivalMs: number) => void;

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
  const socket = connect({ ...place, keepAlive: true, keepAliveInitialDelay: 60_000 });
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
export function readInTurns(socket: Socket, read: Read): () => Promise<void> {
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
