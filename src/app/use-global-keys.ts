import { useEffect } from 'react';

/** The list machine listens for this on `window` and focuses its filter. */
export const focusFilterEvent = 'downlink:focus-filter';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** Ctrl K (or Command K) anywhere; `/` and `?` where nothing is being typed and no dialog is open. */
export function useGlobalKeys(keys: { onGoTo(): void; onKeys(): void }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open], [role="dialog"]')) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        keys.onGoTo();
        return;
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        window.dispatchEvent(new CustomEvent(focusFilterEvent));
      } else if (event.key === '?') {
        event.preventDefault();
        keys.onKeys();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
