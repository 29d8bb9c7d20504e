/** Tries a rule on the newest stored rows that its writer sees, in a thread (decision 45). Own file: reading and pacing, behind the calls. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Meaning } from '../../../contract/entities/meaning.ts';
import { type ConditionField, type RuleBody, ruleLimits, type Trial } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import { startThread } from '../../base/threads.ts';
import type { Query } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import type { Caller } from '../../http/guard.ts';
import { matchColumnsOf, matchSql } from '../../messages/aircraft-match-sql.ts';
import { type CompanyMarks, companyMarks, companySql } from '../../messages/company-sql.ts';
import { Values } from '../../query/filter-sql.ts';
import { accessOf } from '../hit-scope.ts';
import { readSettings } from '../notice-settings.ts';
import { waitUntil } from '../ways/pace.ts';
import { quietEnd } from '../ways/quiet-hours.ts';
import { isPeriodic } from './compiled-rule.ts';
import { hitTexts } from './hit-texts.ts';
import { referenceFields } from './rule-event.ts';
import { ruleFaults } from './rule-faults.ts';
import { receiversOf } from './rules.ts';
import type { TrialHit, TrialReply, TrialStart } from './trial-rows.ts';

const program = { built: 'trial-thread', source: 'telling/rules/trial-thread.ts' } as const;
const resourceLimits = { maxOldGenerationSizeMb: 256 } as const;
const trialMs = 10_000;
/** On a busy server a thread loads for seconds. */
const loadMs = 30_000;
const pageRows = 4000;
const maxShown = 5;

const nothing: Omit<Trial, 'faults' | 'untried'> = {
  ...{ rows: 0, since: null, isWhole: true, hits: 0, notices: 0, days: [], first: [] },
};
/** Each reads a hundred thousand rows. */
const inTurn = pLimit(2);
/** Of each user the last one counts: the editor tries after each change. */
const running = new Map<string, AbortController>();

type Trying = {
  readonly db: Query;
  readonly caller: Caller;
  readonly companyScope: CompanyScope;
  readonly body: RuleBody;
};

export async function tryRule(trying: Trying): Promise<Trial> {
  const { caller, body } = trying;
  const faults = ruleFaults(body);
  const untried = untriedOf(body);
  if (faults.length > 0 || isPeriodic(body)) return { ...nothing, faults, untried };
  running.get(caller.userId)?.abort();
  const ending = new AbortController();
  running.set(caller.userId, ending);
  try {
    return await inTurn(() => run(trying, untried, ending.signal));
  } finally {
    if (running.get(caller.userId) === ending) running.delete(caller.userId);
  }
}

/** Sentences beside the count. */
function untriedOf({ all }: Pick<RuleBody, 'all'>): string[] {
  const sentences = {
    silent: 'A silence cannot be tried. Stored messages do not contain changes of a status.',
    count: 'A count cannot be tried.',
    arrival: 'An arrival cannot be tried.',
    newFault: 'Each report of a fault is counted, including faults that are not new.',
    firstReceived: 'Each message is counted, including aircraft that were received before.',
    squawk: 'Only live positions contain a squawk. They cannot be tried.',
    emergency: 'Emergencies in live positions cannot be tried.',
    area: 'Positions in messages are tried, live positions are not.',
  } as const;
  return [
    ...new Set(all.flatMap(({ field }) => (field in sentences ? [sentences[field as keyof typeof sentences]] : []))),
  ];
}

async function run(
  { db, caller, companyScope, body: given }: Trying,
  untried: string[],
  ended: AbortSignal,
): Promise<Trial> {
  const { messages } = accessOf({ ...caller, company: caller.company && foldCase(caller.company) }, companyScope);
  if (messages === 'none') return { ...nothing, faults: [], untried };
  const marks = messages === 'all' ? null : await companyMarks(db, messages.company);
  const settings = await readSettings(db, caller.userId);
  // Quiet hours of the rule, otherwise those of the user.
  const body: RuleBody = { ...given, quiet: given.quiet ?? settings.quiet ?? 'none' };
  const receivers = await receiversOf(db, [{ body }]);
  const start: TrialStart = { body: { all: body.all, not: body.not, scope: body.scope }, receivers };
  const thread = startThread(program, { resourceLimits, workerData: start });
  try {
    const isLoaded = await hasLoaded(thread, AbortSignal.any([ended, AbortSignal.timeout(loadMs)]));
    const until = isLoaded ? AbortSignal.any([ended, AbortSignal.timeout(trialMs)]) : AbortSignal.abort();
    const found = await matchAll(db, body, marks, thread, until);
    return { faults: [], untried, ...(await resultOf(db, body, settings.zone, found)) };
  } finally {
    await thread.terminate();
  }
}

