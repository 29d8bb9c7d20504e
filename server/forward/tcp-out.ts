/** A destination that Downlink connects to, and connects to again for ever. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Destination } from './forward-config.ts';
import { Outbox } from './outbox.ts';
import { SocketPump } from './socket-pump.ts';
import { endMs, nextRetryMs, type RetryLimits, spread, type WayOut, type WayOutParts } from './way-out.ts';

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
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: 60_000 });
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
