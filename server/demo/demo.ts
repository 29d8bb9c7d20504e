/**
 * The demo: accounts, stations and traffic for a database that has nothing yet, and the way to be rid of all of it.
 * Must not: write anything that is not marked `is_demo`, so that demo:remove leaves every real row.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hasDemo, hasUsers } from '../accounts/users.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { dataVersion } from '../store/data-version.ts';
import { addDemoStations, createDemoAccounts, demoAccounts } from './accounts.ts';
import { addDemoBids, removeDemoBids } from './bids.ts';
import { spanBegin } from './density.ts';
import { removeDemoFleet } from './fleet-rows.ts';
import { dropOldHealth, healthDays, removeHealth, writeHealth } from './health-writer.ts';
import {
  dropOldTraffic,
  hasWrittenSpans,
  pendingJobs,
  removeTraffic,
  runJob,
  settleTraffic,
  type TrafficJob,
  writeLive,
} from './traffic-writer.ts';

export { demoAccounts };

type DemoConfig = { readonly hasDemoTraffic: boolean };
type Say = (line: string) => void;

const tickMs = 1000;
/** After a longer pause than this (a sleeping laptop) the time between is written as any other past. */
const pauseMs = 120_000;
/** Traffic so young is written before the server listens; the rest while it runs. */
const firstMs = 3_600_000;
/** What stations say of themselves is written a day at a time. */
const healthDayMs = 86_400_000;
/** So many jobs are worth a line at the terminal. */
const manyJobs = 20;

/** Does this database hold demo accounts? */
export const isDemo = (db: Database): Promise<boolean> => hasDemo(db);

/**
 * Fills a database without accounts: accounts, stations, the traffic of the last hour. In a demo that was filled before, what is missing of
 * that hour. The older traffic is left to startDemoTraffic. Does nothing to a database that has real accounts only.
 */
export async function fillIfEmpty(db: Database, config: DemoConfig, say: Say = () => {}): Promise<void> {
  if (!(await isDemo(db))) {
    if (await hasUsers(db)) return;
    await createDemoAccounts(db);
  }
  if (!config.hasDemoTraffic) return;
  await whileDemo(db, async () => {
    if (!(await hasWrittenSpans(db))) await beginAnew(db);
    const nowMs = clock.now();
    const jobs = await pendingJobs(db, nowMs);
    if (jobs.length >= manyJobs)
      say('Filling the demo: the last hour now, the other days of the last fifteen while you look around ...');
    for (const job of jobs) if (job.toMs > nowMs - firstMs) await runJob(db, job);
    await writeLive(db, spanBegin(nowMs), nowMs);
    await writeHealth(db, nowMs - firstMs, nowMs);
  });
}

/** Rows of which nothing is recorded are of an earlier version, or of a fill that was cut off at once. */
async function beginAnew(db: Database): Promise<void> {
  await db.transaction((tx) => removeTraffic(tx));
  await addDemoStations(db);
  await addDemoBids(db);
}

/** Writes and thins out whatever is to be done now; resolves to the number of jobs. */
export async function catchUp(db: Database): Promise<number> {
  const jobs = await pendingJobs(db, clock.now());
  for (const job of jobs) if (!(await whileDemo(db, () => runJob(db, job)))) return 0;
  for (const dayMs of healthDays(clock.now())) await whileDemo(db, () => writeHealth(db, dayMs, dayMs + healthDayMs));
  await whileDemo(db, () => dropOld(db, clock.now()));
  return jobs.length;
}

/**
 * Goes on with the traffic, second by second, until it is stopped or the demo is removed; between, fills and thins out the past. Returns the
 * way to stop it, which waits for a write under way. `onRemoved` is called when there is no demo any more.
 */
export function startDemoTraffic(
  db: Database,
  config: DemoConfig,
  say: Say = () => {},
  onRemoved: () => void = () => {},
): () => Promise<void> {
  if (!config.hasDemoTraffic) return async () => {};
  const ended = new AbortController();
  const state: Progress = { doneMs: 0, jobs: null, healthDays: null, isFilling: false };
  const running = (async () => {
    while (!ended.signal.aborted) {
      // What failed is tried again a second later: its span is still to be done.
      const next = await step(db, state, say).catch(() => 'wait' as const);
      if (next === 'end') return onRemoved();
      if (next === 'wait') await pause(tickMs, null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await running;
  };
}

async function dropOld(db: Database, nowMs: number): Promise<void> {
  await dropOldTraffic(db, nowMs);
  await dropOldHealth(db, nowMs);
}

/**
 * `doneMs` = until when traffic of now is written; `jobs` = what is left to do for the past, null = not asked yet; `healthDays` = days of which
 * stations have not said yet how they were.
 */
type Progress = { doneMs: number; jobs: TrafficJob[] | null; healthDays: number[] | null; isFilling: boolean };

async function step(db: Database, state: Progress, say: Say): Promise<'go on' | 'wait' | 'end'> {
  const nowMs = clock.now();
  if (nowMs - state.doneMs > pauseMs) state.doneMs = spanBegin(nowMs);
  if (nowMs > state.doneMs) {
    if (!(await whileDemo(db, () => writeNow(db, state.doneMs, nowMs)))) return 'end';
    if (spanBegin(nowMs) > spanBegin(state.doneMs)) state.jobs = null;
    state.doneMs = nowMs;
  }
  if (state.jobs === null) {
    state.jobs = await pendingJobs(db, nowMs);
    state.isFilling ||= state.jobs.length >= manyJobs;
    await whileDemo(db, () => dropOld(db, nowMs));
  }
  state.healthDays ??= healthDays(nowMs);
  const dayMs = state.healthDays.shift();
  if (dayMs !== undefined) {
    await whileDemo(db, () => writeHealth(db, dayMs, dayMs + healthDayMs));
    return 'go on';
  }
  const job = state.jobs[0];
  if (job) {
    await whileDemo(db, () => runJob(db, job));
    state.jobs.shift();
    return 'go on';
  }
  if (state.isFilling) {
    state.isFilling = false;
    await settleTraffic(db, nowMs);
    say('The demo is complete: fifteen days of messages and positions.');
  }
  return 'wait';
}

async function writeNow(db: Database, fromMs: number, toMs: number): Promise<void> {
  await writeLive(db, fromMs, toMs);
  await writeHealth(db, fromMs, toMs);
}

const demoLock = `hashtext('downlink demo')`;

/** Runs `work` unless the demo is removed; its removal waits until `work` has ended. Resolves to false when there is no demo. */
async function whileDemo(db: Database, work: () => Promise<unknown>): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock_shared(${demoLock})`);
    if (!(await hasDemo(tx))) return false;
    await work();
    return true;
  });
}

/** Takes accounts, stations and traffic of the demo away; real ones stay. Resolves to what was done, in words. */
export async function removeDemo(db: Database): Promise<string[]> {
  const [users, stations] = await db.transaction(async (tx) => {
    await removeDemoBids(tx);
    return [
      (await tx.query('delete from users where is_demo returning 1')).length,
      (await tx.query('delete from stations where is_demo returning 1')).length,
    ];
  });
  // After the accounts are gone a running server begins nothing more; what it had begun ends before the lock is had.
  const gone = await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${demoLock})`);
    await removeDemoFleet(tx);
    await removeHealth(tx);
    return removeTraffic(tx);
  });
  dataVersion.bump();
  if (!users && !stations && !gone.acars && !gone.adsb) return ['There is no demo data in this database.'];
  return [
    `Removed ${users} demo accounts, ${stations} demo stations, ${gone.acars} demo messages and ${gone.adsb} demo frames of ADS-B.`,
  ];
}
