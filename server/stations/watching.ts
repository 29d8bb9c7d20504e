/**
 * The rounds of a running server: look whether stations feed, send what is to be told, reckon anew what belongs to another station. Must not:
 * decide any of it.
 */
import type { Database } from '../database/pool.ts';
import type { Logger } from '../guard.ts';
import type { Mailer } from '../mail/mailer.ts';
import { sendNotices } from './notices.ts';
import { recountDue } from './recounts.ts';
import { StationWatch } from './watch.ts';

const everyMs = 60_000;
/** Mails about changes and new counts do not wait for the minute. */
const soonMs = 10_000;

/** Returns the way to stop it, which waits for a round under way. */
export function startStationWatch(db: Database, mailer: Mailer, log: Logger): () => Promise<void> {
  const watch = new StationWatch(db, () => mailer.publicUrl());
  const rounds = [
    startRound(everyMs, () => watch.look(), log),
    startRound(soonMs, () => sendNotices(db, mailer, log), log),
    startRound(soonMs, () => recountDue(db), log),
  ];
  return async () => {
    await Promise.all(rounds.map((stop) => stop()));
  };
}

/** Now, and again so long after each end. */
function startRound(pauseMs: number, work: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const round = async (): Promise<void> => {
    await work().catch((error: unknown) => log.error({ err: error }, 'stations could not be looked after now'));
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, pauseMs);
    timer.unref();
  };
  let running = round();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
