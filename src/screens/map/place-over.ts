/**
 * Where a card stands that belongs to a place on the map: above it, or below where there is no room; within the map, though it may then lie over
 * its own mark.
 * Must not: draw anew: the card is moved by its style alone.
 */
import type { Map as GlMap } from 'maplibre-gl';

/** Between card and the edge of the map, px. */
const marginPx = 8;
const within = (px: number, most: number): number => Math.max(marginPx, Math.min(px, most));

/** `x`, `y` = the place in px of the map; `gapPx` = between it and the card. Where the place is out of sight, so is its card. */
export function placeOver(card: HTMLElement, map: GlMap, { x, y }: { x: number; y: number }, gapPx: number): void {
  const { clientWidth, clientHeight } = map.getContainer();
  const { offsetWidth, offsetHeight } = card;
  const isAbove = y - gapPx - offsetHeight >= marginPx || y > clientHeight / 2;
  const left = within(x - offsetWidth / 2, clientWidth - offsetWidth - marginPx);
  const top = within(isAbove ? y - gapPx - offsetHeight : y + gapPx, clientHeight - offsetHeight - marginPx);
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  card.style.visibility = x < 0 || y < 0 || x > clientWidth || y > clientHeight ? 'hidden' : '';
}
