/** A station or an airport on a small map, with range outlines and aircraft. A picture: the same facts are in the lists next to it. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import type { MapAircraft } from './aircraft-view.ts';
import { boxOf, viewOf } from './box-view.ts';
import { drawAircraft } from './draw-aircraft.ts';
import { drawOutline, drawPlace } from './draw-place.ts';
import { outlinePoints } from './outline-points.ts';
import styles from './PlaceMap.module.css';
import type { Place } from './position-view.ts';
import { useOutlines } from './use-outlines.ts';

type Props = {
  readonly place: Place;
  /** Description for screen readers. */
  readonly label: string;
  readonly aircraft: readonly MapAircraft[];
  /** Farthest by bearing in nmi, filled and dashed. */
  readonly day?: readonly (number | null)[];
  readonly usual?: readonly (number | null)[];
  /** Degrees of latitude around the place that are always shown. */
  readonly leastDeg: number;
  readonly isLive: boolean;
  /** Marks the place itself. */
  readonly hasSquare?: boolean;
};

const none: readonly (number | null)[] = [];

export function PlaceMap(props: Props): ReactElement {
  const { place, aircraft, day = none, usual = none, leastDeg, isLive, hasSquare = true } = props;
  const { lat, lon } = place;
  const [frame, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const size = { width, height: element.clientHeight };
    const centre = { lat, lon };
    const [filled, dashed] = [outlinePoints(centre, day), outlinePoints(centre, usual)];
    const wide = leastDeg / Math.max(0.15, Math.cos((lat * Math.PI) / 180));
    const around = [
      { lat: lat + leastDeg, lon: lon + wide },
      { lat: lat - leastDeg, lon: lon - wide },
    ];
    const shown = [...around, ...filled, ...dashed];
    const picture = { view: viewOf(boxOf(shown, 1), size), size, colours, outlines, aircraft, isLive };
    const pen = drawAircraft(element, picture, (under) => {
      drawOutline(under, picture, filled, { isFilled: true, isLive });
      drawOutline(under, picture, dashed, { isFilled: false, isLive });
    });
    if (pen && hasSquare) drawPlace(pen, picture, centre);
  }, [lat, lon, aircraft, day, usual, leastDeg, isLive, hasSquare, width, colours, outlines]);
  return (
    <div ref={frame} className={styles.frame} role="img" aria-label={props.label}>
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  );
}
