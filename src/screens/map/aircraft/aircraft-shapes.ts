/** Outlines of aircraft: nose up, within -1..1, y downwards. Each is the union of its closed outlines. */
type Point = readonly [x: number, y: number];
type Shape = readonly (readonly Point[])[];

/** The right half from nose to tail, and its mirror image. */
function mirrored(right: readonly Point[]): Point[] {
  return [...right, ...right.toReversed().map(([x, y]): Point => [-x, y])];
}
function disc(radius: number, corners = 32): Point[] {
  return Array.from({ length: corners }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / corners;
    return [radius * Math.sin(turn), -radius * Math.cos(turn)] as const;
  });
}
/** A bar through (0, `y`), turned by `degrees`. */
function blade(y: number, halfLength: number, halfWidth: number, degrees: number): Point[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const corners = [
    [-halfLength, -halfWidth],
    [halfLength, -halfWidth],
    [halfLength, halfWidth],
    [-halfLength, halfWidth],
  ] as const;
  return corners.map(([u, v]) => [u * cos - v * sin, y + u * sin + v * cos] as const);
}

const airliner: Shape = [
  mirrored([
    [0, -0.96],
    [0.07, -0.88],
    [0.115, -0.72],
    [0.125, -0.3],
    [0.93, 0.26],
    [0.93, 0.43],
    [0.125, 0.18],
    [0.095, 0.62],
    [0.37, 0.83],
    [0.37, 0.97],
    [0, 0.87],
  ]),
];
/** Straight wings, short tail. */
const light: Shape = [
  mirrored([
    [0, -0.74],
    [0.1, -0.66],
    [0.13, -0.36],
    [0.94, -0.3],
    [0.94, -0.02],
    [0.13, 0.06],
    [0.07, 0.52],
    [0.36, 0.58],
    [0.36, 0.76],
    [0, 0.76],
  ]),
];
const helicopter: Shape = [
  mirrored([
    [0, -0.58],
    [0.14, -0.5],
    [0.2, -0.2],
    [0.15, 0.12],
    [0.06, 0.24],
    [0.06, 0.74],
    [0.24, 0.78],
    [0.24, 0.9],
    [0, 0.9],
  ]),
  blade(-0.18, 0.82, 0.07, 45),
  blade(-0.18, 0.82, 0.07, -45),
];
/** On the ground: an arrowhead. */
const ground: Shape = [
  mirrored([
    [0, -0.62],
    [0.46, 0.56],
    [0, 0.32],
  ]),
];
/** Unknown heading. */
const undirected: Shape = [disc(0.5)];

/** In the order of their cells. */
export const shapes = { airliner, light, helicopter, ground, undirected } as const;
export type ShapeName = keyof typeof shapes;
export const shapeNames = Object.keys(shapes) as ShapeName[];

// ---- Turns outlines into distance fields, so that the shader draws fill, hollow and halo sharply at any size. Pure.

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
