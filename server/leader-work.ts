/**
 * The work that one server of a database does at a time (decision 28). Another one begins it when this one ends. Own file: what
 * runs once for all servers.
 */
import type { FastifyInstance } from 'fastify';
import { clearAudit } from './accounts/audit/audit.ts';
import { sweepConfirmations } from './accounts/email-confirmations.ts';
import { sweepResetTokens } from './accounts/stored-passwords.ts';
import { hasDemo, purgeArchive } from './accounts/users.ts';
import { clock, every, type Stop, type TrustedTime } from './base/clock.ts';
import { startDemoTraffic } from './demo/demo.ts';
import { startDemoPositions } from './demo/live-positions.ts';
import type { Messages } from './messages/messages.ts';
import { fillWaiting } from './messages/waiting-meanings.ts';
import { lateText } from './ops/backup/scheduled-backups.ts';
import { startRetention } from './ops/retention.ts';
import { Arrivals } from './pages/arrivals.ts';
import { ReportMails } from './pages/report/report-mail.ts';
import { notifyServers } from './servers/membership.ts';
import type { Services } from './services.ts';
import { SilentHours } from './stations/health/silent-hours.ts';
import { sweepNotices } from './stations/notices.ts';
import { startStationWatch } from './stations/watch.ts';
import { TextCounts } from './statistics/count-texts.ts';
import { sweepHits } from './telling/inbox/inbox.ts';
import { Counts } from './telling/periodic/counts.ts';
import { giveReadyMade } from './telling/periodic/ready-made.ts';

type Say = (line: string) => void;
const sweepEveryMs = 3_600_000;
const countEveryMs = 60_000;
const fillEveryMs = 60_000;
const judgeEveryMs = 600_000;
const reportEveryMs = 60_000;
const tellEveryMs = 60_000;
const arriveEveryMs = 60_000;

/** Resolves to what ends it. */
export async function lead(app: FastifyInstance, work: Messages, services: Services, say: Say): Promise<Stop> {
  const { config, conditions, mailer } = services;
  const trustedTime = (): Promise<number | null> => services.clockTrust.trustedTime();
  const onSize = (sentence: string | null): void => conditions.report('size', sentence);
  const stops = [
    startRetention(work, { ...config, rawDays: config.radio.rawDays }, trustedTime, { onSize }),
    startBackups(app, services),
    every(sweepEveryMs, () => sweep(services, trustedTime)),
    maintainRollups(work, trustedTime),
    fillMeanings(work),
    sendReports(app, services, trustedTime),
    startStationWatch(work, mailer, app.log, trustedTime, services.silences),
    lookForSilences(work, services, trustedTime),
    countMessages(app, work, services, trustedTime),
    watchArrivals(app, work, services, trustedTime),
  ];
  if (config.hasDemoTraffic && (await hasDemo(work))) stops.push(startDemo(work, services, say));
  return async () => {
    for (const stop of stops.reverse()) await stop();
    // Reported by the next leader.
    for (const name of ['backup', 'size'] as const) conditions.report(name, null);
  };
}

/** What no storing transaction counts: contents of text messages, and the causes of silent hours. With a clock in doubt those stay as they are. */
function maintainRollups(work: Messages, trustedTime: TrustedTime): Stop {
  const texts = new TextCounts(work);
  const silent = new SilentHours(work);
  const ending = new AbortController();
  const stops = [
    every(countEveryMs, () => texts.countDue(clock.now())),
    every(judgeEveryMs, async () => {
      const nowMs = await trustedTime();
      if (nowMs !== null) await silent.note(nowMs, ending.signal);
    }),
  ];
  return () => {
    ending.abort();
    for (const stop of stops) stop();
  };
}

/** Rules about arrivals. With a clock in doubt nothing is about to land. The next look begins when this one has ended. */
function watchArrivals(
  { log }: FastifyInstance,
  work: Messages,
  { config, positions, rules }: Services,
  trustedTime: TrustedTime,
): Stop {
  const arrivals = new Arrivals({ db: work, positions, rules, companyScope: config.companyScope });
  let running: Promise<unknown> | null = null;
  const stop = every(arriveEveryMs, async () => {
    const nowMs = await trustedTime();
    if (nowMs === null) return;
    running ??= arrivals
      .look(nowMs)
      .catch((error: Error) => log.error({ err: error }, 'aircraft that arrive were not read'))
      .finally(() => {
        running = null;
      });
    await running;
  });
  return async () => {
    stop();
    await running;
  };
}

/** The next run begins when this one has ended. */
function fillMeanings(work: Messages): Stop {
  const ending = new AbortController();
  let running: Promise<unknown> | null = null;
  const stop = every(fillEveryMs, async () => {
    running ??= fillWaiting(work, { signal: ending.signal }).finally(() => {
      running = null;
    });
    await running;
  });
  return async () => {
    stop();
    ending.abort();
    await running?.catch(() => {});
  };
}

function sendReports({ log }: FastifyInstance, services: Services, trustedTime: TrustedTime): Stop {
  const mails = new ReportMails(services.db, services.mailer, services.config.companyScope, log);
  const ending = new AbortController();
  const stop = every(reportEveryMs, async () => {
    const nowMs = await trustedTime();
    if (nowMs !== null) await mails.send(nowMs, ending.signal);
  });
  return () => {
    stop();
    ending.abort();
  };
}

/** With a clock in doubt everything would be silent. */
function lookForSilences(work: Messages, { silences }: Services, trustedTime: TrustedTime): Stop {
  return oneAtATime(async () => {
    await giveReadyMade(work);
    const nowMs = await trustedTime();
    if (nowMs !== null) await silences.look(nowMs);
  });
}

/** Apart from silences: a long count delays none. */
function countMessages(
  { log }: FastifyInstance,
  work: Messages,
  { rules, config }: Services,
  trustedTime: TrustedTime,
): Stop {
  const counts = new Counts(work, rules, config.companyScope, (error) =>
    log.error({ err: error }, 'messages of a rule were not counted'),
  );
  return oneAtATime(async () => {
    const nowMs = await trustedTime();
    if (nowMs !== null) await counts.look(nowMs);
  });
}

/** Every minute, unless the last one continues. */
function oneAtATime(look: () => Promise<void>): Stop {
  let running: Promise<unknown> | null = null;
  const stop = every(tellEveryMs, async () => {
    running ??= look().finally(() => {
      running = null;
    });
    await running;
  });
  return async () => {
    stop();
    await running?.catch(() => {});
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
function startDemo(work: Messages, { config, outbound, clockTrust }: Services, say: Say): Stop {
  const stopPositions = startDemoPositions(outbound);
  const onRemoved = (): void => {
    stopPositions();
    void notifyServers(work, 'demo removed').catch(() => {});
  };
  const stopTraffic = startDemoTraffic(work, config, clockTrust, { say, onRemoved });
  return () => {
    stopPositions();
    return stopTraffic();
  };
}

/** Expired data: audit trail, sessions, limits, links of emails, notices, records of accounts closed seven years ago (C94). */
export async function sweep({ attempts, sessions, db, config }: Services, trustedTime: TrustedTime): Promise<void> {
  const nowMs = await trustedTime();
  if (nowMs === null) return;
  await clearAudit(db, config.auditDays, nowMs);
  await sessions.sweep(nowMs);
  await attempts.sweep(nowMs);
  await sweepConfirmations(db, nowMs);
  await sweepResetTokens(db, nowMs);
  await purgeArchive(db, nowMs);
  await sweepNotices(db, nowMs);
  await sweepHits(db, nowMs);
}
