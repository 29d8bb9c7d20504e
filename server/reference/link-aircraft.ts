/** Links aircraft to airlines and counts fleets, after each change and in its transaction. */
import type { Transaction } from '../database/pool.ts';

/**
 * The airline with the operator's ICAO code, without one its IATA code. Of several an active one, then the oldest
 * entry. An unknown ICAO code matches nothing: its IATA code may belong to another airline by now. Joins a table with operator codes.
 */
export const airlineCodesSql = (table: string): string => `
  left join (select distinct on (icao) icao, airline_id from airlines where icao is not null
             order by icao, is_active desc, airline_id) by_icao on by_icao.icao = ${table}.operator_icao
  left join (select distinct on (iata) iata, airline_id from airlines where iata is not null
             order by iata, is_active desc, airline_id) by_iata on ${table}.operator_icao is null and by_iata.iata = ${table}.operator_iata`;
/** The airline found by these joins. */
export const airlineOfOperatorSql = 'coalesce(by_icao.airline_id, by_iata.airline_id)';

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
