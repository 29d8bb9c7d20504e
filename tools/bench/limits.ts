/**
 * Light requests and memory of the server while it is abused (decision 25): floods on every port, bodies that are too large, too deep or
 * never end, heavy lists, exports and statistics. Each abuse runs in a process of its own. BENCH_ABUSES=udp,lists runs only these.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hourMs } from '../../contract/durations.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { addStation, makeKey } from '../../tests/support/stations.ts';
import { type Abuse, abuses, type Target } from './abuses.ts';
import { type Figure, forgetPeak, memoryMb, type Parts, p95, rounds } from './figures.ts';
import { asking, fill, windowOf, withServer } from './servers.ts';

/** Names of abuses by part. */
const groups = {
  connections: ['slow-headers', 'slow-bodies', 'connections'],
  bodies: ['large-bodies', 'gzip-bombs', 'deep-json'],
  calls: ['calls', 'logins'],
  reads: ['lists', 'exports', 'statistics'],
  floods: ['posts', 'udp', 'tcp-json', 'tcp-beast', 'tcp-avr', 'tcp-sbs'],
};
export const parts: Parts = Object.fromEntries(
  Object.entries(groups).map(([group, names]) => [group, () => measure(names)]),
);

const storedMessages = 60_000;
const requests = 150;
/** An abuse reaches its full strength. */
const warmMs = 2000;
/** A flood is stored, at the latest. */
const settleMs = 180_000;
/** Memory is freed. */
const restMs = 3000;
/** Light requests read a time to which floods add no message: with more rows each would cost more. */
const beforeFloodsMs = 6 * hourMs;
const limit = 2;
const growthLimitMb = 400;
const only = process.env.BENCH_ABUSES?.split(',');

async function measure(names: readonly string[]): Promise<Figure[]> {
  const selected = names.filter((name) => only?.includes(name) ?? true);
  if (selected.length === 0) return [];
  // The limit of a new installation. Light requests have a session, and stay below it.
  const env = { RECEIVER_PORT: '0', RATE_LIMIT_LOOPBACK: 'true', RATE_LIMIT_PER_MINUTE: '3000', LOG_LEVEL: 'error' };
  return withServer({ env }, async (server) => {
    const { target, admin } = await prepare(server);
    // A user of their own: the limit of requests is one of users.
    const light = lightPages(asking(server, admin), target.endMs - beforeFloodsMs);
    for (let n = 0; n < requests; n++) await light();
    const figures: Figure[] = [];
    for (const name of selected) {
      const abuse = abuses[name];
      if (!abuse) throw new Error(`There is no abuse '${name}'.`);
      const result = await abused(server, { target, admin, light }, name, abuse);
      console.log(`       ${abuse.title}: ${result.beside.toFixed(1)} ms against ${result.alone.toFixed(1)} ms`);
      figures.push(...figuresOf(result));
    }
    return figures;
  });
}

/** A page of ten of two hours up to `endMs`; another window each time, so that nothing is cached. */
function lightPages(ask: (path: string) => Promise<unknown>, endMs: number): () => Promise<unknown> {
  let turn = 0;
  return () => ask(`/AcarsMessage/allUsers?limit=10&${windowOf(endMs - (turn++ % 600) * 1000, 2)}`);
}

type Prepared = { readonly target: Target; readonly admin: string };

async function prepare(server: TestProgram): Promise<Prepared> {
  await fill(server, storedMessages);
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
type Abused = {
  readonly abuse: Abuse;
  readonly alone: number;
  readonly beside: number;
  readonly done: number;
  readonly seconds: number;
  readonly memory: Memory;
  readonly load: number;
};

/** Rounds alternate, so that other load affects both. */
async function abused(
  server: TestProgram,
  { target, admin, light }: Prepared & { readonly light: () => Promise<unknown> },
  name: string,
  abuse: Abuse,
): Promise<Abused> {
  const alone: number[] = [];
  const beside: number[] = [];
  let [done, ms] = [0, 0];
  const before = memoryMb([server.pid], 'VmRSS');
  forgetPeak(server.pid);
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
  const peak = memoryMb([server.pid], 'VmHWM');
  const after = memoryMb([server.pid], 'VmRSS');
  return {
    abuse,
    alone: p95(alone),
    beside: p95(beside),
    done,
    seconds: ms / 1000,
    memory: { before, peak, after },
    load: loadavg()[0] ?? 0,
  };
}

async function timesOf(light: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < requests; n++) {
    const from = performance.now();
    await light();
    took.push(performance.now() - from);
  }
  return took;
}

async function startAbuser(name: string, target: Target): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'abuses.ts'), name, JSON.stringify(target)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    },
  );
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

function figuresOf({ abuse, alone, beside, done, seconds, memory, load }: Abused): Figure[] {
  const amount = `${done.toLocaleString('en')} ${abuse.unit} in ${seconds.toFixed(0)} s`;
  return [
    {
      name: `p95 of light requests next to: ${abuse.title}, against the same alone`,
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
