/** The browser's install prompt, stored until the account menu requests it. */
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

/** Starts the installation. null if the browser offers none (installed already, not supported, no secure context). */
export function useInstall(): (() => void) | null {
  const event = useValue(offer);
  if (!event) return null;
  return () => {
    offer.set(null); // a prompt can be used once
    void event.prompt().catch(() => undefined);
  };
}
