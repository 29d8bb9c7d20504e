/**
 * Where a card stands that belongs to a place on the map: above it, or where there is room, within the map, and not upon another card.
 * Must not: draw anew: the card is moved by its style alone.
 */
import type { Map as GlMap } from 'maplibre-gl';

/** Between card and the edge of the map, px. */
const marginPx = 8;

export type Place = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Box = Place & Size;

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/**
 * Pure. The upper left corner of a card of this size for a place, all in px of the map. `gapPx` = between place and card; `taken` = where another
 * card stands. Above, else below, else beside it; where none is free, above or below within the map, though it may lie over its own mark.
 */
export function cardCorner(place: Place, card: Size, map: Size, gapPx: number, taken: Box | null): Place {
  const inMap = (px: number, size: number, all: number): number =>
    Math.max(marginPx, Math.min(px, all - size - marginPx));
  const x = inMap(place.x - card.width / 2, card.width, map.width);
  const y = inMap(place.y - card.height / 2, card.height, map.height);
  const above = { x, y: place.y - gapPx - card.height };
  const below = { x, y: place.y + gapPx };
  const sides = [above, below, { x: place.x + gapPx, y }, { x: place.x - gapPx - card.width, y }];
  const hasRoom = (at: Place): boolean =>
    at.x >= marginPx &&
    at.y >= marginPx &&
    at.x + card.width <= map.width - marginPx &&
    at.y + card.height <= map.height - marginPx &&
    (taken === null || isApart({ ...at, ...card }, taken));
  const free = sides.find(hasRoom);
  if (free) return free;
  const nearest = place.y > map.height / 2 ? above : below;
  return { x, y: inMap(nearest.y, card.height, map.height) };
}

/** Moves the card to its place (px of the map). Where the place is out of sight, so is its card. */
export function placeOver(
  card: HTMLElement,
  map: GlMap,
  place: Place,
  gapPx: number,
  other: Element | null = null,
): void {
  const holder = map.getContainer();
  const size = { width: holder.clientWidth, height: holder.clientHeight };
  const { x, y } = cardCorner(
    place,
    { width: card.offsetWidth, height: card.offsetHeight },
    size,
    gapPx,
    boxIn(holder, other),
  );
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  const isOut = place.x < 0 || place.y < 0 || place.x > size.width || place.y > size.height;
  card.style.visibility = isOut ? 'hidden' : '';
}

function boxIn(holder: Element, other: Element | null): Box | null {
  if (!other) return null;
  const [{ x, y, width, height }, from] = [other.getBoundingClientRect(), holder.getBoundingClientRect()];
  return { x: x - from.x, y: y - from.y, width, height };
}
