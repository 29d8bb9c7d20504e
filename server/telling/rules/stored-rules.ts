/** SQL of rules as users write them. Own file: SQL, behind the calls. */
import { type Rule, type RuleBody, type RuleOwner, ruleContent, ruleLimits } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import type { Database, Query } from '../../database/pool.ts';
import { HttpError } from '../../http/api-error.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import type { Caller } from '../../http/guard.ts';
import { Values } from '../../query/filter-sql.ts';
import { hitScope } from '../hit-scope.ts';

const instantSql = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
/** Of rules of everyone: as many as of a company. */
const maxOfAll = ruleLimits.perCompany;
const hitDays = 7;

/** Own rules, those of the company and of everyone, or the one with this id. */
export async function readRules(
  db: Query,
  caller: Caller,
  companyScope: CompanyScope,
  id: string | null = null,
): Promise<Rule[]> {
  const values = new Values();
  const scope = (await hitScope(db, caller, companyScope, values)).conditions.join(' and ');
  const told = toldSql(caller, values);
  const one = id === null ? '' : `and watch_rules.id = ${values.add(id, 'bigint')}`;
  const rows = await db.query<
    Omit<Rule, keyof RuleBody> & Pick<RuleBody, 'name' | 'owner' | 'isEnabled'> & { body: RuleBody; own: boolean }
  >(
    `select watch_rules.id::text as id, watch_rules.name, watch_rules.owner, watch_rules.is_enabled as "isEnabled", watch_rules.body,
       watch_rules.version, watch_rules.written_by as by, ${instantSql('watch_rules.paused_at')} as "pausedAt",
       watch_rules.paused_because as "pausedBecause", coalesce(h.hits, 0)::int as hits, ${instantSql('h.last')} as "lastHitAt"
     from watch_rules left join lateral (
       select sum(watch_hits.events) as hits, max(watch_hits.at) as last from watch_hits
       where watch_hits.rule_id = watch_rules.id and watch_hits.kind <> 'rule'
         and watch_hits.stored_at > now() - interval '${hitDays} days' and ${scope}) h on true
     where ${told} ${one} order by lower(watch_rules.name), watch_rules.id`,
    values.list,
  );
  return rows
    .filter(({ body }) => ruleContent.safeParse(body).success)
    .map(({ body, ...row }) => ({ ...body, ...row, isOwn: mayWrite(caller, row.owner) }));
}

/** A condition on rules that this caller sees. */
function toldSql({ userId, company }: Caller, values: Values): string {
  const own = company?.trim();
  return `(watch_rules.owner = 'all' or (watch_rules.owner = 'user' and watch_rules.user_id = ${values.add(userId, 'text')})${
    own
      ? ` or (watch_rules.owner = 'company' and lower(trim(watch_rules.company)) = lower(${values.add(own, 'text')}))`
      : ''
  })`;
}

/** Of a company: its users, but neither Admin nor Parser. Of everyone: an Admin. */
const mayWrite = ({ audience }: Pick<Caller, 'audience'>, owner: RuleOwner): boolean =>
  owner === 'user' || (owner === 'all' ? audience === 'admin' : audience === 'companyUser');

/** @throws HttpError 403 */
export function requireOwner(caller: Caller, owner: RuleOwner): void {
  if (mayWrite(caller, owner)) return;
  throw new HttpError(
    403,
    owner === 'all'
      ? 'Only an Admin can write rules for everyone.'
      : 'Only users of a company can write rules for their company.',
  );
}

type Kept = Pick<RuleBody, 'all' | 'not' | 'scope' | 'quiet' | 'ways'>;
const kept = ({ all, not, scope, quiet, ways }: RuleBody): string =>
  JSON.stringify({ all, not, scope, quiet, ways } satisfies Kept);

/** Resolves to its id. @throws HttpError 409 beyond a limit, 400 for a webhook of others */
export function addRule(db: Database, caller: Caller, body: RuleBody): Promise<string> {
  return db.transaction(async (tx) => {
    await checkLimits(tx, caller, body, null);
    const [row] = await tx.query<{ id: string }>(
      `insert into watch_rules (owner, user_id, written_by, company, name, is_enabled, body) values ($1, $2, $3, $4, $5, $6, $7::jsonb)
       returning id::text as id`,
      [body.owner, ...ofCaller(caller, body), body.name.trim(), body.isEnabled, kept(body)],
    );
    return row?.id ?? '';
  });
}

/** A change ends a pause. @throws HttpError 404, 409 */
export function changeRule(
  db: Database,
  caller: Caller,
  id: string,
  { version, ...body }: RuleBody & { readonly version: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    await requireOwn(tx, caller, id);
    await checkLimits(tx, caller, body, id);
    const changed = await tx.query(
      `update watch_rules set owner = $2, user_id = $3, written_by = $4, company = $5, name = $6, is_enabled = $7, body = $8::jsonb,
         version = version + 1, changed_at = now(), paused_at = null, paused_because = null
       where id = $1 and version = $9 returning 1`,
      [id, body.owner, ...ofCaller(caller, body), body.name.trim(), body.isEnabled, kept(body), version],
    );
    if (changed.length === 0)
      throw new HttpError(409, 'The rule was changed by someone else since you opened it. Your change is not stored.');
  });
}

