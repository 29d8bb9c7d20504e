/** Lifecycle of the server: database, data, listening, graceful shutdown. Own file: main.ts loads it only to serve. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { recordSettings } from './accounts/audit/audit.ts';
import { createFirstAdmin } from './accounts/first-admin.ts';
import { hasDemo } from './accounts/users.ts';
import { createApp } from './app.ts';
import { clock, every, type Stop } from './base/clock.ts';
import { diskReserve } from './base/disk-reserve.ts';
import { StartupError } from './base/startup-error.ts';
import { type Config, upgradeOptions } from './config.ts';
import { openForServer } from './database/open.ts';
import type { ConnectionPlace } from './database/pool.ts';
import { replicaText } from './database/reads.ts';
import { demoAccounts, fillIfEmpty } from './demo/demo.ts';
import { addDemoAircraft, addDemoRoutes } from './demo/fleet-rows.ts';
import { isLoopback } from './http/network-of.ts';

import { exchangeMs } from './http/request-limits.ts';
import { folderOfProcess, removeLeftFolders } from './input/imports/stored-import.ts';

import { lead } from './leader-work.ts';
import { close, listen } from './listen.ts';
import { followStored, readStored } from './map/received-positions.ts';
import { refuseArchive } from './messages/archive.ts';
import { writeCompanyCodes } from './messages/company-sql.ts';
import { type Messages, openMessages } from './messages/messages.ts';
import { adoptOlderData } from './ops/backup/adopt-older.ts';
import { type Upgrade, upgradeDatabase } from './ops/backup/upgrade.ts';
import { describeDistribution } from './ops/distribution.ts';
import { wouldDelete } from './ops/retention.ts';
import { startTracing } from './ops/tracing.ts';
import { loadReferenceData } from './reference/load.ts';
import { ClockTrust } from './servers/clock-trust.ts';
import type { Post } from './servers/membership.ts';
import type { Services } from './services.ts';
import { startForward, startSources } from './start-receiving.ts';
import { noteServerSlot } from './statistics/band.ts';
import { emailSender } from './telling/ways/email.ts';
import { startNotices } from './telling/ways/notices-post.ts';
import type { Outgoing } from './telling/ways/sender.ts';
import { webhookSender } from './telling/ways/webhooks.ts';

type Say = (line: string) => void;
const diskEveryMs = 5000;
const noteEveryMs = 60_000;
const serversEveryMs = 1000;
const adoptEveryMs = 3000;
const replicaEveryMs = 1000;
const clockEveryMs = 5000;
const countEveryMs = 3_600_000;
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
    const clockTrust = new ClockTrust(work);
    await clockTrust.check();
    await fill(work, config, clockTrust, say);
    await recordSettings(work, config.settings);
    const isDemo = await hasDemo(work);
    refuseOpenDemo(config, isDemo);
    signal.throwIfAborted();
    const api = openMessages(database.api, work.memory);
    const { app, services } = await createApp(config, api, work, database.reads, clockTrust);
    services.backups.upgrade = upgrade;
    stops.push(await startTracing(config.tracing, app.log));
    const uploads = join(config.dataDir, 'uploads');
    await removeLeftFolders(uploads);
    stops.push(() => rm(folderOfProcess(uploads), { recursive: true, force: true }));
    const isWeb = config.servers.roles.has('web');
    if (isWeb) await readStored(work, services.positions);
    const address = await listen(app, config);
    stops.push(every(diskEveryMs, async () => services.conditions.report('disk', lowDisk())));
    stops.push(
      every(noteEveryMs, async () => noteServerSlot(work, clock.now(), (await clockTrust.trustedTime()) !== null)),
    );
    stops.push(watchClock(services, work));
    if (isWeb) stops.push(followStored(work, services.positions));
    stops.push(every(replicaEveryMs, async () => services.conditions.report('replica', replicaText(services.reads))));
    stops.push(() => close(app));
    stops.push(services.outbound.follow());
    stops.push(services.liveRules.follow((error) => app.log.error({ err: error }, 'rules about positions failed')));
    stops.push(shareWithServers(services));
    stops.push(followStoring(services, work));
    if (config.servers.roles.has('ingest')) {
      stops.push(await startForward(services));
      stops.push(await startSources(app, services, work, say));
    }
    stops.push(() => services.membership.stop());
    await services.membership.start(
      database.place,
      postsOf(app, services, { work, place: database.place }, say),
      app.log,
    );
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

/** Reports a clock in doubt, and what it would delete: counted once an hour, as it reads whole days. */
function watchClock({ clockTrust, conditions, config }: Services, work: Messages): Stop {
  let counted: { readonly atMs: number; readonly shiftMs: number } | null = null;
  const stop = every(clockEveryMs, async () => {
    await clockTrust.check();
    const [atMs, shiftMs] = [performance.now(), clock.now() - performance.now()];
    const isCounted =
      counted !== null && atMs - counted.atMs < countEveryMs && Math.abs(shiftMs - counted.shiftMs) < 60_000;
    if (clockTrust.fault === null || !isCounted) clockTrust.consequence = null;
    conditions.report('clock', clockTrust.problem);
    if (clockTrust.fault === null) counted = null;
    else if (!isCounted) {
      counted = { atMs, shiftMs };
      clockTrust.consequence = await wouldDelete(work, config, clock.now());
      conditions.report('clock', clockTrust.problem);
    }
  });
  return () => {
    stop();
    clock.doubtMs = 0;
  };
}

