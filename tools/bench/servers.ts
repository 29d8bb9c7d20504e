/** Servers for the benches, requests to them, and bare ones to compare with. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hourMs } from '../../contract/durations.ts';
import { writeInstant } from '../../contract/params.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { callApi } from '../../tests/support/api-client.ts';
import { startCluster } from '../../tests/support/cluster.ts';
import { series } from '../../tests/support/messages.ts';
import { root } from '../../tests/support/repository.ts';
import { type ServerOptions, startProgram, type TestProgram } from '../../tests/support/server.ts';
import { type Million, openMillion } from './million.ts';

/** No rate limit, and a log of warnings only. */
export const benchEnv = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' } as const;

/** A server on its own database. */
export async function withServer<T>(options: ServerOptions, work: (server: TestProgram) => Promise<T>): Promise<T> {
  const stopCluster = await startCluster();
  try {
    const server = await startProgram({ ...options, env: { ...benchEnv, ...options.env } });
    try {
      return await work(server);
    } finally {
      await server.dispose();
    }
  } finally {
    await stopCluster();
  }
}

/** `count` messages of the last hours. */
export async function fill(server: TestProgram, count: number): Promise<void> {
  const { code, output } = await server.import(
    series(count, (index) => ({ label: `H${index % 7}`, level: -(index % 30) })),
  );
  if (code !== 0) throw new Error(output);
}

export type MillionServer = {
  readonly server: TestProgram;
  readonly db: Database;
  readonly million: Million;
  /** Of the PostgreSQL of the server. */
  readonly postmaster: number;
};

/** A server on the million messages, at the time of their last one. */
export async function withMillionServer<T>(work: (on: MillionServer) => Promise<T>): Promise<T> {
  const million = await openMillion();
  const env = {
    ...{ DATABASE_URL: '', DATA_DIR: million.dataDir, RETENTION_DAYS: '0' },
    CLOCK_OFFSET_MS: String(million.endMs - Date.now()),
    ...benchEnv,
  };
  const server = await startProgram({ database: 'embedded', env });
  const db = openDatabase(million.launched.place, { max: 2 });
  try {
    const [postmaster] = readFileSync(join(million.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return await work({ server, db, million, postmaster: Number(postmaster) });
  } finally {
    await db.close();
    await server.dispose();
  }
}

/** `acarsMessageDateTimeMin` and `Max` of the hours up to `toMs`. */
export const windowOf = (toMs: number, hours: number): string =>
  `acarsMessageDateTimeMin=${encodeURIComponent(writeInstant(toMs - hours * hourMs))}&acarsMessageDateTimeMax=${encodeURIComponent(writeInstant(toMs))}`;

/** Requests, and throws unless the status is 200. */
export const asking =
  (server: TestProgram, token: string) =>
  async (path: string): Promise<string> => {
    const { status, text } = await callApi(server, path, { token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    return text;
  };

export type Bare = { readonly url: string; readonly pid: number; stop(): void };

/**
 * A node:http in its own process, to compare with. `listener` = source text of a function that makes the request listener
 * from `given`, which is too large for an environment variable.
 */
export async function startBare(given: unknown, listener: string): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-bare-'));
  const file = join(folder, 'given.json');
  writeFileSync(file, JSON.stringify(given));
  const program = `const listener = (${listener})(JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8')));
    require('node:http').createServer(listener).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', program, file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data).trim())));
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const secondsPerRound = 2;

/** `paths` = requested in turn in place of that of `url`. @throws for another status */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  { status = 200, paths }: { readonly status?: 200 | 304; readonly paths?: readonly string[] } = {},
): Promise<number> {
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url,
    headers,
    connections: 32,
    duration: secondsPerRound,
    ...(paths ? { requests: paths.map((path) => ({ path })) } : {}),
  });
  const wrong = status === 200 ? result.non2xx : result['2xx'] + result.non2xx - result['3xx'];
  if (wrong > 0 || result.errors > 0)
    throw new Error(`${url}: ${wrong} answers were not ${status}, ${result.errors} errors`);
  return result.requests.average;
}
