/** What a stored frame states about the flight of its aircraft, as SQL. */

/** Decoder texts for on the ground and airborne. Some frames leave it open. */
export const groundSql = `case
  when es_type in ('5', '6', '7', '8') or capability like '%ground%' or vs ilike '%ground%' then true
  when flight_status ilike '%ground%' and flight_status not ilike '%airborne%' then true
  when es_type in ('9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22')
    or capability like '%airborne%' or vs ilike '%airborne%' then false
  when flight_status ilike '%airborne%' and flight_status not ilike '%ground%' then false end`;

const feetPerMetre = 3.28084;
export const altitudeFtSql = `case when alt_unit ilike 'm%' then altitude * ${feetPerMetre} else altitude end`;
