/** Times a page of the real server and the baseline read. */
import type { Filter } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { MessageList } from '../../server/messages/message-page.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { cpuMsOf, hasCpuTimes } from './cpu-time.ts';
import type { Floor } from './million-floor.ts';

export const pageRows = 10;
const hourMs = 3_600_000;
/** Bare reads are timed in runs about as long as a query, so that other load affects both alike. */
const readsPerRun = 20;

export type List = {
  readonly path: string;
  readonly hours: number;
  readonly of: MessageList;
  readonly filters: readonly Filter[];
};
/** Milliseconds by the clock, and of CPU in server and database together. */
export type Cost = { readonly ms: number; readonly cpuMs: number };
export type Asker = {
  readonly ask: (list: List, query: Readonly<Record<string, string>>) => Promise<Cost>;
  /** Of one bare read. */
  readonly floor: () => Promise<Cost>;
};

export function askerOf(server: TestProgram, token: string, floor: Floor, postmaster: number, endMs: number): Asker {
  const headers = { authorization: `Bearer ${token}` };
  let turn = 0;
  const get = async (url: string): Promise<void> => {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  };
  const costOf = async (pid: number, work: () => Promise<void>): Promise<Cost> => {
    let ms = 0;
    const cpuMs = await cpuMsOf({ pids: [pid], parents: [postmaster] }, async () => {
      const started = performance.now();
      await work();
      ms = performance.now() - started;
    });
    return { ms, cpuMs: hasCpuTimes ? cpuMs : ms };
  };
  return {
    ask: (list, query) => {
      turn += 1;
      const toMs = endMs - (turn % 600) * 1000;
      const window = {
        acarsMessageDateTimeMin: writeInstant(toMs - list.hours * hourMs),
        acarsMessageDateTimeMax: writeInstant(toMs),
      };
      const requested = new URLSearchParams({ offset: '0', limit: String(pageRows), ...window, ...query });
      return costOf(server.pid, () => get(`${server.apiBase}${list.path}?${requested}`));
    },
    floor: async () => {
      const { ms, cpuMs } = await costOf(floor.pid, async () => {
        for (let read = 0; read < readsPerRun; read++) await get(floor.url);
      });
      return { ms: ms / readsPerRun, cpuMs: cpuMs / readsPerRun };
    },
  };
}
