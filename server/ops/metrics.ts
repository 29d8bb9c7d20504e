/** `GET /metrics` in the format of Prometheus, for a holder of the key, or for this machine if none is set (decision 26). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { passwordsWaiting } from '../accounts/passwords.ts';
import { withDeadline } from '../base/clock.ts';
import { type Condition, conditionNames } from '../base/conditions.ts';
import type { IngestCounters } from '../base/ingest-counters.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import { type ReplicaState, replicaConditions } from '../database/reads.ts';
import { HttpError } from '../http/api-error.ts';
import { isLoopback } from '../http/network-of.ts';
import type { RefusalPace } from '../http/request-limits.ts';
import { requestKind } from '../http/security.ts';
import { postsWaiting } from '../input/receive/post-turns.ts';
import { meanings } from '../messages/meanings/meanings.ts';
import type { StoredTypes } from '../messages/messages.ts';
import { openPages } from '../query/list-page.ts';
import { type PostName, postNames } from '../servers/membership.ts';
import { atOnce } from '../statistics/at-once.ts';
import type { BackupState } from './backup/scheduled-backups.ts';
import type { MetricsConfig } from './metrics-config.ts';

type MetricParts = ServerParts & {
  readonly config: MetricsConfig;
  readonly counters: IngestCounters;
  readonly refusals: RefusalPace;
  readonly stored: StoredTypes;
  /** Expressions that were not tried on a message. */
  readonly rules: { readonly skipped: number };
  readonly broker: Broker;
};
/** Messages of this server by MQTT. null = off. */
type Broker = { readonly state: Readonly<Record<'waiting' | 'sent' | 'dropped', number>> } | null;

export function addMetrics(app: FastifyInstance, parts: MetricParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequestMetrics(app, registry, parts.refusals);
  addReceiveMetrics(registry, parts);
  addBroker(registry, parts.broker);
  addServerMetrics(registry, parts);
  app.get('/metrics', { config: { call: 'metrics' } }, async (request, reply) => {
    permitMonitor(request, parts.config);
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', registry.contentType)
      .send(await registry.metrics());
  });
}

/** @throws HttpError 401, 403 */
function permitMonitor(request: FastifyRequest, { key }: MetricsConfig): void {
  if (key === null) {
    if (isFromThisMachine(request)) return;
    throw new HttpError(403, 'Metrics are open to this machine only. Set METRICS_KEY to read them from another.');
  }
  const [, sent = ''] = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(sent), digest(key))) throw new HttpError(401, 'Metrics require the key METRICS_KEY.');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** The connection, not the header of a proxy, whose clients are elsewhere. A page of another name in a local browser is refused. */
function isFromThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(hostname) &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}

// ---- What was received, stored, lost and forwarded. Counted elsewhere since the start, and read at each request of a monitor.

type Received = Pick<MetricParts, 'rules'> & {
  readonly counters: Pick<IngestCounters, 'read' | 'forwardStates'>;
  readonly stored: Pick<StoredTypes, 'list'>;
};

function addReceiveMetrics(registry: Registry, { counters, stored, rules }: Received): void {
  addSources(registry, counters);
  addRules(registry, rules);
  addStored(registry, stored);
  addForward(registry, counters);
}

const total = (reasons: readonly { readonly count: number }[]): number =>
  reasons.reduce((sum, { count }) => sum + count, 0);

function addSources(registry: Registry, counters: Received['counters']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_received_total',
    help: 'Received lines (udp, tcp, post) and frames (radio) by outcome; `lost_in_kernel` were never received',
    labelNames: ['source', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { source, ...of } of counters.read().sources) {
        const outcomes = {
          stored: of.stored,
          duplicate: of.duplicates,
          left_out: total(of.leftOut),
          broken: total(of.broken),
          dropped: of.dropped,
          lost_in_kernel: of.lostInKernel ?? 0,
        };
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ source, outcome }, count);
      }
    },
  });
  const ofSource = (name: string, help: string, key: 'waiting' | 'connections'): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers,
      collect() {
        for (const { source, ...of } of counters.read().sources) this.set({ source }, of[key]);
      },
    });
  ofSource('downlink_received_waiting', 'Received lines and frames that are not stored yet', 'waiting');
  ofSource('downlink_receiver_connections', 'Open connections of receivers', 'connections');
  new Counter({
    name: 'downlink_store_failures_total',
    help: 'Failed attempts to store received lines',
    registers,
    collect() {
      this.reset();
      this.inc(counters.read().storeFailures);
    },
  });
}

