/** Draws a small map on a canvas: water, land and borders (hatching while they are not loaded), aircraft, range outlines. */
import { emergencyOf, emergencyStateOf, emergencyStateText } from '../../../contract/squawk.ts';
import type { Line } from '../../lib/world/world-lines.ts';
import type { MapColours } from '../../ui/map-colours.ts';
import { aircraftKindOf } from '../aircraft/kinds.ts';
import { pathOf, type ShapeName, shapeOf } from '../aircraft/shapes.ts';
import { bandColours, bandOf } from '../altitude-bands.ts';
import { gapMs, type TrailPoint, trailMs, trailOpacity } from '../recent-trails.ts';
import type { Outlines } from './use-outlines.ts';
import { type MapAircraft, type Place, type Point, type Size, toPoint, type View } from './view.ts';

/** Distance of the lines where nothing is loaded. */
const hatchPx = 12;

export type WorldPicture = {
  readonly view: View;
  readonly size: Size;
  readonly colours: MapColours;
  readonly outlines: Outlines;
};

/** The pen draws in CSS pixels from then on, within one copy of the world. `beyond` = the colour beyond the poles. null = no canvas. */
export function drawWorld(
  canvas: HTMLCanvasElement,
  picture: WorldPicture,
  beyond: 'surface' | 'water' = 'surface',
): CanvasRenderingContext2D | null {
  const { size, colours } = picture;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(ratio, ratio);
  pen.lineJoin = 'round';
  if (picture.outlines.landState !== 'loaded') {
    drawHatching(pen, picture);
    return pen;
  }
  pen.fillStyle = colours[beyond];
  pen.fillRect(0, 0, size.width, size.height);
  clipToOneWorld(pen, picture);
  for (const shift of [-360, 0, 360]) drawCopy(pen, picture, shift);
  return pen;
}

/** Neither land nor water. */
function drawHatching(pen: CanvasRenderingContext2D, { size: { width, height }, colours }: WorldPicture): void {
  pen.fillStyle = colours.surface;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = colours.border;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = 0; x < width + height; x += hatchPx) {
    pen.moveTo(x, 0);
    pen.lineTo(x - height, height);
  }
  pen.stroke();
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

/** Pixels of a longitude and latitude: `x + lon * pxPerLon`, `y + lat * pxPerLat`. */
type Scale = { readonly x: number; readonly y: number; readonly pxPerLon: number; readonly pxPerLat: number };
type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo'>;

/** Nearer points make no visible difference: of 100,000 points of the fine outlines a small map draws a few thousand. */
const nearPx = 0.5;

/** Adds a line of many points to the path of a pen. `points` = longitude and latitude in turn. The first and the last are always drawn. */
export function tracePoints(pen: Pen, { x, y, pxPerLon, pxPerLat }: Scale, points: Float32Array): void {
  const last = points.length - 2;
  let atX = Number.NaN;
  let atY = Number.NaN;
  for (let at = 0; at <= last; at += 2) {
    const toX = x + (points[at] ?? 0) * pxPerLon;
    const toY = y + (points[at + 1] ?? 0) * pxPerLat;
    if (at === 0) pen.moveTo(toX, toY);
    else if (at === last || Math.abs(toX - atX) >= nearPx || Math.abs(toY - atY) >= nearPx) pen.lineTo(toX, toY);
    else continue;
    atX = toX;
    atY = toY;
  }
}

// ---- aircraft

type Mark = {
  readonly angle: number | null;
  readonly colours: MapColours;
  readonly isLive: boolean;
  /** Of a live one, such as that of its altitude. */
  readonly fill?: string;
  readonly shape: ShapeName;
  readonly isEmergency?: boolean;
  /** Half of its width. */
  readonly halfPx?: number;
};
/** Half of a mark of 18 pixels, and of one of 13 pixels where many would cover each other. */
const [halfMarkPx, halfSmallPx] = [9, 6.5];
const manyAircraft = 60;

