/** Users whom hits concern at the moment of the call. Accounts with the same rights cost one query of their company's rows. */
import { audienceOf } from '../../contract/audience-of.ts';
import type { NoticeSettings } from '../../contract/entities/notices.ts';
import { foldCase } from '../../contract/filters.ts';
import type { Query } from '../database/pool.ts';
import type { CompanyScope } from '../http/company-scope.ts';
import { Values } from '../query/filter-sql.ts';
import { type Access, accessOf, ownStationSql, toldSql, visibleSql } from './hit-scope.ts';
import { type StoredSettings, settingsOf } from './notice-settings.ts';

/** `email` '' = none. `company` as it is stored. `hitIds` = at least one of the requested hits, in ascending order. */
export type Recipient = {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly company: string | null;
  readonly settings: NoticeSettings;
  readonly hitIds: readonly string[];
};

type Account = Omit<Recipient, 'settings' | 'hitIds'> &
  StoredSettings & { readonly role: string; readonly address: string };
type Group = { readonly access: Access; readonly accounts: Account[] };

/** Accounts that are closed or have not accepted the terms have no notices. Pass some hundred hits at a time. */
export async function recipientsOf(
  db: Query,
  hitIds: readonly string[],
  companyScope: CompanyScope,
): Promise<readonly Recipient[]> {
  if (hitIds.length === 0) return [];
  const accounts = await db.query<Account>(
    `with rules as materialized (
       select distinct r.id, r.owner, r.user_id, r.company from watch_hits h join watch_rules r on r.id = h.rule_id where h.id = any($1::bigint[]))
     select u.id as "userId", u.user_name as "userName", u.role, u.company, u.email as address, s.zone, s.quiet, s.email
     from users u left join notice_settings s on s.user_id = u.id
     where u.terms = 1 and exists (select from rules watch_rules where ${toldSql({ userId: 'u.id', company: 'u.company' })})
     order by u.id`,
    [hitIds],
  );
  const groups = new Map<string, Group>();
  for (const account of accounts) {
    const access = accessOf(
      { audience: audienceOf(account), company: account.company && foldCase(account.company) },
      companyScope,
    );
    const key = JSON.stringify(access);
    const group = groups.get(key) ?? { access, accounts: [] };
    group.accounts.push(account);
    groups.set(key, group);
  }
  const found: Recipient[] = [];
  for (const group of groups.values()) found.push(...(await recipientsAmong(db, hitIds, group)));
  return found;
}

async function recipientsAmong(
  db: Query,
  hitIds: readonly string[],
  { access, accounts }: Group,
): Promise<Recipient[]> {
  const values = new Values();
  const ids = values.add(hitIds, 'bigint[]');
  const users = values.add(
    accounts.map(({ userId }) => userId),
    'text[]',
  );
  const who = { userId: 'u.id', company: 'u.company' };
  const rows = await db.query<{ userId: string; hitIds: string[] }>(
    `with hits as materialized (
       select watch_hits.id, watch_hits.rule_id, watch_hits.station_number, ${(await visibleSql(db, access, values)).isVisible} as is_visible
       from watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id where watch_hits.id = any(${ids}))
     select u.id as "userId", array_agg(watch_hits.id::text order by watch_hits.id) as "hitIds"
     from hits watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id join users u on u.id = any(${users})
     where ${toldSql(who)} and (watch_hits.is_visible or ${ownStationSql(who)}) group by u.id`,
    values.list,
  );
  const byUser = new Map(rows.map((row) => [row.userId, row.hitIds]));
  return accounts.flatMap(({ userId, userName, address, company, zone, quiet, email }) => {
    const own = byUser.get(userId);
    return own
      ? [{ userId, userName, email: address, company, settings: settingsOf({ zone, quiet, email }), hitIds: own }]
      : [];
  });
}
