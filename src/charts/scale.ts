/** Scales of charts. Pure. */

/** Top of an axis: 1, 2 or 5 times a power of ten that contains the largest value. */
export function axisTop(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/** Every n-th of `count` columns has a label of `labelPx`. */
export const labelEvery = (count: number, columnPx: number, labelPx: number): number =>
  Math.min(count, Math.max(1, Math.ceil(labelPx / columnPx)));

const bar = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
export const barPath = (x: number, y: number, width: number, height: number): string =>
  width > 0 && height > 0 ? bar(x, y, width, height) : '';

/** Of the names of rows. */
const letterPx = 6;
export const fits = (name: string, roomPx: number): boolean => name.length * letterPx <= roomPx;

/** Outline of values by sector around a centre, north up. */
export function rosePath(values: readonly number[], scale: number, centre: readonly [number, number]): string {
  if (values.every((value) => value <= 0)) return '';
  const step = 360 / values.length;
  const points = values.map((value, at) => {
    const angle = ((at + 0.5) * step * Math.PI) / 180;
    const far = Math.max(0, value) * scale;
    return `${(centre[0] + far * Math.sin(angle)).toFixed(1)} ${(centre[1] - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
