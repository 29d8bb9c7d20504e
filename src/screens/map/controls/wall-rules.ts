/** Full-screen map of a wall display: when it is dimmed, and what it shows next. Pure. */

import { altitudeDeg } from '../../../lib/sun.ts';
import type { Aircraft } from '../fleet/aircraft.ts';

export const dimChoices = ['never', 'sun', 'idle'] as const;
export type DimChoice = (typeof dimChoices)[number];
export const wallViewChoices = ['fixed', 'message', 'cycle'] as const;
export type WallViewChoice = (typeof wallViewChoices)[number];

export const idleMs = 10 * 60_000;
/** Civil twilight ends: outside it is dark. */
const darkDeg = -6;

type Wall = { readonly lat: number; readonly lon: number; readonly now: number; readonly isIdle: boolean };

export function isDimmed(choice: DimChoice, { lat, lon, now, isIdle }: Wall): boolean {
  if (choice === 'sun') return altitudeDeg(now, { lat, lon }) < darkDeg;
  return choice === 'idle' && isIdle;
}

/** A view stays this long. */
export const viewMs = 30_000;
/** A message is shown this long before the next one. */
export const messageMs = 10_000;
const wallViews = ['all aircraft', 'newest message', 'first view'] as const;
export type WallView = (typeof wallViews)[number];
export const viewAfter = (view: WallView): WallView =>
  wallViews[(wallViews.indexOf(view) + 1) % wallViews.length] ?? 'all aircraft';

/** The aircraft with the newest message. null = none is known. */
export function withNewestMessage(list: readonly Aircraft[]): Aircraft | null {
  const newest = list.reduce<Aircraft | null>(
    (best, one) => ((one.messageAt ?? 0) > (best?.messageAt ?? 0) ? one : best),
    null,
  );
  return newest;
}
