/** The range of the session as From and To of a list, as if SEARCH had been clicked (OVW-04). */
import { useEffect, useRef } from 'react';
import { follow, rangeTexts, useRange, writeRange } from '../../range/range.ts';
import type { ListDefinition } from '../define-list.ts';
import { type ListState, search, windowNames, withoutFilter } from './list-state.ts';

/** The list has its own window although there is a range. null = it follows, or there is none. */
type LeftRange = { readonly followAgain: () => void } | null;

type Change = (next: ListState, step?: 'push' | 'replace') => void;

export function useFollowedRange(list: ListDefinition, state: ListState, change: Change): LeftRange {
  const { range, unfollowed } = useRange();
  const [min, max] = windowNames(list);
  const key = range && min !== undefined && max !== undefined ? writeRange(range) : null;
  const isLeft = unfollowed.has(list.name);
  /** The range that From and To contain, and the one that is on its way into the address. */
  const applied = useRef<string | null>(null);
  const pending = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new in each render
  useEffect(() => {
    if (min === undefined || max === undefined) return;
    const own = [state.filters[min], state.filters[max]];
    if (!range || key === null) {
      // Cleared: the list returns to its own window.
      if (applied.current !== null && own[0] !== undefined) change(withoutFilter(list, state, [min, max]), 'replace');
      applied.current = null;
      return;
    }
    if (isLeft) return;
    const [from, to] = rangeTexts(range);
    if (own[0] === from && own[1] === to) {
      applied.current = key;
      pending.current = null;
    } else if (pending.current === key) return;
    // RESET, or another From or To.
    else if (applied.current === key || (applied.current === null && own.some((text) => text !== undefined)))
      follow(list.name, false);
    else {
      pending.current = key;
      change(search(list, state, { [min]: from, [max]: to }), 'replace');
    }
  }, [list, state, key, isLeft]);

  if (key === null || !isLeft || !range) return null;
  return {
    followAgain: () => {
      const [from, to] = rangeTexts(range);
      applied.current = null;
      pending.current = key;
      follow(list.name, true);
      change(search(list, state, { [min ?? '']: from, [max ?? '']: to }));
    },
  };
}
