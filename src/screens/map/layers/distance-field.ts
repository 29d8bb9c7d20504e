/** Turns outlines into distance fields, so that the shader draws fill, hollow and halo sharply at any size. Pure. */
import type { Point, Shape } from './aircraft-shapes.ts';

/** A cell covers -1.25..1.25, with room for the halo. */
export const cellReach = 1.25;
/** Larger distances are all equal. */
export const farthest = 0.5;

/** Distance from a point to the outline, positive inside. Plain numbers: 25,000 pixels are calculated before the first aircraft is drawn. */
function signedDistance(x: number, y: number, outline: Float64Array): number {
  let nearest2 = Number.POSITIVE_INFINITY;
  let isInside = false;
  const { length } = outline;
  let ax = outline[length - 2] ?? 0;
  let ay = outline[length - 1] ?? 0;
  for (let i = 0; i < length; i += 2) {
    const bx = outline[i] ?? 0;
    const by = outline[i + 1] ?? 0;
    const ex = bx - ax;
    const ey = by - ay;
    const along = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1);
    const t = along < 0 ? 0 : along > 1 ? 1 : along;
    const dx = x - ax - t * ex;
    const dy = y - ay - t * ey;
    const distance2 = dx * dx + dy * dy;
    if (distance2 < nearest2) nearest2 = distance2;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
    ax = bx;
    ay = by;
  }
  return (isInside ? 1 : -1) * Math.sqrt(nearest2);
}

const flat = (shape: Shape): readonly Float64Array[] => shape.map((outline) => Float64Array.from(outline.flat()));

function farthestInside(outlines: readonly Float64Array[], x: number, y: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const outline of outlines) {
    const distance = signedDistance(x, y, outline);
    if (distance > most) most = distance;
  }
  return most;
}

export function distanceTo(shape: Shape, p: Point): number {
  return farthestInside(flat(shape), p[0], p[1]);
}

/** One byte per pixel, cells side by side: 128 on the outline, more inside. Each cell is `cellPx` wide and high. */
export function distanceField(shapes: readonly Shape[], cellPx: number): Uint8Array<ArrayBuffer> {
  const width = shapes.length * cellPx;
  const field = new Uint8Array(width * cellPx);
  const at = (pixel: number): number => ((pixel + 0.5) / cellPx) * 2 * cellReach - cellReach;
  shapes.map(flat).forEach((outlines, cell) => {
    for (let row = 0; row < cellPx; row++)
      for (let column = 0; column < cellPx; column++) {
        const distance = farthestInside(outlines, at(column), at(row));
        const scaled = 127.5 + (Math.min(farthest, Math.max(-farthest, distance)) / farthest) * 127.5;
        field[row * width + cell * cellPx + column] = Math.round(scaled);
      }
  });
  return field;
}
