/** SQL of the fault ledger. A company sees a fault by its receptions: those that its message lists contain (decision 44). Own file: all SQL that reads. */
import { dayMs } from '../../contract/durations.ts';
import {
  type FaultCounts,
  type FaultLedger,
  type FaultState,
  fault,
  faultLimits,
  faultRow,
} from '../../contract/entities/faults.ts';
import { filtersOf } from '../../contract/fields.ts';
import { maxExactCount, writeInstant } from '../../contract/params.ts';
import { deriveFlights, type Sighting } from '../../decoder/derive-flights.ts';
import { type StripLeg, stripOf } from '../../decoder/faults/leg-strip.ts';
import type { Query } from '../database/pool.ts';
import { tailKeySql } from '../messages/aircraft-match-sql.ts';
import { type CompanyMarks, companySql } from '../messages/company-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import { sqlColumns } from '../query/columns.ts';
import { filterSql, Values } from '../query/filter-sql.ts';
import { pageSize } from '../query/list-page.ts';
import type { FaultScope } from './fault-scope.ts';

const { strip: _, ...columns } = sqlColumns(faultRow, {});
const filters = filtersOf(fault);
type Where = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>> & { readonly tail: string };

const newest = (column: string): string => `(array_agg(f.${column} order by f.at desc, f.id desc))[1]`;
/** The newest that is stated. */
const stated = (column: string): string =>
  `(array_agg(f.${column} order by f.at desc, f.id desc) filter (where f.${column} is not null))[1]`;

const visibleSql = (marks: CompanyMarks | null, values: Values): string => {
  const own = companySql(marks, 'fault_receptions', values);
  return `select * from fault_receptions ${own.length > 0 ? `where ${own.join(' and ')}` : ''}`;
};

/** One row per fault, with the columns of `faultRow` and `tail_key`. */
function faultsSql({ marks, company }: FaultScope, values: Values): string {
  return `
    select g.*, s.note, s.set_by, s.set_at, is_again,
      case when is_again then 'open' else coalesce(s.state, 'open') end as state
    from (
      select f.tail_key, f.identity, ${newest('tail')} as tail, ${newest('chapter')} as chapter, ${newest('ata')} as ata,
        ${newest('name')} as name, ${newest('source')} as source, ${newest('what')} as what, ${newest('persistence')} as persistence,
        ${stated('class')} as class, ${stated('severity')} as severity, ${newest('phase')} as phase,
        nullif(array_to_string((array_agg(array_to_string(f.inferred, ', ') order by f.at desc, f.id desc))[1:1], ''), '') as inferred,
        count(distinct f.leg)::int as legs, min(f.at) as first, max(case when f.is_timed then f.at else r.received_at end) as last, count(*)::int as receptions,
        count(distinct nullif(lower(r.station_id), ''))::int as stations
      from faults f join (${visibleSql(marks, values)}) r on r.fault_id = f.id
      group by f.tail_key, f.identity) g
    left join fault_states s on s.company = ${values.add(company, 'text')} and s.tail_key = g.tail_key and s.identity = g.identity
    cross join lateral (select coalesce(s.state = 'closed' and g.last > s.set_at, false) as is_again) again`;
}

const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `where ${conditions.map((one) => `(${one})`).join(' and ')}` : '';

