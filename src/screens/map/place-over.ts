/**
 * Where a card stands that belongs to a place on the map: above it, or where there is room, within the map, and not upon another card, the buttons or the words of the map.
 * Must not: draw anew: the card is moved by its style alone.
 */
import type { Map as GlMap } from 'maplibre-gl';

/** Between card and the edge of the map, px. */
const marginPx = 8;

export type Place = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Box = Place & Size;

/** How much of them lies upon each other, px². */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * Pure. The upper left corner of a card of this size for a place, all in px of the map. `gapPx` = between place and card; `taken` = where buttons,
 * words and another card stand. Above, else below, beside it, or moved away from what is in its way; where none is free, within the map where it
 * covers least, though it may lie over its own mark.
 */
export function cardCorner(place: Place, card: Size, map: Size, gapPx: number, taken: readonly Box[]): Place {
  const inMap = (px: number, size: number, all: number): number =>
    Math.max(marginPx, Math.min(px, all - size - marginPx));
  const x = inMap(place.x - card.width / 2, card.width, map.width);
  const y = inMap(place.y - card.height / 2, card.height, map.height);
  const above = { x, y: place.y - gapPx - card.height };
  const below = { x, y: place.y + gapPx };
  const beside = [
    { x: place.x + gapPx, y },
    { x: place.x - gapPx - card.width, y },
  ];
  const covered = (at: Place): number => taken.reduce((sum, box) => sum + overlap({ ...at, ...card }, box), 0);
  const within = (at: Place): Place => ({
    x: inMap(at.x, card.width, map.width),
    y: inMap(at.y, card.height, map.height),
  });
  const isFree = (at: Place): boolean =>
    at.x >= marginPx &&
    at.y >= marginPx &&
    at.x + card.width <= map.width - marginPx &&
    at.y + card.height <= map.height - marginPx &&
    covered(at) === 0;
  const movedAway = [above, below].flatMap((at) =>
    taken
      .filter((box) => overlap({ ...at, ...card }, box) > 0)
      .map((box) => ({ x: box.x - marginPx - card.width, y: at.y })),
  );
  const sides = [above, below, ...beside, ...movedAway];
  const [nearest, other] = place.y > map.height / 2 ? [above, below] : [below, above];
  return (
    sides.find(isFree) ??
    [nearest, other, ...beside, ...movedAway]
      .map(within)
      .reduce((best, at) => (covered(at) < covered(best) ? at : best), within(nearest))
  );
}

/** Stands on what no card may cover, beside the cards in the page. */
const keptClear = '[data-kept-clear]';
export const keptClearBeside = (card: Element): readonly Element[] =>
  [...(card.parentElement?.querySelectorAll(keptClear) ?? [])].filter((one) => one !== card);

/** Moves the card to its place (px of the map). Where the place is out of sight, so is its card. */
export function placeOver(card: HTMLElement, map: GlMap, place: Place, gapPx: number): void {
  const holder = map.getContainer();
  const size = { width: holder.clientWidth, height: holder.clientHeight };
  const from = holder.getBoundingClientRect();
  const taken = keptClearBeside(card).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x - from.x, y: y - from.y, width, height };
  });
  const { x, y } = cardCorner(place, { width: card.offsetWidth, height: card.offsetHeight }, size, gapPx, taken);
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  const isOut = place.x < 0 || place.y < 0 || place.x > size.width || place.y > size.height;
  card.style.visibility = isOut ? 'hidden' : '';
}
