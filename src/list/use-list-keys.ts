/** One-letter shortcuts of a list, inactive while typing and in dialogs. */
import { useLayoutEffect } from 'react';
import type { Letter } from '../lib/keys.ts';

export type ListKeys = Readonly<Partial<Record<Letter, (() => void) | null>>>;

const notThere = 'input:not([readonly]),textarea,select,[contenteditable],[role="dialog"],dialog';

/** Letter -> action. Other keys are left to the browser. The layout effect keeps a key from acting on a state that is no longer on screen. */
export function useListKeys(keys: ListKeys): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = keys[event.key as Letter];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest(notThere)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
