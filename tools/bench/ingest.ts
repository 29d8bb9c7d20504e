/**
 * From the antenna to the database: storing against a bare COPY, decoding of frames, and stations that send while clients read.
 * BENCH_SECONDS = how long stations send, 60 unless set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../contract/api.ts';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { Receiver } from '../../contract/entities/receivers.ts';
import type { Filter } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { SourceCounters } from '../../server/base/ingest-counters.ts';
import { SourceMeter } from '../../server/base/source-meter.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { BeastReader } from '../../server/input/mode-s/beast.ts';
import { ModeSDecoder } from '../../server/input/mode-s/decode.ts';
import { rawMessage } from '../../server/input/mode-s/raw-message.ts';
import { rowOf } from '../../server/input/mode-s/row.ts';
import { StationFeed } from '../../server/input/radio/station-feed.ts';
import { acarsList } from '../../server/messages/acars-columns.ts';
import { adsbList } from '../../server/messages/adsb-columns.ts';
import { dayOf } from '../../server/messages/day-partitions.ts';
import { type MessageList, messagePage } from '../../server/messages/message-page.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { batchSize, inChunks, type StoredCount } from '../../server/messages/store-batches.ts';
import { copyLine } from '../../server/query/columns.ts';
import { asBeast } from '../../tests/recordings/mode-s-encoder.ts';
import { flights } from '../../tests/recordings/mode-s-flights.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { startProgram, type TestProgram } from '../../tests/support/server.ts';
import type { SenderMessage } from './antenna-sender.ts';
import { costOf, type Figure, median, medians, ownCpuMs, type Parts, p95, ratio } from './figures.ts';
import { type Million, openMillion } from './million.ts';
import { asking, benchEnv, windowOf, withServer } from './servers.ts';

export const parts: Parts = { storing, cpu, frames, antennas };

/*
 * Storing, with four readers of default pages. Bare = the same rows as COPY text, in batches of the same size, into a table with
 * only a primary key: the ratio is the cost of deduplication, reassembly and indexes. The database is durable.
 */

const messagesPerRound = 50_000;
const messagesPerCpuRound = 12_000;
const readers = 4;
const windowHours = 2;
const windowMs = windowHours * hourMs;
const database = 'bench_ingest';
type Row = Readonly<Record<string, string | number | boolean | null>>;
type Kind<M> = {
  readonly title: string;
  readonly list: MessageList;
  readonly filters: readonly Filter[];
  /** The default page that the readers request. */
  readonly path: string;
  readonly limit: number;
  readonly cpuLimit: number;
  /** Rows of the million, moved into the last two hours, with new keys. */
  readonly fresh: (rows: readonly M[], round: number) => M[];
  readonly store: (db: Messages, rows: readonly { readonly row: M }[]) => Promise<StoredCount>;
};

const { allUsers, adsb } = api.acarsMessage;
const acarsKind: Kind<AcarsMessage> = {
  title: 'messages',
  list: acarsList,
  filters: allUsers.list.filters,
  path: allUsers.path,
  limit: 0.5,
  cpuLimit: 0.6,
  fresh: freshMessages,
  store: storeAcars,
};
const adsbKind: Kind<AdsbMessage> = {
  title: 'ADS-B frames',
  list: adsbList,
  filters: adsb.list.filters,
  path: adsb.path,
  limit: 0.6,
  cpuLimit: 0.6,
  fresh: (rows, round) =>
    rows.map((row, at) => {
      const ms = instantMs(at, rows.length, round);
      return { ...row, adsbDateTime: writeInstant(ms), timestamp: ms / 1000 };
    }),
  store: storeAdsb,
};

async function storing(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ db, url, rowsOf }) => {
    const server = await startProgram({ database: url, env: benchEnv });
    try {
      return [
        await compareStoring(db, server, acarsKind, await rowsOf(acarsKind, messagesPerRound)),
        await compareStoring(db, server, adsbKind, await rowsOf(adsbKind, messagesPerRound)),
      ];
    } finally {
      await server.dispose();
    }
  });
}

