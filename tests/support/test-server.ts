/** The server in this process, on a fresh database with demo accounts: for tests that move its clock or inspect it. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clock } from '../../server/base/clock.ts';
import { readConfig } from '../../server/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { fillIfEmpty } from '../../server/demo/demo.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import type { Services } from '../../server/services.ts';
import { cheapenPasswords } from './cheap-passwords.ts';
import { createDatabase, dropDatabase, type Template } from './cluster.ts';
import { demoPassword } from './server.ts';

export type InProcessServer = {
  readonly url: string;
  readonly apiBase: string;
  readonly databaseUrl: string;
  readonly db: Messages;
  readonly services: Services;
  /** Resolves to a token of a demo account. */
  logIn(userName: string): Promise<string>;
  /** Stops it, drops the database and resets the clock. */
  stop(): Promise<void>;
};

const withAccounts: Template = {
  name: 'accounts',
  async fill(url) {
    const db = openMessages(openDatabase({ url }));
    await migrate(db);
    await fillIfEmpty(db, { hasDemoTraffic: false });
    await db.close();
    await cheapenPasswords(url);
  },
};

/** `env` = settings from the environment. Responses are checked against the contract. The log is silent. */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<InProcessServer> {
  const databaseUrl = await createDatabase(withAccounts);
  const db = openMessages(openDatabase({ url: databaseUrl }, { max: 8, statementTimeoutMs: 10_000 }));
  const config = readConfig({
    CHECK_ANSWERS: 'true',
    LOG_LEVEL: 'silent',
    APP_DIR: 'none',
    TILES: 'off',
    METAR_URL: 'off',
    PUSH_SERVICES: 'off',
    SESSION_SECRET: 'a secret of tests, 32 characters long',
    ...env,
  });
  const { app, services } = await createApp(config, db, db);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    apiBase: `${url}/api/v1`,
    databaseUrl,
    db,
    services,
    async logIn(username) {
      const response = await fetch(`${url}/api/v1/account/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: demoPassword, role: '', terms: 0, company: '' }),
      });
      const { token } = (await response.json()) as { token?: string };
      if (!token) throw new Error(`Log-in of ${username} answered ${response.status}`);
      return token;
    },
    async stop() {
      await services.imports.stop();
      await app.close();
      // With a clock that is set back they would expire after days, and their timers would be too long.
      db.memory.passes.clear();
      db.memory.pages.clear();
      await db.close();
      await dropDatabase(databaseUrl);
      clock.offsetMs = 0;
    },
  };
}

/** Call it at the top of a file, or of a group of tests: the server exists in its hooks and tests. It stops before what was opened earlier. */
export function testServerForFile(env: Readonly<Record<string, string>> = {}): InProcessServer {
  const held: Partial<InProcessServer> = {};
  beforeAll(async () => {
    Object.assign(held, await startTestServer(env));
  });
  afterAll(() => held.stop?.());
  return held as InProcessServer;
}
