/** A server with its own database: in this process, or the built program as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import type { StopServer } from '../../server/serve.ts';
import { createDatabase, dropDatabase, seeded } from './cluster.ts';
import { stepLimitMs } from './limits.ts';
import { root } from './repository.ts';
import { programHost, reservePort } from './reserved-ports.ts';

export const program = join(root, 'dist/server/main.js');
/** The accounts of the demo; all have the same password. */
export const demoPassword = 'downlink';
export type DemoUser = 'admin' | 'parser' | 'customer' | 'company' | 'feeder' | 'newcomer' | 'guest';

export type ServerOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** By default without traffic of the demo, so that lists contain only rows of the test. */
  readonly args?: readonly string[];
  /** An existing database. By default a fresh one from the seeded template, dropped at the end. */
  readonly database?: string;
  /** Migrated, but without the demo's accounts; by default with them. */
  readonly isEmpty?: true;
};
export type ImportReport = { readonly code: number; readonly output: string };

export type TestServer = {
  readonly url: string;
  readonly apiBase: string;
  readonly databaseUrl: string;
  /** Output and log so far. */
  log(): string;
  /** Imports lines of a receiver like `npm run import`, in this process. */
  import(lines: readonly (string | object)[], flags?: readonly string[]): Promise<ImportReport>;
  /** Starts it again on the same database and folder, after `stop` or `kill` of a program. A program has the same address again, a server in this process another one. */
  restart(options?: Pick<ServerOptions, 'env'>): Promise<void>;
  /** Stops it and drops the database. */
  dispose(): Promise<void>;
};

/** The built program, for tests that stop, kill or freeze the process. */
export type TestProgram = TestServer & {
  readonly pid: number;
  /** Ends it as Ctrl-C does. Resolves to the exit code (null = by a signal). */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGSTOP: the system accepts connections, no response follows. */
  freeze(): void;
  thaw(): void;
};

/** Options of the server of a file. `prepare` runs once, before the first test. */
export type Prepared = ServerOptions & { prepare?: (server: TestServer) => Promise<unknown> };