type EmptyDatabase = {
  readonly db: Messages;
  readonly url: string;
  readonly rowsOf: <M>(kind: Kind<M>, count: number) => Promise<M[]>;
};
async function withEmptyDatabase(work: (on: EmptyDatabase) => Promise<Figure[]>): Promise<Figure[]> {
  const million = await openMillion();
  const { place } = million.launched;
  const source = openMessages(openDatabase(place, { max: 1 }));
  await source.query(`drop database if exists ${database} with (force)`);
  await source.query(`create database ${database}`);
  const db = openMessages(openDatabase({ ...place, database }, { max: 4 }));
  try {
    await migrate(db);
    return await work({
      db,
      url: `postgres://${place.user}:${place.password}@/${database}?host=${encodeURIComponent(place.host)}&port=${place.port}`,
      rowsOf: (kind, count) => sourceRows(source, million, kind, count),
    });
  } finally {
    await db.close();
    await source.query(`drop database ${database} with (force)`);
    await source.close();
    await million.launched.stop();
  }
}

/** CPU of the same work without readers: of this process with its threads, and of the connections. A vacuum in between belongs to no round. */
async function cpu(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ db, rowsOf }) => [
    await compareCpu(db, acarsKind, await rowsOf(acarsKind, messagesPerCpuRound)),
    await compareCpu(db, adsbKind, await rowsOf(adsbKind, messagesPerCpuRound)),
  ]);
}

