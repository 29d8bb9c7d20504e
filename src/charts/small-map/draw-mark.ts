/** Draws an aircraft on a small map: it points along its track, a circle without one. Filled = live, hollow = stored. */
import type { MapColours } from '../../ui/map-colours.ts';
import type { Point } from './position-view.ts';

type Mark = {
  readonly angle: number | null;
  readonly colours: MapColours;
  readonly isLive: boolean;
  /** Of a live one, such as that of its altitude. */
  readonly fill?: string;
};
/** Half of a mark of 13 pixels. */
const halfPx = 6.5;

export function drawMark(pen: CanvasRenderingContext2D, { x, y }: Point, mark: Mark): void {
  const { angle, colours, isLive, fill = colours.accent } = mark;
  pen.save();
  pen.translate(x, y);
  pen.rotate(((angle ?? 0) * Math.PI) / 180);
  pen.beginPath();
  if (angle === null) pen.arc(0, 0, halfPx / 2, 0, 2 * Math.PI);
  else {
    pen.moveTo(0, -halfPx);
    pen.lineTo(halfPx * 0.7, halfPx);
    pen.lineTo(0, halfPx * 0.5);
    pen.lineTo(-halfPx * 0.7, halfPx);
    pen.closePath();
  }
  pen.lineWidth = 1.5;
  pen.strokeStyle = isLive ? colours.surface : colours['stale-mark'];
  pen.stroke();
  pen.fillStyle = isLive ? fill : colours.surface;
  pen.fill();
  pen.restore();
}
