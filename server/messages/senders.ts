/**
 * Filters on the aircraft and airline of messages. Messages of a sender (address, tail, flight) all match the same aircraft,
 * and senders are few: first the matching senders are found, then their messages.
 */
import type { Values } from '../query/filter-sql.ts';
import { matchColumnsOf, matchSql } from './aircraft-match-sql.ts';
import type { ReadRows } from './message-page.ts';

type Sender = { readonly key: string; readonly tail: string | null; readonly icao: string | null };

/** `from` = the messages, under the name `acars`. `where` = conditions on them, `ofJoined` = conditions on the joined tables, with the values of both. */
type MatchQuery = {
  readonly from: string;
  readonly where: string;
  readonly ofJoined: readonly string[];
  readonly values: readonly unknown[];
  /** A condition on the airline, which depends on the flight. */
  readonly hasFlight: boolean;
};

/** No code contains a line feed. */
const keySql = (hasFlight: boolean): string =>
  ['acars.icao', 'acars.tail', ...(hasFlight ? ['acars.flight'] : [])]
    .map((column) => `coalesce(${column}, '')`)
    .join(" || E'\\n' || ");

/** Up to this number are looked up in the indexes of address and tail, which finished days have. */
const fewSenders = 50;

/** Conditions on messages equivalent to `ofJoined`. Their values are added to `values`. */
export async function senderConditions(read: ReadRows, request: MatchQuery, values: Values): Promise<string[]> {
  const senders = await sendersOf(read, request);
  if (senders.length === 0) return ['false'];
  const isSender = `${keySql(request.hasFlight)} = any(${values.add(
    senders.map(({ key }) => key),
    'text[]',
  )})`;
  return senders.length > fewSenders ? [isSender] : [isSender, inIndexes(senders, values)];
}

async function sendersOf(read: ReadRows, request: MatchQuery): Promise<readonly Sender[]> {
  const flight = request.hasFlight ? 'flight' : 'null::text as flight';
  const sql = `with heard as materialized (select distinct icao, tail, ${flight} from ${request.from} ${request.where})
     select ${keySql(request.hasFlight)} as key, lower(acars.tail) as tail, lower(acars.icao) as icao
     from heard acars ${matchSql(matchColumnsOf.acars)} where ${request.ofJoined.join(' and ')}`;
  return read({ sql, values: request.values });
}

/** Only an access path, no further restriction: a message without address and tail is matched by its flight, and has none. */
function inIndexes(senders: readonly Sender[], values: Values): string {
  if (senders.some(({ tail, icao }) => tail === null && icao === null)) return 'true';
  const tails = new Set(senders.flatMap(({ tail }) => tail ?? []));
  const addresses = new Set(senders.flatMap(({ tail, icao }) => (tail === null && icao !== null ? [icao] : [])));
  const isOneOf = (column: string, texts: ReadonlySet<string>): string[] =>
    texts.size > 0 ? [`lower(${column}) = any(${values.add([...texts], 'text[]')})`] : [];
  return `(${[...isOneOf('acars.tail', tails), ...isOneOf('acars.icao', addresses)].join(' or ')})`;
}
