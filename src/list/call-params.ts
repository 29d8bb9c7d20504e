/**
 * What belongs to a list's call itself, beside its filters: the id of the route in its path, the company in its query.
 * Must not: be believed by the server, which scopes by the session.
 */
import type { ListDefinition } from './define-list.ts';

/** C38: the company goes with the call when it is set, or always. */
function companyQuery(list: ListDefinition, company: string): Readonly<Record<string, string>> {
  return list.company === 'always' || (list.company === 'when-set' && company !== '') ? { company } : {};
}

/** `id` = that of the route, for a list of one thing. */
export function callParams(list: ListDefinition, id: string, company: string): Readonly<Record<string, string>> {
  return { ...companyQuery(list, company), ...(list.of ? { [list.of.param]: id } : {}) };
}
