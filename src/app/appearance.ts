/** Colour scheme and contrast: stored in localStorage, shared with all tabs, set on <html>. */
import { useValue, valueStore } from '../ui/value-store.ts';

export type Appearance = { readonly scheme: 'auto' | 'light' | 'dark'; readonly contrast: 'auto' | 'normal' | 'more' };
const appearanceKey = 'downlink-appearance';
const system: Appearance = { scheme: 'auto', contrast: 'auto' };

/** Any stored value as an appearance. Invalid parts become the system's. */
export function readAppearance(stored: string | null): Appearance {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<Record<keyof Appearance, unknown>> | null;
    const scheme = value?.scheme;
    const contrast = value?.contrast;
    return {
      scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
      contrast: contrast === 'normal' || contrast === 'more' ? contrast : 'auto',
    };
  } catch {
    return system;
  }
}

const stored = (): Appearance => {
  try {
    return readAppearance(localStorage.getItem(appearanceKey));
  } catch {
    return system; // storage refused: the choice lasts as long as the page
  }
};

const chosen = valueStore<Appearance>(system);
const resolved = valueStore<'light' | 'dark'>('light');

function apply(): void {
  const { scheme, contrast } = chosen.get();
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
  const isMore = contrast === 'auto' ? matchMedia('(prefers-contrast: more)').matches : contrast === 'more';
  const root = document.documentElement;
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  root.dataset.contrast = isMore ? 'more' : 'normal';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute(
      'content',
      getComputedStyle(root).getPropertyValue('--dl-frame') || (isDark ? '#101417' : '#f2f4f6'),
    );
  resolved.set(isDark ? 'dark' : 'light');
}

/** Call once, before the first render. */
export function startAppearance(): void {
  chosen.set(stored());
  apply();
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
    matchMedia(query).addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== appearanceKey) return;
    chosen.set(readAppearance(event.newValue));
    apply();
  });
}

export function setAppearance(part: Partial<Appearance>): void {
  chosen.set({ ...chosen.get(), ...part });
  apply();
  try {
    localStorage.setItem(appearanceKey, JSON.stringify(chosen.get()));
  } catch {
    // full or refused: the choice lasts as long as the page
  }
}

export const useAppearance = (): Appearance => useValue(chosen);
/** Effective appearance, including the system's. */
export const useScheme = (): 'light' | 'dark' => useValue(resolved);
