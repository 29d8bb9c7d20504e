/** `npm run redecode`: decodes stored messages that have no meaning, or one of an older version, day by day. Own file: a command. */
import { dayMs } from '../../contract/durations.ts';
import { type DecodeLevel, decodeLevels, decoderVersion } from '../../contract/entities/meaning.ts';
import type { Transaction } from '../database/pool.ts';
import { acarsTable } from '../query/message-tables.ts';
import { dayOf, partitionDays } from './day-partitions.ts';
import { readAgain, replaceFaults, type StoredMessage, storedMessageSql } from './decode-again.ts';
import { Meanings } from './meanings/meanings.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';
import type { Messages } from './messages.ts';
import { reportsFaults } from './store-faults.ts';

const usage = `Usage: npm run redecode [-- --dry]
  --dry  shows gains and losses by label and changes nothing`;

type Print = (line: string) => void;
type Faulty = { readonly message: StoredMessage; readonly meaning: StorableMeaning };
type Level = DecodeLevel | 'waiting';
/** Rows of a label by level, before and after. */
type Tally = Map<string, { readonly before: Record<Level, number>; readonly after: Record<Level, number> }>;

const threads = 2;
const usualPage = 10_000;

/** Resolves to the exit code. A day is changed as a whole: after an interruption the next run continues with the days that are left. */
export async function redecodeCommand(
  db: Messages,
  args: readonly string[],
  print: Print,
  pageRows = usualPage,
): Promise<number> {
  if (args.some((arg) => arg !== '--dry')) {
    print(usage);
    return 1;
  }
  const isDry = args.includes('--dry');
  const meanings = new Meanings({ threads });
  try {
    const tally: Tally = new Map();
    let rows = 0;
    for (const day of await storedDays(db)) {
      const found = await redecodeDay(db, meanings, day, { isDry, tally, pageRows });
      if (found > 0) print(`${day}: ${number(found)} messages ${isDry ? 'read' : 'decoded again'}`);
      rows += found;
    }
    if (rows === 0) print(`Every stored message is decoded by version ${decoderVersion}.`);
    else for (const line of tallyLines(tally)) print(line);
    if (rows > 0 && !isDry) db.memory.pages.clear();
    return 0;
  } finally {
    await meanings.close();
  }
}

/** Newest first: those are read. */
async function storedDays(db: Messages): Promise<string[]> {
  const others = await db.query<{ day: string }>(
    `select distinct to_char(acars_date_time at time zone 'UTC', 'YYYY-MM-DD') as day from acars_default`,
  );
  return [...new Set([...(await partitionDays(db, acarsTable)), ...others.map(({ day }) => day)])].sort().reverse();
}

type How = { readonly isDry: boolean; readonly tally: Tally; readonly pageRows: number };

/** The new meanings are collected beside the old ones, then replace them, and faults follow. */
function redecodeDay(db: Messages, meanings: Meanings, day: string, { isDry, tally, pageRows }: How): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = 0`);
    await tx.query(
      `create temp table redecoded (station_id text, at timestamptz, id bigint, meaning jsonb, kind text, level text) on commit drop`,
    );
    const faulty: Faulty[] = [];
    let count = 0;
    let page = await readPage(tx, day, null, pageRows);
    while (page.length > 0) {
      const last = page.at(-1);
      const reading = readAgain(meanings, page);
      const next = page.length < pageRows || !last ? [] : await readPage(tx, day, last, pageRows);
      const read = await reading;
      if (read === null)
        throw new Error(`The decoder is not available. ${day} and the days before it are not decoded again.`);
      for (const [at, message] of page.entries()) {
        const [meaning, { label, level, hasFaults, aggregationStatus }] = [read[at], message];
        if (!meaning) continue;
        const of = tally.get(label ?? '') ?? { before: noRows(), after: noRows() };
        of.before[level ?? 'waiting']++;
        of.after[meaning.level]++;
        tally.set(label ?? '', of);
        if (hasFaults || reportsFaults(meaning.json, aggregationStatus)) faulty.push({ message, meaning });
      }
      if (!isDry)
        await tx.query(
          `insert into redecoded select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::jsonb[], $5::text[], $6::text[])`,
          [
            page.map(({ stationId }) => stationId),
            page.map(({ acarsDateTime }) => acarsDateTime),
            page.map(({ id }) => id),
            read.map(({ json }) => json),
            read.map(({ kind }) => kind),
            read.map(({ level }) => level),
          ],
        );
      count += page.length;
      page = next;
    }
    if (isDry || count === 0) return count;
    // A message that was joined meanwhile is newer.
    await tx.query(
      `update acars a set meaning = r.meaning, meaning_kind = r.kind, decode_level = r.level, decoder_version = $1
       from redecoded r where a.station_id = r.station_id and a.acars_date_time = r.at and a.id = r.id
         and a.decoder_version is distinct from $1 and a.acars_date_time >= $2::timestamptz and a.acars_date_time < $3::timestamptz`,
      [decoderVersion, ...boundsOf(day)],
    );
    await replaceFaults(
      tx,
      faulty.map(({ message }) => message),
      faulty.map(({ meaning }) => meaning),
    );
    return count;
  });
}

const boundsOf = (day: string): [string, string] => [
  `${day}T00:00:00Z`,
  `${dayOf(Date.parse(`${day}T00:00:00Z`) + dayMs)}T00:00:00Z`,
];

/** Rows behind `after`, in order of time. */
const readPage = (tx: Transaction, day: string, after: StoredMessage | null, rows: number): Promise<StoredMessage[]> =>
  tx.query<StoredMessage>(
    `select ${storedMessageSql}
     from acars where acars_date_time >= $1::timestamptz and acars_date_time < $2::timestamptz
       and ($3::timestamptz is null or (acars_date_time, id) > ($3, $4::bigint)) and (decoder_version is null or decoder_version < $5)
     order by acars.acars_date_time, acars.id limit $6`,
    [...boundsOf(day), after?.acarsDateTime ?? null, after?.id ?? null, decoderVersion, rows],
  );

const levels: readonly Level[] = [...decodeLevels, 'waiting'];
const noRows = (): Record<Level, number> => ({ none: 0, partial: 0, full: 0, waiting: 0 });
const number = (value: number): string => value.toLocaleString('en-US');

/** The most frequent label first. */
function tallyLines(tally: Tally): string[] {
  const total = (of: Record<Level, number>): number => levels.reduce((sum, level) => sum + of[level], 0);
  const text = (of: Record<Level, number>): string =>
    `${number(of.full)} full, ${number(of.partial)} partial, ${number(of.none)} none, ${number(of.waiting)} not decoded`;
  return [...tally]
    .sort(([, a], [, b]) => total(b.before) - total(a.before))
    .map(([label, { before, after }]) => {
      const gained = after.full + after.partial - before.full - before.partial;
      return `${JSON.stringify(label)}: ${text(before)} -> ${text(after)} (${gained < 0 ? '' : '+'}${number(gained)})`;
    });
}
