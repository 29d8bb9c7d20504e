/**
 * Every filter of the raw and ADS-B lists with counts over 1,000,000 messages, against a primary-key read of one page.
 * Each round has its own window, so that nothing is cached.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { api } from '../../contract/api.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { acarsList } from '../../server/messages/acars.ts';
import { adsbList } from '../../server/messages/adsb.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { startProgram } from '../../tests/support/server.ts';
import { median } from './median.mjs';
import { type Asker, askerOf, type Cost, type List, pageRows } from './million-asker.ts';
import { openMillion } from './million-data.ts';
import { startFloor } from './million-floor.ts';
import { reportPerAircraft } from './million-per-aircraft.ts';
import { type BenchRequest, requestsOf } from './million-requests.ts';
import { benchEnv } from './with-server.ts';

const hourMs = 3_600_000;
const slowMs = 2000;

type Kind = { readonly title: string; readonly lists: readonly List[]; readonly rounds: number };
const { company, allUsers, adsbCompany, adsb } = api.acarsMessage;
/** TIME-01 and TIME-02. */
const kinds: readonly Kind[] = [
  {
    title: 'ACARS messages',
    rounds: 5,
    lists: [
      { path: company.path, hours: 24, of: acarsList, filters: company.list.filters },
      { path: allUsers.path, hours: 2, of: acarsList, filters: allUsers.list.filters },
    ],
  },
  {
    title: 'ADS-B frames',
    rounds: 3,
    lists: [
      { path: adsbCompany.path, hours: 72, of: adsbList, filters: adsbCompany.list.filters },
      { path: adsb.path, hours: 1, of: adsbList, filters: adsb.list.filters },
    ],
  },
];
/** `floors` = for each cost, the bare reads just before and after it, because the speed of a shared machine varies. */
type Requested = {
  readonly list: List;
  readonly request: BenchRequest;
  readonly costs: Cost[];
  readonly floors: Cost[];
};
export async function measure(): Promise<object[]> {
  const million = await openMillion();
  const server = await startProgram({
    database: 'embedded',
    env: {
      DATABASE_URL: '',
      DATA_DIR: million.dataDir,
      RETENTION_DAYS: '0',
      CLOCK_OFFSET_MS: String(million.endMs - Date.now()),
      ...benchEnv,
    },
  });
  const db = openDatabase(million.launched.place, { max: 2 });
  try {
    const { token } = await logIn(server, 'parser');
    const [postmaster] = readFileSync(join(million.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const results: object[] = [];
    for (const kind of kinds) {
      const floor = await startFloor(db, million, kind.lists[0]?.of.table ?? acarsList.table, pageRows);
      try {
        const asker = askerOf(server, token, floor, Number(postmaster), million.endMs);
        const requested = await askAll(db, asker, kind, million.endMs);
        await report(asker, kind);
        if (kind.lists[0]?.of === acarsList) await reportPerAircraft(db, asker);
        results.push(...figures(kind, requested));
      } finally {
        floor.stop();
      }
    }
    return results;
  } finally {
    await db.close();
    await server.dispose();
  }
}

async function askAll(
  db: Database,
  asker: Asker,
  { lists, rounds }: Kind,
  endMs: number,
): Promise<readonly Requested[]> {
  const requested: Requested[] = [];
  for (const list of lists) {
    const window = { fromMs: endMs - list.hours * hourMs, toMs: endMs };
    for (const request of await requestsOf(db, list.of, list.filters, window))
      requested.push({ list, request, costs: [], floors: [] });
  }
  for (let round = -1; round < rounds; round++) {
    let before = await asker.floor();
    for (const one of requested) {
      const cost = await asker.ask(one.list, one.request.query);
      const after = await asker.floor();
      // The first round warms.
      if (round >= 0) {
        one.costs.push(cost);
        one.floors.push({ ms: (before.ms + after.ms) / 2, cpuMs: (before.cpuMs + after.cpuMs) / 2 });
      }
      before = after;
    }
  }
  return requested;
}

const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN;

/** Ratio of CPU time: on a busy machine wall time grows more for a long query than for a short one. */
function figures({ title, rounds }: Kind, requested: readonly Requested[]): object[] {
  const ours = requested.map(({ list, request, costs, floors }) => ({
    name: `${list.hours} h, ${request.name}`,
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    ratio: median(costs.map(({ cpuMs }, round) => cpuMs / (floors[round]?.cpuMs ?? Number.NaN))),
    ratioByClock: median(costs.map(({ ms }, round) => ms / (floors[round]?.ms ?? Number.NaN))),
  }));
  ours.sort((a, b) => b.ratio - a.ratio);
  const p95 = (of: 'cpuMs' | 'ratio' | 'ratioByClock'): number =>
    percentile(
      ours.map((one) => one[of]),
      0.95,
    );
  const all = requested.flatMap(({ costs }) => costs.map(({ ms }) => ms));
  const bareCpuMs = median(requested.flatMap(({ floors }) => floors.map(({ cpuMs }) => cpuMs)));
  for (const { name, cpuMs, ratio } of ours.slice(0, 20))
    console.log(`       ${ratio.toFixed(1)} times, ${cpuMs.toFixed(1)} ms of CPU: ${name}`);
  return [
    {
      name: `a filtered page of ${pageRows} with its count over 1,000,000 ${title} (p95 of ${requested.length} questions), against the bare primary-key read of one page`,
      value: p95('ratio'),
      limit: 20,
      detail: `${p95('cpuMs').toFixed(1)} ms against ${bareCpuMs.toFixed(2)} ms of CPU in server and database, each question the median of ${rounds} rounds, each against the bare reads just before and after it; by the clock ${p95('ratioByClock').toFixed(1)}`,
    },
    {
      name: `questions about ${title} over ${slowMs} ms`,
      value: all.filter((ms) => ms > slowMs).length,
      limit: 0,
      isExact: true,
      detail: `the slowest of ${all.length} responses took ${Math.max(...all).toFixed(0)} ms by the clock`,
    },
  ];
}

/** Figures that do not gate: larger pages, deep pages, all 15 days. */
async function report(asker: Asker, { title, lists }: Kind): Promise<void> {
  const [long] = lists;
  if (!long) return;
  const whole = { ...long, hours: 15 * 24 };
  const some: [string, Record<string, string>][] =
    long.of === acarsList
      ? [
          ['a text in few', { text: 'ZZ 9 ZZ' }],
          ['a text in many', { text: 'POS' }],
          ['a tail', { tail: 'N77BX' }],
        ]
      : [
          ['an aircraft', { icao: '400b21' }],
          ['a kind of frame', { msgType: 'DF 11: All Call Reply.' }],
        ];
  const cases: [string, List, Record<string, string>][] = [
    ['a page of 100', long, { limit: '100' }],
    ['a page of 1,000', long, { limit: '1000' }],
    ['a page of 10,000', long, { limit: '10000' }],
    ['offset 50,000', long, { offset: '50000' }],
    ['15 days, no filter', whole, {}],
    ['15 days, offset 500,000', whole, { offset: '500000' }],
    ...some.map(([name, query]): [string, List, Record<string, string>] => [`15 days, ${name}`, whole, query]),
  ];
  console.log(`       ${title}:`);
  for (const [name, list, query] of cases) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) times.push((await asker.ask(list, query)).ms);
    console.log(`       ${name}: ${median(times).toFixed(1)} ms (load ${(loadavg()[0] ?? 0).toFixed(1)})`);
  }
}
