/** What matched becomes hits, in the transaction that found it: only those that the owner of the rule may see, with the limits of each rule. */
import { audienceOf } from '../../contract/audience-of.ts';
import { minuteMs } from '../../contract/durations.ts';
import { type RuleOwner, ruleLimits } from '../../contract/entities/rules.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { grouped as thousands } from '../../decoder/words.ts';
import type { Query } from '../database/pool.ts';
import type { CompanyScope } from '../http/company-scope.ts';
import { storable } from '../messages/meanings/storable-meaning.ts';
import { Values } from '../query/filter-sql.ts';
import { type Access, accessOf, visibleSql } from './hit-scope.ts';
import { type HitReception, type NewHit, writeHits } from './hits.ts';

type Owned = { readonly owner: RuleOwner; readonly userId: string | null; readonly company: string | null };
/** Any of its receptions makes it visible, and the hit shows the aircraft of the first that does. At least one, also of a station. */
export type Draft = Omit<NewHit, 'ruleId' | 'events' | 'tail' | 'icao' | 'flight'> & {
  readonly rule: Owned & { readonly id: string };
};

/** Beyond this many in one batch a rule has one hit for all. */
const maxSeparate = ruleLimits.hitsPerHour;
const lateMs = 60 * minuteMs;

/** Stored later than an hour after the event: the inbox shows it, and nothing leaves the product. */
export const isLate = (atMs: number, nowMs: number): boolean => nowMs - atMs > lateMs;

/** `paused` = ids of rules that these hits paused. */
type Told = { readonly written: number; readonly paused: readonly string[] };

/** Writes hits of drafts, in one transaction with what they are about. */
export async function tell(
  tx: Query,
  drafts: readonly Draft[],
  { companyScope, nowMs }: { readonly companyScope: CompanyScope; readonly nowMs: number },
): Promise<Told> {
  const visible = drafts.length > 0 ? await visibleDrafts(tx, drafts, companyScope) : [];
  const byRule = grouped(visible, ({ ruleId }) => ruleId);
  const hits = [...byRule.values()].flatMap((ofRule) => {
    const events = [...new Map(ofRule.map((hit) => [hit.eventKey, hit])).values()];
    return events.length > maxSeparate ? coalesced(events) : events;
  });
  const written = await writeHits(
    tx,
    hits.map(({ rule: _, ...hit }) => hit),
  );
  const busy = new Set(hits.flatMap(({ ruleId, isLate: isPast }) => (isPast ? [] : [ruleId])));
  return { written, paused: written > 0 && busy.size > 0 ? await pauseBusy(tx, [...busy], nowMs) : [] };
}

type OwnedHit = NewHit & { readonly rule: Owned };

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** One for all. Of a rule of everyone one for each aircraft and its receivers, so that each reader sees those of its own scope only. */
function coalesced(hits: readonly OwnedHit[]): OwnedHit[] {
  const parts = grouped(hits, ({ rule, ...hit }) =>
    rule.owner === 'all' ? JSON.stringify([hit.receptions, hit.kind]) : '',
  );
  return [...parts.values()].slice(0, maxSeparate).flatMap(([first, ...others]) => {
    if (!first) return [];
    if (others.length === 0) return [first];
    // What is known of one of them says nothing of the others.
    const { event: _, near: _near, ...all } = first;
    return [
      {
        ...all,
        eventKey: `batch ${first.eventKey}`,
        events: others.length + 1,
        isEmergency: [first, ...others].some(({ isEmergency }) => isEmergency),
        words: `${first.words} And ${thousands(others.length)} more.`,
      },
    ];
  });
}

// ---- Scope

type Group = { readonly access: Access; readonly drafts: { readonly place: number; readonly draft: Draft }[] };

