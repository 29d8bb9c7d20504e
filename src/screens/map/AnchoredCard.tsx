/** Card anchored to a position on the map, above it or below. It moves by style alone and never renders while the map moves. */
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { wrapLon } from '../../lib/bounds.ts';
import styles from './AnchoredCard.module.css';
import { clearedElements, placeOver } from './place-over.ts';
import { useGlMap } from './use-gl-map.ts';

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
      const center = map.getCenter().lng;
      placeOver(element, map, map.project([center + wrapLon(lon - center), lat]), gapPx);
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    const observer = new ResizeObserver(place);
    // Texts on the map appear and disappear after the card.
    for (const one of [element, ...clearedElements(element, map)]) observer.observe(one);
    return () => {
      map.off('move', place);
      map.off('resize', place);
      observer.disconnect();
    };
  }, [map, lat, lon]);
  return (
    <div ref={card} className={styles.card} data-uncovered>
      {children}
    </div>
  );
}
