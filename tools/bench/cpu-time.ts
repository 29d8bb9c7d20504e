/** CPU time of work over several processes, which does not depend on other load. Linux only: elsewhere null, and callers use the clock. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `pids` with all their threads, and the children of `parents` (the backends of a PostgreSQL), including later ones. */
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
