/** The area of a condition on an offline map: a click, or Enter at the cross, adds a corner. The same points are typed above it. */
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { drawWorld, type WorldPicture } from '../../charts/small-map/draw.ts';
import { PickMap, pickMapHeightPx } from '../../charts/small-map/PickMap.tsx';
import { useOutlines } from '../../charts/small-map/use-outlines.ts';
import { boxOf, dragged, type Place, toPlace, toPoint, type View, viewOf } from '../../charts/small-map/view.ts';
import { counted } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useMapColours } from '../../ui/map-colours.ts';

const stepPx = 36;
const crossPx = 7;
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, stepPx],
  ArrowDown: [0, -stepPx],
  ArrowLeft: [stepPx, 0],
  ArrowRight: [-stepPx, 0],
};
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
  const [frame, width] = useWidth();
  const [chosen, setView] = useState<View | null>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  const size = useMemo(() => ({ width, height: pickMapHeightPx }), [width]);
  // Of the corners as they were when the map was shown: a new one does not move it.
  const [first] = useState(() => boxOf(unwrapped(corners), 1));
  const view = useMemo(() => chosen ?? viewOf(first, size), [chosen, first, size]);
  const draw = useCallback(
    (canvas: HTMLCanvasElement, hasFocus: boolean) =>
      drawArea(canvas, { view, size, colours, outlines }, corners, hasFocus),
    [view, size, colours, outlines, corners],
  );
  const onKey = (key: string): boolean => {
    const step = steps[key];
    const centre = key === 'Enter' ? toPlace(view, size, { x: width / 2, y: size.height / 2 }) : null;
    if (centre) onCorner(centre);
    else if (step) setView(dragged(view, ...step));
    return step !== undefined || key === 'Enter';
  };
  return (
    <PickMap
      label={`${label}, map with ${counted(corners.length, 'corner')}: arrow keys move it, plus and minus zoom, Enter adds a corner at its centre`}
      {...{ frame, size, view, onKey, draw }}
      onView={setView}
      onPick={onCorner}
      landState={outlines.landState}
    />
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
