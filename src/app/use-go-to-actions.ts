import { setAppearance } from './appearance.ts';
import type { ActionName } from './go-to-index.ts';
import { useInstall } from './install.ts';

/** The button of a list that exports what it shows. */
const exportButton = (): HTMLElement | null => document.querySelector('[data-export-opener]:not(:disabled)');

/** Actions available on this device and screen. */
export function useGoToActions(onKeys: () => void): Partial<Record<ActionName, () => void>> {
  const install = useInstall();
  return {
    dark: () => setAppearance({ scheme: 'dark' }),
    light: () => setAppearance({ scheme: 'light' }),
    system: () => setAppearance({ scheme: 'auto' }),
    moreContrast: () => setAppearance({ contrast: 'more' }),
    normalContrast: () => setAppearance({ contrast: 'normal' }),
    ...(document.fullscreenEnabled ? { fullScreen: toggleFullScreen } : {}),
    ...(exportButton() ? { export: () => exportButton()?.click() } : {}),
    keys: onKeys,
    ...(install ? { install } : {}),
  };
}

function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // The browser may refuse: nothing changes.
  change.catch(() => undefined);
}
