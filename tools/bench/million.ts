/** Database with 1,000,000 ACARS messages and ADS-B frames (BENCH_ROWS) over 15 days and 40 stations, identical in each run, cached in .cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { type Launched, launchPostgres } from '../../server/database/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { withoutIndexes } from '../../server/database/without-indexes.ts';
import { dayOf, ensureDays } from '../../server/messages/day-partitions.ts';
import { indexFinishedDays } from '../../server/messages/finished-days.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { acarsTable, adsbTable, type MessageTable } from '../../server/query/message-tables.ts';
import { root } from '../../tests/support/repository.ts';

/** Number of messages of each kind. */
export const messages = Number(process.env.BENCH_ROWS ?? 1_000_000);
export const days = 15;

/** One kind of message: `insert` = the messages $1 to $2, the last of all at $3; `before` and `after` run around all of them. */
type DataSet = {
  readonly table: MessageTable;
  readonly before?: string;
  readonly insert: string;
  readonly after?: string;
};
/** Increase it with every change of the generated data: the cached database becomes invalid. */
const generatorVersion = 2;
/** The days of the default windows grow message by message, like live ones. Earlier days are filled at once. */
const liveMessages = 140_000;
const liveBatch = 2_000;
/** Stored after the last vacuum. */
const unvacuumed = 8_000;

const folder = join(root, '.cache', messages === 1_000_000 ? 'million' : `million-${messages}`);
const stampFile = join(folder, 'stamp.json');
type Stamp = {
  readonly generator: number;
  /** Epoch ms of the last message. */
  readonly endMs: number;
  readonly migrations: Readonly<Record<string, string>>;
};
export type Million = { readonly launched: Launched; readonly dataDir: string; readonly endMs: number };

/** Starts the product's embedded PostgreSQL on it. Generates it if missing or invalid. */
export async function openMillion(): Promise<Million> {
  const kept = readStamp();
  if (!kept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const launched = await launchPostgres(folder, () => {});
  const db = openMessages(openDatabase(launched.place, { max: 2 }));
  try {
    const endMs = kept?.endMs ?? Math.floor(Date.now() / 1000) * 1000;
    await migrate(db);
    if (!kept) await generate(db, endMs);
    writeFileSync(stampFile, JSON.stringify({ generator: generatorVersion, endMs, migrations: migrations() }));
    return { launched, dataDir: folder, endMs };
  } catch (error) {
    await launched.stop();
    throw error;
  } finally {
    await db.close();
  }
}

/** null = created by another generator version, or with a migration that has changed. */
function readStamp(): Stamp | null {
  if (!existsSync(stampFile)) return null;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
  const now = migrations();
  const isSame = Object.entries(stamp.migrations).every(([name, hash]) => now[name] === hash);
  return isSame && stamp.generator === generatorVersion ? stamp : null;
}

function migrations(): Record<string, string> {
  const place = join(root, 'server/database/migrations');
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(place, name)))
      .digest('hex');
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(names.map((name) => [name, hash(name)]));
}

