/** Draws a range outline and the mark of a place on a small map. */
import type { MapColours } from '../../ui/map-colours.ts';
import { type Place, type Size, toPoint, type View } from './position-view.ts';

type Picture = { readonly view: View; readonly size: Size; readonly colours: MapColours };
const fillOpacity = 0.15;
/** Half of the square of a place in pixels. */
const halfPx = 5;

/** Filled = the last 24 hours, grey where stored. Dashed = usual. */
export function drawOutline(
  pen: CanvasRenderingContext2D,
  { view, size, colours }: Picture,
  points: readonly Place[],
  { isFilled, isLive }: { readonly isFilled: boolean; readonly isLive: boolean },
): void {
  if (points.length === 0) return;
  pen.save();
  pen.beginPath();
  points.forEach((point, at) => {
    const { x, y } = toPoint(view, size, point);
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  pen.closePath();
  pen.lineWidth = 1.5;
  const filled = isLive ? colours.accent : colours['stored-mark'];
  pen.strokeStyle = isFilled ? filled : colours['stored-mark'];
  if (isFilled) {
    pen.fillStyle = filled;
    pen.globalAlpha = fillOpacity;
    pen.fill();
    pen.globalAlpha = 1;
  } else pen.setLineDash([4, 4]);
  pen.stroke();
  pen.restore();
}

export function drawPlace(pen: CanvasRenderingContext2D, { view, size, colours }: Picture, place: Place): void {
  const { x, y } = toPoint(view, size, place);
  pen.fillStyle = colours.surface;
  pen.strokeStyle = colours.text;
  pen.lineWidth = 2;
  pen.fillRect(x - halfPx, y - halfPx, 2 * halfPx, 2 * halfPx);
  pen.strokeRect(x - halfPx, y - halfPx, 2 * halfPx, 2 * halfPx);
}
