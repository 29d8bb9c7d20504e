/** Adds a line of many points to the path of a pen. Pure. */

/** Pixels of a longitude and latitude: `x + lon * pxPerLon`, `y + lat * pxPerLat`. */
export type Scale = { readonly x: number; readonly y: number; readonly pxPerLon: number; readonly pxPerLat: number };
type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo'>;

/** Nearer points make no visible difference: of 100,000 points of the fine outlines a small map draws a few thousand. */
const nearPx = 0.5;

/** `points` = longitude and latitude in turn. The first and the last are always drawn. */
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
