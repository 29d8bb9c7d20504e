/** Rows of the wire: filters, and rows that wait for the reader (decision 14). Pure. */
import type { MessageKind, WireRow } from '../../contract/entities/overview.ts';

export const wireFilters = ['All', 'Gate and air', 'Positions', 'Faults', 'Weather'] as const;
export type WireFilter = (typeof wireFilters)[number];
const kindsOf: Readonly<Record<WireFilter, readonly MessageKind[] | null>> = {
  All: null,
  'Gate and air': ['movement', 'departure'],
  Positions: ['position'],
  Faults: ['fault'],
  Weather: ['atis', 'weather'],
};
const maxRows = 16;

/** Without a filter, messages that only keep the link alive are hidden. */
export function filtered(rows: readonly WireRow[], filter: WireFilter | null): readonly WireRow[] {
  if (filter === null) return rows.filter(({ kind }) => kind !== 'link');
  const kinds = kindsOf[filter];
  return kinds === null ? rows : rows.filter(({ kind }) => kinds.includes(kind));
}

/** Rows on screen, and the number of newer ones that wait. */
export function wireOf(
  taken: readonly WireRow[],
  latest: readonly WireRow[],
  filter: WireFilter | null,
): { readonly rows: readonly WireRow[]; readonly waiting: number } {
  const known = new Set(taken.map(({ id }) => id));
  const oldest = taken.at(-1)?.at ?? '';
  const waiting = filtered(latest, filter).filter(({ id, at }) => !known.has(id) && at >= oldest).length;
  return { rows: filtered(taken, filter).slice(0, maxRows), waiting };
}

/** `4 new`, `100 or more new`: every row of the response is new. */
export const newText = (waiting: number, total: number): string =>
  waiting > 0 && waiting >= total ? `${waiting} or more new` : `${waiting} new`;
