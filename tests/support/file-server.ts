/** The built server of one vitest file. (Browser specs use browser.ts.) */
import { afterAll, beforeAll } from 'vitest';
import { type ServerOptions, startServer, type TestServer } from './server.ts';

/** Read `current` inside tests only. The server itself checks every response against the contract. */
export function serverForFile(options: ServerOptions & { prepare?: (server: TestServer) => Promise<unknown> } = {}): {
  readonly current: TestServer;
} {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer({ ...options, env: { CHECK_ANSWERS: 'true', ...options.env } });
    await options.prepare?.(server);
  });
  afterAll(async () => {
    await server?.dispose();
  });
  return {
    get current() {
      if (!server) throw new Error('The server of this file is not there yet.');
      return server;
    },
  };
}
