/** Datagrams to one destination: a line each. Nothing confirms them. */
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../base/clock.ts';
import type { Destination } from './forward-config.ts';
import { Outbox } from './outbox.ts';
import { endMs, nextRetryMs, type RetryLimits, spread, type WayOut, type WayOutParts } from './way-out.ts';

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
  let open: Socket | null = null;
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
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
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
