/** The archive of the server for a list, from its first to its last day. */

import { useQuery } from '@tanstack/react-query';
import { dayMs } from '../../../contract/durations.ts';
import { archiveQuery } from '../../data/resources.ts';
import { utcDay } from '../../lib/time.ts';
import { rangeTexts } from '../../range/range.ts';
import type { ListDefinition } from '../define-list.ts';
import { canReadArchive } from '../state/list-state.ts';

type OfferedArchive = { readonly ends: readonly [from: string, to: string]; readonly text: string };

export const isOfFrames = ({ endpoint }: ListDefinition): boolean => endpoint.list.rows === 'adsbMessages';

/** null = the server has none, or the list does not read it. */
export function useArchive(list: ListDefinition): OfferedArchive | null {
  const { data } = useQuery({ ...archiveQuery(isOfFrames(list)), enabled: canReadArchive(list) });
  if (!data || data.first === null || data.last === null) return null;
  return {
    ends: rangeTexts({ from: midnight(data.first), to: midnight(data.last) + dayMs }),
    text: daysText(data.first, data.last),
  };
}

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayText = (day: string): string => utcDay(midnight(day));
const daysText = (first: string, last: string): string =>
  first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`;
