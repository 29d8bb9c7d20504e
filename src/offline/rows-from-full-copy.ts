/** The rows of a list that was never opened, from a stored list that contains them: an airline's aircraft from all aircraft. */

import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { type ListId, type StoredRows, storedRowsOf } from './stored-pages.ts';

/** null when the other list is not stored, or contains none of these rows and is incomplete. */
export async function rowsFromFullCopy(list: ListId, session: AbortSignal): Promise<StoredRows | null> {
  const { within } = list.endpoint.list;
  const all = within && (await storedRowsOf({ endpoint: within.list, scope: {} }, session));
  return all ? partOf(all, list) : null;
}

/** Pure. */
export function partOf(all: StoredRows, { endpoint, scope }: ListId): StoredRows | null {
  const { within } = endpoint.list;
  // Responses to a search do not contain the other rows.
  const pages = all.pages.filter((page) => Object.keys(page.asked).length === 0);
  if (!within || pages.length === 0) return null;
  const rows = all.rows.filter((row) => idIn(row, within.field, within.param) === scope[within.param]);
  const isWhole = pages.some((page) => page.offset === 0 && page.count !== null && page.rowCount >= page.count);
  if (rows.length === 0 && !isWhole) return null;
  const storedAt = Math.max(...pages.map((page) => page.storedAt));
  const count = isWhole ? rows.length : null;
  return { pages: [{ storedAt, asked: {}, windowHours: null, offset: 0, rowCount: rows.length, count }], rows };
}

function idIn(row: Row<ListEndpoint['list']['entity']>, field: string, name: string): string | null {
  const found = row[field];
  if (typeof found !== 'object' || found === null) return null;
  const id = (found as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}