async function compareCpu<M extends Row>(
  db: Messages,
  { title, list, cpuLimit, fresh, store }: Kind<M>,
  rows: readonly M[],
): Promise<Figure> {
  await prepareBare(db, list);
  let round = 0;
  const cost = (work: (made: readonly M[]) => Promise<unknown>) => async (): Promise<number> => {
    const made = fresh(rows, round++);
    await db.query('checkpoint');
    const backends = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = '${database}' and backend_type = 'client backend'`,
    );
    const pids = [process.pid, ...backends.map(({ pid }) => pid)];
    return (await costOf({ pids, parents: [] }, () => work(made))).cpuMs;
  };
  const { bare, mine } = await medians({
    mine: cost((made) => storeNew(db, store, made)),
    bare: cost((made) => copyBare(db, list, made)),
  });
  const name = `CPU of a bare COPY of ${rows.length.toLocaleString('en')} ${title}, against storing them`;
  return ratio(name, bare, mine, cpuLimit, { atLeast: true, unit: 'ms of CPU', digits: 0 });
}

async function storeNew<M>(db: Messages, store: Kind<M>['store'], made: readonly M[]): Promise<void> {
  const { stored } = await store(
    db,
    made.map((row) => ({ row })),
  );
  if (stored !== made.length) throw new Error(`${stored} of ${made.length} were new`);
}

async function compareStoring<M extends Row>(
  db: Messages,
  server: TestProgram,
  { title, list, path, limit, fresh, store }: Kind<M>,
  rows: readonly M[],
): Promise<Figure> {
  await prepareBare(db, list);
  const reading = await startReaders(server, path);
  try {
    let round = 0;
    const perSecond = async (work: (made: readonly M[]) => Promise<void>): Promise<number> => {
      const made = fresh(rows, round++);
      await db.query('checkpoint');
      const started = performance.now();
      await work(made);
      return made.length / ((performance.now() - started) / 1000);
    };
    const { mine, bare } = await medians({
      mine: () => perSecond((made) => storeNew(db, store, made)),
      bare: () => perSecond((made) => copyBare(db, list, made)),
    });
    const name = `storing ${rows.length.toLocaleString('en')} ${title} with ${readers} readers, against a bare COPY of them`;
    const figure = ratio(name, mine, bare, limit, { atLeast: true, unit: 'rows a second', digits: 0 });
    return { ...figure, detail: `${figure.detail}; the readers got ${reading.responses()} pages` };
  } finally {
    await reading.stop();
  }
}

async function sourceRows<M>(db: Messages, million: Million, { list, filters }: Kind<M>, count: number): Promise<M[]> {
  const query = { limit: count, acarsMessageDateTimeMax: million.endMs };
  const page = await messagePage(db, list, { filters, query, company: null });
  // As received: a server that ran on them has decoded some.
  const stored = JSON.parse(page.rowsJson) as (M & { id?: string; meaning?: unknown })[];
  return stored.map(({ id: _, meaning: __, ...row }) => row as M);
}

/** The same columns, the same partitions, logged, with the primary key and no other index. */
async function prepareBare(db: Database, { table: { name: table, time } }: MessageList): Promise<void> {
  const bare = `bare_${table}`;
  await db.query(
    `create table ${bare} (like ${table} including defaults, primary key (station_id, ${time}, id)) partition by range (${time})`,
  );
  for (const day of [-1, 0, 1].map((step) => dayOf(Date.now() + step * dayMs)))
    await db.query(
      `create table ${bare}_${day.replaceAll('-', '')} partition of ${bare}
       for values from ('${day} 00:00:00+00') to ('${dayOf(Date.parse(day) + dayMs)} 00:00:00+00')`,
    );
}

async function copyBare(db: Database, { table, columns }: MessageList, rows: readonly Row[]): Promise<void> {
  const fields = Object.keys(columns);
  const names = [...Object.values(columns).map((column) => column.name), 'is_demo', 'stored_at'].join(', ');
  const storedAt = new Date().toISOString();
  const line = (row: Row): string =>
    copyLine([...fields.map((field) => row[field] ?? (field === 'stationId' ? '' : null)), false, storedAt]);
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    await db.transaction((tx) => tx.copyIn(`copy bare_${table.name} (${names}) from stdin`, inChunks(batch.map(line))));
  }
}

/** Each requests the default page repeatedly, with another window each time, so that nothing is cached. */
async function startReaders(
  server: TestProgram,
  path: string,
): Promise<{ responses(): number; stop(): Promise<void> }> {
  const ask = asking(server, (await logIn(server, 'parser')).token);
  let responses = 0;
  let isStopping = false;
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; !isStopping; turn++, responses++) {
      const toMs = Date.now() - ((turn * readers + reader) % 300) * 1000;
      await ask(`${path}?offset=0&limit=10&${windowOf(toMs, windowHours)}`);
    }
  };
  const running = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  running.catch(() => {}); // reported by stop()
  return {
    responses: () => responses,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** Row `at` of `count`: evenly over the window, in each round a little later. */
const instantMs = (at: number, count: number, round: number): number =>
  Date.now() - windowMs + (at * windowMs) / count + round / 1000;

/** A fleet as forty stations hear it: each aircraft has one address and one airline, and three stations hear it in turn. */
const fleet = { aircraft: 2000, stations: 40, airlines: 60, stationsOfAircraft: 3 };
/** A third of the messages have two receptions, a tenth two blocks: receptions of 30 messages. */
const messagesPerPattern = 30;
const unassembled = { aggregatedText: null, aggregationStatus: null, consensusStatus: null, consensusResult: null };

/** Aircraft take turns, and each counts its messages; a third of the messages reach a second station, a tenth have a second block. */
function freshMessages(rows: readonly AcarsMessage[], round: number): AcarsMessage[] {
  const fresh: AcarsMessage[] = [];
  for (let message = 0; fresh.length < rows.length; message++) {
    const turn = message % messagesPerPattern;
    const one = message % fleet.aircraft;
    const number = Math.floor(message / fleet.aircraft) % 100;
    const airline = one % fleet.airlines;
    const flight = `${String.fromCharCode(65 + (airline % 26), 65 + Math.floor(airline / 26))}${1000 + one}`;
    const station = `BENCH-${(one + (number % fleet.stationsOfAircraft)) % fleet.stations}`;
    const blocks = turn % 10 === 0 ? ['A', 'B'] : ['A'];
    const first = rows[fresh.length] as AcarsMessage;
    for (const [part, letter] of blocks.entries())
      for (const second of turn % 3 === 0 ? ['', '-2'] : ['']) {
        const ms = instantMs(fresh.length, rows.length, round);
        fresh.push({
          ...(rows[fresh.length] ?? first),
          ...unassembled,
          acarsDateTime: writeInstant(ms),
          timestamp: ms / 1000,
          tail: `N${one}R${round}`,
          icao: (0xa00000 + round * fleet.aircraft + one).toString(16).toUpperCase(),
          flight,
          stationId: `${station}${second}`,
          label: first.label,
          text: part === 0 ? first.text : (rows[fresh.length] ?? first).text,
          blockId: String((number + part) % 10),
          msgno: `M${String(number).padStart(2, '0')}${letter}`,
          type: first.type,
          end: part + 1 < blocks.length,
        });
      }
  }
  return fresh.slice(0, rows.length);
}

/* Mode S frames on one core. */

const framesPerRound = 200_000;
/** A packet of TCP. */
const pieceBytes = 1448;
const startMs = Date.UTC(2026, 10, 21, 12);
const newDecoder = (): ModeSDecoder => new ModeSDecoder({ station: null, repairs: false });

async function frames(): Promise<Figure[]> {
  const recorded = flights.flatMap((flight) => flight.frames.map(({ bytes }) => bytes));
  const repeats = Math.ceil(framesPerRound / recorded.length);
  const count = repeats * recorded.length;
  const stream = Uint8Array.from(recorded.flatMap((bytes, at) => asBeast(bytes, at + 1, 90)));
  const forRows = newDecoder();
  const rows = recorded.flatMap((bytes, at) => {
    const decoded = forRows.decode(bytes, startMs + at * 20, 100);
    return typeof decoded === 'string' ? [] : [JSON.stringify(rowOf(decoded))];
  });
  const meter = new SourceMeter();
  /** Nanoseconds of CPU a frame. `work` gets a clock, on which frames are 20 ms apart, and begins with an empty decoder. */
  const nanoseconds = (work: (tick: () => number) => void) => (): number => {
    let timeMs = startMs;
    const tick = (): number => {
      timeMs += 20;
      return timeMs;
    };
    return (ownCpuMs(() => work(tick)) * 1e6) / count;
  };
  const decoding = (isRowMade: boolean) =>
    nanoseconds((tick) => {
      const decoder = newDecoder();
      for (let round = 0; round < repeats; round++)
        for (const bytes of recorded) {
          const decoded = decoder.decode(bytes, tick(), 100);
          if (typeof decoded === 'string') throw new Error(`A frame was refused: ${decoded}`);
          if (isRowMade) rowOf(decoded);
        }
    });
  let sum = 0;
  const ns = await medians({
    parsed: nanoseconds(() => {
      for (let round = 0; round < repeats; round++) for (const row of rows) sum += JSON.parse(row).timestamp;
    }),
    decoded: decoding(false),
    rows: decoding(true),
    read: nanoseconds((tick) => {
      const [reader, decoder] = [new BeastReader(), newDecoder()];
      for (let round = 0; round < repeats; round++)
        for (let from = 0; from < stream.length; from += pieceBytes)
          for (const { bytes, signal } of reader.read(stream.subarray(from, from + pieceBytes)))
            decoder.decode(bytes, tick(), signal);
    }),
    received: nanoseconds((tick) => {
      const feed = new StationFeed(
        { station: '1001', repairs: false, keepSeconds: 30 },
        { counters: new SourceCounters(), store: () => true, accepted: () => {} },
      );
      feed.place = { lat: 0, lon: 0 };
      for (let round = 0; round < repeats; round++) {
        for (const bytes of recorded) {
          const timeMs = tick();
          feed.takeFrame(rawMessage(bytes, 0, 100), timeMs, timeMs, meter);
        }
        feed.takeReports();
        feed.takeCounts();
      }
    }),
  });
  if (Number.isNaN(sum)) throw new Error('A row has no timestamp.');
  const how = { unit: 'ns of CPU', digits: 0 };
  return [
    ratio(
      'a Mode S frame decoded into a row of 53 columns, against JSON.parse of that row',
      ns.rows,
      ns.parsed,
      0.6,
      how,
    ),
    ratio('a Mode S frame read from Beast and decoded, against decoding alone', ns.read, ns.decoded, 2.5, how),
    ratio(
      'a Mode S frame decoded, counted, thinned and given to the map, against decoding alone',
      ns.received,
      ns.decoded,
      12,
      how,
    ),
  ];
}

/*
 * Five stations with 1,000 frames/s each while clients read a list and the map: nothing is lost, the responses are little slower
 * than without, and a position is on the map within a second.
 */

const stations = 5;
const probe = 0x4f_fff0;
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** Caches and decoders of the server fill. */
const warmMs = 10_000;
const aloneMs = 20_000;
const readEveryMs = 100;

type Times = { readonly list: number[]; readonly map: number[] };
type Ask = (path: string) => Promise<string>;
type MapResponse = {
  readonly currentLocations: readonly { readonly icao: string; readonly altitudeFt: number | null }[];
};

async function antennas(): Promise<Figure[]> {
  const file = join(import.meta.dirname, 'antenna-sender.ts');
  const sender = spawn(process.execPath, ['--import', 'tsx', file, String(stations), String(probe)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const { ports } = await message(sender, 'ports');
    const radio = ports.map((port, at) => `${1001 + at}=beast://127.0.0.1:${port}`).join();
    return await withServer({ env: { RADIO: radio } }, (server) => watch(server, sender));
  } finally {
    sender.kill('SIGKILL');
  }
}

