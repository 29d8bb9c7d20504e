/**
 * A card over the map that stays at its place on earth: above it, or below where there is no room.
 * Must not: be drawn anew while the map moves; it is moved by its style alone.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { wrapLon } from '../../lib/bounds.ts';
import styles from './AnchoredCard.module.css';
import { keptClearBeside, placeOver } from './place-over.ts';

export type AnchoredCardProps = {
  readonly map: GlMap;
  readonly lat: number;
  readonly lon: number;
  readonly children: ReactNode;
};

/** Between card and mark, px. */
const gapPx = 16;

export function AnchoredCard({ map, lat, lon, children }: AnchoredCardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = (): void => {
      const center = map.getCenter().lng;
      placeOver(element, map, map.project([center + wrapLon(lon - center), lat]), gapPx);
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    const observer = new ResizeObserver(place);
    // What is said of the map comes later than the card, and goes.
    for (const one of [element, ...keptClearBeside(element)]) observer.observe(one);
    return () => {
      map.off('move', place);
      map.off('resize', place);
      observer.disconnect();
    };
  }, [map, lat, lon]);
  return (
    <div ref={card} className={styles.card} data-kept-clear>
      {children}
    </div>
  );
}
