/** Whose faults and states a caller reads. Own file: handlers and SQL need it. */
import { foldCase } from '../../contract/filters.ts';
import type { Query } from '../database/pool.ts';
import { noPermission } from '../http/api-error.ts';
import { type CompanyScope, companyOf } from '../http/company-scope.ts';
import type { Caller } from '../http/guard.ts';
import { type CompanyMarks, companyMarks } from '../messages/company-sql.ts';

/** `marks` null = all faults. `company` names whose states: '' = Admin and Parser. */
export type FaultScope = { readonly marks: CompanyMarks | null; readonly company: string };

/** @throws HttpError 403 for an account that has neither all data nor a company */
export async function faultScope(
  db: Query,
  caller: Pick<Caller, 'audience' | 'company'>,
  companyScope: CompanyScope,
): Promise<FaultScope> {
  const hasAll = caller.audience === 'admin' || caller.audience === 'parser';
  const own = companyOf(caller, undefined, !hasAll, companyScope);
  if (!hasAll && own === null) throw noPermission();
  return { marks: await companyMarks(db, own), company: hasAll ? '' : foldCase(own ?? '') };
}
