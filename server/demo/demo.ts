/**
 * The demo: accounts, stations and traffic for a database that has nothing yet, and the way to be rid of all of it.
 * Must not: write anything that is not marked `is_demo`, so that demo:remove leaves every real row.
 */
import { hasDemo, hasUsers } from '../accounts/users.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { dataVersion } from '../store/data-version.ts';
import { storeAcars } from '../store/store-acars.ts';
import { createDemoAccounts, demoAccounts } from './accounts.ts';
import { type Density, demoMessages } from './traffic.ts';

export { demoAccounts };

type DemoConfig = { readonly hasDemoTraffic: boolean };

const historyMs = 86_400_000;
const tickMs = 1000;
/** A longer pause than this (a sleeping laptop) is filled as thinly as the past. */
const pauseMs = 120_000;

/** Does this database hold demo accounts? */
export const isDemo = (db: Database): Promise<boolean> => hasDemo(db);

/**
 * Fills a database without accounts: accounts, stations, the traffic of the last 24 hours. In a demo that was filled before, the time that
 * the server was off (at most the last 24 hours). Does nothing to a database that has real accounts only.
 */
export async function fillIfEmpty(db: Database, config: DemoConfig): Promise<void> {
  if (!(await isDemo(db))) {
    if (await hasUsers(db)) return;
    await createDemoAccounts(db);
  }
  if (!config.hasDemoTraffic) return;
  const nowMs = clock.now();
  const fromMs = Math.max(nowMs - historyMs, (await lastDemoMs(db)) + 1);
  await storeSpan(db, fromMs, nowMs, 'history');
}

/**
 * Goes on with the traffic, second by second, until it is stopped or the demo is removed. Returns the way to stop it, which waits for a
 * write under way.
 */
export function startDemoTraffic(db: Database, config: DemoConfig): () => Promise<void> {
  if (!config.hasDemoTraffic) return async () => {};
  let doneMs = clock.now() - tickMs;
  let running: Promise<void> | null = null;
  const stopTimer = () => clearInterval(timer);
  const tick = async (): Promise<void> => {
    const nowMs = clock.now();
    if (nowMs <= doneMs) return;
    if (!(await isDemo(db))) return stopTimer();
    const fromMs = Math.max(doneMs, nowMs - historyMs);
    await storeSpan(db, fromMs, nowMs, nowMs - fromMs > pauseMs ? 'history' : 'live');
    doneMs = nowMs;
  };
  const timer = setInterval(() => {
    // A write that failed is tried again with the next second's: its span is still to be done.
    running ??= tick()
      .catch(() => {})
      .finally(() => {
        running = null;
      });
  }, tickMs);
  timer.unref();
  return async () => {
    stopTimer();
    await running;
  };
}

/** Takes accounts, stations and messages of the demo away; real ones stay. Resolves to what was done, in words. */
export async function removeDemo(db: Database): Promise<string[]> {
  const [users, stations] = await db.transaction(async (tx) => [
    (await tx.query('delete from users where is_demo returning 1')).length,
    (await tx.query('delete from stations where is_demo returning 1')).length,
  ]);
  // After the accounts are gone, a running server adds nothing more.
  const messages = await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    const [row] = await tx.query<{ count: number }>(
      'with gone as (delete from acars where is_demo returning 1) select count(*) as count from gone',
    );
    await tx.query('delete from message_key where is_demo');
    return Number(row?.count ?? 0);
  });
  dataVersion.bump();
  if (!users && !stations && !messages) return ['There is no demo data in this database.'];
  return [`Removed ${users} demo accounts, ${stations} demo stations and ${messages} demo messages.`];
}

async function lastDemoMs(db: Database): Promise<number> {
  const since = new Date(clock.now() - historyMs).toISOString();
  const [row] = await db.query<{ last: number | null }>(
    'select max(epoch_seconds) as last from acars where is_demo and acars_date_time >= $1::timestamptz',
    [since],
  );
  return row?.last ? row.last * 1000 : 0;
}

async function storeSpan(db: Database, fromMs: number, toMs: number, density: Density): Promise<void> {
  const rows = demoMessages(fromMs, toMs, density);
  if (rows.length)
    await storeAcars(
      db,
      rows.map((row) => ({ row, isDemo: true })),
    );
}
