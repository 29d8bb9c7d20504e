/** Which aircraft the id of a page means: a registration, otherwise a 24-bit address. */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { tailKey } from '../reference/aircraft-match.ts';

type KnownFacts = {
  readonly aircraftId: number;
  readonly registration: string | null;
  readonly address: string | null;
  readonly typeCode: string | null;
  readonly aircraftType: string | null;
  readonly serialNumber: string | null;
  readonly manufactureDate: string | null;
  readonly airlineName: string | null;
  readonly airlineIata: string | null;
  readonly airlineIcao: string | null;
  readonly operatorIata: string | null;
  readonly operatorIcao: string | null;
};
export type WhichAircraft = {
  /** In lower case. The forms of the registration that messages contain. */
  readonly tails: readonly string[];
  /** In lower case. null = unknown. */
  readonly address: string | null;
  /** null = not on record. */
  readonly known: KnownFacts | null;
};

/** The key of an id: equal ids are one aircraft. */
export const idKey = (id: string): string => foldCase(id.trim()).replace(/^\.+/, '');
const isAddress = (key: string): boolean => /^[0-9a-f]{6}$/.test(key);

const facts = `a.aircraft_id::float8 as "aircraftId", nullif(a.registration, '') as registration, a.mode_s as address,
  a.type_code as "typeCode", a.aircraft_type as "aircraftType", a.serial_number as "serialNumber",
  to_char(a.manufacture_date, 'YYYY-MM-DD') as "manufactureDate",
  coalesce(l.airline_name, a.operator_name) as "airlineName", coalesce(l.iata, a.operator_iata) as "airlineIata",
  coalesce(l.icao, a.operator_icao) as "airlineIcao", a.operator_iata as "operatorIata", a.operator_icao as "operatorIcao"`;

/** `key` = idKey of the id. */
export async function whichAircraft(db: Pick<Database, 'query'>, key: string): Promise<WhichAircraft> {
  const find = async (condition: string, value: string): Promise<KnownFacts | null> => {
    const [found] = await db.query<KnownFacts>(
      `select ${facts} from aircraft a left join airlines l on l.airline_id = a.airline_id
       where ${condition} = $1 collate "C" order by a.aircraft_id desc limit 1`,
      [value],
    );
    return found ?? null;
  };
  const byTail = await find(tailKeySql('a.registration'), tailKey(key) ?? '');
  const known = byTail ?? (isAddress(key) ? await find('lower(a.mode_s)', key) : null);
  const registration = foldCase(known?.registration ?? '');
  const forms = [key, registration].flatMap((tail) => [tail, tail.replaceAll('-', '')]);
  return {
    tails: [...new Set(forms)].filter((tail) => tail !== ''),
    address: known?.address ? foldCase(known.address) : !byTail && isAddress(key) ? key : null,
    known,
  };
}
