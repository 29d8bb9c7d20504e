/** Airline, type and operator of the aircraft of events (decision 12), as rules ask for them. Own file: SQL of reference data, with its cache. */
import { LRUCache } from 'lru-cache';
import { airlineCode } from '../../../contract/airline-code.ts';
import { aging } from '../../base/clock.ts';
import type { Query } from '../../database/pool.ts';
import { matchSql } from '../../messages/aircraft-match-sql.ts';
import type { Identity, ReferenceValues } from './rule-event.ts';

/** A change of reference data counts within this time. */
const maxAgeMs = 60_000;
/** Flights of one airline have the same values. */
const keyOf = ({ tail, icao, flight }: Identity): string =>
  JSON.stringify([tail?.toLowerCase(), icao?.toLowerCase(), airlineCode(flight, tail)]);

export class ReferenceLookup {
  readonly #known = new LRUCache<string, ReferenceValues>({ max: 20_000, ttl: maxAgeMs, ...aging });

  /** By identity, in the order of `identities`. One query for all that are not known. */
  async of(db: Query, identities: readonly Identity[]): Promise<ReferenceValues[]> {
    const found = new Map<string, ReferenceValues>();
    const missing = new Map<string, Identity>();
    for (const one of identities) {
      const key = keyOf(one);
      const known = this.#known.get(key);
      if (known) found.set(key, known);
      else missing.set(key, one);
    }
    if (missing.size > 0)
      for (const { key, ...values } of await read(db, missing)) {
        found.set(key, values);
        this.#known.set(key, values);
      }
    return identities.map((one) => found.get(keyOf(one)) ?? none);
  }
}
const none: ReferenceValues = { airline: [], type: [], operator: [] };

const lowerSql = (columns: readonly string[]): string =>
  `array_remove(array[${columns.map((column) => `lower(${column})`).join(', ')}], null)`;

const read = (db: Query, missing: ReadonlyMap<string, Identity>): Promise<(ReferenceValues & { key: string })[]> =>
  db.query(
    `select m.key, ${lowerSql(['l.airline_name', 'l.icao', 'l.iata'])} as airline,
       ${lowerSql(['a.type_code', 'a.aircraft_type'])} as type,
       ${lowerSql(['a.operator_name', 'a.operator_icao', 'a.operator_iata'])} as operator
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) m (key, tail, icao, flight)
     ${matchSql({ address: 'm.icao', tail: 'm.tail', flight: 'm.flight' })}`,
    [
      [...missing.keys()],
      [...missing.values()].map(({ tail }) => tail),
      [...missing.values()].map(({ icao }) => icao),
      [...missing.values()].map(({ flight }) => flight),
    ],
  );
