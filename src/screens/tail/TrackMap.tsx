/** Small map: the path of the last flight in the colours of its altitude, and the position. */
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';
import { boxOf, viewOf } from '../../charts/small-map/box-view.ts';
import { useOutlines } from '../../charts/small-map/use-outlines.ts';
import { oneLine } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { pathOf } from './axis-shape.ts';
import { drawTrack } from './draw-track.ts';
import styles from './Tail.module.css';

export function TrackMap({ name, tail, isNow }: { name: string; tail: Tail; isNow: boolean }): ReactElement {
  const [frame, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  const path = useMemo(
    () => pathOf(tail).map(([, ft, lat, lon]) => ({ lat: lat ?? 0, lon: lon ?? 0, ft, angle: null })),
    [tail],
  );
  const { now } = tail;
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const size = { width, height: element.clientHeight };
    const view = viewOf(boxOf(now ? [...path, now] : path, 1), size);
    drawTrack(element, { view, size, colours, outlines, path, now, isNow });
  }, [path, now, width, colours, outlines, isNow]);
  const isKnown = path.length > 0 || now !== null;
  return (
    <section className={styles.panel} aria-label={`Path of ${oneLine(name)}`}>
      <div ref={frame} className={styles.map}>
        <div className={styles.picture} aria-hidden="true">
          <canvas ref={canvas} />
        </div>
        {isKnown ? null : (
          <p className={styles.none}>
            {tail.track.length > 0 ? 'No positions of the last flight.' : 'No positions received.'}
          </p>
        )}
      </div>
    </section>
  );
}
