/**
 * What a person does with the filter of a list: typing, SEARCH, RESET, taking one filter away; and whether its panel is open.
 * Must not: ask for rows. What is applied is the list's state, what is only typed stands here.
 */
import { useMemo, useState } from 'react';
import type { ListDefinition } from './define-list.ts';
import type { FilterTexts } from './filter-text.ts';
import { draftProblems, type ListState, notApplied, reset, search, withoutFilter } from './list-state.ts';

export type SearchHandle = {
  readonly draft: FilterTexts;
  /** Typed and not applied, as it would travel. */
  readonly open: FilterTexts;
  /** How often SEARCH or RESET was pressed. */
  readonly count: number;
  readonly isPanelOpen: boolean;
  readonly setPanelOpen: (isOpen: boolean) => void;
  readonly type: (name: string, text: string) => void;
  readonly discard: (names: readonly string[]) => void;
  readonly remove: (names: readonly string[]) => void;
  /** `refresh` asks again: the same state once more is a press on Refresh. */
  readonly search: (refresh: () => void) => void;
  readonly reset: (refresh: () => void) => void;
};

export function useSearch(list: ListDefinition, state: ListState, change: (next: ListState) => void): SearchHandle {
  const [draft, setDraft] = useState<FilterTexts>({});
  const [count, setCount] = useState(0);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const open = useMemo(() => notApplied(list, state.filters, draft), [list, state.filters, draft]);
  const discard = (names: readonly string[]): void => setDraft((old) => without(old, names));
  const apply = (next: ListState, refresh: () => void): void => {
    setDraft({});
    setCount((old) => old + 1);
    change(next);
    if (JSON.stringify(next) === JSON.stringify(state)) refresh();
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
    search: (refresh) => {
      const canGo = Object.keys(draftProblems(list, state.filters, draft)).length === 0;
      setPanelOpen(!canGo);
      if (canGo) apply(search(list, state, draft), refresh);
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
