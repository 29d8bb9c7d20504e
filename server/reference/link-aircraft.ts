/** Links aircraft to airlines and counts fleets, after each change and in its transaction. */
import type { Transaction } from '../database/pool.ts';

/**
 * The airline with the operator's ICAO code, without one its IATA code, if no other airline has or had that code (set_airline_codes),
 * or with such a code and its name, as of airlines that have ended. An unknown ICAO code matches nothing: its IATA code may belong to
 * another airline by now. Joins a table with operators.
 */
export const airlineCodesSql = (table: string): string => `
  left join airline_codes by_icao on by_icao.code = lower(${table}.operator_icao) and by_icao.is_certain
  left join airline_codes by_iata on ${table}.operator_icao is null and by_iata.code = lower(${table}.operator_iata) and by_iata.is_certain
  left join ${namedSql('icao')} by_icao_name
    on by_icao_name.icao = ${table}.operator_icao and by_icao_name.name = lower(${table}.operator_name)
  left join ${namedSql('iata')} by_iata_name
    on ${table}.operator_icao is null and by_iata_name.iata = ${table}.operator_iata and by_iata_name.name = lower(${table}.operator_name)`;
const namedSql = (code: 'icao' | 'iata'): string => `
  (select distinct on (${code}, lower(airline_name)) ${code}, lower(airline_name) as name, airline_id from airlines
   where ${code} is not null order by ${code}, lower(airline_name), is_active desc, airline_id)`;
/** The airline found by these joins. */
export const airlineOfOperatorSql =
  'coalesce(by_icao.airline_id, by_icao_name.airline_id, by_iata.airline_id, by_iata_name.airline_id)';

/** Links every aircraft to its airline, and counts fleets. */
export async function linkAircraft(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`
    update aircraft set airline_id = found.airline_id
    from (select a.aircraft_id, ${airlineOfOperatorSql} as airline_id from aircraft a ${airlineCodesSql('a')}) found
    where found.aircraft_id = aircraft.aircraft_id and aircraft.airline_id is distinct from found.airline_id`);
  await countFleets(tx);
}

export async function countFleets(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`
    update airlines set fleet = counted.fleet
    from (select l.airline_id, coalesce(n.fleet, 0) as fleet from airlines l
          left join (select airline_id, count(*)::integer as fleet from aircraft where airline_id is not null group by airline_id) n
            on n.airline_id = l.airline_id) counted
    where counted.airline_id = airlines.airline_id and airlines.fleet is distinct from counted.fleet`);
}

/** Suggestions contain every type of an aircraft. */
export async function addTypesOfAircraft(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`
    insert into aircraft_types (type_code, aircraft_type, source)
    select distinct coalesce(type_code, ''), coalesce(aircraft_type, ''), 'import' from aircraft
    where type_code is not null or aircraft_type is not null
    on conflict do nothing`);
}
