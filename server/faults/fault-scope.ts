/** Whose faults and states a caller reads. Own file: handlers and SQL need it. */
import { foldCase } from '../../contract/filters.ts';
import type { Query } from '../database/pool.ts';
import { noPermission } from '../http/api-error.ts';
import type { Caller } from '../http/guard.ts';
import { type CompanyMarks, companyMarks } from '../messages/company-sql.ts';

/** `marks` null = all faults. `company` names whose states: '' = Admin and Parser. */
export type FaultScope = { readonly marks: CompanyMarks | null; readonly company: string };

/** @throws HttpError 403 for an account that has neither all data nor a company */
export async function faultScope(
  db: Query,
  { audience, company }: Pick<Caller, 'audience' | 'company'>,
): Promise<FaultScope> {
  if (audience === 'admin' || audience === 'parser') return { marks: null, company: '' };
  const own = company?.trim();
  if (!own) throw noPermission();
  return { marks: await companyMarks(db, own), company: foldCase(own) };
}
