/** Draws the world of a small map on a canvas: water, land, borders. */
import type { Line, WorldLines } from '../../lib/world/world-lines.ts';
import type { MapColours } from '../../ui/map-colours.ts';
import { type Place, type Point, type Size, toPoint, type View } from './position-view.ts';
import { type Scale, tracePoints } from './trace-points.ts';

export type WorldPicture = {
  readonly view: View;
  readonly size: Size;
  readonly colours: MapColours;
  readonly outlines: WorldLines;
};

/** The pen draws in CSS pixels from then on, within one copy of the world. null = no canvas. */
export function drawWorld(canvas: HTMLCanvasElement, picture: WorldPicture): CanvasRenderingContext2D | null {
  const { size, colours } = picture;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(ratio, ratio);
  pen.fillStyle = colours.surface;
  pen.fillRect(0, 0, size.width, size.height);
  pen.lineJoin = 'round';
  clipToOneWorld(pen, picture);
  for (const shift of [-360, 0, 360]) drawCopy(pen, picture, shift);
  return pen;
}

/** Zoomed out, the world appears once, half of it on either side of the centre. */
function clipToOneWorld(pen: CanvasRenderingContext2D, { view, size, colours }: WorldPicture): void {
  const west = toPoint(view, size, { lat: 90, lon: view.lon - 180 });
  const east = toPoint(view, size, { lat: -90, lon: view.lon + 180 });
  pen.beginPath();
  pen.rect(west.x, west.y, east.x - west.x, east.y - west.y);
  pen.clip();
  pen.fillStyle = colours.water;
  pen.fillRect(0, 0, size.width, size.height);
}

/** The copy of the world `shift` degrees farther east. */
function drawCopy(pen: CanvasRenderingContext2D, picture: WorldPicture, shift: number): void {
  const { colours, outlines } = picture;
  const scale = scaleOf(picture, shift);
  pen.fillStyle = colours.land;
  pen.strokeStyle = colours.border;
  pen.lineWidth = 0.8;
  for (const rings of outlines.land) {
    const [outer] = rings;
    if (!outer || !isSeen(picture, outer, shift)) continue;
    pen.beginPath();
    for (const ring of rings) tracePoints(pen, scale, ring.points);
    pen.fill('evenodd');
    pen.stroke();
  }
  for (const border of outlines.borders) {
    if (!isSeen(picture, border, shift)) continue;
    pen.beginPath();
    tracePoints(pen, scale, border.points);
    pen.stroke();
  }
}

/** The projection is linear. */
function scaleOf({ view, size }: WorldPicture, shift: number): Scale {
  const origin = toPoint(view, size, { lat: 0, lon: shift });
  const one = toPoint(view, size, { lat: 1, lon: shift + 1 });
  return { x: origin.x, y: origin.y, pxPerLon: one.x - origin.x, pxPerLat: one.y - origin.y };
}

function isSeen({ view, size }: WorldPicture, { west, east, south, north }: Line, shift: number): boolean {
  const a = toPoint(view, size, { lat: north, lon: west + shift });
  const b = toPoint(view, size, { lat: south, lon: east + shift });
  return b.x >= 0 && a.x <= size.width && b.y >= 0 && a.y <= size.height;
}

export function toNearestPoint({ view, size }: Pick<WorldPicture, 'view' | 'size'>, { lat, lon }: Place): Point {
  const turns = Math.round((view.lon - lon) / 360);
  return toPoint(view, size, { lat, lon: lon + turns * 360 });
}
