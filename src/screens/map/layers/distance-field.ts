/** Turns outlines into distance fields, so that the shader draws fill, hollow and halo sharply at any size. Pure. */
import type { Point, Shape } from './aircraft-shapes.ts';

/** A cell covers -1.25..1.25, with room for the halo. */
export const cellReach = 1.25;
/** Larger distances are all equal. */
export const farthest = 0.5;

/** Distance from `p` to the outline, positive inside. */
function signedDistance(p: Point, outline: readonly Point[]): number {
  let nearest2 = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[j] as Point;
    const [bx, by] = outline[i] as Point;
    const [ex, ey] = [bx - ax, by - ay];
    const along = ((p[0] - ax) * ex + (p[1] - ay) * ey) / (ex * ex + ey * ey || 1);
    const t = Math.min(1, Math.max(0, along));
    const [dx, dy] = [p[0] - ax - t * ex, p[1] - ay - t * ey];
    nearest2 = Math.min(nearest2, dx * dx + dy * dy);
    if (ay > p[1] !== by > p[1] && p[0] < ((bx - ax) * (p[1] - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return (isInside ? 1 : -1) * Math.sqrt(nearest2);
}

export function distanceTo(shape: Shape, p: Point): number {
  return Math.max(...shape.map((outline) => signedDistance(p, outline)));
}

/** One byte per pixel, cells side by side: 128 on the outline, more inside. Each cell is `cellPx` wide and high. */
export function distanceField(shapes: readonly Shape[], cellPx: number): Uint8Array<ArrayBuffer> {
  const width = shapes.length * cellPx;
  const field = new Uint8Array(width * cellPx);
  shapes.forEach((shape, cell) => {
    for (let row = 0; row < cellPx; row++)
      for (let column = 0; column < cellPx; column++) {
        const at = (pixel: number): number => ((pixel + 0.5) / cellPx) * 2 * cellReach - cellReach;
        const distance = distanceTo(shape, [at(column), at(row)]);
        const scaled = 127.5 + (Math.min(farthest, Math.max(-farthest, distance)) / farthest) * 127.5;
        field[row * width + cell * cellPx + column] = Math.round(scaled);
      }
  });
  return field;
}