async function generate(db: Messages, endMs: number): Promise<void> {
  const started = performance.now();
  console.log(`Generating ${messages.toLocaleString('en')} messages of each kind (once, cached in .cache) ...`);
  for (const dataSet of [acarsData, adsbData]) await generateOne(db, dataSet, endMs);
  await db.query('select add_stored_spellings()');
  clock.offsetMs = endMs - Date.now();
  await indexFinishedDays(db);
  clock.offsetMs = 0;
  console.log(`Generated in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

async function generateOne(db: Messages, { table, before, insert, after }: DataSet, endMs: number): Promise<void> {
  const oldest = endMs - (days + 1) * dayMs;
  const required = Array.from({ length: days + 2 }, (_, day) => dayOf(oldest + day * dayMs));
  await ensureDays(db, required, endMs, table);
  if (before) await db.query(before);
  const end = new Date(endMs).toISOString();
  const bulk = messages - liveMessages;
  await db.query(`set maintenance_work_mem = '512MB'`);
  await withoutIndexes(db, table.name, () => db.query(insert, [0, bulk - 1, end]));
  await db.query(`vacuum (analyze) ${table.name}`);
  for (let from = bulk; from < messages; from += liveBatch) {
    if (from === messages - unvacuumed) await db.query(`vacuum (analyze) ${table.name}`);
    await db.query(insert, [from, from + liveBatch - 1, end]);
  }
  if (after) await db.query(after);
}

/** A station for each receiver of the million, among its aircraft, with its counts. Cached with it. */
export async function addStations(db: Database): Promise<void> {
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

/** 3,000 fragments of text: words and numbers typical of such messages. */
const fragmentsSql = `
select setseed(0.42);
create table bench_fragment as
with words as (
  select array['POS','FUEL','ETA','WX','ATIS','RWY','TEMP','WIND','TURB','GATE','CREW','DELAY','OOOI','ACK','REQ','PDC','CLX','FPL','DIV','HOLD',
               'TEST','FAULT','ENG','APU','BRK','CAB','PAX','LOAD','TRIM','ZFW'] || array(select 'WPT' || chr(65 + n % 26) || chr(65 + n / 26) from generate_series(0, 350) n) as list
)
select n as id, (
  select string_agg(list[1 + floor(cardinality(list) * power(random(), 3) + (n + part) * 0)::int] || case when random() < 0.5 then (random() * 9999)::int::text else '' end, (array[' ', ',', '/', E'\\r\\n'])[1 + floor(random() * 4)::int])
  from generate_series(1, 8) part
) as text
from words, generate_series(1, 3000) n`;

/**
 * Messages $1 to $2 of ${messages}, the last one at $3. Tails, flights and labels are Zipf-like; a fifth has a place; half have a flight;
 * a fifth has the four fields of assembly.
 */
const messagesSql = `
insert into acars (acars_date_time, epoch_seconds, station_id, tail, flight, text, aggregated_text, aggregation_status, freq_mhz, channel,
  level_db, error, mode, label, block_id, ack, msgno, is_end, alt_ft, dsta, icao, is_onground, is_response, lat, lon, to_addr, link,
  consensus_status, consensus_result, stored_at)
select date_trunc('second', at), extract(epoch from at), 'CS-' || (10 + n % 40) || case when n % 3 = 0 then '-VDL' else '-ACARS' end,
  'N' || aircraft || 'BX', case when is_flight then 'XX' || lpad((aircraft * 7 % 1900)::text, 4, '0') end, message,
  case when is_assembled then message || ' ' || f3.text end, case when is_assembled then (array['complete','complete','complete','partial','lost'])[1 + floor(power(r5, 2) * 5)::int] end,
  (array[131.55,131.725,136.65,136.975,129.125,130.025,8.912,11.384])[1 + floor(power(r2, 2) * 8)::int], n % 8,
  round((-40 + 38 * sqrt(r3))::numeric, 1), floor(4 * power(r4, 6)), (array['2','2','2','H','X'])[1 + floor(power(r5, 3) * 5)::int],
  (array['H1','_d','SQ','5Z','80','B6','10','15','Q0','RA','44','4N','AA','BA','A9','SA','2P','30','4T','8E','16','H2','1C','QX','5U','C1','54','33','39','57'])[least(30, floor(power(30, r6))::int)],
  (array['1','2','3','4','5','6','7','8','9','0','A','B','K'])[1 + floor(power(r1, 2) * 13)::int], case when r4 < 0.7 then '!' when r4 < 0.99 then 'A' end,
  (array['M','D','S','L'])[1 + n % 4] || lpad((n / 7 % 100)::text, 2, '0') || 'A', r5 < 0.1, case when has_place then (100 * floor(r3 * 430)) end,
  case when r2 < 0.1 then 'K' || (array['ABQ','JFK','LAX','ORD','ATL','DFW','DEN','SFO'])[1 + floor(power(r1, 2) * 8)::int] end,
  case when n % 3 = 0 then upper(lpad(to_hex(10485760 + aircraft * 37), 6, '0')) end, case when n % 3 = 0 then r2 < 0.05 end, case when n % 3 = 0 then r4 < 0.5 end,
  case when has_place then round((25 + 30 * r1)::numeric, 4) end, case when has_place then round((-125 + 60 * r2)::numeric, 4) end,
  case when n % 3 = 0 then (array['10902A','10904A','1090CA','10915A','109F1A'])[1 + floor(power(r3, 2) * 5)::int] end, case when n % 3 = 0 then 'VDLM2' when n % 25 = 1 then 'HFDL' else 'ACARS' end,
  case when is_assembled then (array['agreed','agreed','single','disputed'])[1 + floor(power(r1, 2) * 4)::int] end, case when is_assembled then message end, at
from (
  select n, $3::timestamptz - (${messages - 1} - n) * interval '${(days * 86_400) / messages} seconds' as at, greatest(1, floor(power(2000, r0))::int) as aircraft,
    r1 < 0.5 as is_flight, r2 < 0.2 as has_place, r3 < 0.2 as is_assembled, r0, r1, r2, r3, r4, r5, r6,
    left(substr(f1.text, 1, 15 + floor(60 * r4)::int) || ' ' || to_hex(hashint4(n)) || ' ' || case when r6 > 0.3 then f2.text || ' ' || (n * 7919::bigint % 100003) else '' end, 20 + floor(200 * r5)::int) as message, f2.id
  from (
    select n, (hashint4extended(n, 0) & 65535) / 65536.0::float8 as r0, (hashint4extended(n, 1) & 65535) / 65536.0::float8 as r1,
      (hashint4extended(n, 2) & 65535) / 65536.0::float8 as r2, (hashint4extended(n, 3) & 65535) / 65536.0::float8 as r3,
      (hashint4extended(n, 4) & 65535) / 65536.0::float8 as r4, (hashint4extended(n, 5) & 65535) / 65536.0::float8 as r5,
      (hashint4extended(n, 6) & 65535) / 65536.0::float8 as r6, 1 + (hashint4extended(n, 7) & 65535) % 3000 as t1, 1 + (hashint4extended(n, 8) & 65535) % 3000 as t2
    from generate_series($1::int, $2::int) n
  ) random_parts join bench_fragment f1 on f1.id = t1 join bench_fragment f2 on f2.id = t2
) parts join bench_fragment f3 on f3.id = 1 + (parts.id * 17) % 3000
order by n`;

const acarsData: DataSet = {
  table: acarsTable,
  before: fragmentsSql,
  insert: messagesSql,
  after: 'drop table bench_fragment',
};

/** First number of each kind in a thousand frames. A third are positions, a third movements, the rest replies to radars. */
const kinds = {
  place: 0,
  surface: 340,
  motion: 360,
  name: 660,
  allCall: 720,
  reply: 840,
  airAir: 900,
  commB: 950,
  other: 975,
  status: 985,
  emergency: 993,
  modeAc: 998,
};

const is = (...some: (keyof typeof kinds)[]): string => {
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  return `(${some
    .map((name) => {
      const next = names[names.indexOf(name) + 1];
      return next ? `kind >= ${kinds[name]} and kind < ${kinds[next]}` : `kind >= ${kinds[name]}`;
    })
    .join(' or ')})`;
};
const when = (condition: string, value: string): string => `case when ${condition} then ${value} end`;
/** The first most often. */
const oneOf = (random: string, ...values: readonly string[]): string =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + floor(power(${random}, 2) * ${values.length})::int]`;

const squitter = is('place', 'surface', 'motion', 'name', 'status', 'emergency', 'other');
const position = is('place', 'surface', 'other');
const withAltitude = `(${is('place', 'other', 'airAir')} or (${is('reply', 'commB')} and r6 < 0.6))`;
const isByAir = `(${is('motion')} and r6 < 0.07)`;
const isByGround = `(${is('motion')} and r6 >= 0.07)`;
const hasSquawk = `(${is('emergency')} or (${is('reply', 'commB')} and r6 >= 0.6))`;

/** SQL value of each column. */
const columns: Readonly<Record<string, string>> = {
  adsb_date_time: `date_trunc('second', at)`,
  epoch_seconds: 'extract(epoch from at)',
  station_id: `'RX-' || (10 + n % 40)`,
  address: when(`not ${is('modeAc')}`, 'hex'),
  icao: when(`not ${is('modeAc')}`, 'hex'),
  address_type: when(`not ${is('modeAc')}`, `case when ${is('other')} then 'Other Address' else 'ICAO Address' end`),
  msg_type: `case when ${is('other')} then 'DF 18: Extended Squitter.' when ${squitter} then 'DF 17: ADS-B message.' when ${is('allCall')} then 'DF 11: All Call Reply.'
    when ${is('reply')} then case when r6 < 0.6 then 'DF 4: Surveillance, Altitude Reply.' else 'DF 5: Surveillance, Identity Reply.' end
    when ${is('airAir')} then case when r5 < 0.8 then 'DF 0: Short Air-Air Surveillance.' else 'DF 16: Long Air-Air ACAS' end
    when ${is('commB')} then case when r6 < 0.6 then 'DF 20: Comm-B, Altitude Reply.' else 'DF 21: Comm-B, Identity Reply.' end else 'Mode A/C Reply.' end`,
  level_db: 'round((-40 + 38 * sqrt(r3))::numeric, 1)',
  error: 'floor(3 * power(r4, 12))',
  capability: when(
    `${squitter} and not ${is('other')} or ${is('allCall')}`,
    oneOf(
      'r5',
      '5 (Level 2+, airborne)',
      '5 (Level 2+, airborne)',
      '4 (Level 2+, ground)',
      '7 (DR/Alert/SPI active)',
      '1 (reserved)',
    ),
  ),
  es_type: when(
    squitter,
    `case when ${is('place', 'other')} then '11' when ${is('surface')} then '7' when ${is('motion')} then '19' when ${is('name')} then '4' when ${is('status')} then '31' else '28' end`,
  ),
  es_sub: when(squitter, `case when ${isByAir} then '3' when ${is('motion', 'emergency')} then '1' else '0' end`),
  f_flag: when(position, `case when r6 < 0.5 then 'odd' else 'even' end`),
  t_flag: when(position, `case when r6 < 0.02 then 'UTC' else 'non-UTC' end`),
  altitude: when(withAltitude, '25 * floor(1700 * sqrt(r1))'),
  alt_unit: when(withAltitude, `case when r6 < 0.001 then 'meters' else 'feet' end`),
  alt_info: when(is('place', 'other'), `case when r6 < 0.1 then 'geometric' else 'barometric' end`),
  nucp: when(position, oneOf('r5', '7', '7', '6', '8', '0')),
  pos_decoding: when(
    position,
    oneOf(
      'r4',
      'Global CPR decoding used.',
      'Global CPR decoding used.',
      'Local CPR decoding used.',
      'Bad position data, not decoded.',
    ),
  ),
  lat: when(`${position} and r4 < 0.75`, 'round((36 + 20 * r2)::numeric, 6)'),
  lon: when(`${position} and r4 < 0.75`, 'round((-10 + 40 * r3)::numeric, 6)'),
  ew_status: when(isByGround, `case when r4 < 0.99 then 'Valid' else 'Unavailable' end`),
  ew_velocity_kt: when(isByGround, 'floor(-520 + 1040 * r1)'),
  ns_status: when(isByGround, `case when r4 < 0.99 then 'Valid' else 'Unavailable' end`),
  ns_velocity_kt: when(isByGround, 'floor(-520 + 1040 * r2)'),
  vertical_status: when(is('motion'), `case when r4 < 0.98 then 'Valid' else 'Unavailable' end`),
  vertical_rate_src: when(is('motion'), `case when r5 < 0.9 then '0' else '1' end`),
  vertical_rate_ft_min: when(is('motion'), `case when r5 < 0.6 then 0 else 64 * floor(-40 + 80 * r3) end`),
  hae_baro_offset_ft: when(is('motion'), 'case when r6 < 0.1 then -9999 else 25 * floor(-10 + 60 * r4) end'),
  heading_deg: when(`${isByAir} or ${is('surface')}`, 'floor(360 * r1)'),
  heading_status: when(`${isByAir} or ${is('surface')}`, `case when r4 < 0.95 then 'Valid' else 'Unavailable' end`),
  airspeed_kt: when(isByAir, 'floor(150 + 350 * r2)'),
  airspeed_status: when(isByAir, `case when r4 < 0.95 then 'Valid' else 'Unavailable' end`),
  identification: when(is('name'), `'XX' || lpad((aircraft * 7 % 1900)::text, 4, '0')`),
  aircraft_type: when(is('name'), oneOf('r5', 'A3', 'A0', 'A5', 'A1', 'C2', 'A7')),
  iid: when(is('allCall'), `'II-' || lpad(floor(15 * power(r5, 3))::text, 2, '0')`),
  flight_status: when(
    is('reply', 'commB'),
    oneOf('r5', 'Normal, Airborne', 'Normal, Airborne', 'Normal, On the ground', 'Alert, Airborne'),
  ),
  dr: when(is('reply', 'commB'), oneOf('r4', '0', '0', '4', '1')),
  um: when(is('reply', 'commB'), oneOf('r3', '0', '0', '1', '2')),
  squawk: when(hasSquawk, `lpad((aircraft * 13 % 4096)::text, 4, '0')`),
  vs: when(is('airAir'), `case when r4 < 0.95 then 'Airborne' else 'Ground' end`),
  cc: when(is('airAir'), `case when r3 < 0.9 then '1' else '0' end`),
  sl: when(is('airAir'), oneOf('r5', '7', '6', '5', '0')),
  comm_b_mb: when(is('commB'), `substr(md5(n::text), 1, 14)`),
  comm_b_bds: when(is('commB'), oneOf('r4', '4,0', '5,0', '6,0', '2,0')),
  bds2_identification: when(`${is('commB')} and r4 > 0.9`, `'XX' || lpad((aircraft * 7 % 1900)::text, 4, '0')`),
  control_field: when(is('other'), oneOf('r5', '1 (ADS-B ES/NT device with other address)', '6 (ADS-B rebroadcast)')),
  nacp: when(is('status'), oneOf('r5', '9', '10', '8', '0')),
  emergency_state: when(
    is('emergency'),
    oneOf('r5', 'No emergency', 'No emergency', 'General emergency', 'No communications'),
  ),
  mode_a: when(is('modeAc'), `lpad((aircraft * 13 % 4096)::text, 4, '0')`),
  mode_a_ident: when(is('modeAc'), `case when r4 < 0.1 then '1' else '0' end`),
  mode_c: when(is('modeAc'), 'floor(r1 * 400)::text'),
  report: when(`${is('status')} and r4 < 0.2`, oneOf('r5', '1', '2', '3')),
  stored_at: 'at',
};

const randoms = Array.from(
  { length: 7 },
  (_, i) => `(hashint4extended(n, ${20 + i}) & 65535) / 65536.0::float8 as r${i}`,
);

/** Frames $1 to $2 of all, the last one at $3; aircraft are Zipf-like. */
const framesSql = `
insert into adsb (${Object.keys(columns).join(', ')})
select ${Object.values(columns).join(',\n  ')}
from (
  select *, to_hex(4194304 + aircraft * 37) as hex from (
    select n, $3::timestamptz - (${messages - 1} - n) * interval '${(days * 86_400) / messages} seconds' as at,
      greatest(1, floor(power(2000, r0))::int) as aircraft, (hashint4extended(n, 19) & 65535) % 1000 as kind, r1, r2, r3, r4, r5, r6
    from (select n, ${randoms.join(', ')} from generate_series($1::int, $2::int) n) random_parts
  ) parts
) frames
order by n`;

const adsbData: DataSet = { table: adsbTable, insert: framesSql };
