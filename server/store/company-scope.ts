/**
 * Whose messages a caller sees: the company rule of C38, C38b and C117.
 * Must not: trust the company that a client sends, unless the client is an administrator.
 */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';
import type { Caller } from '../guard.ts';
import type { Values } from './filter-sql.ts';
import type { MessageTable } from './message-tables.ts';

/** `company` = the calls that the specification scopes; `all` = every list, count, export and statistic (COMPANY_SCOPE=all). */
export type CompanyScope = 'company' | 'all';

/**
 * The company that narrows an answer, or null for the whole feed. `asked` = what the query says, which counts for administrators only.
 * `isScopedCall` = API-11, 13, 16, 27.
 */
export function companyOf(
  caller: Pick<Caller, 'audience' | 'company'> | null,
  asked: string | undefined,
  isScopedCall: boolean,
  scope: CompanyScope = 'company',
): string | null {
  if (!isScopedCall && scope !== 'all') return null;
  const company = caller?.audience === 'admin' ? (isScopedCall ? asked : null) : caller?.company;
  return company?.trim() || null;
}

/** What a company's messages are known by, as the database has it now. Texts in small letters. */
export type CompanyMarks = {
  /** Names that its receivers send: of stations whose feeder has that company. */
  readonly receivers: readonly string[];
  /** 24 bit addresses and registrations of its aircraft: those whose operator, or whose airline, bears the name of the company. */
  readonly addresses: readonly string[];
  readonly registrations: readonly string[];
};

/** A handful of receivers and at most some hundred aircraft: found first, so that each message is only looked up in them. */
export async function companyMarks(db: Pick<Database, 'query'>, company: string | null): Promise<CompanyMarks | null> {
  if (company === null) return null;
  const [marks] = await db.query<CompanyMarks>(
    `with own as materialized (
       select s.id, s.station_id from stations s join users u on u.id = s.feeder_user_id where lower(trim(u.company)) = lower($1)),
     craft as materialized (
       select lower(mode_s) as mode_s, lower(registration) as registration from aircraft where lower(operator_name) = $2 collate "C"
       union
       select lower(mode_s), lower(registration) from aircraft
       where airline_id in (select airline_id from airlines where lower(airline_name) = $2 collate "C"))
     select array(select lower(receiver_name) from station_receiver_names where station_record_id in (select id from own)
                  union select station_id from own) as receivers,
       array(select distinct mode_s from craft where mode_s is not null) as addresses,
       array(select distinct registration from craft) as registrations`,
    [company, foldCase(company)],
  );
  return marks ?? { receivers: [], addresses: [], registrations: [] };
}

/** Columns of a table of messages by which its aircraft is known; a frame of ADS-B says no registration. */
const aircraftColumns = {
  acars: { address: 'acars.icao', registration: 'acars.tail' },
  adsb: { address: 'adsb.icao', registration: null },
} as const satisfies Record<MessageTable['name'], object>;

/**
 * C38b: a message is a company's when its receiver is, or its aircraft. An address that we know decides which aircraft that is; the
 * registration counts where there is none.
 */
export function companySql(marks: CompanyMarks | null, table: MessageTable['name'], values: Values): string[] {
  if (marks === null) return [];
  const { address, registration } = aircraftColumns[table];
  const isOneOf = (column: string, texts: readonly string[]): string =>
    `lower(${column}) = any(${values.add(texts, 'text[]')})`;
  const ways = [isOneOf(`${table}.station_id`, marks.receivers), isOneOf(address, marks.addresses)];
  if (registration)
    ways.push(
      `(${isOneOf(registration, marks.registrations)}
        and not exists (select from aircraft where lower(aircraft.mode_s) = lower(${address})))`,
    );
  return [`(${ways.join(' or ')})`];
}
