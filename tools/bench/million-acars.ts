/** ACARS messages of the million bench as SQL, identical in each run. */
import { acarsTable } from '../../server/query/message-tables.ts';
import type { DataSet } from './million-data.ts';
import { days, messages } from './million-size.ts';

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

export const acarsData: DataSet = {
  table: acarsTable,
  before: fragmentsSql,
  insert: messagesSql,
  after: 'drop table bench_fragment',
};
