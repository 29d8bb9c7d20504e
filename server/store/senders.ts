/**
 * Filters on the aircraft and airline that messages meet. Messages of one sender (address, tail, flight) all meet the same, and senders are few
 * beside messages: first it is asked which senders of the question meet what the filters want, then messages are looked for by sender.
 * Must not: hold the rule of meeting (meeting-sql.ts), or know a field.
 */
import type { Database } from '../database/pool.ts';
import type { Values } from './filter-sql.ts';
import { heardIn, metSql } from './meeting-sql.ts';

type Sender = { readonly key: string; readonly tail: string | null; readonly icao: string | null };

/** What is asked: `where` = the conditions on the messages themselves, `met` = those on the joined tables, with the values of both. */
export type MetQuestion = {
  readonly where: string;
  readonly met: readonly string[];
  readonly values: readonly unknown[];
  /** A condition looks at the airline, which depends on the flight. */
  readonly hasFlight: boolean;
};

/** No code holds a line feed. */
const keySql = (hasFlight: boolean): string =>
  ['acars.icao', 'acars.tail', ...(hasFlight ? ['acars.flight'] : [])]
    .map((column) => `coalesce(${column}, '')`)
    .join(" || E'\\n' || ");

/** So few are looked up in the indexes of address and tail, which days that are over have. */
const fewSenders = 50;

/** Conditions on the messages that say the same as `met`; their values go into `values`. */
export async function senderConditions(
  db: Pick<Database, 'query'>,
  question: MetQuestion,
  values: Values,
): Promise<string[]> {
  const senders = await sendersOf(db, question);
  if (senders.length === 0) return ['false'];
  const isSender = `${keySql(question.hasFlight)} = any(${values.add(
    senders.map(({ key }) => key),
    'text[]',
  )})`;
  return senders.length > fewSenders ? [isSender] : [isSender, inIndexes(senders, values)];
}

async function sendersOf(db: Pick<Database, 'query'>, question: MetQuestion): Promise<Sender[]> {
  const flight = question.hasFlight ? 'flight' : 'null::text as flight';
  return db.query<Sender>(
    `with heard as materialized (select distinct icao, tail, ${flight} from acars ${question.where})
     select ${keySql(question.hasFlight)} as key, lower(acars.tail) as tail, lower(acars.icao) as icao
     from heard acars ${metSql(heardIn.acars)} where ${question.met.join(' and ')}`,
    question.values,
  );
}

/** Adds nothing to what is found, only a way to it; who says neither address nor tail is met by the flight alone, and has none. */
function inIndexes(senders: readonly Sender[], values: Values): string {
  if (senders.some(({ tail, icao }) => tail === null && icao === null)) return 'true';
  const tails = new Set(senders.flatMap(({ tail }) => tail ?? []));
  const addresses = new Set(senders.flatMap(({ tail, icao }) => (tail === null && icao !== null ? [icao] : [])));
  const isOneOf = (column: string, texts: ReadonlySet<string>): string[] =>
    texts.size > 0 ? [`lower(${column}) = any(${values.add([...texts], 'text[]')})`] : [];
  return `(${[...isOneOf('acars.tail', tails), ...isOneOf('acars.icao', addresses)].join(' or ')})`;
}
