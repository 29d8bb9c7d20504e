/** Rules about n messages in m minutes, of an aircraft or at a station (decision 45). A message that several stations received is one. */

import { tailKey } from '../../../contract/airline-code.ts';
import { audienceOf } from '../../../contract/audience-of.ts';
import { minuteMs } from '../../../contract/durations.ts';
import type { Condition } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { Database, Query } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { tailKeySql } from '../../messages/aircraft-match-sql.ts';
import { companyMarks, companySql } from '../../messages/company-sql.ts';
import { Values } from '../../query/filter-sql.ts';
import { eventKeyOf } from '../event-key.ts';
import { accessOf } from '../hit-scope.ts';
import type { CompiledRule, StoredRule } from '../rules/compiled-rule.ts';
import { ruleValue } from '../rules/rule-event.ts';
import { RuleIndex } from '../rules/rule-index.ts';
import type { Rules } from '../rules/rules.ts';
import { type Draft, tell } from '../tell.ts';
import { KnownObject } from './known-object.ts';
import { durationText } from './period-text.ts';

/** A time is counted again after a sixtieth of it: those of a week read as many rows a minute as those of an hour. */
const checksPerTime = 60;

type Count = Extract<Condition, { field: 'count' }>;
type CountRule = { readonly rule: CompiledRule; readonly count: Count };
/** Messages that the owner of the rules sees. null = all. `isNamed` = each rule names tails, addresses, flights or receivers: no other rows are read. */
type Group = {
  readonly company: string | null;
  readonly minutes: number;
  readonly isNamed: boolean;
  readonly rules: CountRule[];
};
type Counted = {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly stations: readonly string[];
  readonly count: number;
  readonly lastMs: number;
};
type Sum = { count: number; last: Counted };

export class Counts {
  readonly #checkedMs = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly rules: Rules,
    private readonly companyScope: CompanyScope,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** One check of what is due, to be called every minute by a trusted clock. A rule whose check fails is checked again, and stops no other. */
  async look(nowMs: number): Promise<void> {
    const all = (await this.rules.periodic(this.db)).flatMap((rule) => {
      const count = rule.rule.body.all.find((one): one is Count => one.field === 'count');
      return count ? [{ rule, count }] : [];
    });
    const due = all.filter(({ rule, count }) => {
      const checkedMs = this.#checkedMs.get(rule.rule.id);
      return checkedMs === undefined || Math.abs(nowMs - checkedMs) >= (count.minutes * minuteMs) / checksPerTime;
    });
    const known = new Set(all.map(({ rule }) => rule.rule.id));
    for (const id of this.#checkedMs.keys()) if (!known.has(id)) this.#checkedMs.delete(id);
    for (const group of await this.#groupsOf(due))
      try {
        await this.#check(group, nowMs);
      } catch (error) {
        if (group.rules.length === 1) this.onFailure(error);
        else
          for (const rule of group.rules)
            await this.#check({ ...group, rules: [rule] }, nowMs).catch((one: unknown) => this.onFailure(one));
      }
  }

  async #check(group: Group, nowMs: number): Promise<void> {
    const drafts = await this.#draftsOf(group, nowMs);
    if (drafts.length > 0)
      await this.db.transaction((tx) => tell(tx, drafts, { companyScope: this.companyScope, nowMs }));
    for (const { rule } of group.rules) this.#checkedMs.set(rule.rule.id, nowMs);
  }

  /** Rules that count the same rows. Those whose owner sees no messages count none. */
  async #groupsOf(rules: readonly CountRule[]): Promise<Group[]> {
    const accounts = await accountsOf(
      this.db,
      rules.map(({ rule }) => rule.rule),
    );
    const groups = new Map<string, Group>();
    for (const one of rules) {
      const { owner, userId, company } = one.rule.rule;
      const account = owner === 'company' ? { role: '', company } : accounts.get(userId ?? '');
      if (owner !== 'all' && !account) continue;
      const messages = account && owner !== 'all' ? this.#messagesOf(account) : 'all';
      if (messages === 'none') continue;
      const group = {
        company: messages === 'all' ? null : messages.company,
        minutes: one.count.minutes,
        isNamed: one.rule.rule.body.all.some(isNaming),
      };
      const key = JSON.stringify(group);
      const found = groups.get(key) ?? { ...group, rules: [] };
      found.rules.push(one);
      groups.set(key, found);
    }
    return [...groups.values()];
  }
  #messagesOf({ role, company }: Account) {
    return accessOf(
      { audience: audienceOf({ role, company }), company: company && foldCase(company) },
      this.companyScope,
    ).messages;
  }

  async #draftsOf({ company, minutes, isNamed, rules }: Group, nowMs: number): Promise<Draft[]> {
    const counted = await countMessages(this.db, company, {
      ...{ fromMs: nowMs - minutes * minuteMs, toMs: nowMs },
      ...(isNamed ? { of: rules.map(({ rule }) => rule.named) } : {}),
    });
    const byEvent = new Map(counted.map((one) => [new KnownObject({ ...one, atMs: one.lastMs }), one]));
    const index = new RuleIndex(rules.map(({ rule }) => rule));
    const sums = new Map<CompiledRule, Map<string, Sum>>();
    for (const { rule, event } of await this.rules.match(this.db, index, [...byEvent.keys()])) {
      const one = byEvent.get(event);
      if (!one) continue;
      const ofRule = sums.get(rule) ?? new Map<string, Sum>();
      sums.set(rule, ofRule);
      const object = namesAircraft(rule) ? aircraftOf(one) : '';
      const sum = ofRule.get(object);
      ofRule.set(object, {
        count: (sum?.count ?? 0) + one.count,
        last: sum && sum.last.lastMs > one.lastMs ? sum.last : one,
      });
    }
    return rules.flatMap(({ rule, count }) =>
      [...(sums.get(rule) ?? [])].flatMap(([object, sum]) =>
        sum.count >= count.atLeast ? [draftOf(rule.rule, count, object, sum.last, nowMs)] : [],
      ),
    );
  }
}

