/** Writes hits: what a rule is about, once for each event. Own file: messages, positions and periodic work have hits. */
import type { NoticeKind } from '../../contract/entities/notices.ts';
import type { Query } from '../database/pool.ts';
import { storable } from '../messages/meanings/storable-meaning.ts';

/** `at` = an instant. `stationId` = receiver name or ''. `stationNumber` = of hits about a station. */
export type NewHit = {
  readonly ruleId: string;
  readonly eventKey: string;
  /** Another hit of the rule with a key of this beginning, within so many seconds, is the same event. */
  readonly near?: { readonly prefix: string; readonly seconds: number };
  readonly kind: NoticeKind;
  readonly isEmergency: boolean;
  readonly at: string;
  readonly title: string;
  readonly words: string;
  readonly path: string;
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly stationId: string;
  readonly stationNumber: string | null;
  readonly events: number;
  readonly isLate: boolean;
  /** Of live positions, which other users see than messages. */
  readonly isPosition?: boolean;
};

/** Name of the database's channel: hits or deliveries wait. */
export const tellingChannel = 'downlink_telling';

/** In the order of their keys, so that concurrent writers never deadlock. A hit with a known key, or of a rule that another server paused, is not written. Resolves to the number written. */
export async function writeHits(tx: Query, hits: readonly NewHit[]): Promise<number> {
  if (hits.length === 0) return 0;
  const given = hits.map(({ near, ...hit }) => ({ ...hit, prefix: near?.prefix, seconds: near?.seconds }));
  // A value in place of `exists` keeps the planner from comparing all hits of a rule.
  const [result] = await tx.query<{ count: number }>(
    `with given as (
       select distinct on (h."ruleId", h."eventKey" collate "C") h.* from jsonb_to_recordset($1::jsonb) h ("ruleId" bigint, "eventKey" text, kind text,
         "isEmergency" boolean, at timestamptz, title text, words text, path text, tail text, icao text, flight text,
         "stationId" text, "stationNumber" text, events integer, "isLate" boolean, "isPosition" boolean,
         prefix text, seconds integer)
       order by h."ruleId", h."eventKey" collate "C", h.at),
     -- One that is being deleted is waited for, and has no hit then.
     rules as materialized (
       select id, paused_at from watch_rules where id in (select "ruleId" from given) order by id for key share),
     written as (
       insert into watch_hits (rule_id, event_key, kind, is_emergency, at, title, words, path, tail, icao, flight, station_id, station_number, events, is_late, is_position)
       select "ruleId", "eventKey", kind, "isEmergency", at, title, words, path, tail, icao, flight, "stationId", "stationNumber", events, "isLate", coalesce("isPosition", false)
       from given g join rules r on r.id = g."ruleId" and (r.paused_at is null or g.kind = 'rule') where (g.prefix is null or (
         select 1 from watch_hits near where near.rule_id = g."ruleId" and near.event_key >= g.prefix collate "C"
           and near.event_key < (g.prefix || chr(127)) collate "C"
           and near.at between g.at - make_interval(secs => g.seconds) and g.at + make_interval(secs => g.seconds) limit 1) is null)
       on conflict (rule_id, event_key) do nothing returning 1),
     told as (select pg_notify('${tellingChannel}', '') from (select 1 from written limit 1) any_written)
     select (select count(*)::int from written) as count, (select count(*) from told) as told`,
    [JSON.stringify(given, storable)],
  );
  return result?.count ?? 0;
}
