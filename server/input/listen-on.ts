/** Starts a TCP server of a receiver or a destination. */
import type { Server } from 'node:net';

/** Resolves to the port. Later errors do not end the program: out of file handles, for example, a connection is lost. @throws EADDRINUSE and similar */
export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve((server.address() as { port: number }).port);
    });
  });
}
