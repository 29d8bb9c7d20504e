/** The program with its embedded PostgreSQL, as `npm start` runs it: first start, kill -9, left-overs, refusals, commands. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Program, runProgram } from '../support/program.ts';

const base = mkdtempSync(join(tmpdir(), 'downlink launcher '));
chmodSync(base, 0o755);
const dataDir = join(base, 'data with spaces');
const running: Program[] = [];

const start = (
  args: readonly string[] = ['--no-demo-traffic'],
  env: Readonly<Record<string, string>> = {},
): Program => {
  const program = runProgram(args, { DATA_DIR: dataDir, ...env });
  running.push(program);
  return program;
};
const postmasterPid = (folder = dataDir): number =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
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

afterEach(async () => {
  for (const program of running.splice(0)) if (program.child.exitCode === null) await stop(program);
}, 30_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('the embedded database', { timeout: 90_000 }, () => {
  test('a first start in a path with spaces makes it, fills it and says the accounts; Ctrl-C ends all of it within 5 s', async () => {
    const program = start();
    const url = await program.ready;
    expect(program.output()).toContain('admin, parser, customer, company, feeder, newcomer, guest');
    expect(await logIn(url, 'admin', 'downlink')).toBe(200);
    const pid = postmasterPid();
    expect(isAlive(pid)).toBe(true);
    const from = performance.now();
    expect(await stop(program)).toBe(0);
    expect(performance.now() - from).toBeLessThan(5000);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('kill -9 leaves the database running; the next start takes it over, with all that was stored', async () => {
    const first = start();
    const url = await first.ready;
    expect(await logIn(url, 'guest', 'downlink')).toBe(200);
    const pid = postmasterPid();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(pid)).toBe(true);
    const second = start();
    expect(await logIn(await second.ready, 'guest', 'downlink')).toBe(200);
    expect(postmasterPid()).toBe(pid);
    await stop(second);
    expect(isAlive(pid)).toBe(false);
  });

  test('kill -9 of program and database: the next start recovers', async () => {
    const first = start();
    await first.ready;
    process.kill(postmasterPid(), 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    expect(await logIn(await second.ready, 'guest', 'downlink')).toBe(200);
    await stop(second);
  });

  test('a database that is killed under a running server is started again, and calls answer again', async () => {
    const program = start();
    const url = await program.ready;
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => program.output(), { timeout: 10_000 }).toContain('Starting it again');
    await expect.poll(() => logIn(url, 'guest', 'downlink'), { timeout: 20_000 }).toBe(200);
    expect(postmasterPid()).not.toBe(pid);
    await stop(program);
  });

  test('a left-over postmaster.pid whose number belongs to another program by now is no obstacle', async () => {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(
      file,
      `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n${join(dataDir, 'run')}\n\n1 1\nready\n`,
    );
    chmodSync(file, 0o644);
    const program = start();
    await program.ready;
    expect(postmasterPid()).not.toBe(process.pid);
    await stop(program);
  });

  test('nobody else of this machine can connect: the socket folder is closed and a password is asked', async () => {
    const program = start();
    await program.ready;
    const auth = readFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8');
    expect(auth).toMatch(/^local\s+all\s+all\s+scram-sha-256$/m);
    expect(auth).not.toMatch(/^(local|host).*\btrust$/m);
    await stop(program);
  });

  test('a path too long for a socket address works too', async () => {
    const deep = join(base, 'x'.repeat(60), 'y'.repeat(60), 'data');
    const program = start(['--no-demo', '--no-demo-traffic'], { DATA_DIR: deep });
    await program.ready;
    expect(await stop(program)).toBe(0);
    const short = readFileSync(join(deep, 'socket-folder'), 'utf8');
    expect(short).toMatch(/^\/tmp\/downlink-\w+$/);
    rmSync(short, { recursive: true });
  });
});

describe('two at once', { timeout: 90_000 }, () => {
  test('a second server on the same folder is refused in words, and the first goes on; commands work beside it', async () => {
    const first = start();
    const url = await first.ready;
    const second = start();
    const reset = start(['admin-reset']);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Downlink is running already on the data folder');
    expect(await reset.ended).toBe(0);
    const password = /^ {2}password +(\S+)$/m.exec(reset.output())?.[1] ?? '';
    expect(await logIn(url, 'admin', password)).toBe(200);
    expect(await logIn(url, 'admin', 'downlink')).toBe(401);
    await stop(first);
  });

  test('a command alone starts the database and stops it again', async () => {
    const reset = start(['admin-reset', 'rescuer']);
    expect(await reset.ended).toBe(0);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    const program = start();
    const password = /^ {2}password +(\S+)$/m.exec(reset.output())?.[1] ?? '';
    expect(await logIn(await program.ready, 'rescuer', password)).toBe(200);
    await stop(program);
  });
});

describe('what cannot be is said in one sentence, without a stack', { timeout: 60_000 }, () => {
  const says = async (program: Program, sentence: RegExp): Promise<void> => {
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(sentence);
    expect(program.output()).not.toMatch(/\n\s+at /);
  };

  test('a port that is taken, and how to choose another', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    await says(start(undefined, { PORT: String(port) }), new RegExp(`Port ${port} is taken.*PORT=`));
    other.close();
  });

  test('a data folder that cannot be', async () => {
    const file = join(base, 'a file');
    writeFileSync(file, '');
    await says(start(undefined, { DATA_DIR: join(file, 'data') }), /The data folder .* cannot be used.*DATA_DIR=/);
  });

  test('a database of DATABASE_URL that does not answer, without showing its password', async () => {
    const program = start(undefined, { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/none' });
    await says(program, /The database of DATABASE_URL cannot be reached/);
    expect(program.output()).not.toContain('secret');
  });

  test('settings that are not numbers, unknown commands', async () => {
    await says(start(undefined, { PORT: '8o8o' }), /PORT must be a whole number/);
    await says(start(['destroy']), /There is no command 'destroy'/);
    await says(start(undefined, { TLS_CERT: '/nowhere/cert.pem' }), /TLS_KEY/);
  });

  test('demo accounts are not shown to a network unless told so', async () => {
    await says(start(undefined, { HOST: '0.0.0.0' }), /demo accounts.*\n.*npm run demo:remove\n.*-- --demo/);
    const open = start(['--demo', '--no-demo-traffic'], { HOST: '0.0.0.0' });
    await open.ready;
    await stop(open);
  });
});

describe('without demo', { timeout: 60_000 }, () => {
  test('--no-demo makes one Admin with a password that is shown once', async () => {
    const env = { DATA_DIR: join(base, 'no demo') };
    const first = start(['--no-demo'], env);
    const url = await first.ready;
    const password = /^ {2}password +(\S+)$/m.exec(first.output())?.[1] ?? '';
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect(await logIn(url, 'admin', password)).toBe(200);
    expect(await logIn(url, 'parser', 'downlink')).toBe(401);
    await stop(first);
    const second = start([], { ...env, HOST: '0.0.0.0' });
    expect(await logIn(await second.ready, 'admin', password)).toBe(200);
    expect(second.output()).not.toMatch(/password/);
    await stop(second);
  });

  test('demo:remove takes the accounts away and leaves an Admin', async () => {
    const remove = start(['demo-remove']);
    expect(await remove.ended).toBe(0);
    const program = start();
    const url = await program.ready;
    expect(await logIn(url, 'guest', 'downlink')).toBe(401);
    const health = (await (await fetch(`${url}/api/v1/health`)).json()) as { demo: boolean };
    expect(health.demo).toBe(false);
    await stop(program);
  });
});
