/** The work that one server of a database does at a time (decision 106). Another one begins it when this one ends. */
import type { FastifyInstance } from 'fastify';
import { purgeArchive } from './accounts/archive.ts';
import { sweepConfirmations } from './accounts/email-confirmations.ts';
import { sweepResetTokens } from './accounts/password-reset.ts';
import { hasDemo } from './accounts/users.ts';
import { clearAudit } from './audit/audit.ts';
import { lateText } from './backup/scheduled-backups.ts';
import { clock } from './base/clock.ts';
import { every, type Stop } from './base/every.ts';
import { startDemoTraffic } from './demo/demo.ts';
import { startDemoPositions } from './demo/live-positions.ts';
import type { Messages } from './messages/messages.ts';
import { startRetention } from './retention.ts';
import { notifyServers } from './servers/running-servers.ts';
import type { Services } from './services.ts';
import { SilentHours } from './stations/health/silent-hours.ts';
import { sweepNotices } from './stations/notices.ts';
import { startStationWatch } from './stations/watching.ts';
import { TextCounts } from './statistics/count-texts.ts';

type Say = (line: string) => void;
const sweepEveryMs = 3_600_000;
const countEveryMs = 60_000;
const judgeEveryMs = 600_000;

/** Resolves to what ends it. */
export async function lead(app: FastifyInstance, work: Messages, services: Services, say: Say): Promise<Stop> {
  const { config, conditions, mailer } = services;
  const onSize = (sentence: string | null): void => conditions.report('size', sentence);
  const stops = [
    startRetention(work, { ...config, rawDays: config.radio.rawDays }, { onSize }),
    startBackups(app, services),
    every(sweepEveryMs, () => sweep(services)),
    maintainRollups(work),
    startStationWatch(work, mailer, app.log),
  ];
  if (config.hasDemoTraffic && (await hasDemo(work))) stops.push(startDemo(work, services, say));
  return async () => {
    for (const stop of stops.reverse()) await stop();
    // Reported by the next leader.
    for (const name of ['backup', 'size'] as const) conditions.report(name, null);
  };
}

/** What no storing transaction counts: contents of text messages, and the causes of silent hours. */
function maintainRollups(work: Messages): Stop {
  const texts = new TextCounts(work);
  const silent = new SilentHours(work);
  const ending = new AbortController();
  const stops = [
    every(countEveryMs, () => texts.countDue(clock.now())),
    every(judgeEveryMs, () => silent.note(clock.now(), ending.signal)),
  ];
  return () => {
    ending.abort();
    for (const stop of stops) stop();
  };
}

const backupCheckMs = 60_000;

function startBackups({ log }: FastifyInstance, { backups, conditions }: Services): Stop {
  const stop = every(backupCheckMs, async () => {
    await backups.run().catch((error: Error) => log.error({ err: error }, 'a backup failed'));
    conditions.report('backup', lateText(backups.state()));
  });
  return () => {
    stop();
    return backups.stop();
  };
}

/** Its traffic continues, and its aircraft move. After its removal they disappear from every map at once. */
function startDemo(work: Messages, { config, outbound }: Services, say: Say): Stop {
  const stopPositions = startDemoPositions(outbound);
  const stopTraffic = startDemoTraffic(work, config, say, () => {
    stopPositions();
    void notifyServers(work, 'demo removed').catch(() => {});
  });
  return () => {
    stopPositions();
    return stopTraffic();
  };
}

/** Expired data: audit trail, sessions, limits, links of emails, records of accounts closed seven years ago (C94). */
async function sweep({ attempts, sessions, db, config }: Services): Promise<void> {
  await clearAudit(db, config.auditDays);
  await sessions.sweep();
  await attempts.sweep();
  await sweepConfirmations(db);
  await sweepResetTokens(db);
  await purgeArchive(db);
  await sweepNotices(db);
}
