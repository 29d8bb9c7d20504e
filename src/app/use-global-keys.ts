import { useLayoutEffect } from 'react';
import { goToEvent } from '../ui/go-to-event.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** Ctrl K (or Command K) anywhere, or a screen's request. `?` except while typing or in a dialog. */
export function useGlobalKeys(keys: { onGoTo(): void; onKeys(): void }): void {
  // In the commit that shows the frame: a key pressed as soon as it is visible takes effect.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open], [role="dialog"]')) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        keys.onGoTo();
        return;
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === '?') {
        event.preventDefault();
        keys.onKeys();
      }
    };
    window.addEventListener('keydown', press);
    window.addEventListener(goToEvent, keys.onGoTo);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener(goToEvent, keys.onGoTo);
    };
  });
}
