/**
 * Which colours of the look maps draw with. Must not: hold a colour of its own.
 */
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
] as const;
export type MapColours = TokenColours<(typeof names)[number]>;

export const useMapColours = (): MapColours => useTokenColours(names);
