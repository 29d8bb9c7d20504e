/** Stores what the list shows, for the first moment of the next start (decision 53). Own file: one effect of the screen. */
import { useEffect } from 'react';
import { keepFirstRows } from '../../data/offline/keep-first-rows.ts';
import { idle } from '../../lib/idle.ts';
import type { ListModel } from '../list-model.ts';

/** After the rows are drawn: a view for reading loads its code first. */
const afterMs = 1500;

export function useFirstRowsKept({ isPart, data, state, body }: ListModel): void {
  const { page, pageState, isChanging } = data;
  // Not those of the archive: they are shown after a question only.
  const at = !isPart && pageState === 'rows' && !isChanging && !state.isArchived ? (page?.dataAt ?? null) : null;
  useEffect(() => {
    if (at === null) return;
    let isLeft = false;
    const timer = setTimeout(() => {
      void idle().then(() => {
        if (!isLeft && body.current) void keepFirstRows(body.current, at);
      });
    }, afterMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [at, body]);
}
