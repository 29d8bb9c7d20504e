/** Lists: filters over a million messages, the API in front of them, the table that shows them, and their export. */
import { api } from '../../contract/api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { Filter, FilterParam } from '../../contract/filters.ts';
import { maxJoinedRows, writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import { acarsList } from '../../server/messages/acars-columns.ts';
import { adsbList } from '../../server/messages/adsb-columns.ts';
import type { MessageList } from '../../server/messages/message-page.ts';
import type { MessageTable } from '../../server/query/message-tables.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { pages } from './api-pages.ts';
import { type Candidate, closeAll, heapMb, nextFrame, type Open, rounded, taskMsOf, withPages } from './browser.ts';
import {
  costOf,
  type Figure,
  forgetPeak,
  median,
  medians,
  memoryMb,
  type Parts,
  p95,
  ratio,
  rounds,
} from './figures.ts';
import { ledgerFromStore } from './ledger.ts';
import { addStations, type Million, messages } from './million.ts';
import type { Exported } from './pages/export.ts';
import type { TableBench } from './pages/table-page.ts';
import { acarsRows } from './rows.ts';
import { asking, type Bare, type MillionServer, startBare, windowOf, withMillionServer } from './servers.ts';

export const parts: Parts = { filters, statistics, joined, pages, table, export: exporting, ledger: ledgerFromStore };

/*
 * Questions over the million messages against a primary-key read of one page, by the same driver with plain queries. By CPU in server and
 * database: on a busy machine wall time grows more for a long query than for a short one. Each has another window: nothing is cached.
 */

const pageRows = 10;
const slowMs = 2000;
/** Bare reads are timed in runs about as long as a query, so that other load affects both alike. */
const readsPerRun = 20;
/** Some hours before the end, so that the rows of a bare read are among others. */
const bareBeforeEndMs = 12 * hourMs;

/** `path` = with another window at each `turn`. */
type Question = { readonly name: string; readonly path: (turn: number) => string };
type List = {
  readonly path: string;
  readonly hours: number;
  readonly of: MessageList;
  readonly filters: readonly Filter[];
};
const { company, allUsers, adsbCompany, adsb } = api.acarsMessage;
/** TIME-01 and TIME-02. */
const kinds: readonly { readonly title: string; readonly lists: readonly List[] }[] = [
  {
    title: 'ACARS messages',
    lists: [
      { path: company.path, hours: 24, of: acarsList, filters: company.list.filters },
      { path: allUsers.path, hours: 2, of: acarsList, filters: allUsers.list.filters },
    ],
  },
  {
    title: 'ADS-B frames',
    lists: [
      { path: adsbCompany.path, hours: 72, of: adsbList, filters: adsbCompany.list.filters },
      { path: adsb.path, hours: 1, of: adsbList, filters: adsb.list.filters },
    ],
  },
];

function filters(): Promise<Figure[]> {
  return withMillionServer(async (on) => {
    const figures: Figure[] = [];
    for (const { title, lists } of kinds) {
      const questions: Question[] = [];
      for (const list of lists) questions.push(...(await questionsOf(on.db, list, on.million.endMs)));
      const table = lists[0]?.of.table ?? acarsList.table;
      figures.push(
        ...(await compared(on, {
          title: `a filtered page of ${pageRows} ${title} with its count`,
          table,
          questions,
          limit: 20,
        })),
      );
    }
    return figures;
  });
}

/** Two weeks of the screen of statistics. */
function statistics(): Promise<Figure[]> {
  const { messagesNumber, directionalRanges, feedingTime, feedingPerMessageType } = api.statistics;
  const calls = [
    [messagesNumber.path, ''],
    [directionalRanges.path, '1'],
    [feedingTime.path, '2'],
    [feedingPerMessageType.path, ''],
  ] as const;
  return withMillionServer(async (on) => {
    await addStations(on.db);
    const at = (ms: number): string => encodeURIComponent(writeInstant(ms));
    const questions = calls.map(([path, n]): Question => {
      const period = (toMs: number) => `timeMin${n}=${at(toMs - 14 * dayMs)}&timeMax${n}=${at(toMs)}`;
      return { name: path, path: (turn) => `${path}?${period(on.million.endMs - (turn % 600) * 61_000)}` };
    });
    return compared(on, { title: 'statistics of 14 days', table: acarsList.table, questions, limit: 60 });
  });
}

type Compared = {
  readonly title: string;
  readonly table: MessageTable;
  readonly questions: readonly Question[];
  readonly limit: number;
};

async function compared(
  { server, db, million, postmaster }: MillionServer,
  { title, table, questions, limit }: Compared,
): Promise<Figure[]> {
  const ask = asking(server, (await logIn(server, 'parser')).token);
  const bare = await startBareRead(db, million, table);
  const bareCost = async () => {
    const { ms, cpuMs } = await costOf({ pids: [bare.pid], parents: [postmaster] }, async () => {
      for (let read = 0; read < readsPerRun; read++) await (await fetch(bare.url)).text();
    });
    return { ms: ms / readsPerRun, cpuMs: cpuMs / readsPerRun };
  };
  const results = questions.map(({ name }) => ({
    name,
    ms: [] as number[],
    cpuMs: [] as number[],
    ratios: [] as number[],
  }));
  const bareCpuMs: number[] = [];
  let turn = 0;
  try {
    // The first round warms.
    for (let round = -1; round < rounds; round++) {
      let before = await bareCost();
      for (const [index, { path }] of questions.entries()) {
        const cost = await costOf({ pids: [server.pid], parents: [postmaster] }, () => ask(path(turn++)));
        // The speed of a shared machine varies: each question is compared with the bare reads just before and after it.
        const after = await bareCost();
        const bareMs = (before.cpuMs + after.cpuMs) / 2;
        before = after;
        if (round < 0) continue;
        results[index]?.ms.push(cost.ms);
        results[index]?.cpuMs.push(cost.cpuMs);
        results[index]?.ratios.push(cost.cpuMs / bareMs);
        bareCpuMs.push(bareMs);
      }
    }
  } finally {
    bare.stop();
  }
  const found = results.map(({ name, cpuMs, ratios }) => ({ name, cpuMs: median(cpuMs), ratio: median(ratios) }));
  for (const { name, cpuMs, ratio: times } of found.toSorted((a, b) => b.ratio - a.ratio).slice(0, 10))
    console.log(`       ${times.toFixed(1)} times, ${cpuMs.toFixed(1)} ms of CPU: ${name}`);
  const all = results.flatMap(({ ms }) => ms);
  return [
    {
      name: `${title}, p95 of ${questions.length} questions, against the bare primary-key read of one page`,
      value: p95(found.map((one) => one.ratio)),
      limit,
      detail: `${p95(found.map((one) => one.cpuMs)).toFixed(1)} ms against ${median(bareCpuMs).toFixed(2)} ms of CPU in server and database, medians of ${rounds} rounds`,
    },
    {
      name: `${title}, questions over ${slowMs} ms`,
      value: all.filter((ms) => ms > slowMs).length,
      limit: 0,
      isExact: true,
      detail: `the slowest of ${all.length} took ${Math.max(...all).toFixed(0)} ms by the clock, p95 ${p95(all).toFixed(0)} ms`,
    },
  ];
}

/** Messages in place of receptions: the server joins the newest receptions up to a maximum (decision 35), whatever the page. A day has more of them. */
function joined(): Promise<Figure[]> {
  return withMillionServer(async ({ server, db, million, postmaster }) => {
    const [day] = await db.query<{ count: number }>(
      `select count(*)::float8 as count from acars where acars_date_time > $1::timestamptz`,
      [writeInstant(million.endMs - dayMs)],
    );
    if ((day?.count ?? 0) <= maxJoinedRows)
      throw new Error(`A day has ${day?.count} receptions. Set BENCH_ROWS higher.`);
    const ask = asking(server, (await logIn(server, 'parser')).token);
    let turn = 0;
    const cpuOf = (query: string) => async () => {
      const window = windowOf(million.endMs - (turn++ % 600) * 1000, 24);
      const path = `${allUsers.path}?${window}&offset=0&limit=${pageRows}${query}`;
      return (await costOf({ pids: [server.pid], parents: [postmaster] }, () => ask(path))).cpuMs;
    };
    const cpuMs = await medians({ joined: cpuOf('&joined=true'), plain: cpuOf('') });
    const name = `a page of ${pageRows} messages of 24 h with all their receptions, against one of ${pageRows} receptions`;
    return [ratio(name, cpuMs.joined, cpuMs.plain, 12, { unit: 'ms of CPU in server and database' })];
  });
}

/** It has the times of the rows, so that only one day is read. */
async function startBareRead(db: Database, { endMs, launched }: Million, { name, time }: MessageTable): Promise<Bare> {
  const keys = await db.query<{ station_id: string; at: string; id: string }>(
    `select station_id, ${time}::text as at, id::text as id from ${name}
     where ${time} >= $1::timestamptz order by ${time} limit ${pageRows}`,
    [writeInstant(endMs - bareBeforeEndMs)],
  );
  return startBare(
    { keys, place: launched.place },
    `({ keys, place }) => {
      const pool = new (require('pg').Pool)({ ...place, max: 2 });
      const text = 'select ${name}.* from unnest($1::text[], $2::timestamptz[], $3::bigint[]) k(s, t, i) join ${name} on ${name}.station_id = k.s collate "C" and ${name}.${time} = k.t and ${name}.id = k.i where ${name}.${time} between $4::timestamptz and $5::timestamptz';
      const values = [keys.map((k) => k.station_id), keys.map((k) => k.at), keys.map((k) => k.id), keys[0].at, keys.at(-1).at];
      return async (request, answer) => {
        const { rows } = await pool.query(text, values);
        if (rows.length !== keys.length) throw new Error('rows are missing');
        answer.setHeader('content-type', 'application/json; charset=utf-8');
        answer.end(JSON.stringify(rows));
      };
    }`,
  );
}

/** `rare` null: there is only one value. */
type Values = { readonly common: string; readonly rare: string | null };
type Single = { readonly name: string; readonly values: Values };

/** Every declared filter of the list, so that a new one is included at once: one question without, two for each parameter, and two of each with its neighbour. */
async function questionsOf(db: Database, list: List, endMs: number): Promise<Question[]> {
  const singles: Single[] = [];
  for (const filter of list.filters)
    for (const param of filter.params)
      if (param.value !== 'instant') {
        const values = await valuesOf(db, list, filter, param, endMs);
        if (values) singles.push({ name: param.name, values });
      }
  const question = (name: string, query: Readonly<Record<string, string>>): Question => ({
    name: `${list.hours} h, ${name}`,
    path: (turn) =>
      `${list.path}?${windowOf(endMs - (turn % 600) * 1000, list.hours)}&${new URLSearchParams({ offset: '0', limit: String(pageRows), ...query })}`,
  });
  const about = ({ name, values }: Single, neighbour: Single | undefined): Question[] =>
    (['common', 'rare'] as const).flatMap((which) => {
      const value = values[which];
      if (value === null || !neighbour) return [];
      return [
        question(`${name} ${which}`, { [name]: value }),
        question(`${name} ${which}, ${neighbour.name} common`, {
          [name]: value,
          [neighbour.name]: neighbour.values.common,
        }),
      ];
    });
  return [
    question('no filter', {}),
    ...singles.flatMap((single, at) => about(single, singles[(at + 1) % singles.length])),
  ];
}

/** Null if a smaller million has none. Codes and flags: the most and the least frequent. Bounds: nine of ten rows and one of ten thousand. Texts: a word in many and in few. */
async function valuesOf(
  db: Database,
  { of: { table, columns }, hours }: List,
  filter: Filter,
  param: FilterParam,
  endMs: number,
): Promise<Values | null> {
  if (param.op === 'exists') return { common: 'true', rare: null };
  // Facts are read with their rows, and generated texts have none.
  if (param.op === 'element' || param.op === 'chapter') return null;
  const { name = '', meaning } = columns[filter.field] ?? {};
  const column = (param.op === 'kind' ? meaning?.kind : param.op === 'decoded' ? meaning?.level : name) ?? name;
  const there = `from ${table.name} where ${table.time} between $1::timestamptz and $2::timestamptz and ${column} is not null`;
  const window = [writeInstant(endMs - hours * hourMs), writeInstant(endMs)];
  const [found] = await db.query<{ common: string; rare: string }>(valuesSql(param, column, there), window);
  if (!found || found.common === null) {
    if (messages >= 1_000_000) throw new Error(`The generated messages have nothing in ${column}`);
    return null;
  }
  return { common: String(found.common), rare: String(found.rare) };
}

function valuesSql(param: FilterParam, column: string, there: string): string {
  if (param.op === 'min' || param.op === 'max') {
    const [common, rare] = param.op === 'min' ? [0.1, 0.9999] : [0.9, 0.0001];
    return `select percentile_disc(${common}) within group (order by ${column}) as common, percentile_disc(${rare}) within group (order by ${column}) as rare ${there}`;
  }
  const value =
    param.op === 'contains'
      ? `select word as v, count(*) as n from (select distinct ctid, regexp_split_to_table(${column}, '[^A-Z0-9a-z]+') as word ${there}) words where length(word) > 2 group by 1`
      : `select ${column}::text as v, count(*) as n ${there} group by 1`;
  return `with counted as (${value})
    select (select v from counted order by n desc, v limit 1) as common, (select v from counted order by n, v limit 1) as rare`;
}

/* The product's table against mantine-react-table's own header and body: main-thread work. */

declare const bench: TableBench; // of the page
const frames = 60;
const step = 240;
const pagesInTurn = 10;
const moves = 30;

function table(): Promise<Figure[]> {
  return withPages('tools/bench/pages', { ours: 'table-ours.tsx', mrt: 'table-mrt.tsx' }, async (openPage) => {
    const open = (path: string): Promise<Candidate> =>
      openPage(path, () => 'bench' in window && document.querySelector('[role="columnheader"], th') !== null);
    return [
      ...(await scrolling(open)),
      ...(await scrollingWide(open)),
      ...(await nextPage(open)),
      ...(await resizing(open)),
    ];
  });
}
type OpenTable = (path: string) => ReturnType<Open>;

const scrollRatio = (columns: number, ms: { ours: number; mrt: number }): Figure =>
  ratio(
    `10,000 rows x ${columns} columns: main-thread CPU of a scrolled frame, against mantine-react-table's own virtual body`,
    ms.ours,
    ms.mrt,
    0.13,
  );

async function scrolling(open: OpenTable): Promise<Figure[]> {
  const candidates = {
    ours: await open('ours?rows=10000'),
    mrt: await open('mrt?rows=10000&virtual'),
    ours100k: await open('ours?rows=100000'),
  };
  const ms = await rounded(candidates, scrollMs);
  const heapOf = async (one: Candidate): Promise<number> => {
    await one.page.evaluate(() => bench.scrollTo(0));
    return heapMb(one);
  };
  const heap = { ours: await heapOf(candidates.ours), mrt: await heapOf(candidates.mrt) };
  const { page } = candidates.ours;
  const inserted = await page.evaluate(([count, by]) => bench.insertedWhileScrolling(count, by), [
    frames,
    step,
  ] as const);
  const elements = await page.evaluate(() => bench.elements());
  await closeAll(candidates);
  return [
    scrollRatio(29, ms),
    ratio('100,000 rows: main-thread CPU of a scrolled frame, against 10,000 rows', ms.ours100k, ms.ours, 1.25),
    {
      name: "10,000 rows: JavaScript heap after scrolling and garbage collection, against mantine-react-table's own virtual body",
      value: heap.ours / heap.mrt,
      limit: 0.4,
      isExact: true,
      detail: `${heap.ours.toFixed(1)} MB against ${heap.mrt.toFixed(1)} MB; ${elements} elements in the document`,
    },
    {
      // 240 px are 8.3 rows: rows are inserted once when they enter the view.
      name: `10,000 rows: rows inserted in a scrolled frame of ${step} px`,
      value: inserted / frames,
      limit: 9,
      isExact: true,
      detail: `${inserted} in ${frames} frames`,
    },
  ];
}

async function scrollingWide(open: OpenTable): Promise<Figure[]> {
  const candidates = {
    ours: await open('ours?list=adsb&rows=10000'),
    mrt: await open('mrt?list=adsb&rows=10000&virtual'),
  };
  const ms = await rounded(candidates, scrollMs);
  await closeAll(candidates);
  return [scrollRatio(53, ms)];
}

async function nextPage(open: OpenTable): Promise<Figure[]> {
  const candidates = { ours: await open('ours?rows=100'), mrt: await open('mrt?rows=100') };
  const ms = await rounded(candidates, (one) =>
    taskMsOf(one, pagesInTurn, () => one.page.evaluate((count) => bench.nextPages(count), pagesInTurn)),
  );
  await closeAll(candidates);
  const name = "next page of 100 rows: main-thread CPU, against mantine-react-table's own body";
  return [ratio(name, ms.ours, ms.mrt, 0.15)];
}

async function resizing(open: OpenTable): Promise<Figure[]> {
  const candidates = { ours: await open('ours?rows=10000'), mrt: await open('mrt?rows=10000&virtual') };
  const ms = await rounded(candidates, resizeMs);
  await closeAll(candidates);
  const name =
    "10,000 rows: main-thread CPU of one move of a resized column (live), against mantine-react-table's own, which resizes at the end";
  return [ratio(name, ms.ours, ms.mrt, 1)];
}

async function scrollMs(one: Candidate): Promise<number> {
  await one.page.evaluate(() => bench.scrollTo(0));
  return taskMsOf(one, frames, () =>
    one.page.evaluate(([count, by]) => bench.scroll(count, by), [frames, step] as const),
  );
}

const outward = new WeakSet<Candidate>();

/** A drag by real mouse events, 3 px a move, out and back in turn so that the next one finds the column as it was. */
async function resizeMs(one: Candidate): Promise<number> {
  const { page } = one;
  await page.evaluate(() => bench.scrollTo(100_000));
  const direction = outward.has(one) ? -1 : 1;
  if (direction === 1) outward.add(one);
  else outward.delete(one);
  const { x, y } = await page.evaluate(() => bench.handle());
  const width = () => page.evaluate(() => bench.settledWidth());
  const widthBefore = await width();
  await page.mouse.move(x, y);
  await page.mouse.down();
  const ms = await taskMsOf(one, moves, async () => {
    for (let move = 1; move <= moves; move++) {
      await page.mouse.move(x + move * 3 * direction, y);
      await nextFrame(page);
    }
  });
  await page.mouse.up();
  const moved = Math.abs((await width()) - widthBefore);
  if (Math.abs(moved - moves * 3) > 2) throw new Error(`The column did not follow the mouse: it moved ${moved} px.`);
  return ms;
}

/*
 * Export of 100,000 rows against write-excel-file in a worker, each in a browser of its own. Memory = rise of the peak resident memory of
 * all its processes (Linux only), because the bytes of a Blob move to the browser process.
 */

const responses = 10;
const rowsPerResponse = 10_000;

declare const exported: Exported; // of the page

async function exporting(): Promise<Figure[]> {
  const answers = Array.from({ length: responses }, (_, at): [string, string] => {
    const acarsMessages = acarsRows(rowsPerResponse, at * rowsPerResponse);
    return [`/answers/${at}.json`, JSON.stringify({ acarsMessages, acarsMessagesCount: responses * rowsPerResponse })];
  });
  const memory = { ours: [] as number[], library: [] as number[] };
  const frameMs: number[] = [];
  const ms = await withPages(
    'tools/bench/pages',
    { export: 'export.ts' },
    (open) => {
      const run = (way: 'ours' | 'library') => async (): Promise<number> => {
        const one = await open('export', () => 'exported' in window);
        const { extraMb, ...result } = await exportedIn(one, way);
        await one.browser.close();
        memory[way].push(extraMb);
        if (way === 'ours') frameMs.push(result.longestFrameMs);
        return result.ms;
      };
      return medians({ ours: run('ours'), library: run('library') });
    },
    answers,
  );
  const name = `export of ${responses * rowsPerResponse} rows x 25 columns`;
  const time = ratio(`${name}: time, against write-excel-file`, ms.ours, ms.library, 0.5, { digits: 0 });
  const [ours, library] = [median(memory.ours), median(memory.library)];
  return [
    { ...time, detail: `${time.detail}; longest frame of the page ${median(frameMs).toFixed(0)} ms` },
    ...(library > 0
      ? [ratio(`${name}: extra memory, against write-excel-file`, ours, library, 0.5, { unit: 'MB', digits: 0 })]
      : []),
  ];
}

async function exportedIn({ browser, page }: Candidate, way: 'ours' | 'library') {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pids = processInfo.map((one) => one.id);
  for (const pid of pids) forgetPeak(pid);
  const before = memoryMb(pids, 'VmRSS');
  const result = await page.evaluate(([name, count]) => exported(name, count), [way, responses] as const);
  return { ...result, extraMb: memoryMb(pids, 'VmHWM') - before };
}
