/**
 * The colours of the look for what is drawn on a canvas, which cannot read style variables: resolved anew when scheme or contrast change.
 * Must not: hold a colour of its own.
 */
import { useEffect, useMemo, useState } from 'react';

/** Name of the variable without `--dl-` -> colour as `rgb(...)`. */
export type TokenColours<N extends string> = Readonly<Record<N, string>>;

/** Of the look that is on, or of the light one, as on paper. */
export function resolveColours<N extends string>(names: readonly N[], scheme: 'light' | '' = ''): TokenColours<N> {
  const probe = document.createElement('span');
  probe.hidden = true;
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

/** `names` must be the same array at each render. */
export function useTokenColours<N extends string>(names: readonly N[]): TokenColours<N> {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    // The frame says scheme and contrast on <html>.
    const observer = new MutationObserver(() => setVersion((old) => old + 1));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme', 'data-contrast'],
    });
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` counts the changes of the look
  return useMemo(() => resolveColours(names), [names, version]);
}
