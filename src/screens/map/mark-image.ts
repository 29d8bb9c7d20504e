/** Pixels of map symbols: airports, cities, own location. Without a canvas, so they are identical in every browser. Pure. */

/** `rgb(9, 101, 146)`, possibly with a fraction, as browsers write a resolved colour. Anything else is black. */
export function channels(colour: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = (/^rgba?\(([^)]*)\)$/.exec(colour)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter((part) => part !== '')
    .map(Number);
  return [r, g, b];
}

const hatchPx = 12;

export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };
export type Mark = { readonly edge: string; readonly fill: string };
/** Distance of a point right of and below the centre inside the edge, in the unit of all three. Negative outside. */
type Outline = (sizePx: number, right: number, below: number) => number;

const outlines = {
  diamond: (size, right, below) => (size / 2 - Math.abs(right) - Math.abs(below)) / Math.SQRT2,
  square: (size, right, below) => size / 2 - Math.max(Math.abs(right), Math.abs(below)),
  disc: (size, right, below) => size / 2 - Math.hypot(right, below),
} as const satisfies Readonly<Record<string, Outline>>;

/** `sizePx` device pixels wide with an edge of `edgePx`, antialiased. */
export function markImage(
  outline: keyof typeof outlines,
  sizePx: number,
  edgePx: number,
  { edge, fill }: Mark,
): Pixels {
  const width = sizePx + 2;
  const data = new Uint8ClampedArray(width * width * 4);
  const middle = (width - 1) / 2;
  const [edgeChannels, fillChannels] = [channels(edge), channels(fill)];
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const inside = outlines[outline](sizePx, x - middle, y - middle);
      const cover = Math.min(1, Math.max(0, inside + 0.5));
      const filled = Math.min(1, Math.max(0, inside - edgePx + 0.5));
      const at = (y * width + x) * 4;
      for (let part = 0; part < 3; part++)
        data[at + part] = (edgeChannels[part] ?? 0) * (1 - filled) + (fillChannels[part] ?? 0) * filled;
      data[at + 3] = 255 * cover;
    }
  return { width, height: width, data };
}

/** The same for this screen. `sizePx` and `edgePx` are CSS pixels. For `map.addImage`. */
export function screenMark(
  outline: keyof typeof outlines,
  sizePx: number,
  edgePx: number,
  mark: Mark,
): readonly [Pixels, { readonly pixelRatio: number }] {
  const pixelRatio = Math.max(1, Math.ceil(globalThis.devicePixelRatio || 1));
  return [markImage(outline, sizePx * pixelRatio, edgePx * pixelRatio, mark), { pixelRatio }];
}

/** A tile of diagonal lines, for what is not loaded. For `map.addImage`. */
export function hatching({
  line,
  under,
}: {
  readonly line: string;
  readonly under: string;
}): ReturnType<typeof screenMark> {
  const pixelRatio = Math.max(1, Math.ceil(globalThis.devicePixelRatio || 1));
  const width = hatchPx * pixelRatio;
  const data = new Uint8ClampedArray(width * width * 4);
  const [lineChannels, underChannels] = [channels(line), channels(under)];
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      data.set([...((x + y) % width < pixelRatio ? lineChannels : underChannels), 255], (y * width + x) * 4);
  return [{ width, height: width, data }, { pixelRatio }];
}
