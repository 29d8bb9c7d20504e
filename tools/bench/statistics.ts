/**
 * Statistics over the million: counts against the raw rows, and light requests while twenty statistics calls run.
 * Each period is different, so nothing is cached. BENCH_ROWS=10000000 uses ten times as many rows.
 */
import { writeInstant } from '../../contract/params.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { readFirstSight } from '../../server/first-sight/first-sight.ts';
import { messageBand } from '../../server/statistics/band.ts';
import { dayCounts } from '../../server/statistics/day-counts.ts';
import { feedingPerStation } from '../../server/statistics/feeding.ts';
import { messagesPerStation } from '../../server/statistics/messages-number.ts';
import type { Period } from '../../server/statistics/period.ts';
import { directionalRanges } from '../../server/statistics/ranges.ts';
import { countActiveStations, listStations } from '../../server/statistics/station-list.ts';
import { queryStations } from '../../server/statistics/station-query.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { startProgram, type TestProgram } from '../../tests/support/server.ts';
import { asking, lightPages, repeated, underLoad } from './light-requests.ts';
import { medians } from './median.mjs';
import { type Million, openMillion } from './million-data.ts';
import { days, messages } from './million-size.ts';
import { benchEnv } from './with-server.ts';

/** At least five, more if they fit into the time. */
const rounds = 5;
const roundsForMs = 3000;
const dayMs = 86_400_000;
const everybody = { feederId: null, company: null };
type BenchRequest = {
  readonly title: string;
  readonly counted: (period: Required<Period> & { readonly fromMs: number }) => Promise<unknown>;
  /** $1 to $2. */
  readonly raw: string;
  /** Default 0.05. */
  readonly limit?: number;
};

export async function measure(): Promise<object[]> {
  const million = await openMillion();
  const db = openDatabase(million.launched.place, { max: 4 });
  try {
    await addStations(db);
    const figures: object[] = [];
    for (const request of requestsOf(db, million.endMs)) figures.push(await compare(db, request, million.endMs));
    figures.push(await underStatistics(million));
    return figures;
  } finally {
    await db.close();
    await million.launched.stop();
  }
}

async function underStatistics({ dataDir, endMs }: Million): Promise<object> {
  const server = await startProgram({
    database: 'embedded',
    env: {
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      RETENTION_DAYS: '0',
      CLOCK_OFFSET_MS: String(endMs - Date.now()),
      ...benchEnv,
    },
  });
  try {
    return await lightRequests(server, endMs);
  } finally {
    await server.dispose();
  }
}

/** A station for each receiver of the million, among its aircraft. Cached with it. */
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
  await db.query(
    'select count_texts(day, false) from (select distinct (hour at time zone $1)::date as day from rx_hour) days',
    ['UTC'],
  );
  for (const table of ['rx_hour', 'range_hour', 'range_day', 'text_day', 'level_hour'])
    await db.query(`vacuum analyze ${table}`);
}

