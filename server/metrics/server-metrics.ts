/** State of the server: database, queues, disk, backups, conditions. */
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { passwordsWaiting } from '../accounts/passwords.ts';
import type { BackupState } from '../backup/scheduled-backups.ts';
import { type Condition, conditionNames } from '../base/conditions.ts';
import { ShortCache } from '../base/short-cache.ts';
import { withDeadline } from '../base/with-deadline.ts';
import type { Database } from '../database/pool.ts';
import { type ReplicaState, replicaConditions } from '../database/reads.ts';
import { openPages } from '../query/list-page.ts';
import { postsWaiting } from '../receive/post-turns.ts';
import { type PostName, postNames } from '../servers/server-locks.ts';
import { atOnce } from '../statistics/at-once.ts';

export type ServerParts = {
  readonly version: string;
  readonly dataDir: string;
  readonly api: Pick<Database, 'query' | 'connections'>;
  readonly work: Pick<Database, 'connections'>;
  readonly reads: { state(): ReplicaState | null };
  readonly backups: { state(): BackupState | null };
  readonly conditions: { list(): readonly Condition[] };
  readonly membership: { readonly others: number; holds(post: PostName): boolean };
};
type Values = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
type Make = (name: string, help: string, labelNames: readonly string[], read: () => Values | Promise<Values>) => void;

/** Frequent requests of monitors share one query. */
const queryEveryMs = 10_000;
const queryDeadlineMs = 3000;

export function addServerMetrics(registry: Registry, parts: ServerParts): void {
  const make: Make = (name, help, labelNames, read) =>
    void new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        for (const [labels, value] of await read()) this.set(labels, value);
      },
    });
  make('downlink_info', 'Version of the server', ['version'], () => [[{ version: parts.version }, 1]]);
  addDatabase(make, parts);
  addReplica(make, registry, parts);
  addQueues(make);
  addDisk(make, parts);
  addBackups(make, parts);
  make('downlink_servers', 'Running servers of the database, as this one sees them', [], () => [
    [{}, parts.membership.others + 1],
  ]);
  make('downlink_post', '1 = this server does this work for all servers', ['post'], () =>
    postNames.map((post) => [{ post }, parts.membership.holds(post) ? 1 : 0]),
  );
  make('downlink_condition', '1 = this condition of /health is present', ['name'], () => {
    const present = new Set<string>(parts.conditions.list().map(({ name }) => name));
    return conditionNames.map((name) => [{ name }, present.has(name) ? 1 : 0]);
  });
}

type Facts = { readonly bytes: number; readonly emails: number };
const factsSql = `select database_bytes() as bytes,
  (select count(*) from station_notices where begun_at is null and given_up_at is null) as emails`;

/** Without a response the two metrics of the query are missing, and `downlink_database_up` is 0. */
function addDatabase(make: Make, { api, work }: ServerParts): void {
  const cache = new ShortCache<Facts | null>({ maxAgeMs: queryEveryMs, max: 1 });
  const facts = (): Promise<Facts | null> =>
    cache.respond('facts', () =>
      withDeadline(api.query<Facts>(factsSql), queryDeadlineMs).then(
        ([row]) => row ?? null,
        () => null,
      ),
    );
  const fact = (name: string, help: string, key: keyof Facts): void =>
    make(name, help, [], async () => {
      const found = await facts();
      return found ? [[{}, found[key]]] : [];
    });
  make('downlink_database_up', '1 = the database responds', [], async () => [[{}, (await facts()) ? 1 : 0]]);
  fact('downlink_database_bytes', 'Size of the database', 'bytes');
  fact('downlink_emails_waiting', 'Emails about stations that are not sent yet', 'emails');
  make('downlink_database_connections', 'Connections to the database by pool and state', ['pool', 'state'], () =>
    Object.entries({ api, work }).flatMap(([pool, database]) =>
      Object.entries(database.connections()).map(([state, count]) => [{ pool, state }, count] as const),
    ),
  );
}

/** Missing without DATABASE_READ_URL. */
function addReplica(make: Make, registry: Registry, { reads }: ServerParts): void {
  new Counter({
    name: 'downlink_replica_reads_total',
    help: 'Exports and statistics: read from the replica, or from the primary in its place',
    labelNames: ['database'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [database, count] of Object.entries(reads.state()?.reads ?? {})) this.inc({ database }, count);
    },
  });
  const ofState = (
    name: string,
    help: string,
    labels: readonly string[],
    read: (state: ReplicaState) => Values,
  ): void =>
    make(name, help, labels, () => {
      const state = reads.state();
      return state ? read(state) : [];
    });
  ofState('downlink_replica_lag_seconds', 'Age of the data of the replica for reading', [], ({ lagMs }) =>
    lagMs === null ? [] : [[{}, lagMs / 1000]],
  );
  ofState('downlink_replica_state', '1 = the replica for reading is in this state', ['state'], ({ condition }) =>
    replicaConditions.map((state) => [{ state }, state === condition ? 1 : 0]),
  );
}

function addQueues(make: Make): void {
  make('downlink_queue_waiting', 'Requests that wait for their turn', ['queue'], () => [
    [{ queue: 'statistics' }, atOnce.pendingCount],
    [{ queue: 'lists' }, openPages.pendingCount],
    [{ queue: 'posts' }, postsWaiting()],
    [{ queue: 'passwords' }, passwordsWaiting()],
  ]);
}

function addDisk(make: Make, { dataDir }: ServerParts): void {
  make('downlink_disk_bytes', 'Volume of DATA_DIR by state', ['state'], async () => {
    const volume = await statfs(dataDir).catch(() => null);
    if (!volume) return [];
    return [
      [{ state: 'free' }, volume.bavail * volume.bsize],
      [{ state: 'total' }, volume.blocks * volume.bsize],
    ];
  });
}

/** Missing without BACKUP_DIR. */
function addBackups(make: Make, { backups }: ServerParts): void {
  const ofState = (name: string, help: string, read: (state: BackupState) => number | undefined): void =>
    make(name, help, [], () => {
      const state = backups.state();
      const value = state ? read(state) : undefined;
      return value === undefined ? [] : [[{}, value]];
    });
  ofState('downlink_backup_last_timestamp_seconds', 'Newest complete backup', ({ last }) =>
    last ? last.takenAtMs / 1000 : undefined,
  );
  ofState('downlink_backup_bytes', 'Size of the newest complete backup', ({ last }) => last?.bytes);
  ofState('downlink_backup_files', 'Complete backups', ({ files }) => files);
  ofState('downlink_backup_late', '1 = the last good backup is older than two intervals', ({ isLate }) =>
    isLate ? 1 : 0,
  );
}
