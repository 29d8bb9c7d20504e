/** A station or an airport on a small map, with range outlines and aircraft. A picture: the same facts are in the lists next to it. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useWidth } from '../../lib/use-width.ts';
import { type LandState, landTexts } from '../../lib/world/countries-aside.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { drawAircraft, drawOutline, drawPlace } from './draw.ts';
import styles from './PlaceMap.module.css';
import { useOutlines } from './use-outlines.ts';
import { boxOf, type MapAircraft, outlinePoints, type Place, viewOf } from './view.ts';

type Props = {
  readonly place: Place;
  /** Description for screen readers. */
  readonly label: string;
  readonly aircraft: readonly MapAircraft[];
  /** Farthest by bearing in nmi, filled and dashed. */
  readonly day?: readonly (number | null)[];
  readonly usual?: readonly (number | null)[];
  /** Degrees of latitude around the place that are always shown. */
  readonly minDeg: number;
  readonly isLive: boolean;
  /** Marks the place itself. */
  readonly hasSquare?: boolean;
};

const none: readonly (number | null)[] = [];

export function PlaceMap(props: Props): ReactElement {
  const { place, aircraft, day = none, usual = none, minDeg, isLive, hasSquare = true } = props;
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
    const wide = minDeg / Math.max(0.15, Math.cos((lat * Math.PI) / 180));
    const around = [
      { lat: lat + minDeg, lon: lon + wide },
      { lat: lat - minDeg, lon: lon - wide },
    ];
    const shown = [...around, ...filled, ...dashed];
    const picture = { view: viewOf(boxOf(shown, 1), size), size, colours, outlines, aircraft, isLive };
    const pen = drawAircraft(element, picture, (under) => {
      drawOutline(under, picture, filled, { isFilled: true, isLive });
      drawOutline(under, picture, dashed, { isFilled: false, isLive });
    });
    if (pen && hasSquare) drawPlace(pen, picture, centre);
  }, [lat, lon, aircraft, day, usual, minDeg, isLive, hasSquare, width, colours, outlines]);
  return (
    <div ref={frame} className={styles.frame}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={props.label} />
      <LandNote state={outlines.landState} />
    </div>
  );
}

/** On a small map without land: why it is hatched. Its frame is positioned. */
export function LandNote({ state }: { readonly state: LandState }): ReactElement {
  const text = landTexts[state];
  return <div role="status">{text === null ? null : <p className={styles.note}>{text}</p>}</div>;
}