const inPeriod = 'received_at >= $1 and received_at <= $2';
function requestsOf(db: Database, endMs: number): readonly BenchRequest[] {
  const requested = () => queryStations(db, everybody);
  return [
    {
      title: 'messages per station and type (API-37)',
      counted: async (period) => messagesPerStation(db, await requested(), period),
      raw: `select lower(station_id), message_type, count(*) from reception where ${inPeriod} group by 1, 2`,
    },
    {
      title: 'farthest reception of each direction (API-38)',
      counted: async (period) => directionalRanges(db, await requested(), period, 1),
      raw: `select bearing_deg(s.latitude, s.longitude, lat, lon), max(great_circle_nmi(s.latitude, s.longitude, lat, lon))
        from reception join receiver_station r on r.receiver = lower(station_id) join stations s on s.id = r.station_record_id
        where ${inPeriod} and lat is not null and lon is not null and message_type <> 'HFDL'
          and great_circle_nmi(s.latitude, s.longitude, lat, lon) <= 600 group by 1`,
    },
    {
      title: 'feeding time per station and type (API-39 to 41)',
      counted: async (period) => feedingPerStation(db, await requested(), period, endMs),
      raw: `select station, count(distinct slot), count(*) filter (where message_type = 'ADSB'), count(*) filter (where message_type = 'VDLM2')
        from (select distinct lower(station_id) as station, message_type, floor(extract(epoch from received_at) / 600) as slot
          from reception where ${inPeriod}) slots group by 1`,
    },
    {
      title: 'stations with their last reception (API-42)',
      counted: () => listStations(db, everybody, Date.now()),
      raw: `select lower(station_id), max(received_at) from reception where ${inPeriod} group by 1`,
    },
    {
      title: 'time band of the last 24 hours (ADD-band)',
      counted: async ({ toMs }) => messageBand(db, await requested(), { fromMs: toMs - dayMs, toMs }, endMs),
      raw: `select floor(extract(epoch from received_at) / 600) as slot, message_type, count(*) from reception where ${inPeriod} group by 1, 2`,
      limit: 0.02,
    },
    {
      title: 'messages per day of 40 days (ADD-days)',
      counted: async () => dayCounts(db, await requested(), endMs),
      raw: `select date_trunc('day', received_at), message_type, count(*) from reception where ${inPeriod} group by 1, 2`,
    },
    {
      title: 'at first sight, all six charts (ADD-firstSight, of the rows only slots and ranges)',
      counted: async () => readFirstSight(db, await requested(), 1, endMs),
      raw: `with rows as (select lower(station_id) as station, message_type, floor(extract(epoch from received_at) / 600) as slot, count(*) as messages
          from reception where ${inPeriod} group by 1, 2, 3),
        ranges as (select r.receiver, bearing_deg(s.latitude, s.longitude, lat, lon) as bearing, max(great_circle_nmi(s.latitude, s.longitude, lat, lon))
          from reception join receiver_station r on r.receiver = lower(station_id) join stations s on s.id = r.station_record_id
          where ${inPeriod} and lat is not null and lon is not null and message_type <> 'HFDL' group by 1, 2)
        select (select count(*) from rows), (select count(*) from ranges)`,
    },
    {
      title: 'active stations (API-43)',
      // Four hours of rows: a few milliseconds on either side, of which the round trip is one.
      limit: 0.2,
      counted: () => countActiveStations(db, everybody, endMs),
      raw: `select count(distinct lower(station_id)) from reception where ${inPeriod} and received_at >= $2::timestamptz - interval '4 hours'`,
    },
  ];
}

async function compare(
  db: Database,
  { title, counted, raw, limit = 0.05 }: BenchRequest,
  endMs: number,
): Promise<object> {
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
  const { mine, theirs } = await medians(
    {
      mine: () => timed(counted),
      theirs: () => timed(({ fromMs, toMs }) => db.query(raw, [new Date(fromMs), new Date(toMs)])),
    },
    rounds,
    roundsForMs,
  );
  return {
    name: `statistics, ${days} days, 40 stations: ${title}, against the same of ${(2 * messages).toLocaleString('en')} raw rows`,
    value: mine / theirs,
    limit,
    detail: `${mine.toFixed(1)} ms against ${theirs.toFixed(0)} ms, medians of at least ${rounds} interleaved rounds`,
  };
}

const atOnce = 20;

async function lightRequests(server: TestProgram, endMs: number): Promise<object> {
  const { token } = await logIn(server, 'parser');
  let turn = 0;
  const period = (n: string): string => {
    const toMs = endMs - (turn++ % 600) * 61_000;
    return `timeMin${n}=${encodeURIComponent(writeInstant(toMs - 14 * dayMs))}&timeMax${n}=${encodeURIComponent(writeInstant(toMs))}`;
  };
  const ask = asking(server, token);
  const heavy = [
    () => ask(`/FeederStatistics/MessagesNumber?${period('')}`),
    () => ask(`/FeederStatistics/HistroicalDirectionalRanges?${period('1')}`),
    () => ask(`/FeederStatistics/FeedingTime?${period('2')}`),
    () => ask(`/FeederStatistics/FeedingTimePerMessageType?${period('')}`),
  ];
  return underLoad(
    `${atOnce} statistics calls`,
    lightPages(ask, endMs),
    repeated(atOnce, (n) => heavy[n % heavy.length]?.()),
  );
}