/** @throws HttpError 404 */
export async function removeRule(db: Database, caller: Caller, id: string): Promise<void> {
  await db.transaction((tx) => requireOwn(tx, caller, id));
  // In pieces: messages wait for a rule that is being deleted.
  for (let isMore = true; isMore; )
    isMore = await db.transaction(async (tx) => {
      const piece = await tx.query(
        'delete from watch_hits where id in (select id from watch_hits where rule_id = $1 limit 1000) returning 1',
        [id],
      );
      return piece.length > 0;
    });
  await db.transaction(async (tx) => {
    await requireOwn(tx, caller, id);
    await tx.query('delete from watch_rules where id = $1', [id]);
  });
}

const ofCaller = ({ userId, userName, company }: Caller, { owner }: Pick<RuleBody, 'owner'>) =>
  [userId, userName, owner === 'company' ? (company?.trim() ?? null) : null] as const;

/** The caller may change it. Others look as if they did not exist. @throws HttpError 404 */
async function requireOwn(tx: Query, caller: Caller, id: string): Promise<void> {
  const values = new Values();
  const [row] = /^\d{1,18}$/.test(id)
    ? await tx.query<{ owner: RuleOwner }>(
        `select owner from watch_rules where id = ${values.add(id, 'bigint')} and ${toldSql(caller, values)} for update`,
        values.list,
      )
    : [];
  if (!row || !mayWrite(caller, row.owner)) throw new HttpError(404, 'This rule does not exist, or is not yours.');
}

/** Two writers at once could exceed a limit: they wait for each other. @throws HttpError 409, 400 */
async function checkLimits(tx: Query, caller: Caller, body: RuleBody, id: string | null): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('downlink rules'))`);
  const company = foldCase(caller.company?.trim() ?? '');
  const [counts] = await tx.query<
    Record<'ofUser' | 'ofCompany' | 'ofAll' | 'companyExpressions' | 'allExpressions', number>
  >(
    `with others as (
       select r.owner, r.user_id, lower(trim(coalesce(r.company, u.company))) as company, (
         select coalesce(sum(jsonb_array_length(c -> 'values')), 0) from jsonb_path_query(r.body, '$.*[*] ? (@.field == "expression")') c) as expressions
       from watch_rules r left join users u on u.id = r.user_id where r.id is distinct from $3::bigint)
     select (count(*) filter (where owner = 'user' and user_id = $1))::int as "ofUser",
       (count(*) filter (where owner = 'company' and company = $2))::int as "ofCompany", (count(*) filter (where owner = 'all'))::int as "ofAll",
       coalesce(sum(expressions) filter (where case when $2 = '' then user_id = $1 else company = $2 end), 0)::int as "companyExpressions",
       coalesce(sum(expressions), 0)::int as "allExpressions"
     from others`,
    [caller.userId, company, id],
  );
  const own = [...body.all, ...body.not].reduce(
    (sum, one) => sum + (one.field === 'expression' ? one.values.length : 0),
    0,
  );
  const limits: readonly (readonly [isOver: boolean, sentence: string])[] = [
    [body.owner === 'user' && (counts?.ofUser ?? 0) >= ruleLimits.perUser, `You have ${ruleLimits.perUser} rules.`],
    [
      body.owner === 'company' && (counts?.ofCompany ?? 0) >= ruleLimits.perCompany,
      `Your company has ${ruleLimits.perCompany} rules.`,
    ],
    [body.owner === 'all' && (counts?.ofAll ?? 0) >= maxOfAll, `There are ${maxOfAll} rules for everyone.`],
    [
      own > 0 && (counts?.companyExpressions ?? 0) + own > ruleLimits.expressionsPerCompany,
      `${company ? 'Your company has' : 'You have'} up to ${ruleLimits.expressionsPerCompany} expressions in rules.`,
    ],
    [
      own > 0 && (counts?.allExpressions ?? 0) + own > ruleLimits.expressionsPerServer,
      `This server has up to ${ruleLimits.expressionsPerServer} expressions in rules.`,
    ],
  ];
  const over = limits.find(([isOver]) => isOver);
  if (over) throw new HttpError(409, `${over[1]} Remove one to add another.`);
  await requireWebhooks(tx, caller, body);
}

/** A rule sends to webhooks of its owner only. @throws HttpError 400 */
async function requireWebhooks(tx: Query, { userId, company }: Caller, { owner, ways }: RuleBody): Promise<void> {
  if (ways.webhooks.length === 0) return;
  const ids = [...new Set(ways.webhooks)].filter((id) => /^\d{1,18}$/.test(id));
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from webhooks where id = any($1::bigint[]) and owner = $2 and case owner
       when 'user' then user_id = $3 when 'company' then lower(trim(company)) = lower(trim($4)) else true end`,
    [ids, owner, userId, company],
  );
  if (row?.count !== new Set(ways.webhooks).size)
    throw new HttpError(400, 'A webhook of this rule does not exist, or belongs to someone else. Choose another.');
}
