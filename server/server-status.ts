/** What an Admin looks at every day, in one response (decision 26). Own file: one screen reads it. */
import type { Api } from '../contract/api.ts';
import type { Reads } from '../contract/endpoint.ts';
import { writeInstant } from '../contract/params.ts';
import { newestEntries } from './accounts/audit/audit.ts';
import { passwordsWaiting } from './accounts/passwords.ts';
import { clock } from './base/clock.ts';
import { diskReserve } from './base/disk-reserve.ts';
import type { ReplicaState } from './database/reads.ts';
import { postsWaiting } from './input/receive/post-turns.ts';
import { type BackupState, lateText } from './ops/backup/scheduled-backups.ts';
import { openPages } from './query/list-page.ts';
import { runningServers } from './servers/membership.ts';
import type { Services } from './services.ts';
import { atOnce } from './statistics/at-once.ts';

type Status = Reads<Api['system']['status']>;

const shownEntries = 8;

export async function readServerStatus({
  config,
  conditions,
  db,
  reads,
  backups,
  sources,
  membership,
}: Services): Promise<Status> {
  const [facts] = await db.query<{ bytes: number; emails: number; notices: number }>(
    `select database_bytes() as bytes,
       (select count(*) from station_notices where begun_at is null and given_up_at is null) as emails,
       (select count(*) from watch_deliveries where begun_at is null and given_up_at is null) as notices`,
  );
  const { busy, idle, waiting, max } = db.connections();
  return {
    asOf: writeInstant(clock.now()),
    version: config.version,
    conditions: [...conditions.list()],
    database: {
      bytes: facts?.bytes ?? 0,
      freeBytes: diskReserve.freeBytes(),
      connections: busy + idle,
      maxConnections: max,
      waiting,
    },
    replica: replicaOf(reads.state()),
    queues: [
      { name: 'lists', waiting: openPages.pending },
      { name: 'statistics', waiting: atOnce.pendingCount },
      { name: 'posts', waiting: postsWaiting() },
      { name: 'passwords', waiting: passwordsWaiting() },
      { name: 'emails', waiting: facts?.emails ?? 0 },
      { name: 'notices', waiting: facts?.notices ?? 0 },
    ],
    backup: backupOf(backups.state()),
    sources: (await sources.read()).receivers.map(({ id, setting, ...source }) => ({
      id: `${setting ?? id} ${source.address}`,
      address: source.address,
      state: source.state,
      connections: source.connections,
      error: source.error,
      kind: source.kind,
      received: source.received,
      lastReceived: source.lastReceived,
      counts: source.counts,
    })),
    servers: (await runningServers(db)).map(({ id, name, version, roles, startedAt, isLeader, readsReceivers }) => ({
      ...{ id, name, version, roles: [...roles], isLeader, readsReceivers },
      startedAt: writeInstant(startedAt.getTime()),
      isThis: id === membership.id,
    })),
    audit: await newestEntries(db, shownEntries),
  };
}

const replicaOf = (replica: ReplicaState | null): Status['replica'] =>
  replica && {
    state: replica.condition,
    lagSeconds: replica.lagMs === null ? null : Math.round(replica.lagMs / 100) / 10,
  };

function backupOf(state: BackupState | null): Status['backup'] {
  if (!state) return null;
  const { last, files, everyHours, nextAtMs, failedAtMs, isRunning } = state;
  return {
    isRunning,
    lastAt: last && writeInstant(last.takenAtMs),
    bytes: last?.bytes ?? null,
    files,
    everyHours,
    nextAt: writeInstant(nextAtMs),
    failedAt: failedAtMs === null ? null : writeInstant(failedAtMs),
    problem: lateText(state),
  };
}
