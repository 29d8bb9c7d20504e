/** User actions on a filter: typing, SEARCH, RESET, removing one filter, opening the panel. */
import { useMemo, useState } from 'react';
import { currentUserId, draftKey, readDraftTexts, useSavedDraft } from '../../session/typed-drafts.ts';
import type { ListDefinition } from '../define-list.ts';
import type { FilterTexts } from './filter-text.ts';
import {
  draftProblems,
  type ListState,
  notApplied,
  reset,
  search,
  searchLast,
  windowNames,
  withoutFilter,
} from './list-state.ts';

type Ends = readonly [from: string, to: string];
/** Hours up to now, or texts of From and To, alone or with the archive. */
export type ChosenRange = number | null | Ends | { readonly archive: Ends };

type SearchHandle = {
  readonly draft: FilterTexts;
  /** Typed and not applied, in wire format. */
  readonly open: FilterTexts;
  /** Number of clicks on SEARCH and RESET. */
  readonly count: number;
  readonly isPanelOpen: boolean;
  readonly setPanelOpen: (isOpen: boolean) => void;
  readonly type: (name: string, text: string) => void;
  readonly discard: (names: readonly string[]) => void;
  readonly remove: (names: readonly string[]) => void;
  /** `refresh` requests again: searching with the same state is a Refresh. */
  readonly search: (refresh: () => void) => void;
  /** A moving range, or From and To, as if SEARCH had been clicked. null = the list's own window. */
  readonly searchRange: (range: ChosenRange, refresh: () => void) => void;
  readonly reset: (refresh: () => void) => void;
};

export function useSearch(list: ListDefinition, state: ListState, change: (next: ListState) => void): SearchHandle {
  const [key] = useState(() => draftKey(currentUserId(), `filter ${list.name}`, location.pathname));
  const [draft, setDraft] = useState<FilterTexts>(() => readDraftTexts(key));
  const [count, setCount] = useState(0);
  const open = useMemo(() => notApplied(list, state.filters, draft), [list, state.filters, draft]);
  useSavedDraft(key, open);
  // After a reload the typed texts are restored.
  const [isPanelOpen, setPanelOpen] = useState(Object.keys(open).length > 0);
  const discard = (names: readonly string[]): void => setDraft((old) => without(old, names));
  const apply = (next: ListState, refresh: () => void): void => {
    setDraft({});
    setCount((old) => old + 1);
    change(next);
    if (JSON.stringify(next) === JSON.stringify(state)) refresh();
  };
  /** Invalid texts open the panel instead. */
  const submit = (texts: FilterTexts, next: (texts: FilterTexts) => ListState, refresh: () => void): void => {
    const canGo = Object.keys(draftProblems(list, state.filters, texts)).length === 0;
    setPanelOpen(!canGo);
    if (canGo) apply(next(texts), refresh);
  };
  return {
    draft,
    open,
    count,
    isPanelOpen,
    setPanelOpen,
    type: (name, text) => setDraft((old) => ({ ...old, [name]: text })),
    discard,
    remove: (names) => {
      discard(names);
      change(withoutFilter(list, state, names));
    },
    search: (refresh) => submit(draft, (texts) => search(list, state, texts), refresh),
    searchRange: (range, refresh) => {
      const names = windowNames(list);
      const isMoving = range === null || typeof range === 'number';
      const isArchived = !isMoving && 'archive' in range;
      const ends: Ends | null = isMoving ? null : isArchived ? range.archive : range;
      const own = { ...draft, ...Object.fromEntries(names.map((name, at) => [name, ends?.[at] ?? ''])) };
      const next = (texts: FilterTexts): ListState =>
        isMoving ? searchLast(list, state, texts, range) : search(list, { ...state, isArchived }, texts);
      submit(own, next, refresh);
    },
    reset: (refresh) => {
      apply(reset(state), refresh);
      if (list.isFilterClosedByReset) setPanelOpen(false);
    },
  };
}

function without(texts: FilterTexts, names: readonly string[]): FilterTexts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
}