/** A hit that its owner may not see at this moment is not written. Rules for everyone are checked for each reader. */
async function visibleDrafts(tx: Query, drafts: readonly Draft[], companyScope: CompanyScope): Promise<OwnedHit[]> {
  const users = await accountsOf(tx, drafts);
  const groups = new Map<string, Group>();
  const seen = new Map<number, number>();
  for (const [place, draft] of drafts.entries()) {
    const { owner, userId, company } = draft.rule;
    if (owner === 'all') {
      seen.set(place, 0);
      continue;
    }
    const account = owner === 'company' ? { role: '', company } : users.get(userId ?? '');
    if (!account) continue;
    const access = accessOf(
      { audience: audienceOf(account), company: account.company && foldCase(account.company) },
      companyScope,
    );
    const key = JSON.stringify(access);
    const group = groups.get(key) ?? { access, drafts: [] };
    group.drafts.push({ place, draft });
    groups.set(key, group);
  }
  for (const group of groups.values())
    for (const { place, first } of await visibleAmong(tx, group)) seen.set(place, first);
  return drafts.flatMap((draft, place) => {
    const first: HitReception | undefined = draft.receptions[seen.get(place) ?? -1];
    if (first === undefined) return [];
    const { stationId: _, ...shown } = first;
    return [{ ...draft, ...shown, ruleId: draft.rule.id, events: 1 }];
  });
}

async function accountsOf(tx: Query, drafts: readonly Draft[]) {
  const ids = new Set(drafts.flatMap(({ rule }) => (rule.owner === 'user' && rule.userId ? [rule.userId] : [])));
  if (ids.size === 0) return new Map<string, { role: string; company: string | null }>();
  const rows = await tx.query<{ id: string; role: string; company: string | null }>(
    'select id, role, company from users where id = any($1::text[])',
    [[...ids]],
  );
  return new Map(rows.map(({ id, ...account }) => [id, account]));
}

/** Places of the drafts that accounts with these rights see, each with the place of the reception that makes it visible. */
async function visibleAmong(tx: Query, { access, drafts }: Group): Promise<{ place: number; first: number }[]> {
  const values = new Values();
  const add = (rows: readonly object[]): string => values.add(JSON.stringify(rows, storable), 'jsonb');
  const hits = add(
    drafts.map(({ place, draft: { rule, kind, stationNumber, isPosition = false } }) => ({
      ...{ id: place, rule_id: rule.id, kind, station_number: stationNumber, is_position: isPosition },
    })),
  );
  const receptions = add(
    drafts.flatMap(({ place, draft }) =>
      draft.receptions.map(({ stationId, ...one }, id) => ({ ...one, hit_id: place, id, station_id: stationId })),
    ),
  );
  const { isVisible, reception } = await visibleSql(tx, access, values);
  // In place of the tables, which do not contain them yet.
  return tx.query(
    `with watch_hits as materialized (
       select * from jsonb_to_recordset(${hits}) as h (id int, rule_id bigint, kind text, station_number text, is_position boolean)),
     watch_receptions as materialized (
       select * from jsonb_to_recordset(${receptions}) as r (hit_id int, id int, tail text, icao text, flight text, station_id text))
     select watch_hits.id as place, coalesce(${reception}, 0)::int as first
     from watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id
     where ${isVisible} or exists (
       select from stations s where s.station_id = watch_hits.station_number and s.feeder_user_id = watch_rules.user_id and watch_rules.owner = 'user')`,
    values.list,
  );
}

// ---- Limits

/** A rule with too many hits in an hour is paused, and whoever it belongs to is told. Late hits do not count. */
async function pauseBusy(tx: Query, ruleIds: readonly string[], nowMs: number): Promise<string[]> {
  const because = `More than ${ruleLimits.hitsPerHour} events in an hour.`;
  const paused = await tx.query<{ id: string; name: string }>(
    `update watch_rules r set paused_at = $2::timestamptz, paused_because = $3
     where r.id = any($1::bigint[]) and r.paused_at is null and (
       select sum(h.events) from watch_hits h
       where h.rule_id = r.id and h.stored_at > now() - interval '1 hour' and not h.is_late and h.kind <> 'rule'
         and h.stored_at > r.changed_at) > ${ruleLimits.hitsPerHour}
     returning id::text as id, name`,
    [ruleIds, writeInstant(nowMs), because],
  );
  const hits = paused.map(
    ({ id, name }): NewHit => ({
      ...{ ruleId: id, eventKey: `paused ${writeInstant(nowMs)}`, kind: 'rule', isEmergency: false, isLate: false },
      ...{ at: writeInstant(nowMs), title: `Rule "${name}" is paused`, path: `/rules/${id}` },
      words: `${because} Add conditions to the rule, then turn it on again.`,
      ...{ tail: null, icao: null, flight: null, stationNumber: null, events: 1, receptions: [] },
    }),
  );
  await writeHits(tx, hits);
  return paused.map(({ id }) => id);
}
