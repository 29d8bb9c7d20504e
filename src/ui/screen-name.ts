/** Name of the object on screen, reported by its screen and shown in the title of the document: tabs and history then tell objects apart. */
import { useEffect } from 'react';
import { useValue, valueStore } from './value-store.ts';

const store = valueStore<string | null>(null);

/** Reports the name, on one line, until the screen is left. null = not known (yet). */
export function useNamedScreen(name: string | null): void {
  useEffect(() => {
    store.set(name);
    return () => store.set(null);
  }, [name]);
}

/** null = the screen shows no object, or not yet. */
export function useScreenName(): string | null {
  return useValue(store);
}
