/** Free TCP ports of this machine, for programs that cannot choose one themselves. */
import { createServer } from 'node:net';

/** All at once, so that they differ. An outgoing connection may take a port of 127.0.0.1 at any time: a port that is opened later needs another loopback address. */
export async function freePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, host, resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
