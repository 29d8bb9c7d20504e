/** Card anchored to a position on the map, above it or below. It moves by style alone and never renders while the map moves. */

import clsx from 'clsx';
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { listenTo, pointOn, useGlMap } from './gl-map.ts';
import styles from './MapCanvas.module.css';
import screen from './MapScreen.module.css';

type AnchoredCardProps = {
  readonly lat: number;
  readonly lon: number;
  readonly children: ReactNode;
};

/** Distance between card and mark, px. */
const gapPx = 16;

export function AnchoredCard({ lat, lon, children }: AnchoredCardProps): ReactElement {
  const map = useGlMap();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = (): void => {
      placeOver(element, map, pointOn(map, lat, lon), gapPx);
    };
    place();
    const stop = listenTo(map, { move: place, resize: place });
    const observer = new ResizeObserver(place);
    // Texts on the map appear and disappear after the card.
    for (const one of [element, ...clearedElements(element, map)]) observer.observe(one);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [map, lat, lon]);
  return (
    <div ref={card} className={clsx(screen.raised, styles.card)} data-uncovered>
      {children}
    </div>
  );
}

// ---- Places a card near a map position, inside the map and clear of cards, buttons and map texts. It moves by style alone.

/** Distance between card and edge of the map, px. */
const marginPx = 8;

type Place = { readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };
export type Box = Place & Size;

/** Overlapping area, px². */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/**
 * Top left corner of a card of this size for a position, all in px of the map. Pure.
 * `gapPx` = distance between position and card. `taken` = areas of buttons, texts and another card.
 * Above, else below, left or right, or moved away from obstacles. If no position is free, the one with the least overlap, possibly over its own mark.
 */
export function cardCorner(place: Place, card: Size, map: Size, gapPx: number, taken: readonly Box[]): Place {
  const inMap = (px: number, size: number, all: number): number =>
    Math.max(marginPx, Math.min(px, all - size - marginPx));
  const x = inMap(place.x - card.width / 2, card.width, map.width);
  const y = inMap(place.y - card.height / 2, card.height, map.height);
  const above = { x, y: place.y - gapPx - card.height };
  const below = { x, y: place.y + gapPx };
  const leftOrRight = [
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
  const sides = [above, below, ...leftOrRight, ...movedAway];
  const [nearest, other] = place.y > map.height / 2 ? [above, below] : [below, above];
  return (
    sides.find(isFree) ??
    [nearest, other, ...leftOrRight, ...movedAway]
      .map(within)
      .reduce((best, at) => (covered(at) < covered(best) ? at : best), within(nearest))
  );
}

/** Marks elements that no card may cover, like the library's controls. */
const uncoveredSelector = '[data-uncovered], .maplibregl-ctrl';
const clearedElements = (card: Element, map: GlMap): readonly Element[] =>
  [...map.getContainer().querySelectorAll(uncoveredSelector)].filter((one) => one !== card);

/** Moves the card to its place (px of the map). Where the place is out of view, so is its card. */
export function placeOver(card: HTMLElement, map: GlMap, place: Place, gapPx: number): void {
  const holder = map.getContainer();
  const size = { width: holder.clientWidth, height: holder.clientHeight };
  const from = holder.getBoundingClientRect();
  const taken = clearedElements(card, map).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x - from.x, y: y - from.y, width, height };
  });
  const { x, y } = cardCorner(place, { width: card.offsetWidth, height: card.offsetHeight }, size, gapPx, taken);
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  const isOut = place.x < 0 || place.y < 0 || place.x > size.width || place.y > size.height;
  card.style.visibility = isOut ? 'hidden' : '';
}
