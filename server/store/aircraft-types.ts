/**
 * Types and type designators for the type-aheads. Must not: write (reference/), or say after how many letters one asks (the app does).
 */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';

const escaped = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');

/** Types that hold the text, those that begin with it first. */
export function typesFor(db: Database, part: string, limit: number): Promise<{ aircraftType: string }[]> {
  return db.query(
    `select aircraft_type as "aircraftType" from aircraft_types
     where aircraft_type <> '' and lower(aircraft_type) like $1 collate "C" escape '\\'
     group by aircraft_type
     order by lower(aircraft_type) like $2 collate "C" escape '\\' desc, lower(aircraft_type), aircraft_type limit $3`,
    [`%${escaped(part)}%`, `${escaped(part)}%`, limit],
  );
}

/** Designators that begin with the text. */
export function typeCodesFor(db: Database, beginning: string, limit: number): Promise<{ typeCode: string }[]> {
  return db.query(
    `select type_code as "typeCode" from aircraft_types
     where type_code <> '' and lower(type_code) like $1 collate "C" escape '\\'
     group by type_code order by type_code limit $2`,
    [`${escaped(beginning)}%`, limit],
  );
}