/** Messages of this server by MQTT. Stopped after all that stores. */
function followStoring({ mqtt }: Services, { memory }: Messages): Stop {
  if (!mqtt) return () => {};
  const stop = mqtt.startFeed();
  memory.hooks.onStored = (rows) => mqtt.take(rows);
  return () => {
    memory.hooks.onStored = null;
    return stop();
  };
}

type WorkPlace = { readonly work: Messages; readonly place: ConnectionPlace };

/** What sends notices, and on which ways. */
const noticesOf = ({ log }: FastifyInstance, { config, push, mailer, webhookPosts, mqtt }: Services, db: Messages) => ({
  db,
  companyScope: config.companyScope,
  log,
  senders: {
    push: (outgoing: Outgoing, unseen: number) => push.send(outgoing, unseen),
    email: emailSender(db, mailer),
    webhook: webhookSender({ db, posts: webhookPosts, appUrl: () => mailer.publicUrl() }),
    ...(mqtt ? { mqtt: mqtt.send } : {}),
  },
});

/** Work that one of several servers does at a time, as far as the roles of this one allow. */
function postsOf(app: FastifyInstance, services: Services, { work, place }: WorkPlace, say: Say): Post[] {
  const { roles } = services.config.servers;
  const posts: Post[] = [];
  if (roles.has('leader')) posts.push({ name: 'leader', start: () => lead(app, work, services, say) });
  if (roles.has('leader'))
    posts.push({
      name: 'notices',
      start: async () => {
        const stopMqtt = services.mqtt?.startPost();
        const stopNotices = await startNotices(place, noticesOf(app, services, work));
        return async () => {
          await stopNotices();
          await stopMqtt?.();
        };
      },
    });
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
      conditions.report('leader', membership.isEmpty('leader') ? noLeader : null);
      conditions.report('reading', membership.isEmpty('receivers') ? noReader : null);
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
const noReader = 'No server reads receivers, so new messages and frames are lost. Start one with the role ingest.';
const manySecrets = 'The servers have different values of SESSION_SECRET. Map tiles may fail after a login.';

/** Of two servers that start on an empty database, one fills it and shows the first password. The other waits. */
async function fill(work: Messages, config: Config, clockTrust: ClockTrust, say: Say): Promise<void> {
  await work.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink first fill'))`);
    if (config.demo !== 'off') await fillIfEmpty(work, config, say, clockTrust);
    for (const line of await createFirstAdmin(work)) say(line);
    await loadReferenceData(work);
    await writeCompanyCodes(tx, config.companyCodes);
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
      `To listen there anyway:   HOST=${config.host} npm start -- --demo`,
  );
}

function demoLines(): string[] {
  const { names, password } = demoAccounts;
  return ['This is a demo. Accounts:', `  ${names.join(', ')}`, `  password of each: ${password}`];
}
