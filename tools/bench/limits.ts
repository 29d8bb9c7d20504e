/**
 * Light requests and memory of the server while it is abused (decision 104): floods on every port, bodies that are too large, too deep or
 * never end, heavy lists and statistics. Each abuse runs in a process of its own. BENCH_ABUSES=udp,lists runs only these.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../server/database/pool.ts';
import { peakMemoryMb } from '../../tests/support/abuse.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import { series } from '../../tests/support/messages.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { addStation, makeKey } from '../../tests/support/stations.ts';
import { type Abuse, abuses, type Target } from './abuses.ts';
import { asking, lightPages } from './light-requests.ts';
import { withServer } from './with-server.ts';

const storedMessages = 60_000;
const requests = 150;
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** An abuse reaches its full strength. */
const warmMs = 2000;
/** A flood is stored, at the latest. */
const settleMs = 180_000;
/** Memory is freed. */
const restMs = 3000;
/** Light requests read a time to which floods add no message: with more rows each would cost more. */
const beforeFloodsMs = 6 * 3_600_000;
const limit = 3;
const growthLimitMb = 400;
const selected = process.env.BENCH_ABUSES?.split(',') ?? Object.keys(abuses);
const file = join(import.meta.dirname, 'abuser.ts');

export function measure(): Promise<object[]> {
  // The limit of a new installation. Light requests have a session, and stay below it.
  const env = { RECEIVER_PORT: '0', RATE_LIMIT_LOOPBACK: 'true', RATE_LIMIT_PER_MINUTE: '3000', LOG_LEVEL: 'error' };
  return withServer({ env }, async (server) => {
    const { target, admin } = await prepare(server);
    // A user of their own: the limit of requests is one of users.
    const light = lightPages(asking(server, admin), target.endMs - beforeFloodsMs);
    for (let n = 0; n < requests; n++) await light();
    const rows: Row[] = [];
    for (const name of selected) {
      const abuse = abuses[name];
      if (!abuse) throw new Error(`There is no abuse '${name}'.`);
      rows.push(await abused(server, { target, admin, light }, name, abuse));
    }
    printTable(rows);
    return rows.flatMap(figuresOf);
  });
}

type Prepared = { readonly target: Target; readonly admin: string };

async function prepare(server: TestProgram): Promise<Prepared> {
  const { code, output } = await server.import(series(storedMessages, (index) => ({ label: `H${index % 7}` })));
  if (code !== 0) throw new Error(output);
  const db = openDatabase({ url: server.databaseUrl }, { max: 1 });
  const { token: admin } = await logIn(server, 'admin');
  const { key: stationKey } = await makeKey(server, admin, await addStation(db, '8001', ['CS-TEST-ACARS']));
  await db.query('analyze');
  await db.close();
  const { token } = await logIn(server, 'parser');
  const receiverPort = Number(/Receivers may send to 127\.0\.0\.1:(\d+)/.exec(server.log())?.[1]);
  return { target: { url: server.url, receiverPort, token, stationKey, endMs: Date.now() }, admin };
}

type Memory = { readonly before: number; readonly peak: number; readonly after: number };
type Row = {
  readonly abuse: Abuse;
  readonly alone: number;
  readonly beside: number;
  readonly done: number;
  readonly seconds: number;
  readonly memory: Memory;
  readonly load: number;
};

/** All rounds together: the p99 of one round of 300 is its third slowest. Rounds alternate, so that other load affects both. */
async function abused(
  server: TestProgram,
  { target, admin, light }: Prepared & { readonly light: () => Promise<void> },
  name: string,
  abuse: Abuse,
): Promise<Row> {
  const alone: number[] = [];
  const beside: number[] = [];
  let [done, ms] = [0, 0];
  const before = residentMb(server.pid);
  resetPeak(server.pid);
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await timesOf(light)));
    const abuser = await startAbuser(name, target);
    const from = performance.now();
    await pause(warmMs);
    beside.push(...(await timesOf(light)));
    ms += performance.now() - from;
    done += await stopAbuser(abuser);
    // Otherwise the next figure alone is measured while the rest of a flood is stored.
    await settled(server, admin);
    await pause(restMs);
  }
  const peak = peakMemoryMb(server.pid);
  const after = residentMb(server.pid);
  const row = {
    abuse,
    alone: p99(alone),
    beside: p99(beside),
    done,
    seconds: ms / 1000,
    memory: { before, peak, after },
    load: loadavg()[0] ?? 0,
  };
  console.log(`       ${abuse.title}: ${row.beside.toFixed(1)} ms against ${row.alone.toFixed(1)} ms`);
  return row;
}

async function timesOf(light: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < requests; n++) {
    const from = performance.now();
    await light();
    took.push(performance.now() - from);
  }
  return took;
}

const p99 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

async function startAbuser(name: string, target: Target): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, name, JSON.stringify(target)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  if (child.pid) yieldToOthers(child.pid);
  await once(child, 'message');
  return child;
}

/** An abuser is usually another machine. Here it gets the time that server and database leave. */
function yieldToOthers(pid: number): void {
  setPriority(pid, 19);
  // Linux divides the time by session first (sched_autogroup), and then by priority within one: a detached process has its own.
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) writeFileSync(session, '19');
}

async function stopAbuser(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit');
  const said = once(child, 'message');
  child.send('stop');
  const [{ done }] = (await said) as [{ done: number }];
  await ended;
  return done;
}

/** No message waits, and the backlog of datagrams has brought in no further one for a second. @throws if that takes too long */
async function settled(server: TestProgram, token: string): Promise<void> {
  let [before, calm] = [-1, 0];
  for (const endMs = Date.now() + settleMs; Date.now() < endMs; await pause(500)) {
    const { json } = await callApi(server, '/ingest/counters', { token });
    const { waiting, received } = (json as { total: { waiting: number; received: number } }).total;
    calm = waiting === 0 && received === before ? calm + 1 : 0;
    if (calm === 2) return;
    before = received;
  }
  throw new Error(`Messages of the flood still wait after ${settleMs / 1000} s.`);
}

function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** From now on `peakMemoryMb` is the peak since now. */
const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

function figuresOf({ abuse, alone, beside, done, seconds, memory, load }: Row): object[] {
  const amount = `${done.toLocaleString('en')} ${abuse.unit} in ${seconds.toFixed(0)} s`;
  return [
    {
      name: `p99 of light requests next to: ${abuse.title}, against the same alone`,
      value: beside / alone,
      limit,
      detail: `${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms of ${rounds * requests} requests each; ${amount}, load ${load.toFixed(1)}`,
    },
    {
      name: `memory next to: ${abuse.title}`,
      value: memory.peak - memory.before,
      limit: growthLimitMb,
      unit: ' MB more',
      isExact: true,
      detail: `${memory.before.toFixed(0)} MB before, ${memory.peak.toFixed(0)} at most, ${memory.after.toFixed(0)} after`,
    },
  ];
}

function printTable(rows: readonly Row[]): void {
  console.log(
    '\n| abuse | amount | p99 alone, next to it | ratio | memory before, at most, after |\n|---|---|---|---|---|',
  );
  for (const { abuse, alone, beside, done, seconds, memory } of rows) {
    const amount = `${Math.round(done / seconds).toLocaleString('en')} ${abuse.unit}/s`;
    const megabytes = [memory.before, memory.peak, memory.after].map((one) => one.toFixed(0)).join(', ');
    const times = `${alone.toFixed(1)}, ${beside.toFixed(1)} ms`;
    console.log(`| ${abuse.title} | ${amount} | ${times} | ${(beside / alone).toFixed(1)} | ${megabytes} MB |`);
  }
  console.log('');
}
