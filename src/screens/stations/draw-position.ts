/**
 * Draws the small map of a position on a canvas. Must not: hold a colour of its own, or remember what it drew.
 */
import type { MapColours } from '../../ui/map-colours.ts';
import { type Place, type Point, type Size, toPoint, type View } from './position-view.ts';
import type { CityName, Line, Outlines } from './use-outlines.ts';

type Picture = {
  readonly view: View;
  readonly size: Size;
  readonly place: Place | null;
  readonly colours: MapColours;
  readonly outlines: Outlines;
};
const fontPx = 11;
const maxNames = 24;

export function drawPosition(canvas: HTMLCanvasElement, picture: Picture): void {
  const { size, colours, outlines } = picture;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.fillStyle = colours.surface;
  pen.fillRect(0, 0, size.width, size.height);
  pen.lineJoin = 'round';
  clipToOneWorld(pen, picture);
  for (const shift of [-360, 0, 360]) drawWorld(pen, picture, shift);
  drawNames(pen, picture, outlines.cities);
  if (picture.place) drawMark(pen, toNearestPoint(picture, picture.place), colours);
}

/** Zoomed out, the world is there once: half of it on either side of the middle. */
function clipToOneWorld(pen: CanvasRenderingContext2D, { view, size, colours }: Picture): void {
  const west = toPoint(view, size, { lat: 90, lon: view.lon - 180 });
  const east = toPoint(view, size, { lat: -90, lon: view.lon + 180 });
  pen.beginPath();
  pen.rect(west.x, west.y, east.x - west.x, east.y - west.y);
  pen.clip();
  pen.fillStyle = colours.water;
  pen.fillRect(0, 0, size.width, size.height);
}

/** The copy of the world that lies `shift` degrees farther east. */
function drawWorld(pen: CanvasRenderingContext2D, picture: Picture, shift: number): void {
  const { colours, outlines } = picture;
  pen.fillStyle = colours.land;
  pen.strokeStyle = colours.border;
  pen.lineWidth = 0.8;
  for (const rings of outlines.land) {
    const [outer] = rings;
    if (!outer || !isSeen(picture, outer, shift)) continue;
    pen.beginPath();
    for (const ring of rings) trace(pen, picture, ring, shift);
    pen.fill('evenodd');
    pen.stroke();
  }
  for (const border of outlines.borders) {
    if (!isSeen(picture, border, shift)) continue;
    pen.beginPath();
    trace(pen, picture, border, shift);
    pen.stroke();
  }
}

function trace(pen: CanvasRenderingContext2D, { view, size }: Picture, { points }: Line, shift: number): void {
  points.forEach(([lon = 0, lat = 0], at) => {
    const { x, y } = toPoint(view, size, { lat, lon: lon + shift });
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
}

function isSeen({ view, size }: Picture, { west, east, south, north }: Line, shift: number): boolean {
  const a = toPoint(view, size, { lat: north, lon: west + shift });
  const b = toPoint(view, size, { lat: south, lon: east + shift });
  return b.x >= 0 && a.x <= size.width && b.y >= 0 && a.y <= size.height;
}

/** The larger first; one that would lie upon another is left out. */
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

function toNearestPoint({ view, size }: Picture, { lat, lon }: Place): Point {
  const turns = Math.round((view.lon - lon) / 360);
  return toPoint(view, size, { lat, lon: lon + turns * 360 });
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
