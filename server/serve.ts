/** Lifecycle of the server: database, data, listening, graceful shutdown. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createFirstAdmin } from './accounts/first-admin.ts';
import { hasDemo } from './accounts/users.ts';
import { createApp } from './app.ts';
import { recordSettings } from './audit/settings.ts';
import { adoptOlderData } from './backup/adopt-older.ts';
import { type Upgrade, upgradeDatabase } from './backup/upgrade.ts';
import { clock } from './base/clock.ts';
import { diskReserve } from './base/disk-reserve.ts';
import { every, type Stop } from './base/every.ts';
import { StartupError } from './base/startup-error.ts';
import { type Config, upgradeOptions } from './config.ts';
import { openForServer } from './database/open.ts';
import { replicaText } from './database/replica-text.ts';
import { demoAccounts, fillIfEmpty } from './demo/demo.ts';
import { addDemoAircraft, addDemoRoutes } from './demo/fleet-rows.ts';
import { describeDistribution } from './distribution/layout.ts';
import { isLoopback } from './http/network-of.ts';
import { exchangeMs } from './http/rate-store.ts';
import { folderOfProcess, removeLeftFolders } from './imports/import-folder.ts';
import { lead } from './leader-work.ts';
import { close, listen } from './listen.ts';
import { followStored, readStored } from './map/read-stored.ts';
import { refuseArchive } from './messages/archive-config.ts';
import { type Messages, openMessages } from './messages/messages.ts';
import { loadReferenceData } from './reference/load.ts';
import type { Post } from './servers/membership.ts';
import type { Services } from './services.ts';
import { startForward, startSources } from './start-receiving.ts';
import { noteServerSlot } from './statistics/server-slots.ts';
import { startTracing } from './tracing/start-tracing.ts';

type Say = (line: string) => void;
const diskEveryMs = 5000;
const noteEveryMs = 60_000;
const serversEveryMs = 1000;
const adoptEveryMs = 3000;
const replicaEveryMs = 1000;
const lowDisk = (): string | null =>
  diskReserve.isLow() ? 'The disk is almost full. New messages are refused. Reading continues.' : null;
/** Maximum time to finish running requests. */
export const finishRequestsMs = 30_000;

/** Finishes running requests, calls `onFinished`, and stops everything else within 5 s. */
export type StopServer = (onFinished: () => void) => Promise<void>;