/** A page of the list, newest first. */
export async function readFaults(
  db: Query,
  scope: FaultScope,
  query: Where & { readonly offset?: number; readonly limit?: number },
  nowMs: number,
): Promise<{ readonly faults: readonly Row[]; readonly faultsCount: number }> {
  const values = new Values();
  const from = `(${faultsSql(scope, values)}) fault`;
  const where = whereSql(filterSql(filters, columns, query, values));
  const page = values.copy();
  const offset = page.add(query.offset ?? 0, 'bigint');
  const rows = await db.query<Row>(
    `select ${fieldsSql(columns)}, tail_key || ' ' || identity as id from ${from} ${where}
     order by last desc, tail_key, identity offset ${offset} limit ${page.add(pageSize(query.limit), 'bigint')}`,
    page.list,
  );
  const [counted] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from ${from} ${where} limit ${maxExactCount + 1}) c`,
    values.list,
  );
  return { faults: await withStrips(db, scope, rows, nowMs), faultsCount: counted?.count ?? 0 };
}

/** Of faults in a time, by what the screen filters with one click. */
export async function countFaults(db: Query, scope: FaultScope, query: Where, nowMs: number): Promise<FaultCounts> {
  const values = new Values();
  const from = `(${faultsSql(scope, values)}) fault`;
  const where = whereSql(
    filterSql(
      filters.filter(({ way }) => way === 'between'),
      columns,
      query,
      values,
    ),
  );
  const rows = await db.query<{
    chapter: string | null;
    state: string;
    is_hard: boolean;
    is_warning: boolean;
    many: boolean;
    count: number;
  }>(
    `select chapter, state, coalesce(persistence = 'hard', false) as is_hard, what = 'warning' as is_warning, legs >= 3 as many, count(*)::int as count
     from ${from} ${where} group by 1, 2, 3, 4, 5`,
    values.list,
  );
  const [tails] = await db.query<{ count: number }>(
    `select count(distinct tail_key)::int as count from ${from} ${where}`,
    values.list,
  );
  const sum = (is: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(is).reduce((total, { count }) => total + count, 0);
  const chapters = [...new Set(rows.map(({ chapter }) => chapter))].filter((one) => one !== null).sort();
  return {
    asOf: writeInstant(nowMs),
    aircraft: tails?.count ?? 0,
    states: {
      open: sum(({ state }) => state === 'open'),
      deferred: sum(({ state }) => state === 'deferred'),
      closed: sum(({ state }) => state === 'closed'),
    },
    threeLegs: sum(({ many }) => many),
    hard: sum(({ is_hard }) => is_hard),
    warnings: sum(({ is_warning }) => is_warning),
    chapters: chapters.map((chapter) => ({ chapter, faults: sum((row) => row.chapter === chapter) })),
  };
}

// ---- The last legs of each aircraft of a page

/** Days of messages that legs are derived from. */
const legDays = 15;
/** Rows of further aircraft have no strip: an export of a fleet would read all of its messages. */
const maxTails = 300;

async function withStrips(db: Query, scope: FaultScope, rows: readonly Row[], nowMs: number): Promise<Row[]> {
  const tails = [...new Set(rows.map(({ tail }) => keyOf(tail)))].slice(0, maxTails);
  if (tails.length === 0) return [];
  const [legs, events] = await Promise.all([legsOf(db, scope, rows, nowMs), eventsOf(db, scope, tails, nowMs)]);
  return rows.map((row) => ({
    ...row,
    strip: stripOf(legs.get(keyOf(row.tail)) ?? [], events.get(`${keyOf(row.tail)} ${row.identity}`) ?? []),
  }));
}

const keyOf = (tail: string): string => tail.toLowerCase().replace(/^\.+/, '').replaceAll('-', '').trim();

/** By tail key, oldest first. One sighting per ten minutes and flight is enough. */
async function legsOf(
  db: Query,
  { marks }: FaultScope,
  rows: readonly Row[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly StripLeg[]>> {
  const values = new Values();
  const tails = [...new Set(rows.flatMap(({ tail }) => [tail.toLowerCase(), keyOf(tail)]))].slice(0, 2 * maxTails);
  const where = [
    `lower(tail) = any(${values.add(tails, 'text[]')})`,
    `acars_date_time >= ${values.add(writeInstant(nowMs - legDays * dayMs), 'timestamptz')}`,
    ...companySql(marks, 'acars', values),
  ];
  const found = await db.query<{ key: string; flight: string | null; from: number; to: number }>(
    `select ${tailKeySql('tail')} as key, upper(nullif(trim(flight), '')) as flight,
       extract(epoch from min(acars_date_time))::float8 * 1000 as from, extract(epoch from max(acars_date_time))::float8 * 1000 as to
     from acars where ${where.join(' and ')}
     group by 1, 2, floor(extract(epoch from acars_date_time) / 600) order by 3`,
    values.list,
  );
  const sightings = new Map<string, Sighting[]>();
  for (const { key, flight, from, to } of found) {
    const own = sightings.get(key) ?? [];
    own.push({
      ...{ atMs: from, untilMs: to, flight },
      ...{ callSign: null, isOnGround: null, place: null, reported: null },
    });
    sightings.set(key, own);
  }
  return new Map(
    [...sightings].map(([key, own]) => [
      key,
      deriveFlights(own).map(({ firstMs, lastMs }) => ({ fromMs: firstMs, toMs: lastMs, hasMessages: true })),
    ]),
  );
}

type StripEvents = { readonly atMs: number; readonly what: string; readonly persistence: string | null };

/** By tail key and identity. */
async function eventsOf(
  db: Query,
  { marks }: FaultScope,
  tails: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly StripEvents[]>> {
  const values = new Values();
  const found = await db.query<StripEvents & { fault: string }>(
    `select f.tail_key || ' ' || f.identity as fault, extract(epoch from f.at)::float8 * 1000 as "atMs", f.what, f.persistence
     from faults f where f.tail_key = any(${values.add(tails, 'text[]')})
       and f.at >= ${values.add(writeInstant(nowMs - legDays * dayMs), 'timestamptz')}
       and exists (select from (${visibleSql(marks, values)}) r where r.fault_id = f.id)`,
    values.list,
  );
  const events = new Map<string, StripEvents[]>();
  for (const { fault: name, ...event } of found) events.set(name, [...(events.get(name) ?? []), event]);
  return events;
}

// ---- One aircraft

const instantSql = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
type EventRow = FaultLedger['faults'][number]['events'][number] &
  Omit<FaultLedger['faults'][number], 'events' | 'state' | 'stations'> & {
    readonly tail: string;
    readonly heardBy: readonly string[];
  };

export async function readLedger(db: Query, scope: FaultScope, tail: string, nowMs: number): Promise<FaultLedger> {
  const values = new Values();
  const key = values.add(keyOf(tail), 'text');
  const rows = await db.query<EventRow>(
    `select f.identity, f.tail, f.chapter, f.ata, f.name, f.source, ${instantSql('f.at')} as at, f.is_timed as "isTimed", f.flight, f.what,
       f.persistence, f.phase, f.class, f.severity, f.inferred, f.impacted, count(*)::int as receptions,
       array_remove(array_agg(distinct lower(r.station_id)), '') as "heardBy",
       ${instantSql('min(r.received_at)')} as "firstReceived", ${instantSql('max(r.received_at)')} as "lastReceived",
       (array_agg(r.message_id order by r.received_at, r.station_id))[1] as "messageId"
     from faults f join (${visibleSql(scope.marks, values)}) r on r.fault_id = f.id
     where f.tail_key = ${key} group by f.id order by f.at desc, f.id desc`,
    values.list,
  );
  const states = await readStates(db, scope.company, keyOf(tail));
  const kept = rows.slice(0, faultLimits.tailEvents);
  const byIdentity = new Map<string, EventRow[]>();
  for (const row of kept) byIdentity.set(row.identity, [...(byIdentity.get(row.identity) ?? []), row]);
  return {
    asOf: writeInstant(nowMs),
    tail: rows[0]?.tail ?? null,
    faults: [...byIdentity.values()].flatMap((events) => {
      const [first] = events;
      if (!first) return [];
      const { identity, chapter, ata, name, source } = first;
      return {
        ...{ identity, chapter, ata, name, source },
        state: states.get(identity) ?? null,
        stations: new Set(events.flatMap(({ heardBy }) => heardBy)).size,
        events: events.map(eventOf),
      };
    }),
    olderEvents: rows.length - kept.length,
  };
}

const eventOf = ({ heardBy, ...row }: EventRow): FaultLedger['faults'][number]['events'][number] => ({
  ...{
    at: row.at,
    isTimed: row.isTimed,
    flight: row.flight,
    what: row.what,
    persistence: row.persistence,
    phase: row.phase,
  },
  ...{ class: row.class, severity: row.severity, inferred: row.inferred, impacted: row.impacted },
  ...{ stations: heardBy.length, receptions: row.receptions },
  ...{ firstReceived: row.firstReceived, lastReceived: row.lastReceived, messageId: row.messageId },
});

// ---- States

const stateSql = `state, note, set_by as by, ${instantSql('set_at')} as at, version`;

async function readStates(db: Query, company: string, tailKey: string): Promise<ReadonlyMap<string, FaultState>> {
  const rows = await db.query<FaultState & { identity: string }>(
    `select identity, ${stateSql} from fault_states where company = $1 and tail_key = $2`,
    [company, tailKey],
  );
  return new Map(rows.map(({ identity, ...state }) => [identity, state]));
}

type NewState = Omit<FaultState, 'version'> & {
  readonly tail: string;
  readonly identity: string;
  readonly version: number;
};

/** Only in place of the version that the caller has seen. A repeat of what is stored already is stored. null = there is no such fault. */
export async function writeState(
  db: Query,
  scope: FaultScope,
  { tail, identity, version, ...set }: NewState,
): Promise<{ readonly isStored: boolean; readonly state: FaultState | null } | null> {
  const values = new Values();
  const key = values.add(keyOf(tail), 'text');
  const [known] = await db.query(
    `select 1 from faults f where f.tail_key = ${key} and f.identity = ${values.add(identity, 'text')}
       and exists (select from (${visibleSql(scope.marks, values)}) r where r.fault_id = f.id) limit 1`,
    values.list,
  );
  if (!known) return null;
  const [stored] = await db.query<FaultState>(
    `insert into fault_states as s (company, tail_key, identity, state, note, set_by, set_at, version)
     select $1, $2, $3, $4, $5, $6, $7, 1 where $8 = 0
     on conflict (company, tail_key, identity) do nothing returning ${stateSql}`,
    [scope.company, keyOf(tail), identity, set.state, set.note, set.by, set.at, version],
  );
  if (stored) return { isStored: true, state: stored };
  const [changed] = await db.query<FaultState>(
    `update fault_states set state = $4, note = $5, set_by = $6, set_at = $7, version = version + 1
     where company = $1 and tail_key = $2 and identity = $3 and version = $8 returning ${stateSql}`,
    [scope.company, keyOf(tail), identity, set.state, set.note, set.by, set.at, version],
  );
  if (changed) return { isStored: true, state: changed };
  const current = (await readStates(db, scope.company, keyOf(tail))).get(identity) ?? null;
  // The response to an earlier try was lost.
  const isRepeat =
    current?.state === set.state && current.note === set.note && current.by === set.by && current.at === set.at;
  return { isStored: isRepeat, state: current };
}
