/**
 * Statistics over the million: each call's question answered out of the counts, against the same question asked of the raw rows side by side; and
 * light requests of the real server while twenty statistics calls run at once, against the same alone.
 * Must not: let an answer come from memory: every period is another one. BENCH_ROWS=10000000 asks ten times as many rows.
 */
import { loadavg } from 'node:os';
import { writeInstant } from '../../contract/params.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { feedingPerStation } from '../../server/store/statistics/feeding.ts';
import { messagesPerStation } from '../../server/store/statistics/messages-number.ts';
import type { Period } from '../../server/store/statistics/period.ts';
import { directionalRanges } from '../../server/store/statistics/ranges.ts';
import { countActiveStations, listStations } from '../../server/store/statistics/station-list.ts';
import { askedStations } from '../../server/store/statistics/stations-asked.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import { startServer, type TestServer } from '../../tests/support/server.ts';
import { interleaved, median } from './median.mjs';
import { type Million, openMillion } from './million-data.ts';
import { days, messages } from './million-size.ts';

/** As many as fit into the time, at least five. */
const rounds = 5;
const roundsForMs = 3000;
const dayMs = 86_400_000;
const everybody = { feederId: null, company: null };
type Question = {
  readonly title: string;
  readonly counted: (period: Required<Period> & { readonly fromMs: number }) => Promise<unknown>;
  /** $1 to $2. */
  readonly raw: string;
};

export async function measure(): Promise<object[]> {
  const million = await openMillion();
  const db = openDatabase(million.launched.place, { max: 4 });
  try {
    await addStations(db);
    const figures: object[] = [];
    for (const question of questionsOf(db, million.endMs)) figures.push(await compare(db, question, million.endMs));
    figures.push(await besideStatistics(million));
    return figures;
  } finally {
    await db.close();
    await million.launched.stop();
  }
}

