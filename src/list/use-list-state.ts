/**
 * Joins a list's state to the address bar and to what the person keeps.
 * Must not: ask for data.
 */
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { slotSearch, withSlot } from '../lib/address-slot.ts';
import { useWriteAddress } from '../lib/use-write-address.ts';
import { defaultPageSize, type ListDefinition } from './define-list.ts';
import { type Kept, loadKept, saveKept } from './kept-preferences.ts';
import { type ListState, readSearch, type Search, writeSearch } from './list-state.ts';

export type ListStateHandle = {
  readonly state: ListState;
  /** Filters of the address that mean nothing. */
  readonly ignored: readonly string[];
  /** `push` makes a step for the back button. */
  readonly change: (next: ListState, step?: 'push' | 'replace') => void;
  readonly widths: Kept['widths'];
  readonly setWidths: (widths: Kept['widths']) => void;
};

export function useListState(list: ListDefinition, userId: string): ListStateHandle {
  const all = useSearch({ strict: false }) as Search;
  const slot = list.within?.slot;
  const search = useMemo(() => (slot === undefined ? all : slotSearch(all, slot)), [all, slot]);
  const writeAddress = useWriteAddress();
  const [kept, setKept] = useState<Kept>(() => loadKept(userId, list));
  const { state, ignored } = useMemo(() => readSearch(list, search, kept), [list, search, kept]);

  // Two changes of one press build on each other, not on what was drawn last.
  const latest = useRef(kept);
  const keep = useCallback(
    (next: Kept) => {
      latest.current = next;
      setKept(next);
      saveKept(userId, list, next);
    },
    [userId, list],
  );
  const go = useCallback(
    (next: ListState, nextKept: Kept, step: 'push' | 'replace') => {
      const own = writeSearch(list, next, nextKept);
      // Built on the address as it is by then: two lists of one screen may write at once.
      writeAddress((now) => (slot === undefined ? own : withSlot(now, slot, own)), step);
    },
    [list, writeAddress, slot],
  );

  // The entry address gets the kept size and columns written into it, so that it can be shared as it is seen.
  const isKeptUnwritten =
    Object.keys(search).length === 0 && (state.hidden.length > 0 || state.size !== defaultPageSize);
  useEffect(() => {
    if (isKeptUnwritten) go(state, kept, 'replace');
  }, [isKeptUnwritten, go, state, kept]);

  const change = useCallback(
    (next: ListState, step: 'push' | 'replace' = 'push') => {
      const now = latest.current;
      const size = next.size === 'all' ? now.size : next.size;
      const isChoice = next.size !== state.size || next.hidden !== state.hidden;
      const nextKept = isChoice ? { ...now, size, hidden: next.hidden } : now;
      if (isChoice) keep(nextKept);
      go(next, nextKept, step);
    },
    [state, keep, go],
  );
  const setWidths = useCallback((widths: Kept['widths']) => keep({ ...latest.current, widths }), [keep]);
  return { state, ignored, change, widths: kept.widths, setWidths };
}