/** Counted for each, otherwise together. */
const namesAircraft = ({ rule: { body } }: CompiledRule): boolean =>
  body.all.some(({ field }) => field !== 'station' && field !== 'count');
const aircraftOf = ({ tail, icao, flight }: Counted): string => tailKey(tail) ?? foldCase(icao ?? flight ?? '');

function draftOf(
  rule: StoredRule,
  { atLeast, minutes }: Count,
  object: string,
  { tail, icao, flight, stations, lastMs }: Counted,
  nowMs: number,
): Draft {
  const who = tail?.replace(/^\.+/, '') || icao || flight;
  const prefix = `count ${object} `;
  const about = object === '' ? { tail: null, icao: null, flight: null } : { tail, icao, flight };
  const id = tail?.replace(/^\.+/, '') || icao;
  return {
    rule,
    eventKey: eventKeyOf(rule.body.scope, about, nowMs, `${prefix}${writeInstant(nowMs)}`),
    // The next event consists of other messages.
    ...(rule.body.scope === 'every' ? { near: { prefix, seconds: minutes * 60 - 1 } } : {}),
    ...{ kind: 'count', isEmergency: false, isLate: false, at: writeInstant(nowMs), stationNumber: null },
    title: `${atLeast} or more messages ${object === '' ? '' : `of ${who} `}in ${durationText(minutes)}`,
    words: `The last one was received at ${writeInstant(lastMs).slice(0, 16).replace('T', ' ')} UTC.`,
    path: object !== '' && id ? `/tail/${encodeURIComponent(id)}` : '/overview',
    receptions: stations.map((stationId) => ({ tail, icao, flight, stationId })),
  };
}

// ---- SQL

type Account = { readonly role: string; readonly company: string | null };

async function accountsOf(db: Query, rules: readonly StoredRule[]): Promise<ReadonlyMap<string, Account>> {
  const ids = rules.flatMap(({ owner, userId }) => (owner === 'user' && userId ? [userId] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.query<Account & { id: string }>(
    'select id, role, company from users where id = any($1::text[])',
    [ids],
  );
  return new Map(rows.map(({ id, ...account }) => [id, account]));
}

type Naming = Extract<Condition, { values: readonly string[] }> & { readonly field: keyof typeof namedSql };
const isNaming = (one: Condition): one is Naming => Object.hasOwn(namedSql, one.field);
/** Values as `ruleValue` writes them: at least the rows that the rules match. */
const namedSql = {
  tail: tailKeySql('trim(acars.tail)'),
  icao: 'lower(trim(acars.icao))',
  flight: 'lower(trim(acars.flight))',
  station: 'lower(trim(acars.station_id))',
} as const;

/** A condition on rows that one of the rules names. A rule needs its first such condition. */
function namedRowsSql(rules: readonly (readonly Condition[])[], values: Values): string {
  const exact = new Map<Naming['field'], Set<string>>();
  const prefixes = new Map<Naming['field'], Set<string>>();
  for (const all of rules) {
    const named = all.find(isNaming);
    for (const value of named?.values ?? []) {
      const field = (named as Naming).field;
      const key = ruleValue(field, value);
      const isPrefix = (field === 'tail' || field === 'flight') && key.endsWith('*');
      const of = isPrefix ? prefixes : exact;
      of.set(field, (of.get(field) ?? new Set()).add(isPrefix ? key.slice(0, -1) : key));
    }
  }
  const ways = [
    ...[...exact].map(([field, keys]) => `${namedSql[field]} = any(${values.add([...keys], 'text[]')})`),
    ...[...prefixes].map(([field, keys]) => `${namedSql[field]} ^@ any(${values.add([...keys], 'text[]')})`),
  ];
  return ways.length > 0 ? `(${ways.join(' or ')})` : 'false';
}

/** By aircraft and stations. Blocks of one message, and its receptions within a minute, are one. `of` = conditions of rules that name their rows. */
async function countMessages(
  db: Query,
  company: string | null,
  {
    fromMs,
    toMs,
    of,
  }: { readonly fromMs: number; readonly toMs: number; readonly of?: readonly (readonly Condition[])[] },
): Promise<Counted[]> {
  const values = new Values();
  const where = [
    `acars.acars_date_time > ${values.add(new Date(fromMs), 'timestamptz')}`,
    `acars.acars_date_time <= ${values.add(new Date(toMs), 'timestamptz')}`,
    ...(of === undefined ? [] : [namedRowsSql(of, values)]),
    ...companySql(await companyMarks(db, company), 'acars', values),
  ];
  return db.query<Counted>(
    `select tail, icao, flight, stations, count(*)::int as count, extract(epoch from max(at))::float8 * 1000 as "lastMs"
     from (
       select acars.tail, acars.icao, acars.flight, array_agg(distinct lower(acars.station_id)) as stations, max(acars.acars_date_time) as at
       from acars where ${where.join(' and ')}
       group by 1, 2, 3, coalesce(acars.assembly_key::text, md5(concat_ws(' ', acars.label, acars.text))),
         floor(extract(epoch from acars.acars_date_time) / 60)) messages
     group by 1, 2, 3, 4`,
    values.list,
  );
}
