/** Path id and company of a list's call. The server enforces the company by the session. */
import type { ListDefinition } from './define-list.ts';

/** C38: the company is sent when set, or always. */
function companyQuery(list: ListDefinition, company: string): Readonly<Record<string, string>> {
  return list.company === 'always' || (list.company === 'when-set' && company !== '') ? { company } : {};
}

/** `id` = that of the route, for a list of one object. */
export function callParams(list: ListDefinition, id: string, company: string): Readonly<Record<string, string>> {
  return { ...companyQuery(list, company), ...(list.of ? { [list.of.param]: id } : {}) };
}
