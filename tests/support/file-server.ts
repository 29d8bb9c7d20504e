/** The server of one vitest file. (Browser specs use browser.ts.) */
import { afterAll, beforeAll } from 'vitest';
import {
  FileServer,
  type Prepared,
  type ServerOptions,
  startProgram,
  startServer,
  type TestProgram,
  type TestServer,
} from './server.ts';

/** Read `current` inside tests only. The server itself checks every response against the contract. */
export const serverForFile = (options: Prepared = {}): FileServer<TestServer> => forFile(startServer, options);

/** The same as a separate process, which a test may kill and restart. */
export const programForFile = (options: Prepared = {}): FileServer<TestProgram> => forFile(startProgram, options);

function forFile<S extends TestServer>(
  start: (options: ServerOptions) => Promise<S>,
  options: Prepared,
): FileServer<S> {
  const server = new FileServer(() => start({ ...options, env: { CHECK_ANSWERS: 'true', ...options.env } }));
  beforeAll(() => server.open(options.prepare));
  afterAll(() => server.close());
  return server;
}
