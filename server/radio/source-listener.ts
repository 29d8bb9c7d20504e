/** Waits for receivers that connect to us. There is no authentication: an operator opens each port on purpose. */
import { createServer, type Socket } from 'node:net';
import type { SourceMeter } from '../base/source-meter.ts';
import { networkOf } from '../http/network-of.ts';
import type { ConnectionState } from './connection-state.ts';
import type { RadioSource } from './radio-config.ts';
import { readInTurns } from './source-client.ts';

const maxConnections = 100;
const maxOfOneHost = 5;
const tooMany = 'more than 5 connections of one host';
/** A receiver without aircraft at night. */
const silenceMs = 1_800_000;

type Read = (chunk: Uint8Array, arrivalMs: number) => void;
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      // Out of file handles, for example: the connection is lost, the listener continues.
      server.on('error', () => {});
      resolve();
    });
  });
  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.keys()) socket.destroy();
      await isClosed;
      await Promise.all(ending);
    },
  };
}
