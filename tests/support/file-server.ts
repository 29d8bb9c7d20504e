/** The server of one vitest file. (Browser specs use browser.ts.) */
import { afterAll, beforeAll } from 'vitest';
import { type ServerOptions, startProgram, startServer, type TestProgram, type TestServer } from './server.ts';

type Prepared = ServerOptions & { prepare?: (server: TestServer) => Promise<unknown> };

/** Read `current` inside tests only. The server itself checks every response against the contract. */
export const serverForFile = (options: Prepared = {}): { readonly current: TestServer } =>
  forFile(startServer, options);

/** The same as a process of its own, which a test may kill and restart. */
export const programForFile = (options: Prepared = {}): { readonly current: TestProgram } =>
  forFile(startProgram, options);

function forFile<S extends TestServer>(
  start: (options: ServerOptions) => Promise<S>,
  options: Prepared,
): { readonly current: S } {
  let server: S | undefined;
  beforeAll(async () => {
    server = await start({ ...options, env: { CHECK_ANSWERS: 'true', ...options.env } });
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
