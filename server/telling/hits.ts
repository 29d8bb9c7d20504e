/** Writes hits: what a rule is about, once for each event. Own file: messages, positions and periodic work have hits. */
import type { NoticeKind } from '../../contract/entities/notices.ts';
import type { Query } from '../database/pool.ts';
import { storable } from '../messages/meanings/storable-meaning.ts';

/** What the scope of a company is checked on. `stationId` = receiver name or ''. */
export type HitReception = {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly stationId: string;
};
/** `at` = an instant. `stationNumber` = of hits about a station. `tail`, `icao` and `flight` are shown. */
export type NewHit = Omit<HitReception, 'stationId'> & {
  readonly ruleId: string;
  readonly eventKey: string;
  /** Another hit of the rule with a key of this beginning, within so many seconds, is the same event. */
  readonly near?: { readonly prefix: string; readonly seconds: number };
  /** Names what it is about, for all rules. Receptions of it within so many seconds are added to a hit that exists. */
  readonly event?: { readonly name: string; readonly seconds: number };
  /** Any of them makes it visible. [] = it is about no message and no position. */
  readonly receptions: readonly HitReception[];
  readonly kind: NoticeKind;
  readonly isEmergency: boolean;
  readonly at: string;
  readonly title: string;
  readonly words: string;
  readonly path: string;
  readonly stationNumber: string | null;
  readonly events: number;
  readonly isLate: boolean;
  /** Of live positions, which other users see than messages. */
  readonly isPosition?: boolean;
};

/** Name of the database's channel: hits or deliveries wait. */
export const tellingChannel = 'downlink_telling';

/** Of one hit. More tell no one else. */
const maxReceptions = 100;

/**
 * In the order of their keys, so that concurrent writers never deadlock. A hit with a known key, or of a rule that another server paused, is
 * not written: receptions of its event are added to the known one. No row of a known hit is locked, so that storing never waits for the
 * inbox. Resolves to the number written.
 */
export async function writeHits(tx: Query, hits: readonly NewHit[]): Promise<number> {
  if (hits.length === 0) return 0;
  const given = hits.map(({ near, event, receptions: _, ...hit }, place) => ({
    ...{
      ...hit,
      place,
      prefix: near?.prefix,
      seconds: near?.seconds,
      event: event?.name,
      eventSeconds: event?.seconds,
    },
  }));
  // A value in place of `exists` keeps the planner from comparing all hits of a rule.
  const rows = await tx.query<Written>(
    `with given as (
       select distinct on (h."ruleId", h."eventKey" collate "C") h.* from jsonb_to_recordset($1::jsonb) h (place integer, "ruleId" bigint, "eventKey" text, kind text,
         "isEmergency" boolean, at timestamptz, title text, words text, path text, tail text, icao text, flight text,
         "stationNumber" text, events integer, "isLate" boolean, "isPosition" boolean,
         prefix text, seconds integer, event text, "eventSeconds" integer)
       order by h."ruleId", h."eventKey" collate "C", h.at),
     -- One that is being deleted is waited for, and has no hit then.
     rules as materialized (
       select id, paused_at, owner from watch_rules where id in (select "ruleId" from given) order by id for key share),
     due as materialized (
       select g.*, r.owner, coalesce(
         (select same.id from watch_hits same where same.rule_id = g."ruleId" and same.event_key = g."eventKey" collate "C"),
         case when g.prefix is not null then (
           select near.id from watch_hits near where near.rule_id = g."ruleId" and near.event_key >= g.prefix collate "C"
             and near.event_key < (g.prefix || chr(127)) collate "C"
             and near.at between g.at - make_interval(secs => g.seconds) and g.at + make_interval(secs => g.seconds) limit 1) end) as known
       from given g join rules r on r.id = g."ruleId" and (r.paused_at is null or g.kind = 'rule')),
     written as (
       insert into watch_hits (rule_id, event_key, event, kind, is_emergency, at, title, words, path, tail, icao, flight, station_number, events, is_late, is_position)
       select "ruleId", "eventKey", event, kind, "isEmergency", at, title, words, path, tail, icao, flight, "stationNumber", events, "isLate", coalesce("isPosition", false)
       -- All are looked up before the first is written: otherwise each search would pass those of this statement.
       from due where known is null and (select count(*) from due) > 0
       on conflict (rule_id, event_key) do nothing returning id, rule_id, event_key),
     told as materialized (select pg_notify('${tellingChannel}', '') from (select 1 from written limit 1) any_written)
     select id::text as id, null as place, rule_id::text as "ruleId", event_key as "eventKey", (select count(*) from told) > 0 as "isNew", false as "isOfAll"
     from written
     union all
     select h.id::text, d.place, null, null, false, d.owner = 'all' from (select * from due where known is not null and event is not null) d join watch_hits h on h.id = d.known and h.event = d.event
       and h.at between d.at - make_interval(secs => d."eventSeconds") and d.at + make_interval(secs => d."eventSeconds")`,
    [JSON.stringify(given, storable)],
  );
  const byKey = new Map(hits.map((hit) => [`${hit.ruleId} ${hit.eventKey}`, hit]));
  await writeReceptions(
    tx,
    rows.flatMap(({ id, place, ruleId, eventKey, isNew, isOfAll }) => {
      const hit = place === null ? byKey.get(`${ruleId} ${eventKey}`) : hits[place];
      // A rule of everyone has other readers by each reception.
      return differing(hit?.receptions ?? []).map((one) => ({
        ...{ ...one, hitId: id, isKnown: !isNew, isWaiting: !isNew && isOfAll },
      }));
    }),
  );
  return rows.filter(({ isNew }) => isNew).length;
}
/** A new hit, or a known one that is about the event of the hit at `place`. */
type Written = {
  readonly id: string;
  readonly place: number | null;
  readonly ruleId: string | null;
  readonly eventKey: string | null;
  readonly isNew: boolean;
  readonly isOfAll: boolean;
};

const differing = (receptions: readonly HitReception[]): HitReception[] =>
  [
    ...new Map(
      receptions.map((one) => [JSON.stringify([one.tail, one.icao, one.flight, one.stationId]), one]),
    ).values(),
  ].slice(0, maxReceptions);

/** `isKnown` = the hit has receptions. */
type NewReception = HitReception & {
  readonly hitId: string;
  readonly isKnown: boolean;
  readonly isWaiting: boolean;
};
async function writeReceptions(tx: Query, receptions: readonly NewReception[]): Promise<void> {
  if (receptions.length === 0) return;
  await tx.query(
    `with added as (
       insert into watch_receptions (hit_id, tail, icao, flight, station_id, is_waiting)
       select r."hitId", r.tail, r.icao, r.flight, r."stationId", r."isWaiting"
       from rows from (jsonb_to_recordset($1::jsonb) as (
         "hitId" bigint, tail text, icao text, flight text, "stationId" text, "isKnown" boolean, "isWaiting" boolean)) with ordinality as r
         ("hitId", tail, icao, flight, "stationId", "isKnown", "isWaiting", place)
       where not r."isKnown" or (
         select count(*) filter (where known.station_id = r."stationId"
             and (known.tail, known.icao, known.flight) is not distinct from (r.tail, r.icao, r.flight)) = 0 and count(*) < ${maxReceptions}
         from watch_receptions known where known.hit_id = r."hitId")
       order by place returning is_waiting)
     select pg_notify('${tellingChannel}', '') from (select 1 from added where is_waiting limit 1) any_later`,
    [JSON.stringify(receptions, storable)],
  );
}
