/**
 * Whose messages a caller sees: the company rule of C38, C38b and C117.
 * Must not: trust the company that a client sends, unless the client is an administrator.
 */
import type { Caller } from '../guard.ts';
import type { Values } from './filter-sql.ts';

/** `company` = the calls that the specification scopes; `all` = every list, count, export and statistic (COMPANY_SCOPE=all). */
export type CompanyScope = 'company' | 'all';

/**
 * The company that narrows an answer, or null for the whole feed. `asked` = what the query says, which counts for administrators only.
 * `isScopedCall` = API-11, 13, 16, 27.
 */
export function companyOf(
  caller: Pick<Caller, 'audience' | 'company'> | null,
  asked: string | undefined,
  isScopedCall: boolean,
  scope: CompanyScope = 'company',
): string | null {
  if (!isScopedCall && scope !== 'all') return null;
  const company = caller?.audience === 'admin' ? (isScopedCall ? asked : null) : caller?.company;
  return company?.trim() || null;
}

/**
 * A message is a company's when the receiver's name is claimed by a station whose feeder has that company.
 * C38b also counts the aircraft's airline or operator: that condition joins here, with `or`, once reference data is in (step 3).
 */
export function companySql(company: string | null, values: Values): string[] {
  if (company === null) return [];
  return [
    `lower(station_id) in (
       select lower(n.receiver_name) from station_receiver_names n
       join stations s on s.id = n.station_record_id
       join users u on u.id = s.feeder_user_id
       where lower(trim(u.company)) = lower(${values.add(company, 'text')}))`,
  ];
}