/** Waits for its first message. false = the time is over. @throws if the thread ends */
function hasLoaded(thread: Worker, until: AbortSignal): Promise<boolean> {
  return once(thread, 'message', { signal: until }).then(
    () => true,
    (error) => {
      if (until.aborted) return false;
      throw error;
    },
  );
}

type Found = { rows: number; oldestMs: number | null; isWhole: boolean; readonly hits: Map<string, TrialHit> };

/** What is found when the time ends counts. @throws if the thread ends */
async function matchAll(
  db: Query,
  body: RuleBody,
  marks: CompanyMarks | null,
  thread: Worker,
  until: AbortSignal,
): Promise<Found> {
  const found: Found = { rows: 0, oldestMs: null, isWhole: true, hits: new Map() };
  const take = ({ rows, oldestMs, hits }: TrialReply): void => {
    found.rows += rows;
    found.oldestMs = oldestMs ?? found.oldestMs;
    // The oldest of each event is read last, and is the one that is told.
    for (const hit of hits) found.hits.set(hit.key, hit);
  };
  let after: Page['last'] = null;
  // The thread works while the next page is read.
  let working: Promise<TrialReply | null> = Promise.resolve(null);
  for (let read = 0; read < ruleLimits.trialRows; ) {
    const page: Page = await readPage(db, body, marks, after);
    const reply = await working;
    if (reply) take(reply);
    if (until.aborted || page.rows === 0) {
      working = Promise.resolve(null);
      found.isWhole = !until.aborted;
      break;
    }
    read += page.rows;
    after = page.last;
    working = replyTo(thread, page.json, until);
    // A rejection is met when the page after it is read.
    working.catch(() => {});
  }
  const last = await working;
  if (last) take(last);
  else if (until.aborted) found.isWhole = false;
  return found;
}

/** null = the time is over. */
function replyTo(thread: Worker, rows: string, until: AbortSignal): Promise<TrialReply | null> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.off('message', onReply).off('error', onError);
      until.removeEventListener('abort', onTime);
      settle();
    };
    const onReply = (reply: TrialReply): void => end(() => resolve(reply));
    const onError = (error: Error): void => end(() => reject(error));
    const onTime = (): void => end(() => resolve(null));
    thread.once('message', onReply).once('error', onError);
    until.addEventListener('abort', onTime);
    thread.postMessage(rows);
  });
}

// ---- Rows

type Page = {
  readonly json: string;
  readonly rows: number;
  readonly last: { readonly at: string; readonly id: string } | null;
};

const needsReference = (body: RuleBody): boolean =>
  [...body.all, ...body.not].some(({ field }) => (referenceFields as readonly string[]).includes(field));
/** Fields of the row itself. A meaning is most of a row, and takes most of the time to read. */
const plainFields: readonly ConditionField[] = [
  ...(['words', 'expression', 'label', 'sublabel', 'tail', 'icao', 'flight', 'station'] as const),
  ...referenceFields,
];
const needsMeaning = ({ all, not, quiet }: RuleBody): boolean =>
  [...all, ...not].some(({ field }) => !plainFields.includes(field)) ||
  // Emergencies may pass the quiet hours.
  (quiet !== 'none' && quiet !== null && quiet.passEmergencies);
const namesSql = (columns: readonly string[]): string =>
  `array_remove(array[${columns.map((column) => `lower(${column})`).join(', ')}], null)`;
const referenceSql = [
  namesSql(['l.airline_name', 'l.icao', 'l.iata']),
  namesSql(['a.type_code', 'a.aircraft_type']),
  namesSql(['a.operator_name', 'a.operator_icao', 'a.operator_iata']),
];

