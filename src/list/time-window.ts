/**
 * The named default window: its two instants at a moment, for the display that moves each second (TIME-06).
 * Must not: ask for data. The query resolves the window by itself when it runs (C25), so a tick never is a request.
 */
import { utcDateTime } from '../lib/time.ts';

/** From and To as TIME-07 writes them. */
export function windowTexts(window: { readonly hours: number }, now: number): readonly [from: string, to: string] {
  return [utcDateTime(now - window.hours * 3_600_000), utcDateTime(now)];
}

/** Epoch ms. A stored copy has the window with which it was asked. */
export type StoredWindow = { readonly from: number; readonly to: number };

/** From and To of the rows on screen: of a stored copy those of its answer, which stand still; else up to now. */
export const shownWindow = (
  window: { readonly hours: number },
  stored: StoredWindow | null,
  now: number,
): readonly [from: string, to: string] =>
  stored ? [utcDateTime(stored.from), utcDateTime(stored.to)] : windowTexts(window, now);

/** `24 h`, `3 days`. */
export const windowName = ({ hours }: { readonly hours: number }): string =>
  hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} h`;
