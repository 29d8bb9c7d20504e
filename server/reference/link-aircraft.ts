/**
 * Which airline an aircraft belongs to, and how many each has: found again after whatever changes aircraft or airlines, in the same transaction.
 * Must not: decide what is imported.
 */
import type { Transaction } from '../database/pool.ts';

/**
 * The airline that has the operator's ICAO code; without one, its IATA code. Of several airlines with a code one that still flies, then the oldest
 * entry. An ICAO code that no airline has leads nowhere: its IATA code may be somebody else's by now.
 */
export async function linkAircraft(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`
    with by_icao as (
      select distinct on (icao) icao, airline_id from airlines where icao is not null order by icao, is_active desc, airline_id),
    by_iata as (
      select distinct on (iata) iata, airline_id from airlines where iata is not null order by iata, is_active desc, airline_id)
    update aircraft set airline_id = found.airline_id
    from (select a.aircraft_id, coalesce(i.airline_id, j.airline_id) as airline_id from aircraft a
          left join by_icao i on i.icao = a.operator_icao
          left join by_iata j on a.operator_icao is null and j.iata = a.operator_iata) found
    where found.aircraft_id = aircraft.aircraft_id and aircraft.airline_id is distinct from found.airline_id`);
  await tx.query(`
    update airlines set fleet = counted.fleet
    from (select l.airline_id, coalesce(n.fleet, 0) as fleet from airlines l
          left join (select airline_id, count(*)::integer as fleet from aircraft where airline_id is not null group by airline_id) n
            on n.airline_id = l.airline_id) counted
    where counted.airline_id = airlines.airline_id and airlines.fleet is distinct from counted.fleet`);
}

/** What the type-aheads offer knows every type that an aircraft has. */
export async function addTypesOfAircraft(tx: Pick<Transaction, 'query'>): Promise<void> {
  await tx.query(`
    insert into aircraft_types (type_code, aircraft_type, source)
    select distinct coalesce(type_code, ''), coalesce(aircraft_type, ''), 'import' from aircraft
    where type_code is not null or aircraft_type is not null
    on conflict do nothing`);
}
