/** Limits messages to the caller's company (C38, C38b, C117). Only an Admin's `company` parameter is trusted. */
import { api } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';

/** `company` = the scoped calls of the specification. `all` = every list, count, export and statistic (COMPANY_SCOPE=all). */
export type CompanyScope = 'company' | 'all';

/** A code before flight numbers, in lower case, and the company to which such flights belong (COMPANY_CODES). */
export type CompanyCode = { readonly code: string; readonly company: string };

type Caller = { readonly audience: Audience; readonly company: string | null };

/**
 * The company that limits a response, or null for all data. `requested` = of the query, for Admins only.
 * `isScopedCall` = API-11, 13, 16, 27.
 */
export function companyOf(
  caller: Caller | null,
  requested: string | undefined,
  isScopedCall: boolean,
  scope: CompanyScope = 'company',
): string | null {
  if (!isScopedCall && scope !== 'all') return null;
  const company = caller?.audience === 'admin' ? (isScopedCall ? requested : null) : caller?.company;
  return company?.trim() || null;
}

/** The company that limits messages on a screen of several objects: that of the caller's own raw list (C38, C117). */
export function companyOfMessages({
  caller,
  companyScope,
}: {
  readonly caller: Caller | null;
  readonly companyScope: CompanyScope;
}): string | null {
  const hasAll = permissionFor(api.acarsMessage.allUsers.id, caller?.audience ?? 'visitor', true) === 'yes';
  return companyOf(caller, undefined, !hasAll, companyScope);
}
