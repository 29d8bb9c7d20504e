/**
 * What is held of a list that was never opened, out of a list that holds its rows, too: an airline's aircraft out of all aircraft.
 * Must not: take a part of that list for the whole of this one.
 */

import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { type HeldRows, heldOf, type ListId } from './stored-pages.ts';

/** null when the other list is not held, or nothing can be told from as much as is held of it. */
export async function heldWithin(list: ListId): Promise<HeldRows | null> {
  const { within } = list.endpoint.list;
  const all = within && (await heldOf({ endpoint: within.list, scope: {} }));
  return all ? partOf(all, list) : null;
}

/** Pure. */
export function partOf(all: HeldRows, { endpoint, scope }: ListId): HeldRows | null {
  const { within } = endpoint.list;
  // Answers to a search say nothing of the others.
  const pages = all.pages.filter((page) => Object.keys(page.asked).length === 0);
  if (!within || pages.length === 0) return null;
  const rows = all.rows.filter((row) => idIn(row, within.field, within.param) === scope[within.param]);
  const isWhole = pages.some((page) => page.offset === 0 && page.rowCount >= page.count);
  return rows.length > 0 || isWhole ? { pages, rows } : null;
}

function idIn(row: Row<ListEndpoint['list']['entity']>, field: string, name: string): string | null {
  const found = row[field];
  if (typeof found !== 'object' || found === null) return null;
  const id = (found as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}
