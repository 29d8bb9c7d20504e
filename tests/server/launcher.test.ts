import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartupError } from '../../server/base/startup-error.ts';
import { runCommand } from '../../server/commands.ts';
import { readConfig } from '../../server/config.ts';
import { serve } from '../../server/serve.ts';
import { callApi, logIn as logInAs } from '../support/api-client.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { type Program, runProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { writerKills, writeUnderKills } from './writers-under-kills.ts';

const base = mkdtempSync(join(tmpdir(), 'downlink launcher '));
chmodSync(base, 0o755);
const dataDir = join(base, 'data with spaces');
const running: Program[] = [];
/** A running program, passed from one test to the next. */
let handedOn: Program | null = null;

const start = (
  args: readonly string[] = ['--no-demo-traffic'],
  env: Readonly<Record<string, string>> = {},
): Program => {
  const program = runProgram(args, { DATA_DIR: dataDir, ...env });
  running.push(program);
  return program;
};
const pageRows = 10_000;
const postmasterPid = (folder = dataDir): number =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
/** The program starts another database. */
const untilReplaced = (pid: number): Promise<void> =>
  expect.poll(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid')) && postmasterPid() !== pid).toBe(true);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
async function stop(program: Program): Promise<number | null> {
  program.child.kill('SIGINT');
  return program.ended;
}
const logIn = async (url: string, username: string, password: string): Promise<number> =>
  (
    await fetch(`${url}/api/v1/account/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password, role: '', terms: 0, company: '' }),
    })
  ).status;

/** The running program on the data folder, or a new one. */
async function anyRunning(): Promise<{ program: Program; url: string }> {
  const program = handedOn ?? start();
  handedOn = null;
  return { program, url: await program.ready };
}

/** The included database, with a server in this process. */
async function serveHere(env: Readonly<Record<string, string>>, args: readonly string[] = ['--no-demo-traffic']) {
  const printed: string[] = [];
  const settings = { PORT: '0', RECEIVER_PORT: 'off', TILES: 'off', METAR_URL: 'off', LOG_LEVEL: 'silent', ...env };
  const end = await serve(readConfig(settings, args), (line) => printed.push(line), new AbortController().signal);
  const output = printed.join('\n');
  const url = /Downlink is ready: (http\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
  return { url, output, stop: () => end(() => {}) };
}
/** A command in this process; its output. The start of a program costs a second of the CPU: one test below has it. */
async function command(env: Readonly<Record<string, string>>, name: string, ...args: string[]): Promise<string> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    expect(await runCommand(name, args, readConfig({ LOG_LEVEL: 'silent', ...env }, []))).toBe(0);
    return written.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    written.mockRestore();
  }
}
const passwordIn = (output: string): string => /^ {2}password +(\S+)$/m.exec(output)?.[1] ?? '';

/** The program prints every StartupError as that of an unreachable DATABASE_URL, tested below. */
async function isRefused(start: () => Promise<unknown>, sentence: RegExp): Promise<void> {
  const error = await start().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).message).toMatch(sentence);
}
afterEach(async () => {
  for (const program of running.splice(0))
    if (program === handedOn) running.push(program);
    else if (program.child.exitCode === null) await stop(program);
});
afterAll(async () => {
  // A test that runs alone passes no program on.
  if (handedOn) await stop(handedOn);
  rmSync(base, { recursive: true, force: true });
});

describe('the embedded database', () => {
  test('a first start in a path with spaces creates and fills the folder and shows the accounts', async () => {
    const program = start();
    const url = await program.ready;
    expect(program.output()).toContain('admin, parser, customer, company, feeder, newcomer, guest');
    expect(await logIn(url, 'admin', 'downlink')).toBe(200);
    expect(isAlive(postmasterPid())).toBe(true);
    handedOn = program;
  });

  test('kill -9 leaves the database running; the next start takes it over with all stored data', async () => {
    const { program: first, url } = await anyRunning();
    expect(await logIn(url, 'guest', 'downlink')).toBe(200);
    const pid = postmasterPid();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(pid)).toBe(true);
    const second = start();
    expect(await logIn(await second.ready, 'guest', 'downlink')).toBe(200);
    expect(postmasterPid()).toBe(pid);
    handedOn = second;
  });

  test('kill -9 of program and database under 16 writers: each acknowledged message is stored once', {
    timeout: 90_000 + writerKills * 30_000,
  }, async () => {
    const { program } = await anyRunning();
    let current = program;
    let url = await current.ready;
    const made = await command({ DATA_DIR: dataDir }, 'station-key', '--station', '900', '--at', '47,8');
    const report = await writeUnderKills({
      key: /^ {2}(\S{20,})$/m.exec(made)?.[1] ?? '',
      url: () => url,
      kill: async (what) => {
        const pid = postmasterPid();
        if (what !== 'program') process.kill(pid, 'SIGKILL');
        if (what === 'database') return untilReplaced(pid);
        current.child.kill('SIGKILL');
        await current.ended;
        current = start();
        url = await current.ready;
      },
    });
    const { token } = await logInAs({ apiBase: `${url}/api/v1` }, 'admin');
    const texts: string[] = [];
    // A response has up to 50,000 rows.
    for (let page = 0, rows = pageRows; rows === pageRows; page++) {
      const query = `offset=${page * pageRows}&limit=${pageRows}&acarsMessageDateTimeMin=2020-01-01T00:00:00Z`;
      const { json } = await callApi({ apiBase: `${url}/api/v1` }, `/AcarsMessage/allUsers?${query}`, { token });
      const { acarsMessages } = json as { acarsMessages: { text: string }[] };
      texts.push(...acarsMessages.map(({ text }) => text));
      rows = acarsMessages.length;
    }
    const distinct = new Set(texts).size;
    if (process.env.WRITER_KILLS)
      process.stdout.write(
        `${JSON.stringify({ ...report, lost: report.messages - distinct, storedTwice: texts.length - distinct })}\n`,
      );
    expect(texts).toHaveLength(report.messages);
    expect(distinct).toBe(report.messages);
    handedOn = current;
  });

  test('a database killed under a running server is restarted, and calls succeed again; Ctrl-C stops everything within 5 s', async () => {
    const { program, url } = await anyRunning();
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => program.output()).toContain('Restarting');
    await expect.poll(() => logIn(url, 'guest', 'downlink')).toBe(200);
    const next = postmasterPid();
    expect(next).not.toBe(pid);
    // 1 = it was ended by its own limit of 4.8 s.
    expect(await stop(program)).toBe(0);
    expect(isAlive(next)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('a command alone starts the database and stops it again; a stale postmaster.pid with the process id of another program does not prevent the start', async () => {
    const reset = start(['admin-reset', 'rescuer']);
    expect(await reset.ended).toBe(0);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    expect(existsSync(file)).toBe(false);
    writeFileSync(
      file,
      `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n${join(dataDir, 'run')}\n\n1 1\nready\n`,
    );
    chmodSync(file, 0o644);
    const program = start();
    expect(await logIn(await program.ready, 'rescuer', passwordIn(reset.output()))).toBe(200);
    expect(postmasterPid()).not.toBe(process.pid);
    handedOn = program;
  });

  test('other users of the machine cannot connect: the socket folder is private and a password is required', async () => {
    const { program } = await anyRunning();
    const auth = readFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8');
    expect(auth).toMatch(/^local\s+all\s+all\s+scram-sha-256$/m);
    expect(auth).not.toMatch(/^(local|host).*\btrust$/m);
    handedOn = program;
  });
});

describe('two servers at once', () => {
  test('a second server on the same folder is refused with a text, and the first continues; commands work next to it', async () => {
    const { program: first, url } = await anyRunning();
    await isRefused(() => serveHere({ DATA_DIR: dataDir }), /^Downlink is already running on the data folder/);
    const password = passwordIn(await command({ DATA_DIR: dataDir }, 'admin-reset'));
    expect(await logIn(url, 'admin', password)).toBe(200);
    expect(await logIn(url, 'admin', 'downlink')).toBe(401);
    await stop(first);
  });

  test('the data folder may move: there it works also with a path too long for a socket address', async () => {
    if (handedOn) await stop(handedOn);
    else if (!existsSync(dataDir)) await (await serveHere({ DATA_DIR: dataDir })).stop();
    handedOn = null;
    const moved = join(base, 'x'.repeat(60), 'y'.repeat(60), 'data');
    mkdirSync(dirname(moved), { recursive: true });
    renameSync(dataDir, moved);
    const server = await serveHere({ DATA_DIR: moved });
    expect(await logIn(server.url, 'guest', 'downlink')).toBe(200);
    await server.stop();
    const short = readFileSync(join(moved, 'socket-folder'), 'utf8');
    expect(short).toMatch(/^\/tmp\/downlink-\w+$/);
    rmSync(short, { recursive: true });
  });
});

describe('an invalid start is reported in one sentence without a stack', () => {
  let database = '';
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => dropDatabase(database));
  const startHere = (env: Readonly<Record<string, string>>) => startServer({ database, env });

  test('an unreachable DATABASE_URL, without showing its password', async () => {
    const program = start(undefined, { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/none' });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/The database of DATABASE_URL cannot be reached/);
    expect(program.output()).not.toContain('secret');
    expect(program.output()).not.toMatch(/\n\s+at /);
  });

  test('a port in use, and how to choose another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    await isRefused(() => startHere({ PORT: String(port) }), new RegExp(`^Port ${port} is already in use.*PORT=`));
    other.close();
  });

  test('an impossible data folder', async () => {
    const file = join(base, 'a file');
    writeFileSync(file, '');
    await isRefused(() => serveHere({ DATA_DIR: join(file, 'data') }), /^The data folder .* cannot be used.*DATA_DIR=/);
  });

  test('settings that are not numbers, unknown commands', async () => {
    await isRefused(() => startHere({ PORT: '8o8o' }), /^PORT must be a whole number/);
    await isRefused(() => runCommand('destroy', [], readConfig({}, [])), /^There is no command 'destroy'/);
    await isRefused(() => startHere({ TLS_CERT: '/nowhere/cert.pem' }), /TLS_KEY/);
  });

  test('demo accounts are exposed to a network only on request', async () => {
    await isRefused(() => startHere({ HOST: '0.0.0.0' }), /demo accounts.*\n.*npm run demo:remove\n.*-- --demo/);
    const args = ['--demo', '--no-demo-traffic'];
    const open = await startServer({ database, args, env: { HOST: '0.0.0.0' } });
    expect(await logIn(open.url, 'guest', 'downlink')).toBe(200);
    await open.dispose();
  });
});

describe('without demo', () => {
  test('--no-demo creates one Admin with a password shown once', async () => {
    const database = await createDatabase(null);
    const first = await startServer({ database, args: ['--no-demo'] });
    const password = passwordIn(first.log());
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect(await logIn(first.url, 'admin', password)).toBe(200);
    expect(await logIn(first.url, 'parser', 'downlink')).toBe(401);
    await first.dispose();
    const second = await startServer({ database, args: [], env: { HOST: '0.0.0.0' } });
    expect(await logIn(second.url, 'admin', password)).toBe(200);
    expect(second.log()).not.toMatch(/password/);
    await second.dispose();
    await dropDatabase(database);
  });

  test('demo:remove deletes the accounts and leaves an Admin', async () => {
    const database = await createDatabase();
    const password = passwordIn(await command({ DATABASE_URL: database }, 'demo-remove'));
    const server = await startServer({ database });
    expect(await logIn(server.url, 'guest', 'downlink')).toBe(401);
    expect(await logIn(server.url, 'admin', password)).toBe(200);
    const health = (await (await fetch(`${server.url}/api/v1/health`)).json()) as { demo: boolean };
    expect(health.demo).toBe(false);
    await server.dispose();
    await dropDatabase(database);
  });
});
