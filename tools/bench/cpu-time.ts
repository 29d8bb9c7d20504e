/**
 * What a piece of work cost in CPU time over several processes: unlike the time on the clock it does not depend on what else the machine does.
 * Linux only: elsewhere null, and the caller goes by the clock. Must not: be part of what it measures (reading takes under a millisecond).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `pids` with all their threads, and the children of `parents` (the backends of a PostgreSQL), those that come meanwhile as well. */
export type Processes = { readonly pids: readonly number[]; readonly parents: readonly number[] };

export const hasCpuTimes = existsSync('/proc/self/schedstat');

/** CPU milliseconds of `work`. */
export async function cpuMsOf(processes: Processes, work: () => Promise<unknown>): Promise<number> {
  const before = read(processes);
  await work();
  let ms = 0;
  for (const [thread, now] of read(processes)) ms += now - (before.get(thread) ?? 0);
  return ms;
}

/** CPU milliseconds of each thread so far. */
function read({ pids, parents }: Processes): Map<string, number> {
  const times = new Map<string, number>();
  for (const pid of [...pids, ...parents.flatMap(childrenOf)])
    for (const thread of filesIn(`/proc/${pid}/task`)) {
      const [running] = textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
      if (running) times.set(`${pid}/${thread}`, Number(running) / 1e6);
    }
  return times;
}

const childrenOf = (pid: number): number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** A process that has just ended has no files any more. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
