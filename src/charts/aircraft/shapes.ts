/** Silhouettes of aircraft: nose up, within -1..1, y downwards. Each is the union of its closed outlines. Pure. */
import type { AircraftKind } from './kinds.ts';

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

/** An outline right of the middle, clockwise, and its mirror image. */
function both(right: readonly Point[]): Point[][] {
  return [[...right], right.toReversed().map(([x, y]): Point => [-x, y])];
}
/** An engine `x` right of the middle, and its mirror image. */
const engines = (x: number, halfWidth: number, front: number, back: number): Point[][] =>
  both([
    [x - halfWidth * 0.7, front],
    [x + halfWidth * 0.7, front],
    [x + halfWidth, front + 0.07],
    [x + halfWidth * 0.8, back],
    [x - halfWidth * 0.8, back],
    [x - halfWidth, front + 0.07],
  ]);
/** Discs of propellers right and left of the middle. */
const propellers = (x: number, y: number): Point[][] =>
  both([
    [x - 0.2, y - 0.035],
    [x + 0.2, y - 0.035],
    [x + 0.2, y + 0.035],
    [x - 0.2, y + 0.035],
  ]);

const jet: Shape = [
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
  ...engines(0.36, 0.075, -0.3, 0.05),
];
/** Long wings of two large engines. */
const heavy: Shape = [
  mirrored([
    [0, -1],
    [0.1, -0.92],
    [0.155, -0.76],
    [0.165, -0.34],
    [0.62, 0.02],
    [0.99, 0.4],
    [0.97, 0.52],
    [0.6, 0.25],
    [0.165, 0.17],
    [0.125, 0.6],
    [0.43, 0.85],
    [0.42, 0.98],
    [0, 0.88],
  ]),
  ...engines(0.4, 0.115, -0.36, 0.06),
];
const fourEngines: Shape = [
  mirrored([
    [0, -1],
    [0.11, -0.92],
    [0.165, -0.74],
    [0.175, -0.36],
    [0.99, 0.3],
    [0.98, 0.44],
    [0.55, 0.26],
    [0.175, 0.2],
    [0.13, 0.6],
    [0.44, 0.84],
    [0.43, 0.98],
    [0, 0.88],
  ]),
  ...engines(0.38, 0.085, -0.4, -0.04),
  ...engines(0.72, 0.08, -0.12, 0.2),
];
/** Slender, with engines at the tail. */
const business: Shape = [
  mirrored([
    [0, -0.94],
    [0.05, -0.84],
    [0.095, -0.62],
    [0.1, -0.08],
    [0.82, 0.34],
    [0.84, 0.48],
    [0.1, 0.3],
    [0.085, 0.6],
    [0.06, 0.72],
    [0.4, 0.84],
    [0.4, 0.95],
    [0, 0.9],
  ]),
  ...engines(0.21, 0.08, 0.3, 0.62),
];
/** Straight wings with two propellers. */
const propeller: Shape = [
  mirrored([
    [0, -0.9],
    [0.08, -0.82],
    [0.125, -0.62],
    [0.125, -0.24],
    [0.98, -0.12],
    [0.98, 0.04],
    [0.125, 0.12],
    [0.085, 0.6],
    [0.38, 0.7],
    [0.38, 0.86],
    [0, 0.86],
  ]),
  ...engines(0.42, 0.075, -0.46, 0.1),
  ...propellers(0.42, -0.5),
];
/** Straight wings, one propeller. */
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
  blade(-0.76, 0.3, 0.035, 0),
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
/** Delta wings and two fins. */
const military: Shape = [
  mirrored([
    [0, -1],
    [0.07, -0.72],
    [0.12, -0.4],
    [0.2, -0.3],
    [0.26, -0.02],
    [0.86, 0.46],
    [0.86, 0.6],
    [0.3, 0.5],
    [0.28, 0.62],
    [0.5, 0.84],
    [0.48, 0.96],
    [0.16, 0.86],
    [0.1, 0.98],
    [0, 0.94],
  ]),
];
/** The longest wings on the thinnest fuselage. */
const glider: Shape = [
  mirrored([
    [0, -0.66],
    [0.06, -0.58],
    [0.085, -0.36],
    [0.08, -0.2],
    [0.99, -0.1],
    [0.99, -0.02],
    [0.08, 0.02],
    [0.045, 0.2],
    [0.04, 0.62],
    [0.28, 0.66],
    [0.28, 0.76],
    [0, 0.78],
  ]),
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

const unknownScale = 0.85;
const unknown: Shape = jet.map((outline) => outline.map(([x, y]) => [x * unknownScale, y * unknownScale] as const));

/** In the order of their cells. */
export const shapes = {
  ...{ jet, heavy, fourEngines, business, propeller, light, helicopter, military, glider, unknown },
  ...{ ground, undirected },
} as const satisfies Readonly<Record<AircraftKind, Shape>> & object;
export type ShapeName = keyof typeof shapes;
export const shapeNames = Object.keys(shapes) as ShapeName[];

type Shaped = {
  readonly angle: number | null;
  readonly isOnGround: boolean | null;
  readonly kind: AircraftKind;
};
export function shapeOf({ angle, isOnGround, kind }: Shaped): ShapeName {
  if (angle === null) return 'undirected';
  return isOnGround === true ? 'ground' : kind;
}

const paths = new Map<ShapeName, string>();
/** As the `d` of an SVG path, within -1..1. All its outlines run clockwise: one path is their union. */
export function pathOf(name: ShapeName): string {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path = shapes[name].map((outline) => `M${outline.map((point) => point.join(' ')).join('L')}Z`).join('');
  paths.set(name, path);
  return path;
}

// ---- Turns outlines into distance fields, so that the shader draws fill, hollow and halo sharply at any size. Pure.

/** A cell covers -1.25..1.25, with room for the halo. */
export const cellReach = 1.25;
/** Larger distances are all equal. */
export const farthest = 0.5;

/** Distance from a point to the outline, positive inside. Plain numbers: 50,000 pixels are calculated before the first aircraft is drawn. */
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
