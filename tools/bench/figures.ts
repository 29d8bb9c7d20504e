/** Figures of the benches: ratios of candidates in interleaved rounds, and CPU time, which does not depend on other load. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { quantile } from '../load/calls.ts';

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** `limit` is the least allowed. */
  readonly atLeast?: true;
  /** Does not vary between runs: no allowance for noise. */
  readonly isExact?: true;
  readonly unit?: string;
  readonly detail: string;
};
/** Parts of a bench by name: `npm run bench -- map`, `npm run bench -- map:sky`. */
export type Parts = Readonly<Record<string, () => Promise<readonly Figure[]>>>;

export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Nearest rank. */
export const p95 = (numbers: readonly number[]): number =>
  quantile(
    [...numbers].sort((a, b) => a - b),
    0.95,
  );

/** Medians by name. Each candidate runs once a round, in turn, so that other load affects all of them alike; the first round warms. */
export async function medians<N extends string>(
  candidates: Readonly<Record<N, () => number | Promise<number>>>,
): Promise<Record<N, number>> {
  const entries = Object.entries(candidates) as [N, () => number | Promise<number>][];
  const results = new Map<N, number[]>(entries.map(([name]) => [name, []]));
  for (let round = -1; round < rounds; round++)
    for (const [name, work] of entries) {
      const value = await work();
      if (round >= 0) results.get(name)?.push(value);
    }
  return Object.fromEntries([...results].map(([name, numbers]) => [name, median(numbers)])) as Record<N, number>;
}

/** `atLeast` where more is better, such as requests a second. */
export function ratio(
  name: string,
  ours: number,
  theirs: number,
  limit: number,
  { atLeast, unit = 'ms', digits = 2 }: { atLeast?: true; unit?: string; digits?: number } = {},
): Figure {
  const detail = `${ours.toFixed(digits)} against ${theirs.toFixed(digits)} ${unit}, medians of ${rounds} interleaved rounds`;
  return { name, value: ours / theirs, limit, detail, ...(atLeast && { atLeast }) };
}

/** Milliseconds of CPU of this process. */
export function ownCpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** `pids` with all their threads, and the children of `parents` (the backends of a PostgreSQL), including later ones. */
export type Processes = { readonly pids: readonly number[]; readonly parents: readonly number[] };

const hasCpuTimes = existsSync('/proc/self/schedstat');

/** Milliseconds of `work` by the clock, and of CPU in other processes (Linux only: elsewhere by the clock, too). */
export async function costOf(
  processes: Processes,
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const before = cpuTimes(processes);
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  if (!hasCpuTimes) return { ms, cpuMs: ms };
  let cpuMs = 0;
  for (const [thread, now] of cpuTimes(processes)) cpuMs += now - (before.get(thread) ?? 0);
  return { ms, cpuMs };
}

/** CPU milliseconds of each thread so far. A process that has just ended has no files any more. */
function cpuTimes({ pids, parents }: Processes): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of [...pids, ...parents.flatMap(childrenOf)])
    for (const thread of unlessGone(() => readdirSync(`/proc/${pid}/task`), [])) {
      const [running] = textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
      if (running) times.set(`${pid}/${thread}`, Number(running) / 1e6);
    }
  return times;
}

const childrenOf = (pid: number): number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
const textOf = (file: string): string => unlessGone(() => readFileSync(file, 'utf8'), '');
function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Memory of processes in MB: now, or at its peak since `forgetPeak`. 0 where unknown. Linux only. */
export const memoryMb = (pids: readonly number[], what: 'VmRSS' | 'VmHWM'): number =>
  pids.reduce(
    (sum, pid) => sum + Number(new RegExp(`${what}:\\s+(\\d+)`).exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024,
    0,
  );

/** Where it is not allowed, the peak since the start of the process counts. */
export const forgetPeak = (pid: number): void =>
  unlessGone(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'), undefined);
