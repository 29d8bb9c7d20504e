/**
 * The mark of an airport as pixels. Pure: no canvas, so that it is the same everywhere.
 * Must not: know a map.
 */

/** `rgb(9, 101, 146)` or with a fraction, as the browser writes a resolved colour; anything else is black. */
export function channels(colour: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = (/^rgba?\(([^)]*)\)$/.exec(colour)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter((part) => part !== '')
    .map(Number);
  return [r, g, b];
}

export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** A diamond of `sizePx` device pixels across with an edge of `edgePx`, its rim smoothed. */
export function diamond(sizePx: number, edgePx: number, edge: string, fill: string): Pixels {
  const width = sizePx + 2;
  const data = new Uint8ClampedArray(width * width * 4);
  const middle = (width - 1) / 2;
  const [edgeChannels, fillChannels] = [channels(edge), channels(fill)];
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      // Distance to the rim, along the slope; within it is positive.
      const inside = (sizePx / 2 - Math.abs(x - middle) - Math.abs(y - middle)) / Math.SQRT2;
      const cover = Math.min(1, Math.max(0, inside + 0.5));
      const filled = Math.min(1, Math.max(0, inside - edgePx + 0.5));
      const at = (y * width + x) * 4;
      for (let part = 0; part < 3; part++)
        data[at + part] = (edgeChannels[part] ?? 0) * (1 - filled) + (fillChannels[part] ?? 0) * filled;
      data[at + 3] = 255 * cover;
    }
  return { width, height: width, data };
}
