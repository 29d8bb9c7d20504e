/**
 * One PostgreSQL cluster per run, and a database per spec file from a migrated, seeded template.
 * Fast because it is not durable (fsync off).
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../server/database/binaries.ts';
import { clusterUser } from '../../server/database/cluster-home.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { startPostmaster, stopPostmaster } from '../../server/database/postmaster.ts';
import { cheapenPasswords } from './cheap-passwords.ts';
import {
  citusNodes,
  copyOnNodes,
  createOnNodes,
  distributeTest,
  dropOnNodes,
  findCitus,
  renameOnNodes,
} from './citus.ts';
import { stepLimitMs } from './limits.ts';
import { root } from './repository.ts';
import { programHost, reservePort } from './reserved-ports.ts';

/** Location of this run's cluster, set where it starts and inherited by every worker. */
const variable = 'DOWNLINK_TEST_CLUSTER';
/** Templates of this run in a PostgreSQL that others use, too. */
const templates = 'DOWNLINK_TEST_TEMPLATES';

/** TEST_DATABASE_URL: another PostgreSQL, or a Citus, for the tests of the server. Returns a function that removes the templates. */
async function onNamed(named: string): Promise<() => Promise<void>> {
  const address = new URL(named);
  await findCitus(named);
  address.pathname = '';
  process.env[variable] = address.href.replace(/\/$/, '');
  process.env[templates] = randomBytes(4).toString('hex');
  return async () => {
    const made = await administer((query) =>
      query(`select datname as name from pg_database where datname like 'template_%_${process.env[templates]}'`),
    );
    for (const { name } of made as { name: string }[]) await dropDatabase(`${clusterUrl()}/${name}`);
    delete process.env[variable];
    known.clear();
  };
}

export const hasCluster = (): boolean => process.env[variable] !== undefined;

/** Starts the cluster of this run. Returns a function that stops it and removes its folder. */
export async function startCluster(): Promise<() => Promise<void>> {
  const named = process.env.TEST_DATABASE_URL?.trim();
  if (named) return onNamed(named);
  const folder = mkdtempSync(join(tmpdir(), 'downlink-cluster-'));
  const filesFolder = mkdtempSync(join(folderForFiles(), 'downlink-cluster-'));
  const cluster = join(filesFolder, 'cluster');
  const user = clusterUser([]);
  const binaries = findBinaries(join(folder, 'postgres'), user);
  for (const one of [folder, filesFolder]) chmodSync(one, 0o755);
  mkdirSync(cluster, { mode: 0o700 });
  if (user) {
    for (const one of [folder, filesFolder]) chownSync(one, user.uid, user.gid);
    chownSync(cluster, user.uid, user.gid);
  }
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  execFileSync(
    binaries.initdb,
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await reservePort();
  const settings = {
    listen_addresses: programHost,
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
  const url = `postgres://postgres@${programHost}:${port}`;
  await untilReady(`${url}/postgres`, started.ended);
  process.env[variable] = url;
  return async () => {
    delete process.env[variable];
    known.clear();
    if (started.pid !== undefined) await stopPostmaster({ pid: started.pid }, { binaries, cluster });
    for (const one of [folder, filesFolder]) rmSync(one, { recursive: true, force: true });
  };
}

/** In memory if there is enough space: a database has a few hundred files. Programs cannot run there. */
function folderForFiles(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * 2 ** 30 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function untilReady(url: string, ended: Promise<string>): Promise<void> {
  let gone: string | null = null;
  void ended.then((why) => {
    gone = why;
  });
  const deadline = Date.now() + stepLimitMs;
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

/** Initial content of a database. `fill` runs once per test run, in a template, which is then copied. */
export type Template = { readonly name: string; readonly fill: (url: string) => Promise<void> };

/** Migrated, with accounts, stations and reference data, without messages: as after the first start of the built server. */
export const seeded: Template = {
  name: 'seeded',
  async fill(url) {
    await runServerOnce(url);
    await cheapenPasswords(url);
  },
};

/** A fresh database and its address. null: without tables. On a Citus it is distributed, unless it is without tables. */
export async function createDatabase(template: Template | null = seeded): Promise<string> {
  const url = freshUrl();
  const from = template && (await ensureTemplate(template));
  if (citusNodes().length > 0) {
    await (from ? copyOnNodes(url, from) : createOnNodes(url));
    return url;
  }
  await administer((query) =>
    query(`create database ${nameOf(url)}${from ? ` template ${from} strategy file_copy` : ''}`),
  );
  return url;
}

/** Of a database that does not exist yet. */
export const freshUrl = (): string => `${clusterUrl()}/t_${randomBytes(6).toString('hex')}`;
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

export async function dropDatabase(url: string): Promise<void> {
  if (citusNodes().length > 0) return dropOnNodes(url);
  await administer((query) => query(`drop database if exists ${nameOf(url)} with (force)`));
}

/** Created by the first process that needs it. The others wait. Returns its name. */
async function ensureTemplate({ name, fill }: Template): Promise<string> {
  const database = `template_${name}_${process.env[templates] ?? ''}`;
  if (known.has(database)) return database;
  await underLock(database, () =>
    administer(async (query) => {
      const there = await query(`select 1 from pg_database where datname = '${database}'`);
      if (there.length > 0) return;
      const making = `${database}_making`;
      const url = `${clusterUrl()}/${making}`;
      await dropDatabase(url);
      if (citusNodes().length > 0) {
        await createOnNodes(url);
        await fill(url);
        await distributeTest(url);
        return renameOnNodes(url, database);
      }
      await query(`create database ${making}`);
      await fill(url);
      await query(`alter database ${making} rename to ${database}`);
    }),
  );
  known.add(database);
  return database;
}
const known = new Set<string>();

/** In a transaction: a pool closes an idle connection with its locks, and on a busy machine filling takes longer than that. */
async function underLock(name: string, work: () => Promise<void>): Promise<void> {
  const db = openDatabase({ url: `${clusterUrl()}/postgres` }, { max: 1 });
  try {
    await db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('${name}'))`);
      await work();
    });
  } finally {
    await db.close();
  }
}

/** Starts the built server on a database until it is ready, and ends it. */
async function runServerOnce(url: string): Promise<void> {
  // Tests store their own messages: those of the demo change with the clock.
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
