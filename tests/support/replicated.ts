/** A primary with a streaming replica, both of the embedded PostgreSQL: the replica begins with a copy of the stopped primary. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../../server/database/binaries.ts';
import { clusterUser } from '../../server/database/cluster-home.ts';
import { connectOnce } from '../../server/database/pool.ts';
import { type Started, startPostmaster, stopPostmaster } from '../../server/database/postmaster.ts';
import { programHost, reservePorts } from './reserved-ports.ts';

export type Node = {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};
export type Replicated = {
  readonly primary: Node;
  readonly replica: Node;
  /** Statements that the replica has executed so far. */
  statementsOfReplica(): string;
  stop(): Promise<void>;
};

/** `fill` prepares the primary before the copy. */
export async function startReplicated(fill: (url: string) => Promise<void>): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-replicated-'));
  const user = clusterUser([]);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const binaries = findBinaries(join(folder, 'postgres'), user);
  chmodSync(folder, 0o755);
  const own = (path: string): void => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  own(folder);
  const [primaryPort = 0, replicaPort = 0] = await reservePorts(2);

  function node(name: string, port: number, more: Readonly<Record<string, string>>): Node & { readonly files: string } {
    const files = join(folder, name);
    let started: Started | null = null;
    const url = `postgres://postgres@${programHost}:${port}/postgres`;
    return {
      files,
      url,
      async start() {
        const settings = {
          listen_addresses: programHost,
          port: String(port),
          unix_socket_directories: '',
          fsync: 'off',
          shared_buffers: '32MB',
          autovacuum: 'off',
          ...more,
        };
        started = startPostmaster({ binaries, cluster: files, settings, logFile: join(folder, `${name}.log`), user });
        await untilReady(url, started.ended);
      },
      async stop() {
        if (started?.pid !== undefined) await stopPostmaster({ pid: started.pid }, { binaries, cluster: files });
        started = null;
      },
    };
  }
  const primary = node('primary', primaryPort, { wal_level: 'replica', max_wal_senders: '4' });
  const replica = node('replica', replicaPort, {
    hot_standby: 'on',
    log_statement: 'all',
    primary_conninfo: `host=${programHost} port=${primaryPort} user=postgres`,
    // The default is seconds: shorter, so that the replica reconnects sooner.
    wal_retrieve_retry_interval: '100ms',
  });

  mkdirSync(primary.files, { mode: 0o700 });
  own(primary.files);
  execFileSync(
    binaries.initdb,
    [
      '-D',
      primary.files,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await primary.start();
  await fill(primary.url);
  await primary.stop();
  execFileSync('cp', ['-r', primary.files, replica.files], identity);
  writeFileSync(join(replica.files, 'standby.signal'), '');
  own(join(replica.files, 'standby.signal'));
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    statementsOfReplica: () => readFileSync(join(folder, 'replica.log'), 'utf8'),
    async stop() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, ended: Promise<string>): Promise<void> {
  let gone: string | null = null;
  void ended.then((why) => {
    gone = why;
  });
  for (;;) {
    try {
      await (await connectOnce({ url })).end();
      return;
    } catch (error) {
      if (gone !== null) throw new Error(`PostgreSQL did not start (${gone}): ${(error as Error).message}`);
    }
  }
}