/** Draws an aircraft: it points along its track, a circle without one. Filled = live, hollow = stored. A frame = emergency. */
export function drawMark(pen: CanvasRenderingContext2D, { x, y }: Point, mark: Mark): void {
  const { angle, colours, isLive, fill = colours.accent, shape, isEmergency, halfPx = halfMarkPx } = mark;
  pen.save();
  pen.translate(x, y);
  if (isEmergency) {
    pen.lineWidth = 1.5;
    pen.strokeStyle = colours['failed-mark'];
    pen.strokeRect(-halfPx - 3, -halfPx - 3, 2 * halfPx + 6, 2 * halfPx + 6);
  }
  pen.rotate(((angle ?? 0) * Math.PI) / 180);
  pen.scale(halfPx, halfPx);
  const path = new Path2D(pathOf(shape));
  pen.lineWidth = 2 / halfPx;
  pen.strokeStyle = isLive ? colours.surface : colours['stale-mark'];
  pen.stroke(path);
  pen.fillStyle = isLive ? fill : colours.surface;
  pen.fill(path);
  pen.restore();
}

type AircraftPicture = WorldPicture & { readonly aircraft: readonly MapAircraft[]; readonly isLive: boolean };

/** Draws the world, and a mark per aircraft. `under` draws between the world and the aircraft. null = no canvas. */
export function drawAircraft(
  canvas: HTMLCanvasElement,
  picture: AircraftPicture,
  under?: (pen: CanvasRenderingContext2D) => void,
): CanvasRenderingContext2D | null {
  // Beyond the poles is water, too: the box decides the scale, not the height.
  const pen = drawWorld(canvas, picture, 'water');
  if (!pen) return null;
  under?.(pen);
  const { aircraft, colours, isLive } = picture;
  const bands = bandColours(colours);
  const halfPx = aircraft.length > manyAircraft ? halfSmallPx : halfMarkPx;
  for (const one of aircraft) {
    const fill = bands[bandOf(one)] ?? colours.text;
    const shape = shapeOf({ ...one, kind: aircraftKindOf(one) });
    const emergency = emergencyOf(one.squawk ?? null) ?? emergencyStateText(emergencyStateOf(one.emergency));
    drawMark(pen, toNearestPoint(picture, one), {
      angle: one.angle,
      colours,
      isLive,
      fill,
      shape,
      isEmergency: emergency !== null,
      halfPx,
    });
  }
  return pen;
}

/** Fading trails in the colours of their altitudes, dashed where positions are missing. Each ends at its aircraft. */
export function drawTrails(
  pen: CanvasRenderingContext2D,
  picture: Pick<WorldPicture, 'view' | 'size' | 'colours'>,
  trails: ReadonlyMap<string, readonly TrailPoint[]>,
  { aircraft, now }: { readonly aircraft: readonly MapAircraft[]; readonly now: number },
): void {
  const longestMs = trailMs(aircraft.length);
  const bands = bandColours(picture.colours);
  pen.save();
  pen.lineWidth = 1.8;
  for (const one of aircraft) {
    const points = (trails.get(one.icao) ?? []).filter(({ at }) => now - at <= longestMs);
    const last = { ...one, at: now, band: bandOf(one) };
    let from = points[0];
    for (const to of [...points.slice(1), last]) {
      if (!from) break;
      const [a, b] = [toNearestPoint(picture, from), toNearestPoint(picture, to)];
      // Across the edge of the picture's world.
      if (Math.abs(a.x - b.x) < picture.size.width / 2) {
        pen.globalAlpha = trailOpacity(now - to.at, longestMs);
        pen.strokeStyle = bands[to.band] ?? picture.colours.text;
        pen.setLineDash(to.at - from.at > gapMs ? [3, 3] : []);
        pen.beginPath();
        pen.moveTo(a.x, a.y);
        pen.lineTo(b.x, b.y);
        pen.stroke();
      }
      from = { ...to, altitudeFt: null };
    }
  }
  pen.restore();
}

// ---- range outline and mark of a place

type PlacePicture = { readonly view: View; readonly size: Size; readonly colours: MapColours };
const fillOpacity = 0.15;
/** Half of the square of a place in pixels. */
const halfSquarePx = 5;

/** Filled = the last 24 hours, grey where stored. Dashed = usual. */
export function drawOutline(
  pen: CanvasRenderingContext2D,
  { view, size, colours }: PlacePicture,
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

export function drawPlace(pen: CanvasRenderingContext2D, { view, size, colours }: PlacePicture, place: Place): void {
  const { x, y } = toPoint(view, size, place);
  pen.fillStyle = colours.surface;
  pen.strokeStyle = colours.text;
  pen.lineWidth = 2;
  pen.fillRect(x - halfSquarePx, y - halfSquarePx, 2 * halfSquarePx, 2 * halfSquarePx);
  pen.strokeRect(x - halfSquarePx, y - halfSquarePx, 2 * halfSquarePx, 2 * halfSquarePx);
}
