/**
 * Demo accounts, stations and traffic for an empty database, and their removal.
 * Every row is marked `is_demo`, so that demo:remove leaves all real rows.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../../contract/durations.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { hasDemo, hasUsers } from '../accounts/users.ts';
import { clock, type TrustedTime } from '../base/clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import type { Messages } from '../messages/messages.ts';
import { setBid } from '../pages/overall-bids.ts';
import { spanBegin } from './density.ts';
import { removeDemoFleet } from './fleet-rows.ts';
import { dropOldHealth, healthDays, removeHealth, writeHealth } from './health-writer.ts';
import { type DemoStation, demoStations } from './stations.ts';
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

/** `isWrong` = nothing is written: it would stay in the future or in the past. */
type DemoClock = { readonly trustedTime: TrustedTime; readonly isWrong: boolean };
const anyClock: DemoClock = { trustedTime: async () => clock.now(), isWrong: false };

/**
 * Fills a database without accounts: accounts, stations, the traffic of the last hour. In an existing demo, what is missing of
 * that hour. Older traffic is left to startDemoTraffic. Does nothing to a database with real accounts only.
 */
export async function fillIfEmpty(
  db: Messages,
  config: DemoConfig,
  say: Say = () => {},
  time: DemoClock = anyClock,
): Promise<void> {
  if (!(await isDemo(db))) {
    if (await hasUsers(db)) return;
    await createDemoAccounts(db);
  }
  if (!config.hasDemoTraffic || time.isWrong) return;
  await whileDemo(db, async () => {
    if (!(await hasWrittenSpans(db))) await restartDemo(db);
    const nowMs = clock.now();
    const jobs = await pendingJobs(db, nowMs);
    if (jobs.length >= manyJobs)
      say('Filling the demo: the last hour now, the other days of the last fifteen while you look around ...');
    const mayDelete = (await time.trustedTime()) !== null;
    for (const job of jobs) if (job.toMs > nowMs - firstMs) await runJob(db, job, mayDelete);
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
  for (const job of jobs) if (!(await whileDemo(db, () => runJob(db, job, true)))) return 0;
  for (const dayMs of healthDays(clock.now())) await whileDemo(db, () => writeHealth(db, dayMs, dayMs + healthDayMs));
  await whileDemo(db, () => dropOld(db, clock.now()));
  return jobs.length;
}

/**
 * Writes live traffic every second until it is stopped or the demo is removed. In between, fills and thins out the past, as far as the clock is
 * trusted. Returns a function that stops it and waits for a pending write. `onRemoved` is called when there is no demo any more.
 */
export function startDemoTraffic(
  db: Messages,
  config: DemoConfig,
  time: DemoClock = anyClock,
  { say = () => {}, onRemoved = () => {} }: { readonly say?: Say; readonly onRemoved?: () => void } = {},
): () => Promise<void> {
  if (!config.hasDemoTraffic) return async () => {};
  const ended = new AbortController();
  const state: Progress = { doneMs: 0, jobs: null, healthDays: null, isFilling: false };
  const running = (async () => {
    while (!ended.signal.aborted) {
      // A failure is retried a second later: its span is still due.
      const next = await step(db, state, say, time).catch(() => 'wait' as const);
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

async function step(db: Messages, state: Progress, say: Say, time: DemoClock): Promise<'go on' | 'wait' | 'end'> {
  if (time.isWrong) return 'wait';
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
    if ((await time.trustedTime()) !== null) await whileDemo(db, () => dropOld(db, nowMs));
  }
  state.healthDays ??= healthDays(nowMs);
  const dayMs = state.healthDays.shift();
  if (dayMs !== undefined) {
    await whileDemo(db, () => writeHealth(db, dayMs, dayMs + healthDayMs));
    return 'go on';
  }
  const job = state.jobs[0];
  if (job) {
    const mayDelete = (await time.trustedTime()) !== null;
    await whileDemo(db, () => runJob(db, job, mayDelete));
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

// ---- Demo accounts and stations. Touches only rows marked as demo.

type Account = {
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly role: string;
  readonly company: string | null;
  readonly terms: 0 | 1;
};

const account = (
  userName: string,
  name: string,
  surname: string,
  role: string,
  company: string | null = null,
  terms: 0 | 1 = 1,
): Account => ({
  userName,
  name,
  surname,
  role,
  company,
  terms,
});

/** One account per audience, and one that has not accepted the terms. */
const accounts = [
  account('admin', 'Adela', 'Marinescu', 'Admin'),
  account('parser', 'Pavel', 'Ionescu', 'Parser'),
  account('customer', 'Clara', 'Weber', 'Customer'),
  account('company', 'Cornel', 'Dragan', 'Customer', 'Carpatair'),
  account('feeder', 'Florin', 'Munteanu', 'User'),
  account('newcomer', 'Nora', 'Lindqvist', 'Parser', null, 0),
  account('guest', 'Gwen', 'Hughes', 'Guest'),
] as const;

/** Printed at start. This password is public. */
export const demoAccounts = { names: accounts.map(({ userName }) => userName), password: 'downlink' };

/** Accounts and stations, all or nothing. */
async function createDemoAccounts(db: Database): Promise<void> {
  const passwordHash = await hashPassword(demoAccounts.password);
  await db.transaction(async (tx) => {
    for (const one of accounts) await createAccount(tx, one, passwordHash);
    for (const station of demoStations) await createStation(tx, station);
  });
}

/** Stations and receivers missing in a demo of an earlier version. */
async function addDemoStations(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const station of demoStations) await createStation(tx, station);
  });
}

async function createAccount(tx: Transaction, one: Account, passwordHash: string): Promise<void> {
  await tx.query(
    `insert into users (user_name, name, surname, email, role, company, terms, email_confirmed, password_hash, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, true)`,
    [
      one.userName,
      one.name,
      one.surname,
      `${one.userName}@downlink.example`,
      one.role,
      one.company,
      one.terms,
      passwordHash,
    ],
  );
}

/** Existing stations stay unchanged, as do receiver names claimed by a real station. */
async function createStation(tx: Transaction, station: DemoStation): Promise<void> {
  await tx.query(
    `insert into stations (station_id, latitude, longitude, city, country, address, feeder_user_id, is_demo)
     values ($1, $2, $3, $4, $5, $6, (select id from users where is_demo and user_name = $7), true)
     on conflict (station_id) do nothing`,
    [station.stationId, station.lat, station.lon, station.city, station.country, station.address, station.feeder],
  );
  await tx.query(
    `insert into station_receiver_names (receiver_name, station_record_id)
     select name, s.id from unnest($2::text[]) as r (name), stations s where s.station_id = $1 and s.is_demo
     on conflict do nothing`,
    [station.stationId, Object.values(station.receivers)],
  );
}

// ---- Demo bids: past, current and scheduled. Only for a database without bids.

/** Days from now: creation and start. */
const bids = [
  { bidValue: 24, setOn: -150, startsOn: -140 },
  { bidValue: 31.5, setOn: -38, startsOn: -30 },
  { bidValue: 36, setOn: -3, startsOn: 12 },
] as const;

async function addDemoBids(db: Database): Promise<void> {
  const [admin] = await db.query<{ id: string }>(
    `select id from users where is_demo and role = 'Admin' and not exists (select from overall_bids) limit 1`,
  );
  if (!admin) return;
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const dayText = (days: number): string => new Date(today + days * dayMs).toISOString().slice(0, 10);
  for (const { bidValue, setOn, startsOn } of bids) {
    // At some time in that morning.
    const by = { userId: admin.id, nowMs: today + setOn * dayMs + 9.4 * 3_600_000, today: dayText(setOn) };
    await setBid(db, { bidValue, startDate: dayText(startsOn) }, by);
  }
}

/** Bids set by demo accounts belong to the demo. Call it while the accounts exist. */
async function removeDemoBids(tx: Transaction): Promise<void> {
  await tx.query('delete from overall_bids where created_by in (select id from users where is_demo)');
}
