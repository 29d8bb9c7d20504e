/** Offline map to check and set a position by click or arrow keys. The wheel scrolls the form and does not zoom. Own file: loaded later. */

import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { drawWorld, toNearestPoint, type WorldPicture } from '../../charts/small-map/draw.ts';
import { LandNote } from '../../charts/small-map/PlaceMap.tsx';
import { nearWords, type Outlines, useOutlines } from '../../charts/small-map/use-outlines.ts';
import {
  dragged,
  firstView,
  isInView,
  moved,
  type Place,
  type Point,
  placeWords,
  type Size,
  toPlace,
  type View,
  zoomed,
} from '../../charts/small-map/view.ts';
import type { City } from '../../lib/world/load-cities.ts';

import { useUnits } from '../../objects/units-choice.ts';
import { type MapColours, useMapColours } from '../../ui/map-colours.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { textFont } from '../../ui/text-font.ts';
import styles from './stations.module.css';

const heightPx = 240;
/** A click that moves less sets the position. */
const stillPx = 4;
/** Minimum zoom to recognise a position. */
const nearZoom = 5;
const stepPx = 12;
const steps: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
type Drag = { readonly x: number; readonly y: number; readonly view: View; isMoved: boolean };

export default function PositionMap({
  place,
  onPick,
}: {
  place: Place | null;
  onPick?: (place: Place) => void;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  const set = useRef<Place | null>(null);
  const [view, setView] = useState(() => firstView(place));
  const [width, setWidth] = useState(0);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: true });
  const size: Size = { width, height: heightPx };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useFollow(place, view, size, set, setView);
  useEffect(() => {
    if (canvas.current && width > 0)
      drawPosition(canvas.current, { view, size: { width, height: heightPx }, place, colours, outlines });
  }, [view, width, place, colours, outlines]);

  const pick = (there: Place): void => {
    set.current = there;
    onPick?.(there);
  };
  const zoom = (by: number): void => setView(zoomed(view, by, place && isInView(view, size, place) ? place : null));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
    else if (step) {
      const [east, north] = step;
      const from = place ?? { lat: view.lat, lon: view.lon };
      if (onPick) pick(moved(from, view, east * stepPx, north * stepPx));
      else setView(dragged(view, -east * stepPx * 3, north * stepPx * 3));
    } else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent): void => {
    const begun = drag.current;
    if (!begun) return;
    const [byX, byY] = [event.clientX - begun.x, event.clientY - begun.y];
    begun.isMoved ||= Math.hypot(byX, byY) > stillPx;
    if (begun.isMoved) setView(dragged(begun.view, byX, byY));
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const begun = drag.current;
    drag.current = null;
    if (!begun || begun.isMoved || !onPick) return;
    const box = event.currentTarget.getBoundingClientRect();
    const there = toPlace(view, size, { x: event.clientX - box.left, y: event.clientY - box.top });
    if (there) pick(there);
  };

  const units = useUnits();
  const words = place ? `${placeWords(place)}${nearWords(outlines.cities, place, units)}` : 'No position yet';
  return (
    <>
      <div className={styles.mapBox}>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it takes keys of its own */}
        <canvas
          ref={canvas}
          className={styles.map}
          style={{ height: heightPx }}
          tabIndex={0}
          role="application"
          aria-label={onPick ? 'Map of the position: arrow keys set it, plus and minus zoom' : 'Map of the position'}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            drag.current = { x: event.clientX, y: event.clientY, view, isMoved: false };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            drag.current = null;
          }}
        />
        <LandNote state={outlines.landState} />
        <span className={styles.zoom}>
          <PlainButton look="icon" aria-label="Zoom in" onClick={() => zoom(1)}>
            <IconPlus size={16} aria-hidden="true" />
          </PlainButton>
          <PlainButton look="icon" aria-label="Zoom out" onClick={() => zoom(-1)}>
            <IconMinus size={16} aria-hidden="true" />
          </PlainButton>
        </span>
      </div>
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
