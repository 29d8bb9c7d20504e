/**
 * A card over the map that stays at its place on earth: above it, or below where there is no room.
 * Must not: be drawn anew while the map moves; it is moved by its style alone.
 */
import type { Map as GlMap } from 'maplibre-gl';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { wrapLon } from '../../lib/bounds.ts';
import styles from './AnchoredCard.module.css';

export type AnchoredCardProps = {
  readonly map: GlMap;
  readonly lat: number;
  readonly lon: number;
  readonly children: ReactNode;
};

/** Between card and mark, and between card and the edge of the map, px. */
const gapPx = 16;
const marginPx = 8;

/** It stays within the map, though it may then lie over its own mark. */
const within = (px: number, most: number): number => Math.max(marginPx, Math.min(px, most));

export function AnchoredCard({ map, lat, lon, children }: AnchoredCardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const place = (): void => {
      const { width, height } = map.getContainer().getBoundingClientRect();
      const center = map.getCenter().lng;
      const { x, y } = map.project([center + wrapLon(lon - center), lat]);
      const { offsetWidth, offsetHeight } = element;
      const isAbove = y - gapPx - offsetHeight >= marginPx || y > height / 2;
      const left = within(x - offsetWidth / 2, width - offsetWidth - marginPx);
      const top = within(isAbove ? y - gapPx - offsetHeight : y + gapPx, height - offsetHeight - marginPx);
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
      // It goes with its place: where that is out of sight, so is it.
      element.style.visibility = x < 0 || y < 0 || x > width || y > height ? 'hidden' : '';
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => {
      map.off('move', place);
      map.off('resize', place);
      observer.disconnect();
    };
  }, [map, lat, lon]);
  return (
    <div ref={card} className={styles.card}>
      {children}
    </div>
  );
}
