/** The area of a condition on an offline map: a click, or Enter at the cross, adds a corner. The same points are typed above it. */
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { drawWorld, type WorldPicture } from '../../charts/small-map/draw.ts';
import { LandNote } from '../../charts/small-map/PlaceMap.tsx';
import { useOutlines } from '../../charts/small-map/use-outlines.ts';
import {
  boxOf,
  dragged,
  type Place,
  type Point,
  type Size,
  toPlace,
  toPoint,
  type View,
  viewOf,
  zoomed,
} from '../../charts/small-map/view.ts';
import { counted } from '../../lib/format.ts';
import { useMapColours } from '../../ui/map-colours.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './AreaMap.module.css';

const heightPx = 240;
/** A click that moves less adds a corner. */
const stillPx = 4;
const stepPx = 36;
const crossPx = 7;
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, stepPx],
  ArrowDown: [0, -stepPx],
  ArrowLeft: [stepPx, 0],
  ArrowRight: [-stepPx, 0],
};
type Drag = { readonly x: number; readonly y: number; readonly view: View; isMoved: boolean };
type Corner = readonly [lat: number, lon: number];

/** As a line that no edge breaks at the antimeridian: each longitude is within 180 degrees of the one before. */
export function unwrapped(corners: readonly Corner[]): readonly Place[] {
  const places: Place[] = [];
  for (const [lat, lon] of corners) {
    const before = places.at(-1)?.lon ?? lon;
    places.push({ lat, lon: lon + 360 * Math.round((before - lon) / 360) });
  }
  return places;
}

type Props = { readonly label: string; readonly corners: readonly Corner[]; readonly onCorner: (place: Place) => void };

export default function AreaMap({ label, corners, onCorner }: Props): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag | null>(null);
  const [width, setWidth] = useState(0);
  const [chosen, setView] = useState<View | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  const size: Size = { width, height: heightPx };
  // Of the corners as they were when the map was shown: a new one does not move it.
  const [first] = useState(() => boxOf(unwrapped(corners), 1));
  const view = useMemo(() => chosen ?? viewOf(first, { width, height: heightPx }), [chosen, first, width]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    drawArea(canvas.current, { view, size: { width, height: heightPx }, colours, outlines }, corners, hasFocus);
  }, [view, width, colours, outlines, corners, hasFocus]);
  const add = (at: Point): void => {
    const place = toPlace(view, size, at);
    if (place) onCorner(place);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === '+' || event.key === '=') setView(zoomed(view, 1, null));
    else if (event.key === '-') setView(zoomed(view, -1, null));
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) add({ x: width / 2, y: heightPx / 2 });
    else if (step) setView(dragged(view, ...step));
    else return;
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
    if (!begun || begun.isMoved) return;
    const box = event.currentTarget.getBoundingClientRect();
    add({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  return (
    <div className={styles.box}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it takes keys of its own */}
      <canvas
        ref={canvas}
        className={styles.map}
        style={{ height: heightPx }}
        tabIndex={0}
        role="application"
        aria-label={`${label}, map with ${counted(corners.length, 'corner')}: arrow keys move it, plus and minus zoom, Enter adds a corner at its centre`}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
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
        <PlainButton look="icon" aria-label="Zoom in" onClick={() => setView(zoomed(view, 1, null))}>
          <IconPlus size={16} aria-hidden="true" />
        </PlainButton>
        <PlainButton look="icon" aria-label="Zoom out" onClick={() => setView(zoomed(view, -1, null))}>
          <IconMinus size={16} aria-hidden="true" />
        </PlainButton>
      </span>
    </div>
  );
}

/** The area, its corners, and the centre while the map has the focus. */
function drawArea(
  canvas: HTMLCanvasElement,
  picture: WorldPicture,
  corners: readonly Corner[],
  hasCross: boolean,
): void {
  const pen = drawWorld(canvas, picture, 'water');
  if (!pen) return;
  const { view, size, colours } = picture;
  const places = unwrapped(corners);
  pen.strokeStyle = colours.accent;
  pen.fillStyle = colours.accent;
  pen.lineWidth = 2;
  for (const shift of [-720, -360, 0, 360, 720]) {
    const points = places.map(({ lat, lon }) => toPoint(view, size, { lat, lon: lon + shift }));
    pen.beginPath();
    for (const { x, y } of points) pen.lineTo(x, y);
    pen.closePath();
    pen.globalAlpha = 0.2;
    pen.fill();
    pen.globalAlpha = 1;
    pen.stroke();
    for (const { x, y } of points) pen.fillRect(x - 3, y - 3, 6, 6);
  }
  if (!hasCross) return;
  const [x, y] = [size.width / 2, size.height / 2];
  pen.strokeStyle = colours.text;
  pen.beginPath();
  pen.moveTo(x - crossPx, y);
  pen.lineTo(x + crossPx, y);
  pen.moveTo(x, y - crossPx);
  pen.lineTo(x, y + crossPx);
  pen.stroke();
}
