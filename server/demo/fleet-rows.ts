/** Demo fleet and routes as reference data, so that messages match aircraft, airlines and airports. Touches only demo rows. */
import type { Database, Transaction } from '../database/pool.ts';
import { typeNameOf } from '../reference/data-files.ts';
import { addTypesOfAircraft, linkAircraft } from '../reference/link-aircraft.ts';
import { lockReferenceData } from '../reference/load.ts';
import { type DemoAircraft, demoFleet, demoRoutes } from './fleet.ts';
import { randomOf } from './random.ts';

const seed = 20_240_307;
/** First year of the types that are younger than the rest. */
const firstYears: Readonly<Record<string, number>> = {
  A20N: 2016,
  A21N: 2017,
  A359: 2015,
  A35K: 2018,
  B38M: 2017,
  B39M: 2018,
  BCS3: 2016,
  B788: 2011,
};

/** Once per database. Imported rows with the same address stay unchanged. */
export async function addDemoAircraft(db: Database): Promise<void> {
  const [there] = await db.query<{ n: number }>('select count(*) as n from aircraft where is_demo');
  if (there?.n === demoFleet.length) return;
  const made = demoFleet.map((aircraft, index) => madeOf(aircraft, index));
  await db.transaction(async (tx) => {
    await lockReferenceData(tx);
    await tx.query(
      `insert into aircraft (registration, mode_s, type_code, aircraft_type, serial_number, manufacture_date,
                             operator_iata, operator_icao, operator_name, source, is_demo)
       select f.*, (select airline_name from airlines l where l.icao = f.operator_icao order by is_active desc, airline_id limit 1),
              'package', true
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::date[], $7::text[], $8::text[])
         as f (registration, mode_s, type_code, aircraft_type, serial_number, manufacture_date, operator_iata, operator_icao)
       on conflict (lower(mode_s)) do nothing`,
      [
        demoFleet.map(({ tail }) => tail),
        demoFleet.map(({ icao }) => icao),
        demoFleet.map(({ type }) => type),
        demoFleet.map(({ type }) => typeNameOf(type)),
        made.map(({ serialNumber }) => serialNumber),
        made.map(({ day }) => day),
        demoFleet.map(({ airline }) => airline),
        demoFleet.map(({ callSign }) => callSign),
      ],
    );
    await addTypesOfAircraft(tx);
    await linkAircraft(tx);
  });
}

/** Imported rows with the same callsign stay unchanged. */
export async function addDemoRoutes(db: Database): Promise<void> {
  const routes = demoRoutes();
  await db.query(
    `insert into routes (call_sign, airline_icao, flight_number, airport_codes, source, is_demo)
     select call_sign, airline, substr(call_sign, length(airline) + 1), airports, 'package', true
     from unnest($1::text[], $2::text[], $3::text[]) as f (call_sign, airline, airports)
     on conflict (call_sign) do nothing`,
    [
      routes.map(({ callSign }) => callSign),
      routes.map(({ airline }) => airline),
      routes.map(({ airports }) => airports.join('-')),
    ],
  );
}

/** Invented, and the same on every machine. */
function madeOf({ type }: DemoAircraft, index: number): { serialNumber: string; day: string } {
  const random = randomOf(seed, index);
  const first = firstYears[type] ?? 1999;
  const year = random.whole(first, Math.max(first + 6, 2017));
  const day = new Date(Date.UTC(year, random.whole(0, 11), random.whole(1, 28))).toISOString().slice(0, 10);
  return { serialNumber: String(random.whole(2000, 64_999)), day };
}

export async function removeDemoFleet(tx: Pick<Transaction, 'query'>): Promise<void> {
  await lockReferenceData(tx);
  await tx.query('delete from aircraft where is_demo');
  await tx.query('delete from routes where is_demo');
  await linkAircraft(tx);
}
