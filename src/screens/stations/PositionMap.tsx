/** Offline map to check and set a position by click or arrow keys. Own file: loaded later. */
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { drawWorld, toNearestPoint, type WorldPicture } from '../../charts/small-map/draw.ts';
import { PickMap, pickMapHeightPx } from '../../charts/small-map/PickMap.tsx';
import { nearWords, type Outlines, useOutlines } from '../../charts/small-map/use-outlines.ts';
import {
  dragged,
  fillingView,
  firstView,
  isInView,
  moved,
  type Place,
  type Point,
  type Size,
  type View,
} from '../../charts/small-map/view.ts';
import { coordinatesText } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import type { City } from '../../lib/world/load-cities.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { type MapColours, useMapColours } from '../../ui/map-colours.ts';
import { textFont } from '../../ui/text-font.ts';
import styles from './stations.module.css';

/** Minimum zoom to recognise a position. */
const nearZoom = 5;
const stepPx = 12;
const steps: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export default function PositionMap({
  place,
  onPick,
}: {
  place: Place | null;
  onPick?: (place: Place) => void;
}): ReactElement {
  const [frame, width] = useWidth();
  const set = useRef<Place | null>(null);
  const [chosen, setView] = useState(() => (place ? firstView(place) : null));
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: true });
  const size = useMemo(() => ({ width, height: pickMapHeightPx }), [width]);
  // Without a position the world fills the box.
  const view = useMemo(() => chosen ?? fillingView(size), [chosen, size]);
  useFollow(place, view, size, set, setView);
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => drawPosition(canvas, { view, size, place, colours, outlines }),
    [view, size, place, colours, outlines],
  );
  const pick = (there: Place): void => {
    set.current = there;
    onPick?.(there);
  };
  const onKey = (key: string): boolean => {
    const step = steps[key];
    if (!step) return false;
    const [east, north] = step;
    const from = place ?? { lat: view.lat, lon: view.lon };
    if (onPick) pick(moved(from, view, east * stepPx, north * stepPx));
    else setView(dragged(view, -east * stepPx * 3, north * stepPx * 3));
    return true;
  };
  const units = useUnits();
  const words = place ? `${coordinatesText(place)}${nearWords(outlines.cities, place, units)}` : 'No position yet';
  return (
    <>
      <PickMap
        label={onPick ? 'Map of the position: arrow keys set it, plus and minus zoom' : 'Map of the position'}
        {...{ frame, size, view, onKey, draw }}
        onView={setView}
        onPick={onPick ? pick : undefined}
        zoomAround={place}
        landState={outlines.landState}
      />
      <p className={styles.hint} aria-live="polite">
        {words}
        {onPick ? '. Click the map to set it.' : ''}
      </p>
    </>
  );
}

/** Moves to a typed position that is out of view or too small to see. A position set here does not move the map. */
function useFollow(
  place: Place | null,
  view: View,
  size: Size,
  set: { readonly current: Place | null },
  setView: (view: View) => void,
): void {
  const [lat, lon] = [place?.lat, place?.lon];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another position moves the view; dragging it away is the person's wish
  useEffect(() => {
    if (lat === undefined || lon === undefined || size.width === 0) return;
    const isSetHere = set.current?.lat === lat && set.current.lon === lon;
    if (isInView(view, size, { lat, lon }) && (isSetHere || view.zoom >= nearZoom)) return;
    setView({ lat, lon, zoom: isSetHere ? view.zoom : Math.max(view.zoom, nearZoom) });
  }, [lat, lon, size.width]);
}

// ---- drawing on a canvas

type Picture = WorldPicture & { readonly place: Place | null; readonly outlines: Outlines };
const fontPx = 11;
const maxNames = 24;

function drawPosition(canvas: HTMLCanvasElement, picture: Picture): void {
  const pen = drawWorld(canvas, picture);
  if (!pen) return;
  drawNames(pen, picture, picture.outlines.cities);
  if (picture.place) drawMark(pen, toNearestPoint(picture, picture.place), picture.colours);
}

/** Larger ones first. Overlapping names are skipped. */
function drawNames(pen: CanvasRenderingContext2D, picture: Picture, cities: readonly City[]): void {
  const { view, size, colours } = picture;
  pen.font = `${fontPx}px "${textFont}", sans-serif`;
  pen.lineWidth = 3;
  pen.strokeStyle = colours.land;
  pen.fillStyle = colours.dim;
  const taken: { readonly x: number; readonly y: number; readonly width: number }[] = [];
  for (const [name, lat, lon, fromZoom] of cities) {
    if (taken.length >= maxNames) return;
    if (fromZoom > view.zoom) continue;
    const { x, y } = toNearestPoint(picture, { lat, lon });
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const width = pen.measureText(name).width;
    const isFree = taken.every(
      (other) => Math.abs(other.y - y) > fontPx + 4 || x > other.x + other.width + 8 || other.x > x + width + 8,
    );
    if (!isFree) continue;
    taken.push({ x, y, width });
    pen.beginPath();
    pen.arc(x, y, 2, 0, 2 * Math.PI);
    pen.fill();
    pen.strokeText(name, x + 5, y + 4);
    pen.fillText(name, x + 5, y + 4);
  }
}

function drawMark(pen: CanvasRenderingContext2D, { x, y }: Point, { accent, surface }: MapColours): void {
  pen.beginPath();
  pen.arc(x, y, 7, 0, 2 * Math.PI);
  pen.fillStyle = accent;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = surface;
  pen.stroke();
  pen.beginPath();
  pen.arc(x, y, 2, 0, 2 * Math.PI);
  pen.fillStyle = surface;
  pen.fill();
}
