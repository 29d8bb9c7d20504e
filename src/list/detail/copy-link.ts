import { useRouter } from '@tanstack/react-router';
import { minuteMs } from '../../../contract/durations.ts';
import { parseInstant } from '../../../contract/params.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { hasValue } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { filterParamsOf } from '../state/filter-text.ts';

// ---- Address of a list that shows one row: its minute and the fields that name it. Pure.

const minuteText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** Search parameters. null = nothing in the row selects it. */
export function rowSearch(list: ListDefinition, row: AnyRow): Readonly<Record<string, string>> | null {
  const search: Record<string, string> = {};
  for (const [name, { filter, param }] of filterParamsOf(list)) {
    const value = row[filter.field];
    if (filter.way === 'equals' && param.op !== 'exists' && list.card.title.includes(filter.field) && hasValue(value))
      search[name] = String(value);
    const at = filter.way === 'between' && typeof value === 'string' ? parseInstant(value) : null;
    if (at === null) continue;
    const from = Math.floor(at / minuteMs) * minuteMs;
    search[name] = minuteText(param.op === 'min' ? from : from + minuteMs);
  }
  return Object.keys(search).length > 0 ? search : null;
}

/** Copies the address of this list with the minute, the tail and the flight of a row. null = nothing in the row selects it. */
export function useCopyLink(list: ListDefinition): (row: AnyRow) => (() => void) | null {
  const router = useRouter();
  return (row) => {
    const search = rowSearch(list, row);
    return (
      search &&
      (() => {
        const { publicHref } = router.buildLocation({ to: '.', search: search as never });
        void copyText(new URL(publicHref, location.origin).href, 'Link copied');
      })
    );
  };
}
