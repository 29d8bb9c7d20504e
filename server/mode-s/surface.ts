/** Ground speed and track of surface positions: type codes 5 to 8. */

/** Codes of movement: from this code and this speed on, in these steps. */
const ranges = [
  [124, 175, 0],
  [109, 100, 5],
  [94, 70, 2],
  [39, 15, 1],
  [13, 2, 0.5],
  [9, 1, 0.25],
  [2, 0.125, 0.125],
  [1, 0, 0],
] as const;

/** The lower bound in knots. Null = not available, or reserved. */
export function movementKt(code: number): number | null {
  if (code > 124) return null;
  const range = ranges.find(([first]) => code >= first);
  return range ? range[1] + (code - range[0]) * range[2] : null;
}
