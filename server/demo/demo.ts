/**
 * Demo accounts, stations and traffic for an empty database, and their removal.
 * Every row is marked `is_demo`, so that demo:remove leaves all real rows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hasDemo, hasUsers } from '../accounts/users.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import type { Messages } from '../messages/messages.ts';
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
/** After a longer pause (a sleeping laptop) the missing time is written as past. */
const pauseMs = 120_000;
/** Traffic this recent is written before the server listens, the rest while it runs. */
const firstMs = 3_600_000;
/** Station records are written a day at a time. */
const healthDayMs = 86_400_000;
/** This many jobs are logged. */
const manyJobs = 20;

/** Whether this database contains demo accounts. */
export const isDemo = (db: Messages): Promise<boolean> => hasDemo(db);

/**
 * Fills a database without accounts: accounts, stations, the traffic of the last hour. In an existing demo, what is missing of
 * that hour. Older traffic is left to startDemoTraffic. Does nothing to a database with real accounts only.
 */
export async function fillIfEmpty(db: Messages, config: DemoConfig, say: Say = () => {}): Promise<void> {
  if (!(await isDemo(db))) {
    if (await hasUsers(db)) return;
    await createDemoAccounts(db);
  }
  if (!config.hasDemoTraffic) return;
  await whileDemo(db, async () => {
    if (!(await hasWrittenSpans(db))) await restartDemo(db);
    const nowMs = clock.now();
    const jobs = await pendingJobs(db, nowMs);
    if (jobs.length >= manyJobs)
      say('Filling the demo: the last hour now, the other days of the last fifteen while you look around ...');
    for (const job of jobs) if (job.toMs > nowMs - firstMs) await runJob(db, job);
    await writeLive(db, spanBegin(nowMs), nowMs);
    await writeHealth(db, nowMs - firstMs, nowMs);
  });
}

/** Rows without records are of an earlier version, or of an interrupted fill. */
async function restartDemo(db: Database): Promise<void> {
  await db.transaction((tx) => removeTraffic(tx));
  await addDemoStations(db);
  await addDemoBids(db);
}

/** Writes and thins out whatever is due. Resolves to the number of jobs. */
export async function catchUp(db: Messages): Promise<number> {
  const jobs = await pendingJobs(db, clock.now());
  for (const job of jobs) if (!(await whileDemo(db, () => runJob(db, job)))) return 0;
  for (const dayMs of healthDays(clock.now())) await whileDemo(db, () => writeHealth(db, dayMs, dayMs + healthDayMs));
  await whileDemo(db, () => dropOld(db, clock.now()));
  return jobs.length;
}

/**
 * Writes live traffic every second until it is stopped or the demo is removed. In between, fills and thins out the past. Returns a
 * function that stops it and waits for a pending write. `onRemoved` is called when there is no demo any more.
 */
export function startDemoTraffic(
  db: Messages,
  config: DemoConfig,
  say: Say = () => {},
  onRemoved: () => void = () => {},
): () => Promise<void> {
  if (!config.hasDemoTraffic) return async () => {};
  const ended = new AbortController();
  const state: Progress = { doneMs: 0, jobs: null, healthDays: null, isFilling: false };
  const running = (async () => {
    while (!ended.signal.aborted) {
      // A failure is retried a second later: its span is still due.
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

async function dropOld(db: Messages, nowMs: number): Promise<void> {
  await dropOldTraffic(db, nowMs);
  await dropOldHealth(db, nowMs);
}

/**
 * `doneMs` = end of the live traffic written. `jobs` = remaining work for the past, null = not determined yet. `healthDays` = days
 * without station records.
 */
type Progress = { doneMs: number; jobs: TrafficJob[] | null; healthDays: number[] | null; isFilling: boolean };

async function step(db: Messages, state: Progress, say: Say): Promise<'go on' | 'wait' | 'end'> {
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

async function writeNow(db: Messages, fromMs: number, toMs: number): Promise<void> {
  await writeLive(db, fromMs, toMs);
  await writeHealth(db, fromMs, toMs);
}

const demoLock = `hashtext('downlink demo')`;

/** Runs `work` unless the demo is removed. Its removal waits for `work`. Resolves to false if there is no demo. */
async function whileDemo(db: Database, work: () => Promise<unknown>): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock_shared(${demoLock})`);
    if (!(await hasDemo(tx))) return false;
    await work();
    return true;
  });
}

/** Removes accounts, stations and traffic of the demo. Real ones stay. Resolves to a text about it. */
export async function removeDemo(db: Messages): Promise<string[]> {
  const [users, stations] = await db.transaction(async (tx) => {
    await removeDemoBids(tx);
    return [
      (await tx.query('delete from users where is_demo returning 1')).length,
      (await tx.query('delete from stations where is_demo returning 1')).length,
    ];
  });
  // Once the accounts are gone a running server starts nothing new. Pending work ends before the lock is granted.
  const gone = await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${demoLock})`);
    await removeDemoFleet(tx);
    await removeHealth(tx);
    return removeTraffic(tx);
  });
  db.memory.pages.clear();
  if (!users && !stations && !gone.acars && !gone.adsb) return ['There is no demo data in this database.'];
  return [
    `Removed ${users} demo accounts, ${stations} demo stations, ${gone.acars} demo messages and ${gone.adsb} demo frames of ADS-B.`,
  ];
}
