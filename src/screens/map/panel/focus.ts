/**
 * The way of the focus between the list beside the map and the card that a row opens, for those who use the keyboard.
 * Must not: move the focus of somebody who pressed the map.
 */
import type { KeyboardEvent } from 'react';

/** Marks the heading of a card, and the list: `data-focus`. */
export type FocusPlace = 'aircraft' | 'airport' | 'list';

const find = (place: FocusPlace): HTMLElement | null => document.querySelector(`[data-focus="${place}"]`);

/** To a card that is about to be drawn. */
export function focusSoon(place: FocusPlace): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find(place)?.focus()));
}

/** What had the focus goes: to the card of the aircraft, or to the list; false = neither is there. */
export function focusBeside(): boolean {
  const place = find('aircraft') ?? find('list');
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** A card goes: when the focus was in it, it returns to the list. */
export function returnFocus(place: 'aircraft' | 'airport'): void {
  const card = find(place)?.closest('section');
  if (card?.contains(document.activeElement)) find('list')?.focus({ preventScroll: true });
}

export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
