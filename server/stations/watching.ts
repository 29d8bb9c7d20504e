/** Periodic work: checks stations, sends queued emails, runs recounts. */
import type { Database } from '../database/pool.ts';
import type { Logger } from '../http/guard.ts';
import type { Mailer } from '../mail/mailer.ts';
import { sendNotices } from './notices.ts';
import { recountDue } from './recounts.ts';
import { StationWatch } from './watch.ts';

const everyMs = 60_000;
/** Emails about changes and recounts do not wait for the minute. */
const soonMs = 10_000;

/** Returns a function that stops it and waits for pending work: one email, a few receivers. */
export function startStationWatch(db: Database, mailer: Mailer, log: Logger): () => Promise<void> {
  const watch = new StationWatch(db, () => mailer.publicUrl());
  const rounds = [
    startRound(everyMs, () => watch.look(), log),
    startRound(soonMs, (ending) => sendNotices(db, mailer, log, ending), log),
    startRound(soonMs, (ending) => recountDue(db, ending), log),
  ];
  return async () => {
    await Promise.all(rounds.map((stop) => stop()));
  };
}

/** Now, and at an interval after each end. */
function startRound(
  pauseMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  log: Logger,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  const round = async (): Promise<void> => {
    const logFailure = (error: unknown): void => log.error({ err: error }, 'stations could not be looked after now');
    await work(ending.signal).catch(logFailure);
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      running = round();
    }, pauseMs);
    timer.unref();
  };
  let running = round();
  return async () => {
    ending.abort();
    clearTimeout(timer);
    await running;
  };
}
