/** Serves what is received to every program that connects. There is no authentication: an operator opens each port on purpose. */
import { createServer } from 'node:net';
import { networkOf } from '../http/network-of.ts';
import type { Destination } from './forward-config.ts';
import { Outbox } from './outbox.ts';
import { SocketPump } from './socket-pump.ts';
import { endMs, type WayOut, type WayOutParts } from './way-out.ts';

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
