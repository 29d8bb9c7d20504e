/** A connection to a database that can be cut, as by a restart or a network failure. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { programHost, reservePort } from './reserved-ports.ts';

export type CuttableDatabase = {
  /** The address through which the database is reached. */
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
};

export async function cuttable(databaseUrl: string): Promise<CuttableDatabase> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await reservePort();
  const listen = async (): Promise<void> => {
    server.listen(port, programHost);
    await once(server, 'listening');
  };
  await listen();
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of open) socket.destroy();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.host = `${programHost}:${port}`;
  return { url: url.href, cut, mend: listen, close: async () => (server.listening ? cut() : undefined) };
}