/** The server of one test file. Each runner opens and closes it in its own hooks. `current` exists in between. */
export class FileServer<S extends TestServer> {
  #server: S | null = null;
  constructor(private readonly start: () => Promise<S>) {}
  get current(): S {
    if (!this.#server) throw new Error('The server of this file has not started.');
    return this.#server;
  }
  async open(prepare: Prepared['prepare']): Promise<void> {
    this.#server = await this.start();
    await prepare?.(this.#server);
  }
  /** Does nothing if the start failed. */
  async close(before: (server: S) => void = () => {}): Promise<void> {
    if (!this.#server) return;
    before(this.#server);
    await this.#server.dispose();
  }
}

/** The database and the folder of one server. */
async function openPlace(options: ServerOptions) {
  if (!existsSync(program)) throw new Error('There is no build. Run: npm run build');
  const databaseUrl = options.database ?? (await createDatabase(options.isEmpty ? null : seeded));
  const dataDir = mkdtempSync(join(tmpdir(), 'downlink-test-'));
  return {
    databaseUrl,
    dataDir,
    environment: (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      RECEIVER_PORT: 'off',
      NO_COLOR: '1',
      // Tests send no requests to other machines: stand-in.ts replaces third-party services.
      TILES: 'off',
      METAR_URL: 'off',
      PUSH_SERVICES: 'off',
      ...env,
      ...options.env,
    }),
    args: options.args ?? ['--no-demo-traffic'],
    async import(lines: readonly (string | object)[], flags: readonly string[] = []): Promise<ImportReport> {
      const file = join(dataDir, 'messages.jsonl');
      writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
      const db = openMessages(openDatabase({ url: databaseUrl }));
      const printed: string[] = [];
      // Here, not above: the runner loads this file to list the tests, and starts no server (decision 42).
      const { importFiles } = await import('../../server/input/imports/import-command.ts');
      const { importReference, referenceOption } = await import('../../server/reference/import/import-reference.ts');
      const command = flags.includes(referenceOption) ? importReference : importFiles;
      try {
        const code = await command(db, [...flags, file], (line) => printed.push(`${line}\n`));
        return { code, output: printed.join('') };
      } finally {
        await db.close();
      }
    },
    async remove(): Promise<void> {
      rmSync(dataDir, { recursive: true, force: true });
      if (options.database === undefined) await dropDatabase(databaseUrl);
    },
  };
}

/** Starts a server in this process: a second of CPU less than the program, which loads all modules each time. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const place = await openPlace(options);
  const logs = join(place.dataDir, 'logs');
  const printed: string[] = [];
  async function launch(env: ServerOptions['env'] = {}): Promise<{ stop: StopServer; url: string }> {
    const from = printed.length;
    const environment = { ...place.environment({ LOG_LEVEL: 'warn', LOG_DIR: logs }), ...env };
    const config = readConfig(environment, place.args);
    // Here for the same reason as in `openPlace`.
    const { serve } = await import('../../server/serve.ts');
    const stop = await serve(config, (line) => printed.push(`${line}\n`), new AbortController().signal);
    return { stop, url: addressIn(printed.slice(from).join('')) ?? '' };
  }
  let running = await launch().catch(async (error) => {
    await place.remove();
    throw error;
  });
  return {
    get url() {
      return running.url;
    },
    get apiBase() {
      return `${running.url}/api/v1`;
    },
    databaseUrl: place.databaseUrl,
    log: () => [...printed, ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))].join(''),
    import: place.import,
    async restart({ env } = {}) {
      await running.stop(() => {});
      running = await launch(env);
    },
    async dispose() {
      await running.stop(() => {});
      await place.remove();
    },
  };
}

const addressIn = (output: string): string | undefined =>
  /Downlink is ready: (http\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1').replace(/\/$/, '');

/** Starts the built program. Resolves when it reports that it is ready. */
export async function startProgram(options: ServerOptions = {}): Promise<TestProgram> {
  const place = await openPlace(options);
  let output = '';
  const port = await reservePort();

  const keep = (child: ChildProcess) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
  };

  async function launch(more: Pick<ServerOptions, 'env'> = {}): Promise<{ child: ChildProcess; url: string }> {
    const from = output.length;
    const child = spawn(process.execPath, [program, ...place.args], {
      cwd: place.dataDir,
      env: { ...place.environment({ HOST: programHost, PORT: String(port) }), ...more.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    keep(child);
    const url = await new Promise<string>((ready, failed) => {
      const fail = (why: string) => {
        finish();
        child.kill('SIGKILL');
        failed(new Error(`The server ${why}:\n${output.slice(from)}`));
      };
      const onExit = (code: number | null) => fail(`ended with code ${code}`);
      const onData = () => {
        const address = addressIn(output.slice(from));
        if (!address) return;
        finish();
        ready(address);
      };
      const timer = setTimeout(() => fail('was not ready in time'), stepLimitMs);
      const finish = () => {
        clearTimeout(timer);
        child.off('exit', onExit);
        child.stdout.off('data', onData);
      };
      child.once('exit', onExit);
      child.stdout.on('data', onData);
    });
    return { child, url };
  }

  let running: { child: ChildProcess; url: string } = await launch();

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGCONT');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stepLimitMs);
    await ended;
    clearTimeout(timer);
    return child.exitCode;
  }
  return {
    get url() {
      return running.url;
    },
    get apiBase() {
      return `${running.url}/api/v1`;
    },
    get pid() {
      return running.child.pid ?? 0;
    },
    databaseUrl: place.databaseUrl,
    log: () => output,
    stop: () => end('SIGINT'),
    async kill() {
      await end('SIGKILL');
    },
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    async restart(more) {
      await end('SIGKILL');
      running = await launch(more);
    },
    import: place.import,
    async dispose() {
      await end('SIGINT');
      await place.remove();
    },
  };
}
