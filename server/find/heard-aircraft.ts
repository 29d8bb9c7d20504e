/** Aircraft of stored messages, one row each, with the reference data that matches (decision 17). */
import { airlineCode } from '../../contract/airline-code.ts';
import { type FindIndex, maxFindAircraft } from '../../contract/entities/find.ts';
import type { Database } from '../database/pool.ts';
import { matchSql } from '../messages/aircraft-match-sql.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import { Values } from '../query/filter-sql.ts';

type Columns = Pick<FindIndex, 'types' | 'airlines' | 'codes' | 'aircraft'>;
type Row = {
  readonly tail: string;
  readonly address: string;
  readonly flight: string | null;
  readonly minute: number;
  readonly type: string | null;
  readonly airline: string | null;
};

/** `company` = only from its messages (C38b), null = from all. `writtenSince` null = all aircraft. In order of tail and address. */
export async function receivedAircraft(
  db: Pick<Database, 'query'>,
  company: string | null,
  writtenSince: Date | null,
): Promise<Columns> {
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'tail_last', values);
  const scope = own.length > 0 ? `where ${own.join(' and ')}` : '';
  // One row with an address is enough for its tail: rows without one join the newest row of their tail that has one.
  const rows = await db.query<Row>(
    `with own as materialized (select tail, address, flight, last_at, written_at from tail_last ${scope}),
     known as (
       select tail, (array_agg(address order by last_at desc) filter (where address <> ''))[1] as address,
         (array_agg(flight order by last_at desc) filter (where flight <> ''))[1] as flight,
         max(last_at) as last_at, max(written_at) as written_at
       from own group by tail, case when tail = '' then address end),
     newest as (
       select * from known where ${values.add(writtenSince, 'timestamptz')} is null or written_at >= ${values.add(writtenSince, 'timestamptz')}
       order by last_at desc limit ${values.add(maxFindAircraft, 'bigint')})
     select n.tail, coalesce(n.address, a.mode_s, '') as address, n.flight, floor(extract(epoch from n.last_at) / 60)::float8 as minute,
       coalesce(nullif(a.aircraft_type, ''), a.type_code) as type, coalesce(l.airline_name, a.operator_name) as airline
     from newest n ${matchSql({ address: 'n.address', tail: 'n.tail', flight: 'n.flight' })}
     order by n.tail, n.address`,
    values.list,
  );
  return { ...columnsOf(rows), codes: await codesOf(db, rows) };
}

async function codesOf(db: Pick<Database, 'query'>, rows: readonly Row[]): Promise<[string, string][]> {
  const used = new Set(rows.flatMap(({ flight }) => airlineCode(flight) ?? []));
  const airlines = await db.query<{ iata: string; icao: string }>(
    `select distinct iata, icao from airlines where is_active and iata is not null and icao is not null
       and (lower(iata) = any($1) or lower(icao) = any($1)) order by 1, 2`,
    [[...used]],
  );
  return airlines.map(({ iata, icao }) => [iata, icao]);
}

function columnsOf(rows: readonly Row[]): Omit<Columns, 'codes'> {
  const [types, airlines] = [new Numbered(), new Numbered()];
  return {
    aircraft: {
      tail: rows.map(({ tail }) => tail),
      address: rows.map(({ address }) => address),
      flight: rows.map(({ flight }) => flight ?? ''),
      type: rows.map(({ type }) => types.numberOf(type)),
      airline: rows.map(({ airline }) => airlines.numberOf(airline)),
      lastMinute: rows.map(({ minute }) => minute),
    },
    types: types.texts,
    airlines: airlines.texts,
  };
}

/** Texts by number, each once. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string | null): number {
    if (!text) return -1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }
}
