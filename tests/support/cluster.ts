/**
 * One PostgreSQL cluster per test run, and in it one fresh database per spec file, copied from a migrated and seeded template.
 * Must not: be used by the product; its cluster forgets everything at a power cut (fsync off), which is what makes it fast.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../server/database/binaries.ts';
import { clusterUser } from '../../server/database/cluster-user.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { startPostmaster, stopPostmaster } from '../../server/database/postmaster.ts';
import { root } from './repository.ts';

/** Where the cluster of this run is; set by the global setup, inherited by every worker. */
const variable = 'DOWNLINK_TEST_CLUSTER';
const template = 'downlink_template';

/** Starts the cluster of this run; returns what ends it and takes its folder away. */
export async function startCluster(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-cluster-'));
  const cluster = join(folder, 'cluster');
  const user = clusterUser([]);
  const binaries = findBinaries(join(folder, 'postgres'), user);
  chmodSync(folder, 0o755);
  mkdirSync(cluster, { mode: 0o700 });
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chownSync(cluster, user.uid, user.gid);
  }
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  execFileSync(
    binaries.initdb,
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    autovacuum: 'off',
  };
  const logFile = join(folder, 'log');
  const started = startPostmaster({ binaries, cluster, settings, logFile, user });
  const url = `postgres://postgres@127.0.0.1:${port}`;
  await untilReady(`${url}/postgres`, started.ended);
  process.env[variable] = url;
  return async () => {
    delete process.env[variable];
    if (started.pid !== undefined) await stopPostmaster({ pid: started.pid }, { binaries, cluster });
    rmSync(folder, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
}

async function untilReady(url: string, ended: Promise<string>): Promise<void> {
  let gone: string | null = null;
  void ended.then((why) => {
    gone = why;
  });
  const deadline = Date.now() + 20_000;
  for (;;) {
    const db = openDatabase({ url }, { max: 1 });
    try {
      await db.query('select 1');
      return;
    } catch (error) {
      if (gone !== null || Date.now() > deadline) throw new Error(`The test cluster did not start (${gone ?? error})`);
    } finally {
      await db.close();
    }
  }
}

function clusterUrl(): string {
  const url = process.env[variable];
  if (!url) throw new Error('The test cluster is not running: tests/support/global-setup.ts starts it.');
  return url;
}

async function administer<T>(work: (query: (sql: string) => Promise<object[]>) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: `${clusterUrl()}/postgres` }, { max: 1 });
  try {
    return await work((sql) => db.query(sql));
  } finally {
    await db.close();
  }
}

/** A fresh database and its address. `empty`: without tables; else migrated, with the demo's accounts and stations and no messages. */
export async function createDatabase(kind: 'seeded' | 'empty' = 'seeded'): Promise<string> {
  if (kind === 'seeded') await ensureTemplate();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await administer((query) => query(`create database ${name} ${kind === 'seeded' ? `template ${template}` : ''}`));
  return `${clusterUrl()}/${name}`;
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer((query) => query(`drop database if exists ${name} with (force)`));
}

/** Made by whoever needs it first: the built server itself migrates and fills it. */
async function ensureTemplate(): Promise<void> {
  await administer(async (query) => {
    await query('select pg_advisory_lock(1)');
    const there = await query(`select 1 from pg_database where datname = '${template}'`);
    if (there.length > 0) return;
    const making = `${template}_making`;
    await query(`drop database if exists ${making} with (force)`);
    await query(`create database ${making}`);
    await runServerOnce(`${clusterUrl()}/${making}`);
    await query(`alter database ${making} rename to ${template}`);
  });
}

/** Starts the built server on a database until it is ready, and ends it. */
async function runServerOnce(url: string): Promise<void> {
  // Tests bring their own messages: those of the demo change with the clock.
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js'), '--no-demo-traffic'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', RECEIVER_PORT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`The server ended with code ${code} while filling:\n${output}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Downlink is ready')) ready();
      });
  });
  child.removeAllListeners('exit');
  child.kill('SIGINT');
  await ended;
}
