/** ADS-B frames of the million bench as SQL: the kinds of a decoder in realistic proportion, identical in each run. */
import { adsbTable } from '../../server/query/message-tables.ts';
import type { DataSet } from './million-data.ts';
import { days, messages } from './million-size.ts';

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

export const adsbData: DataSet = { table: adsbTable, insert: framesSql };
