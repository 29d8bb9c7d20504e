/** Draws the position map on a canvas. */

import { drawWorld, toNearestPoint, type WorldPicture } from '../../charts/small-map/draw-world.ts';
import type { Place, Point } from '../../charts/small-map/position-view.ts';
import type { CityName, Outlines } from '../../charts/small-map/use-outlines.ts';
import type { MapColours } from '../../ui/map-colours.ts';

type Picture = WorldPicture & { readonly place: Place | null; readonly outlines: Outlines };
const fontPx = 11;
const maxNames = 24;

export function drawPosition(canvas: HTMLCanvasElement, picture: Picture): void {
  const pen = drawWorld(canvas, picture);
  if (!pen) return;
  drawNames(pen, picture, picture.outlines.cities);
  if (picture.place) drawMark(pen, toNearestPoint(picture, picture.place), picture.colours);
}

/** Larger ones first. Overlapping names are skipped. */
function drawNames(pen: CanvasRenderingContext2D, picture: Picture, cities: readonly CityName[]): void {
  const { view, size, colours } = picture;
  pen.font = `${fontPx}px sans-serif`;
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