async function besideStatistics({ dataDir, endMs }: Million): Promise<object> {
  const server = await startServer({
    database: 'embedded',
    env: { DATABASE_URL: '', DATA_DIR: dataDir, RETENTION_DAYS: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
    clockOffsetMs: endMs - Date.now(),
  });
  try {
    return await lightRequests(server, endMs);
  } finally {
    await server.dispose();
  }
}

/** A station for each receiver of the million, somewhere between its aircraft; kept with the million. */
async function addStations(db: Database): Promise<void> {
  const made = await db.query(
    `insert into stations (station_id, latitude, longitude)
     select n, 35 + n % 20, -10 + n % 40 from generate_series(10, 49) n on conflict do nothing returning 1`,
  );
  if (made.length === 0) return;
  await db.query(
    `insert into station_receiver_names select 'RX-' || s.station_id, s.id from stations s
     where s.station_id::int between 10 and 49 on conflict do nothing`,
  );
  await db.query(
    "select recount_receptions(min(received_at), max(received_at) + interval '1 second', false) from reception",
  );
  await db.query('vacuum analyze rx_hour');
  await db.query('vacuum analyze range_hour');
}

const inPeriod = 'received_at >= $1 and received_at <= $2';
function questionsOf(db: Database, endMs: number): readonly Question[] {
  const asked = () => askedStations(db, everybody);
  return [
    {
      title: 'messages per station and type (API-37)',
      counted: async (period) => messagesPerStation(db, await asked(), period),
      raw: `select lower(station_id), message_type, count(*) from reception where ${inPeriod} group by 1, 2`,
    },
    {
      title: 'farthest reception of each direction (API-38)',
      counted: async (period) => directionalRanges(db, await asked(), period, 1),
      raw: `select bearing_deg(s.latitude, s.longitude, lat, lon), max(great_circle_nmi(s.latitude, s.longitude, lat, lon))
        from reception join receiver_station r on r.receiver = lower(station_id) join stations s on s.id = r.station_record_id
        where ${inPeriod} and lat is not null and lon is not null and message_type <> 'HFDL'
          and great_circle_nmi(s.latitude, s.longitude, lat, lon) <= 600 group by 1`,
    },
    {
      title: 'feeding time per station and type (API-39 to 41)',
      counted: async (period) => feedingPerStation(db, await asked(), period, endMs),
      raw: `select station, count(distinct slot), count(*) filter (where message_type = 'ADSB'), count(*) filter (where message_type = 'VDLM2')
        from (select distinct lower(station_id) as station, message_type, floor(extract(epoch from received_at) / 600) as slot
          from reception where ${inPeriod}) slots group by 1`,
    },
    {
      title: 'stations and when each was heard last (API-42)',
      counted: () => listStations(db, everybody, Date.now()),
      raw: `select lower(station_id), max(received_at) from reception where ${inPeriod} group by 1`,
    },
    {
      title: 'active stations (API-43)',
      counted: () => countActiveStations(db, everybody, endMs),
      raw: `select count(distinct lower(station_id)) from reception where ${inPeriod} and received_at >= $2::timestamptz - interval '4 hours'`,
    },
  ];
}

async function compare(db: Database, { title, counted, raw }: Question, endMs: number): Promise<object> {
  let turn = 0;
  const periodOf = () => {
    turn++;
    return { fromMs: endMs - days * dayMs + turn * 61_000, toMs: endMs - turn * 7_000 };
  };
  const timed = async (work: (period: { fromMs: number; toMs: number }) => Promise<unknown>): Promise<number> => {
    const period = periodOf();
    const started = performance.now();
    await work(period);
    return performance.now() - started;
  };
  const results = await interleaved(
    {
      counted: () => timed(counted),
      raw: () => timed(({ fromMs, toMs }) => db.query(raw, [new Date(fromMs), new Date(toMs)])),
    },
    rounds,
    roundsForMs,
  );
  const [mine, theirs] = [median(results.counted ?? []), median(results.raw ?? [])];
  return {
    name: `statistics, ${days} days, 40 stations: ${title}, against the same of ${(2 * messages).toLocaleString('en')} raw rows`,
    value: mine / theirs,
    limit: 0.05,
    detail: `${mine.toFixed(1)} ms against ${theirs.toFixed(0)} ms, medians of ${results.raw?.length} interleaved rounds`,
  };
}

const atOnce = 20;
const lightRequestsAsked = 400;
const lightRounds = 3;

/** A page of ten of the last two hours, one after another, as somebody who reads. */
async function lightRequests(server: TestServer, endMs: number): Promise<object> {
  const { token } = await logIn(server, 'parser');
  let turn = 0;
  const ask = async (path: string): Promise<void> => {
    const { status, text } = await callApi(server, path, { token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  };
  const period = (n: string, hours: number, stepMs: number): string => {
    const toMs = endMs - (turn++ % 600) * stepMs;
    return `timeMin${n}=${encodeURIComponent(writeInstant(toMs - hours * 3_600_000))}&timeMax${n}=${encodeURIComponent(writeInstant(toMs))}`;
  };
  const light = (): Promise<void> =>
    ask(
      `/AcarsMessage/allUsers?limit=10&${period('', 2, 1000).replace('timeMin', 'acarsMessageDateTimeMin').replace('timeMax', 'acarsMessageDateTimeMax')}`,
    );
  const heavy = [
    () => ask(`/FeederStatistics/MessagesNumber?${period('', 14 * 24, 61_000)}`),
    () => ask(`/FeederStatistics/HistroicalDirectionalRanges?${period('1', 14 * 24, 61_000)}`),
    () => ask(`/FeederStatistics/FeedingTime?${period('2', 14 * 24, 61_000)}`),
    () => ask(`/FeederStatistics/FeedingTimePerMessageType?${period('', 14 * 24, 61_000)}`),
  ];
  const p99 = async (): Promise<number> => {
    const took: number[] = [];
    for (let n = 0; n < lightRequestsAsked; n++) {
      const started = performance.now();
      await light();
      took.push(performance.now() - started);
    }
    return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
  };
  const withStatistics = async (): Promise<number> => {
    let isStopping = false;
    const running = Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        while (!isStopping) await heavy[n % heavy.length]?.();
      }),
    );
    try {
      return await p99();
    } finally {
      isStopping = true;
      await running;
    }
  };
  const results = await interleaved({ alone: p99, beside: withStatistics }, lightRounds);
  const [alone, beside] = [median(results.alone ?? []), median(results.beside ?? [])];
  return {
    name: `p99 of ${lightRequestsAsked} light requests while ${atOnce} statistics calls run at once, against the same alone`,
    value: beside / alone,
    limit: 3,
    detail: `${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms, medians of ${lightRounds} rounds; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  };
}