async function watch(server: TestProgram, sender: ChildProcess): Promise<Figure[]> {
  const ask = asking(server, (await logIn(server, 'admin')).token);
  await pause(warmMs);
  const sentAt = new Map<number, number>();
  sender.on('message', (report: SenderMessage) => {
    if ('altitudeFt' in report) sentAt.set(report.altitudeFt, report.atMs);
  });
  const delays: number[] = [];
  const beside = await readFor(ask, seconds * 1000, (map) => {
    const altitudeFt = map.currentLocations.find(({ icao }) => Number.parseInt(icao, 16) === probe)?.altitudeFt ?? -1;
    const atMs = sentAt.get(altitudeFt);
    if (atMs !== undefined) delays.push(Date.now() - atMs);
    sentAt.delete(altitudeFt);
  });
  const load = loadavg()[0] ?? 0;
  const report = message(sender, 'sent');
  sender.send('stop');
  const { sent } = await report;
  // The last batch is stored.
  await pause(2000);
  const { receivers } = JSON.parse(await ask('/receivers')) as { receivers: Receiver[] };
  const alone = await readFor(ask, aloneMs, () => {});
  const counted = (kind: string): number =>
    receivers.flatMap(({ counts }) => counts).reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const received = receivers.reduce((sum, one) => sum + one.received, 0);
  const flow = `${seconds} s, ${stations} stations, ${Math.round(sent / (seconds + warmMs / 1000))} frames/s, load ${load.toFixed(1)}`;
  const slower = (name: keyof Times): Figure => {
    const [during, before] = [median(beside[name]), median(alone[name])];
    return {
      name: `the ${name} while frames arrive, against the same without`,
      value: during / before,
      limit: 1.5,
      detail: `medians ${during.toFixed(1)} and ${before.toFixed(1)} ms of ${beside[name].length} and ${alone[name].length} requests; ${flow}`,
    };
  };
  return [
    {
      name: 'frames that were sent and neither stored nor thinned out',
      value: sent - received + counted('dropped'),
      limit: 0,
      isExact: true,
      detail: `${sent} sent, ${received} received, ${counted('refused')} refused, ${counted('dropped')} dropped, ${counted('thinned')} thinned out; ${flow}`,
    },
    slower('list'),
    slower('map'),
    {
      name: 'from a frame to the map, p95',
      value: p95(delays) / 1000,
      limit: 1,
      unit: ' s',
      detail: `median ${median(delays)} ms, slowest ${Math.max(...delays)} ms of ${delays.length} positions, read each ${readEveryMs} ms`,
    },
  ];
}

