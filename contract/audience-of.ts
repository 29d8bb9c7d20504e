/** The audience of a user. Own file: the first file of the app needs it without the table of calls. */
import type { Audience } from './audience.ts';

/** C11, C12: Admin, Parser, has a company, Customer or User, otherwise none. Roles are compared trimmed and without case. */
export function audienceOf(user: { role: string; company: string | null } | null): Audience {
  if (!user) return 'visitor';
  const role = user.role.trim().toLowerCase();
  if (role === 'admin') return 'admin';
  if (role === 'parser') return 'parser';
  if (user.company?.trim()) return 'companyUser';
  return role === 'customer' || role === 'user' ? 'customer' : 'noRole';
}
