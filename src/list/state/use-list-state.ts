/** Syncs the list state with the address and the user's preferences. */
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { defaultPageSize, type ListDefinition, type ViewName } from '../define-list.ts';
import { readSearch, type Search, writeSearch } from './list-address.ts';
import { type ListState, sizeChoice, type ViewWidths, withPage } from './list-state.ts';
import {
  loadSavedPreferences,
  onOtherPreferences,
  type SavedPreferences,
  savePreferences,
  usualView,
} from './saved-preferences.ts';

type ListStateHandle = {
  readonly state: ListState;
  /** Invalid filters of the address. */
  readonly ignored: readonly string[];
  /** `push` adds a history entry. */
  readonly change: (next: ListState, step?: 'push' | 'replace') => void;
  readonly saved: SavedPreferences;
  /** Key of the message that fills a phone. null = none. */
  readonly openMessage: string | null;
  /** Of a user who has chosen none for this list. */
  readonly usualView: ViewName;
  readonly save: (part: Partial<SavedPreferences>) => void;
  /** Widths in use: of the address, otherwise those of the user. */
  readonly widths: ViewWidths;
  readonly setWidths: (widths: Partial<ViewWidths>) => void;
  /** Shows a state without storing its columns and sizes as preferences. */
  readonly show: (next: ListState) => void;
};

/** `fitRows` = rows that fill the window, null until measured. */
export function useListState(list: ListDefinition, userId: string, fitRows: number | null): ListStateHandle {
  const all = useSearch({ strict: false }) as Search;
  const slot = list.within?.slot;
  const search = useMemo(() => {
    const { range: _, ...own } = all;
    return slot === undefined ? own : slotSearch(all, slot);
  }, [all, slot]);
  const writeAddress = useWriteAddress();
  const [saved, setSaved] = useState<SavedPreferences>(() => loadSavedPreferences(userId, list));
  const { state, ignored } = useMemo(() => readSearch(list, search, saved, fitRows), [list, search, saved, fitRows]);

  // Two changes by one click build on each other, not on the last render.
  const latest = useRef(saved);
  const save = useCallback(
    (part: Partial<SavedPreferences>) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setSaved(next);
      savePreferences(userId, list, next);
    },
    [userId, list],
  );
  const go = useCallback(
    (next: ListState, nextSaved: SavedPreferences, step: 'push' | 'replace') => {
      const own = writeSearch(list, next, nextSaved);
      // Based on the current address: two lists of one screen may write at once.
      writeAddress((now) => (slot === undefined ? withKept(now, own) : withSlot(now, slot, own)), step);
    },
    [list, writeAddress, slot],
  );

  // The entry address gets the stored size and columns, so that it can be shared as seen.
  const isStoredUnwritten =
    Object.keys(search).length === 0 &&
    (state.hidden.length > 0 || sizeChoice(state) !== defaultPageSize || state.view !== 'table');
  useEffect(() => {
    if (isStoredUnwritten) go(state, saved, 'replace');
  }, [isStoredUnwritten, go, state, saved]);

  // A list whose address is still that of its entry shows what another device of the account chose.
  useEffect(
    () =>
      onOtherPreferences(list, () => {
        const entryOf = (preferences: SavedPreferences) => readSearch(list, {}, preferences, fitRows).state;
        const before = writeSearch(list, entryOf(latest.current), latest.current);
        const isEntry = Object.keys({ ...before, ...search }).every((name) => search[name] === before[name]);
        latest.current = loadSavedPreferences(userId, list);
        setSaved(latest.current);
        if (isEntry) go(entryOf(latest.current), latest.current, 'replace');
      }),
    [list, userId, search, fitRows, go],
  );

  const change = useCallback(
    (next: ListState, step: 'push' | 'replace' = 'push') => {
      const size = sizeChoice(next);
      const { hidden, view } = next;
      const isChoice = size !== sizeChoice(state) || hidden !== state.hidden || view !== state.view;
      if (isChoice) save({ hidden, view, ...(size === 'all' ? {} : { size }) });
      go(next, latest.current, step);
    },
    [state, save, go],
  );
  // Another height of the window: the page that contains the first row.
  const sizeBefore = useRef(fitRows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for another size
  useEffect(() => {
    const before = sizeBefore.current;
    sizeBefore.current = fitRows;
    if (!state.isFit || before === null || fitRows === null || state.page === 0) return;
    const page = Math.floor((state.page * before) / fitRows);
    if (page !== state.page) go(withPage(state, page), latest.current, 'replace');
  }, [fitRows]);
  const own = state.widths;
  const setWidths = useCallback(
    (widths: Partial<ViewWidths>) => {
      if (own) go({ ...state, widths: { ...own, ...widths } }, latest.current, 'replace');
      else save(widths);
    },
    [own, state, go, save],
  );
  const show = useCallback((next: ListState) => go(next, latest.current, 'push'), [go]);
  return {
    state,
    ignored,
    change,
    saved,
    openMessage: all.open === undefined ? null : String(all.open),
    usualView: usualView(userId, list),
    save,
    widths: own ?? saved,
    setWidths,
    show,
  };
}

/** The range belongs to the session, an open message to the screen. */
const kept = ['range', 'open'] as const;
const withKept = (now: Search, own: Search): Search => ({
  ...own,
  ...Object.fromEntries(kept.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]]))),
});