/** A page of frames and the map, in turns. Resolves to the milliseconds of each. */
async function readFor(ask: Ask, forMs: number, onMap: (map: MapResponse) => void): Promise<Times> {
  const times: Times = { list: [], map: [] };
  const timed = async (name: keyof Times, path: string): Promise<string> => {
    const began = performance.now();
    const text = await ask(path);
    times[name].push(performance.now() - began);
    return text;
  };
  for (const endMs = Date.now() + forMs; Date.now() < endMs; await pause(readEveryMs)) {
    // The window of the screen, another one each time: nothing is cached.
    await timed('list', `${adsb.path}?limit=10&${windowOf(Date.now(), windowHours)}`);
    onMap(JSON.parse(await timed('map', api.map.currentLocation.path)) as MapResponse);
  }
  return times;
}

/** The next message with this key. */
function message<K extends 'ports' | 'sent'>(
  sender: ChildProcess,
  key: K,
): Promise<Extract<SenderMessage, { [key in K]: unknown }>> {
  return new Promise((resolve, reject) => {
    sender.once('exit', () => reject(new Error('The sender ended.')));
    sender.on('message', (report: SenderMessage) => {
      if (key in report) resolve(report as Extract<SenderMessage, { [key in K]: unknown }>);
    });
  });
}
