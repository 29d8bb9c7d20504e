/** Aircraft types and type designators for suggestions. */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';

const escaped = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');

/** Types that contain the text, those that start with it first. */
export function typesFor(db: Database, part: string, limit: number): Promise<{ aircraftType: string }[]> {
  return db.query(
    `select aircraft_type as "aircraftType" from aircraft_types
     where aircraft_type <> '' and lower(aircraft_type) like $1 collate "C" escape '\\'
     group by aircraft_type
     order by lower(aircraft_type) like $2 collate "C" escape '\\' desc, lower(aircraft_type), aircraft_type limit $3`,
    [`%${escaped(part)}%`, `${escaped(part)}%`, limit],
  );
}

/** Designators that start with the text. */
export function typeCodesFor(db: Database, beginning: string, limit: number): Promise<{ typeCode: string }[]> {
  return db.query(
    `select type_code as "typeCode" from aircraft_types
     where type_code <> '' and lower(type_code) like $1 collate "C" escape '\\'
     group by type_code order by type_code limit $2`,
    [`${escaped(beginning)}%`, limit],
  );
}
