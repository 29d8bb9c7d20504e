/** Moves keyboard focus between the list and the card that a row opens. Pointer users keep their focus. */
import type { KeyboardEvent } from 'react';

/** Marks the heading of a card and the list: `data-focus`. */
type FocusPlace = 'aircraft' | 'airport' | 'list';

const find = (place: FocusPlace): HTMLElement | null => document.querySelector(`[data-focus="${place}"]`);

/** Moves to a card that is about to render. */
export function focusSoon(place: FocusPlace): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find(place)?.focus()));
}

/** The focused element disappears: moves to the card of the aircraft, or to the list. False = neither exists. */
export function focusBeside(): boolean {
  const place = find('aircraft') ?? find('list');
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** A card closes: focus inside it returns to the list. */
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
