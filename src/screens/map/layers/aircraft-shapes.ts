/** Outlines of aircraft: nose up, within -1..1, y downwards. Each is the union of its closed outlines. */
export type Point = readonly [x: number, y: number];
export type Shape = readonly (readonly Point[])[];

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