/** Resolves when it listens. `signal` cancels the start. @throws StartupError */
export async function serve(config: Config, say: Say, signal: AbortSignal): Promise<StopServer> {
  const stops: Stop[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    let upgrade: Upgrade | null = await adoptOlderData(config, upgradeOptions(config, say));
    const database = await openForServer(config, say, async (db) => {
      upgrade = (await upgradeDatabase(db, upgradeOptions(config, say))) ?? upgrade;
    });
    stops.push(() => database.close());
    signal.throwIfAborted();
    const work = openMessages(database.work);
    await refuseArchive(work, config.archiveDays);
    const distribution = await describeDistribution(work);
    if (distribution) say(distribution);
    await fill(work, config, say);
    await recordSettings(work, config.settings);
    const isDemo = await hasDemo(work);
    refuseOpenDemo(config, isDemo);
    signal.throwIfAborted();
    const { app, services } = await createApp(config, openMessages(database.api, work.memory), work, database.reads);
    services.backups.upgrade = upgrade;
    stops.push(await startTracing(config.tracing, app.log));
    const uploads = join(config.dataDir, 'uploads');
    await removeLeftFolders(uploads);
    stops.push(() => rm(folderOfProcess(uploads), { recursive: true, force: true }));
    const isWeb = config.servers.roles.has('web');
    if (isWeb) await readStored(work, services.positions);
    const address = await listen(app, config);
    stops.push(every(diskEveryMs, async () => services.conditions.report('disk', lowDisk())));
    stops.push(every(noteEveryMs, () => noteServerSlot(work, clock.now())));
    if (isWeb) stops.push(followStored(work, services.positions));
    stops.push(every(replicaEveryMs, async () => services.conditions.report('replica', replicaText(services.reads))));
    stops.push(() => close(app));
    stops.push(services.outbound.follow());
    stops.push(shareWithServers(services));
    if (config.servers.roles.has('ingest')) {
      stops.push(await startForward(services));
      stops.push(await startSources(app, services, work, say));
    }
    stops.push(() => services.membership.stop());
    await services.membership.start(database.place, postsOf(app, services, work, say), app.log);
    stops.push(() => services.imports.stop());
    if (isDemo) for (const line of demoLines()) say(line);
    say(`Downlink is ready: ${address}${config.basePath}`);
    return async (onFinished) => {
      const cut = await services.running.finish(finishRequestsMs);
      if (cut > 0) app.log.warn({ requests: cut }, 'requests were cut: they did not end in time');
      onFinished();
      await stopAll();
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Work that one of several servers does at a time, as far as the roles of this one allow. */
function postsOf(app: FastifyInstance, services: Services, work: Messages, say: Say): Post[] {
  const { roles } = services.config.servers;
  const posts: Post[] = [];
  if (roles.has('leader')) posts.push({ name: 'leader', start: () => lead(app, work, services, say) });
  if (roles.has('ingest')) posts.push({ name: 'receivers', start: () => services.sources.beginReading() });
  return posts;
}

/** Messages between the servers of one database, and the state that they share. */
function shareWithServers({
  membership,
  sources,
  positions,
  conditions,
  rates,
  backups,
  imports,
  db,
  config,
}: Services): Stop {
  membership.on('receivers', () => void sources.changed().catch(() => {}));
  membership.on('demo removed', () => positions.clear());
  const server = (): number | null => membership.id;
  const shared = { db, server, others: () => membership.others, maxPerMinute: config.rateLimitPerMinute };
  const stops = [
    every(serversEveryMs, async () => {
      conditions.report('leader', membership.isLeaderless ? noLeader : null);
      conditions.report('servers', membership.hasManySecrets ? manySecrets : null);
    }),
    every(exchangeMs, () => rates.exchange(shared)),
    every(noteEveryMs, async () => {
      if (!membership.holds('leader')) await backups.look();
    }),
    () => backups.stop(),
  ];
  if (config.servers.roles.has('web')) stops.push(every(adoptEveryMs, () => imports.adopt()));
  return async () => {
    for (const stop of stops) await stop();
  };
}

const noLeader =
  'No server does the periodic work (retention, notifications, backups). Start one with the role leader.';
const manySecrets = 'The servers have different values of SESSION_SECRET. Map tiles may fail after a login.';

/** Of two servers that start on an empty database, one fills it and shows the first password. The other waits. */
async function fill(work: Messages, config: Config, say: Say): Promise<void> {
  await work.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink first fill'))`);
    if (config.demo !== 'off') await fillIfEmpty(work, config, say);
    for (const line of await createFirstAdmin(work)) say(line);
    await loadReferenceData(work);
    if (await hasDemo(work)) {
      await addDemoAircraft(work);
      await addDemoRoutes(work);
    }
  });
}

/** The demo's password is public: it must not be reachable on a network by accident. */
function refuseOpenDemo(config: Config, isDemo: boolean): void {
  if (!isDemo || config.demo === 'open' || isLoopback(config.host)) return;
  throw new StartupError(
    `This database contains demo accounts with a public password, so Downlink does not listen on ${config.host}.\n` +
      'Remove them:              npm run demo:remove\n' +
      `Or, if you mean it:       HOST=${config.host} npm start -- --demo`,
  );
}

function demoLines(): string[] {
  const { names, password } = demoAccounts;
  return ['This is a demo. Accounts:', `  ${names.join(', ')}`, `  password of each: ${password}`];
}
