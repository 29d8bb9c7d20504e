/**
 * The browser's offer to install the app, kept until the account menu asks for it.
 * Must not: ask by itself.
 */
import { useValue, valueStore } from '../ui/value-store.ts';

/** Not in the DOM types: Chromium only. */
type InstallEvent = Event & { prompt(): Promise<unknown> };
const offer = valueStore<InstallEvent | null>(null);

export function startInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer.set(null));
}

/** The way to install, or null where the browser offers none (installed already, not supported, no secure context). */
export function useInstall(): (() => void) | null {
  const event = useValue(offer);
  if (!event) return null;
  return () => {
    offer.set(null); // an offer can be used once
    void event.prompt().catch(() => undefined);
  };
}