/** One text for all rows: the driver would make an object of each. */
async function readPage(db: Query, body: RuleBody, marks: CompanyMarks | null, after: Page['last']): Promise<Page> {
  const values = new Values();
  const where = [
    ...(after === null
      ? []
      : [
          `(acars.acars_date_time, acars.id) < (${values.add(after.at, 'timestamptz')}, ${values.add(after.id, 'bigint')})`,
        ]),
    ...companySql(marks, 'acars', values),
  ];
  const columns = [
    'extract(epoch from acars.acars_date_time)::float8 * 1000',
    ...['tail', 'icao', 'flight', 'label'].map((name) => `acars.${name}`),
    `acars.extra -> 'sub' ->> 'label'`,
    `case when acars.aggregation_status = 'complete' then coalesce(acars.aggregated_text, acars.text) else acars.text end`,
    ...['dsta', 'station_id', 'lat', 'lon', 'alt_ft'].map((name) => `acars.${name}`),
    needsMeaning(body) ? 'acars.meaning::text' : 'null::text',
    'acars.assembly_key::text',
    `acars.is_end is not true and (acars.msgno is null or acars.msgno not like '___%' or acars.msgno like '___A')`,
    'acars.id::text',
    ...(needsReference(body) ? referenceSql : []),
  ];
  const [page] = await db.query<{ json: string | null; rows: number; at: string | null; id: string | null }>(
    `select json_agg(row order by at desc, id desc)::text as json, count(*)::int as rows, min(at)::text as at,
       ((array_agg(id order by at desc, id desc))[count(*)::int])::text as id
     from (
       select json_build_array(${columns.join(', ')}) as row, acars.acars_date_time as at, acars.id
       from (select * from acars ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
         order by acars_date_time desc, id desc limit ${pageRows}) acars
       ${needsReference(body) ? matchSql(matchColumnsOf.acars) : ''}) r`,
    values.list,
  );
  if (!page?.json || page.at === null || page.id === null) return { json: '[]', rows: 0, last: null };
  return { json: page.json, rows: page.rows, last: { at: page.at, id: page.id } };
}

// ---- Result

async function resultOf(
  db: Query,
  body: RuleBody,
  zone: string,
  found: Found,
): Promise<Omit<Trial, 'faults' | 'untried'>> {
  const quiet = body.quiet === 'none' ? null : body.quiet;
  const heldUntil = ({ atMs, isEmergency }: TrialHit): number | null =>
    quiet === null || (quiet.passEmergencies && isEmergency) ? null : quietEnd(quiet, zone, atMs);
  const hits = [...found.hits.values()].sort((a, b) => b.atMs - a.atMs);
  const days = new Map<string, number>();
  for (const { atMs } of hits) {
    const day = writeInstant(atMs).slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return {
    rows: found.rows,
    since: found.oldestMs === null ? null : writeInstant(found.oldestMs),
    isWhole: found.isWhole,
    hits: hits.length,
    notices: noticesOf(hits.toReversed().map((hit) => ({ atMs: hit.atMs, heldMs: heldUntil(hit) }))),
    days: [...days].map(([day, count]) => ({ day, hits: count })).reverse(),
    first: (await withWords(db, body, hits.slice(0, maxShown))).map((hit) => {
      const heldMs = heldUntil(hit);
      const { atMs, tail, flight, words } = hit;
      return { at: writeInstant(atMs), tail, flight, words, heldUntil: heldMs === null ? null : writeInstant(heldMs) };
    }),
  };
}

/** Of rows that were read without their meaning. */
async function withWords(db: Query, body: RuleBody, hits: readonly TrialHit[]): Promise<readonly TrialHit[]> {
  if (needsMeaning(body) || hits.length === 0) return hits;
  const times = hits.map(({ atMs }) => atMs);
  // The times limit the days that the database opens.
  const rows = await db.query<{ id: string; icao: string | null; meaning: Meaning | null }>(
    `select id::text as id, icao, meaning from acars where id = any($1::bigint[]) and acars_date_time between $2::timestamptz and $3::timestamptz`,
    [hits.map(({ id }) => id), writeInstant(Math.min(...times)), writeInstant(Math.max(...times) + 1000)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.map((hit) => {
    const { icao = null, meaning = null } = byId.get(hit.id) ?? {};
    return { ...hit, ...hitTexts({ ...hit, icao, meaning, faults: [], isNewFault: false, isFirst: false }) };
  });
}

const hourMs = 3_600_000;

/** As they are sent, oldest first: those of one quiet time are one, and those of a burst are one. */
function noticesOf(hits: readonly { readonly atMs: number; readonly heldMs: number | null }[]): number {
  const digests = new Set<number>();
  let recent: number[] = [];
  let count = 0;
  for (const { atMs, heldMs } of hits) {
    if (heldMs !== null) {
      digests.add(heldMs);
      continue;
    }
    // It is part of the one that waits.
    if ((recent.at(-1) ?? 0) > atMs) continue;
    recent = recent.filter((sentMs) => sentMs > atMs - hourMs);
    recent.push(waitUntil(recent, 1, 0, atMs) ?? atMs);
    count++;
  }
  return count + digests.size;
}
