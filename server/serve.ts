/**
 * The life of the server: database, data, listening, and the orderly end of it.
 * Must not: know a call or a table.
 */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { purgeArchive } from './accounts/archive.ts';
import { sweepConfirmations } from './accounts/email-confirmations.ts';
import { createFirstAdmin } from './accounts/first-admin.ts';
import { hasDemo } from './accounts/users.ts';
import { createApp, isLoopback } from './app.ts';
import type { Config } from './config.ts';
import { type OpenDatabase, openForServer } from './database/open.ts';
import { demoAccounts, fillIfEmpty, startDemoTraffic } from './demo/demo.ts';
import { addDemoAircraft, addDemoRoutes } from './demo/fleet-rows.ts';
import { startDemoPositions } from './demo/live-positions.ts';
import { pollAircraftJson } from './positions/poll-aircraft-json.ts';
import { followStored, readStored } from './positions/read-stored.ts';
import { startReceivers } from './receive/listeners/receivers.ts';
import { loadReferenceData } from './reference/load.ts';
import type { Services } from './services.ts';
import { StartupError } from './startup-error.ts';
import { sweepNotices } from './stations/notices.ts';
import { startStationWatch } from './stations/watching.ts';
import { startRetention } from './store/retention.ts';

type Say = (line: string) => void;
type Stop = () => unknown;
const sweepEveryMs = 3_600_000;
/** Requests under way get this long before their connections are cut. */
const finishMs = 2000;

/** Resolves when it listens, to what stops it (within 5 s). `signal` gives the start up. @throws StartupError */
export async function serve(config: Config, say: Say, signal: AbortSignal): Promise<() => Promise<void>> {
  const stops: Stop[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    const database = await openForServer(config, say);
    stops.push(() => database.close());
    signal.throwIfAborted();
    await fill(database, config, say);
    const isDemo = await hasDemo(database.work);
    refuseOpenDemo(config, isDemo);
    signal.throwIfAborted();
    const { app, services } = await createApp(config, database.api, database.work);
    // A server that was killed could not put its file away.
    await services.imports.clear();
    stops.push(() => services.imports.clear());
    await readStored(database.work, services.positions);
    const address = await listen(app, config);
    stops.push(startRetention(database.work, config));
    stops.push(every(sweepEveryMs, () => sweepAccounts(services)));
    stops.push(startStationWatch(database.work, services.mailer, app.log));
    if (isDemo && config.hasDemoTraffic) stops.push(startDemo(database, services, say));
    stops.push(followStored(database.work, services.positions));
    stops.push(pollAircraftJson(config.aircraftJson, services.positions, app.log));
    let stopReceivers: Stop = async () => {};
    stops.push(() => Promise.all([close(app), stopReceivers()]));
    stopReceivers = await listenToReceivers(app, services, database, say);
    if (isDemo) for (const line of demoLines()) say(line);
    say(`Downlink is ready: ${address}`);
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Its traffic goes on, and its aircraft are seen to move. When the demo is removed they are gone from the map at once. */
function startDemo({ work }: OpenDatabase, { config, positions }: Services, say: Say): Stop {
  const stopPositions = startDemoPositions(positions);
  const stopTraffic = startDemoTraffic(work, config, say, () => {
    stopPositions();
    positions.clear();
  });
  return () => {
    stopPositions();
    return stopTraffic();
  };
}

/** What has run out: sessions, links of confirmation mails, records of accounts closed seven years ago (C94). */
async function sweepAccounts({ sessions, db }: Services): Promise<void> {
  await sessions.sweep();
  await sweepConfirmations(db);
  await purgeArchive(db);
  await sweepNotices(db);
}

async function fill(database: OpenDatabase, config: Config, say: Say): Promise<void> {
  if (config.demo !== 'off') await fillIfEmpty(database.work, config, say);
  for (const line of await createFirstAdmin(database.work)) say(line);
  await loadReferenceData(database.work);
  if (await hasDemo(database.work)) {
    await addDemoAircraft(database.work);
    await addDemoRoutes(database.work);
  }
}

/** Everybody knows the password of the demo: it must not be found on a network by accident. */
function refuseOpenDemo(config: Config, isDemo: boolean): void {
  if (!isDemo || config.demo === 'open' || isLoopback(config.host)) return;
  throw new StartupError(
    `This database holds the demo accounts, whose password everybody knows, so Downlink does not listen on ${config.host}.\n` +
      'Remove them:              npm run demo:remove\n' +
      `Or, if you mean it:       HOST=${config.host} npm start -- --demo`,
  );
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw portTrouble(error as NodeJS.ErrnoException, config);
  }
  const { port } = app.server.address() as AddressInfo;
  const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host;
  return `${config.tls ? 'https' : 'http'}://${inAddress(host)}:${port}`;
}

const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function portTrouble(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `Port ${config.port} is taken by another program. Choose another one: PORT=${config.port + 1} npm start`,
    );
  if (error.code === 'EACCES')
    return new StartupError(
      `This user may not listen on port ${config.port}. Choose one above 1023: PORT=8080 npm start`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`HOST=${config.host} is not an address of this machine.`);
  return error;
}

/** UDP and TCP of decoders. Somebody else's port is a pity, and no reason not to serve, unless it was asked for. */
async function listenToReceivers(
  app: FastifyInstance,
  { config, ingestCounters }: Services,
  database: OpenDatabase,
  say: Say,
): Promise<Stop> {
  const wanted = config.receivers;
  if (!wanted) return () => {};
  try {
    const receivers = await startReceivers(database.work, ingestCounters, app.log, wanted);
    say(`Receivers may send to ${inAddress(wanted.host)}:${receivers.port} (UDP or TCP)`);
    return () => receivers.stop();
  } catch (error) {
    const trouble = receiverTrouble(error as NodeJS.ErrnoException, wanted);
    if (wanted.isWanted || !(trouble instanceof StartupError)) throw trouble;
    say(`${trouble.message} Until then nothing is received by UDP or TCP.`);
    return () => {};
  }
}

function receiverTrouble(error: NodeJS.ErrnoException, { host, port }: NonNullable<Config['receivers']>): Error {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    return new StartupError(
      `Port ${port} for receivers is not free. Choose another one (RECEIVER_PORT=${port + 1}) or none (RECEIVER_PORT=off).`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`RECEIVER_HOST=${host} is not an address of this machine.`);
  return error;
}

function demoLines(): string[] {
  const { names, password } = demoAccounts;
  return ['This is a demo. Accounts:', `  ${names.join(', ')}`, `  password of each: ${password}`];
}

/** New connections are refused, requests under way end; those that do not are cut. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
  await app.close();
  clearTimeout(cut);
}

/** Now, and then each time that `ms` are over. */
function every(ms: number, work: () => Promise<void>): Stop {
  const run = (): void => void work().catch(() => {});
  run();
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}
