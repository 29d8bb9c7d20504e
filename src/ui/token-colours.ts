/** Theme colours for canvas drawing, which cannot read CSS variables. Resolved again when colour scheme or contrast change. */
import { useEffect, useMemo, useState } from 'react';

/** '' = the active theme. */
type Scheme = 'light' | 'dark' | '';

/** CSS variable without `--dl-` -> colour as `rgb(...)`. */
export type TokenColours<N extends string> = Readonly<Record<N, string>>;

/** Of the active theme, or of the light one, as for printing, or the dark one. */
export function resolveColours<N extends string>(names: readonly N[], scheme: Scheme = ''): TokenColours<N> {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Forced colours would make all of them one colour, and a canvas drawn with them blank.
  probe.style.forcedColorAdjust = 'none';
  probe.style.colorScheme = scheme;
  document.body.append(probe);
  const colours = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--dl-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as TokenColours<N>;
  probe.remove();
  return colours;
}

/** `names` must be the same array in each render. */
export function useTokenColours<N extends string>(names: readonly N[], scheme: Scheme = ''): TokenColours<N> {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    // The frame sets scheme and contrast on <html>.
    const observer = new MutationObserver(() => setVersion((old) => old + 1));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme', 'data-contrast'],
    });
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` counts theme changes
  return useMemo(() => resolveColours(names, scheme), [names, scheme, version]);
}
