/**
 * The colours of the look for what is drawn in WebGL or on a canvas, which cannot read style variables: resolved anew when scheme or contrast change.
 * Must not: hold a colour of its own.
 */
import { useEffect, useState } from 'react';

const names = [
  'land',
  'water',
  'border',
  'surface',
  'text',
  'dim',
  'accent',
  'live-mark',
  'stored-mark',
  'stale-mark',
  'failed-mark',
] as const;
/** Name of the variable without `--dl-` -> colour as `rgb(...)`. */
export type MapColours = Readonly<Record<(typeof names)[number], string>>;

function resolveColours(): MapColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--dl-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as MapColours;
  probe.remove();
  return colours;
}

export function useMapColours(): MapColours {
  const [colours, setColours] = useState(resolveColours);
  useEffect(() => {
    // The frame says scheme and contrast on <html>.
    const observer = new MutationObserver(() => setColours(resolveColours()));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme', 'data-contrast'],
    });
    return () => observer.disconnect();
  }, []);
  return colours;
}
