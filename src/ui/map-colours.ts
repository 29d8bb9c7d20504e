/** Theme colours used by maps. */
import { type TokenColours, useTokenColours } from './token-colours.ts';

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
  'failed-fg',
  'alt-ground',
  'alt-0',
  'alt-5',
  'alt-10',
  'alt-20',
  'alt-30',
  'alt-37',
] as const;
export type MapColours = TokenColours<(typeof names)[number]>;

/** Of the active theme, or dark in any theme. */
export const useMapColours = (isAlwaysDark = false): MapColours => useTokenColours(names, isAlwaysDark ? 'dark' : '');

/** A change of contrast also changes the colours. */
export const isHighContrast = (): boolean => document.documentElement.dataset.contrast === 'more';