function addStored(registry: Registry, stored: Received['stored']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_decoding_disagreements_total',
    help: 'Messages of which the receiver decoded something else than this server, by what differs',
    labelNames: ['about'],
    registers,
    collect() {
      this.reset();
      for (const [about, count] of meanings.disagreements) this.inc({ about }, count);
    },
  });
  new Counter({
    name: 'downlink_stored_total',
    help: 'Stored messages and frames by type, of all sources, with imports and the demo',
    labelNames: ['type'],
    registers,
    collect() {
      this.reset();
      for (const [type, { count }] of stored.list()) this.inc({ type }, count);
    },
  });
  const ofType = (name: string, help: string, key: 'lastMs' | 'lagMs'): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['type'],
      registers,
      collect() {
        for (const [type, of] of stored.list()) this.set({ type }, of[key] / 1000);
      },
    });
  ofType('downlink_stored_last_timestamp_seconds', 'Last storage of a message of this type', 'lastMs');
  ofType('downlink_stored_lag_seconds', 'From the newest message of the last batch to its storage', 'lagMs');
}

function addRules(registry: Registry, rules: MetricParts['rules']): void {
  new Counter({
    name: 'downlink_rule_expressions_skipped_total',
    help: 'Expressions of rules that were not tried on a message, because those before took too long',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(rules.skipped);
    },
  });
}

/** Without MQTT_URL they have no values. */
function addBroker(registry: Registry, broker: Broker): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_mqtt_messages_total',
    help: 'Messages for the MQTT broker by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const outcome of ['sent', 'dropped'] as const) if (broker) this.inc({ outcome }, broker.state[outcome]);
    },
  });
  new Gauge({
    name: 'downlink_mqtt_messages_waiting',
    help: 'Messages that wait for the MQTT broker',
    registers,
    collect() {
      if (broker) this.set(broker.state.waiting);
    },
  });
}

/** Destinations are numbered in the order of FORWARD: their addresses stay here. */
function addForward(registry: Registry, counters: Received['counters']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_forwarded_total',
    help: 'Lines and frames for each destination of FORWARD by outcome',
    labelNames: ['destination', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [at, { sent, dropped, repeated, tooLong }] of counters.forwardStates().entries())
        for (const [outcome, count] of Object.entries({ sent, dropped, repeated, too_long: tooLong }))
          this.inc({ destination: String(at + 1), outcome }, count);
    },
  });
  new Gauge({
    name: 'downlink_forward_waiting',
    help: 'Lines and frames that wait for each destination of FORWARD',
    labelNames: ['destination'],
    registers,
    collect() {
      for (const [at, { waiting }] of counters.forwardStates().entries())
        this.set({ destination: String(at + 1) }, waiting);
    },
  });
}

// ---- Requests by call. Labels are names of the contract, never what a client sent.

/** Seconds. The app gives up after 8 s, and a query after 10 s. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 2.5, 10];

function addRequestMetrics(app: FastifyInstance, registry: Registry, refusals: RefusalPace): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'downlink_request_seconds',
    help: 'Time of requests by call',
    labelNames: ['call'],
    buckets,
    registers,
  });
  const responses = new Counter({
    name: 'downlink_responses_total',
    help: 'Responses by call and class of their status',
    labelNames: ['call', 'status'],
    registers,
  });
  const running = new Gauge({
    name: 'downlink_requests_running',
    help: 'Requests without a complete response',
    registers,
  });
  new Counter({
    name: 'downlink_refusals_delayed_total',
    help: 'Refusals that were delayed because their caller gets many',
    registers,
    collect() {
      this.reset();
      this.inc(refusals.delayed);
    },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    running.inc();
    reply.raw.once('close', () => running.dec());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = callOf(request);
    seconds.observe({ call }, reply.elapsedTime / 1000);
    responses.inc({ call, status: `${Math.floor(reply.statusCode / 100)}xx` });
    done();
  });
}

/** Group and name in the contract, else `tile`, `page` (with the files of the app) or `other`. */
function callOf(request: FastifyRequest): string {
  const { call } = request.routeOptions.config;
  if (call) return call;
  const kind = requestKind(request);
  return kind === 'call' ? 'other' : kind;
}

// ---- State of the server: database, queues, disk, backups, conditions.

type ServerParts = {
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

function addServerMetrics(registry: Registry, parts: ServerParts): void {
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

type Facts = { readonly bytes: number; readonly emails: number; readonly notices: number };
const factsSql = `select database_bytes() as bytes,
  (select count(*) from station_notices where begun_at is null and given_up_at is null) as emails,
  (select count(*) from watch_deliveries where begun_at is null and given_up_at is null) as notices`;

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
  fact(
    'downlink_notices_waiting',
    'Messages of rules that are not sent yet, those held by quiet hours included',
    'notices',
  );
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
    [{ queue: 'lists' }, openPages.pending],
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
