/** ACARS per aircraft over the million messages: filters on aircraft and airline over fifteen days. Reported without a limit. */
import { loadavg } from 'node:os';
import { api } from '../../contract/api.ts';
import { acarsPerAircraftFilters } from '../../contract/calls/messages.ts';
import type { Database } from '../../server/database/pool.ts';
import { perAircraftColumns, perAircraftList } from '../../server/messages/acars-per-aircraft.ts';
import { median } from './median.mjs';
import type { Asker, List } from './million-asker.ts';

/** The first are named in messages. The others fill the list as on a real server. */
const known = 2_000;
const others = 600_000;
/** Number of newest messages searched for values. */
const looked = 20_000;

const aircraftSql = `
insert into aircraft (registration, mode_s, type_code, aircraft_type, serial_number, operator_name, operator_iata, operator_icao, airline_id, source)
select case when n <= ${known} then 'N' || n || 'BX' else 'X-' || n end,
  upper(lpad(to_hex(case when n <= ${known} then 10485760 + n * 37 else 11534336 + n end), 6, '0')),
  t.type_code, t.aircraft_type, (20000 + n)::text, l.airline_name, l.iata, l.icao, l.airline_id, 'import'
from (select n, 1 + floor(power((hashint4(n) & 65535) / 65536.0::float8, 3) * (select count(*) from aircraft_types where source = 'package'))::bigint as type_at
  from generate_series(1, ${known + others}) n) made
join (select *, row_number() over (order by type_code, aircraft_type) as at from aircraft_types where source = 'package') t on t.at = type_at
left join (select *, row_number() over (order by airline_id) as at from airlines where icao is not null and is_active limit 200) l
  on l.at = 1 + (hashint4(n + 1) & 255)
order by n`;

export async function reportPerAircraft(db: Database, asker: Asker): Promise<void> {
  await addAircraft(db);
  const filters = acarsPerAircraftFilters;
  const list: List = { path: api.acarsMessage.withExtData.path, hours: 15 * 24, of: perAircraftList, filters };
  const company: List = { ...list, path: api.acarsMessage.withExtDataCompany.path };
  console.log('       ACARS per aircraft, 15 days:');
  for (const one of [list, company])
    for (const [name, query] of [['no filter', {}], ...(await requestsOf(db))] as const) {
      const times: number[] = [];
      for (let round = 0; round < 3; round++) times.push((await asker.ask(one, query)).ms);
      console.log(
        `       ${one.path.split('/').at(-1)}, ${name}: ${median(times).toFixed(0)} ms (load ${(loadavg()[0] ?? 0).toFixed(1)})`,
      );
    }
}

async function addAircraft(db: Database): Promise<void> {
  const [there] = await db.query<{ n: number }>(
    `select count(*)::int as n from aircraft where registration like 'X-%'`,
  );
  if (there?.n === others) return;
  await db.query(aircraftSql);
  await db.query('vacuum (analyze) aircraft');
}

type BenchRequest = readonly [name: string, query: Readonly<Record<string, string>>];
/** A common and a rare value for each filter on what is joined. */
async function requestsOf(db: Database): Promise<BenchRequest[]> {
  const { columns = {}, sql = '' } = perAircraftList.joined ?? {};
  const requests: BenchRequest[] = [];
  for (const { field, params } of acarsPerAircraftFilters) {
    const column = Object.hasOwn(columns, field)
      ? perAircraftColumns[field as keyof typeof perAircraftColumns].name
      : null;
    if (column === null) continue;
    const counted = await db.query<{ v: string }>(
      `select ${column} as v from (select * from acars order by acars_date_time desc limit ${looked}) acars ${sql}
       where ${column} is not null group by 1 order by count(*) desc, 1`,
    );
    for (const [which, found] of [
      ['common', counted[0]],
      ['rare', counted.at(-1)],
    ] as const)
      for (const { name } of found ? params : []) requests.push([`${name} ${which}`, { [name]: found?.v ?? '' }]);
  }
  return requests;
}
