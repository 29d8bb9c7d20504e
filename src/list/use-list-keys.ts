/**
 * The one-letter keys of a list screen, where nothing is being typed and no dialog is open.
 * Must not: know what they do.
 */
import { useEffect } from 'react';

const notThere = 'input:not([readonly]),textarea,select,[contenteditable],[role="dialog"],dialog';

/** Key -> what it does. An absent one is left to the browser. */
export function useListKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = keys[event.key];
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
