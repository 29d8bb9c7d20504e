/**
 * The visible text of an element as a picture: what a canvas needs to draw it again at the same place, without its code, styles and data.
 * Own file: taken by lists, drawn by the first file of the app.
 */

/** CSS pixels of the window. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type TextPicture = {
  /** Of the window when it was taken: in any other the text would be at the wrong place. */
  readonly window: { readonly width: number; readonly height: number };
  readonly box: Box;
  /** Background of the box. */
  readonly back: string;
  /** Below the rows. */
  readonly lines: readonly (Box & { readonly color: string })[];
  readonly styles: readonly { readonly font: string; readonly color: string }[];
  readonly texts: readonly PictureText[];
};
/** `clip` = the part of the line that is visible; `x` = where the text starts; `style` = index. */
type PictureText = { readonly text: string; readonly x: number; readonly clip: Box; readonly style: number };

/** A screen of 4K with the smallest rows has fewer. */
const maxTexts = 4000;
const rows = '[role="row"], [role="option"], li';

const boxOf = ({ x, y, width, height }: DOMRect): Box => ({ x, y, width, height });

/** The part of both; null = none. */
function common(one: Box, other: Box): Box | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The visible part of an element; null = none. What cuts it off is an ancestor within `root`. */
function visibleBox(element: Element, root: Element, whole: Box): Box | null | 'scrolled' {
  let box: Box | null = whole;
  for (let at: Element | null = element; at && at !== root.parentElement && box; at = at.parentElement) {
    if (at.scrollTop !== 0 || at.scrollLeft !== 0) return 'scrolled';
    if (getComputedStyle(at).overflowX !== 'visible') box = common(box, boxOf(at.getBoundingClientRect()));
  }
  return box;
}

/** The lines of a text with their places, as the browser broke them. */
function linesOf(node: Text): { readonly text: string; readonly at: Box }[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const places = range.getClientRects();
  if (places.length <= 1) return places[0] ? [{ text: node.data, at: boxOf(places[0]) }] : [];
  const lines: { text: string; at: Box }[] = [];
  for (const word of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const at = boxOf(range.getBoundingClientRect());
    const last = lines.at(-1);
    if (last && Math.abs(last.at.y - at.y) < 2) {
      last.text += word[0];
      last.at = { ...last.at, width: at.x + at.width - last.at.x };
    } else lines.push({ text: word[0], at });
  }
  return lines;
}

/**
 * null = the element shows no text, or is scrolled: what stands still would be below the rest. Texts within `data-ticking` change with the clock and
 * are left out. Yields between its parts (in-pieces.ts).
 */
export function* textPictureOf(root: Element): Generator<void, TextPicture | null> {
  const size = { width: innerWidth, height: innerHeight };
  const box = common(boxOf(root.getBoundingClientRect()), { x: 0, y: 0, ...size });
  if (!box) return null;
  const styles: { font: string; color: string }[] = [];
  const styleOf = (element: Element): number => {
    const { fontStyle, fontWeight, fontSize, fontFamily, color } = getComputedStyle(element);
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const known = styles.findIndex((style) => style.font === font && style.color === color);
    return known < 0 ? styles.push({ font, color }) - 1 : known;
  };

  // The first is that of the note.
  styleOf(root);
  const texts: PictureText[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (!parent || !/\S/.test(node.data) || texts.length >= maxTexts || parent.closest('[data-ticking]')) continue;
    yield;
    const visible = parent.checkVisibility({ visibilityProperty: true }) ? visibleBox(parent, root, box) : null;
    if (visible === 'scrolled') return null;
    if (!visible) continue;
    for (const { text, at } of linesOf(node)) {
      const clip = common(visible, at);
      if (clip) texts.push({ text: text.replace(/\s+/g, ' '), x: at.x, clip, style: styleOf(parent) });
    }
  }
  if (texts.length === 0) return null;

  const lines: (Box & { color: string })[] = [];
  for (const row of root.querySelectorAll(rows)) {
    yield;
    const edge = [row, row.firstElementChild].find(
      (one) => one && Number.parseFloat(getComputedStyle(one).borderBottomWidth) > 0,
    );
    const { x, width, bottom } = row.getBoundingClientRect();
    const line = edge ? common(box, { x, y: bottom - 1, width, height: 1 }) : null;
    if (edge && line) lines.push({ ...line, color: getComputedStyle(edge).borderBottomColor });
  }
  return { window: size, box, back: backOf(root), lines, styles, texts };
}

/** The colour behind an element. */
function backOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

/** Draws it into a canvas at its place in the window. `note` = in its lower right corner. */
export function drawTextPicture(canvas: HTMLCanvasElement, picture: TextPicture, note: string): void {
  const { box, back, lines, styles, texts } = picture;
  const scale = devicePixelRatio;
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round(box.height * scale);
  Object.assign(canvas.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
  context.fillStyle = back;
  context.fillRect(box.x, box.y, box.width, box.height);
  for (const { color, x, y, width, height } of lines) {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
  }
  context.textBaseline = 'middle';
  for (const { text, x, clip, style } of texts) {
    context.font = styles[style]?.font ?? '';
    context.fillStyle = styles[style]?.color ?? '';
    context.save();
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
    context.fillText(text, x, clip.y + clip.height / 2);
    context.restore();
  }
  const [first] = styles;
  if (!first) return;
  context.font = first.font;
  const [width, height] = [context.measureText(note).width + 24, 28];
  const [x, y] = [box.x + box.width - width, box.y + box.height - height];
  context.fillStyle = back;
  context.fillRect(x, y, width, height);
  context.fillStyle = first.color;
  context.fillText(note, x + 12, y + height / 2);
}

// ---- Reading: the picture comes from the device, where anything may stand.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isLength = (value: unknown): value is number => Number.isFinite(value) && Math.abs(value as number) < 20_000;
const isBox = (value: unknown): boolean =>
  isObject(value) && isLength(value.x) && isLength(value.y) && isLength(value.width) && isLength(value.height);
const isWithin = (box: Box, { width, height }: TextPicture['window']): boolean =>
  box.x >= 0 &&
  box.y >= 0 &&
  box.width > 0 &&
  box.height > 0 &&
  box.x + box.width <= width &&
  box.y + box.height <= height;
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 2000;
const isListOf = (value: unknown, max: number, isOne: (one: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.length <= max && value.every((one) => isObject(one) && isOne(one));

/** null = this is no picture. */
export function readTextPicture(value: unknown): TextPicture | null {
  if (!isObject(value) || !isObject(value.window) || !isBox(value.box) || !isShort(value.back)) return null;
  const { window, box } = value as TextPicture;
  const isWhole =
    isLength(value.window.width) &&
    isLength(value.window.height) &&
    isWithin(box, window) &&
    isListOf(value.lines, maxTexts, (line) => isBox(line) && isShort(line.color)) &&
    isListOf(value.styles, 200, (style) => isShort(style.font) && isShort(style.color)) &&
    isListOf(
      value.texts,
      maxTexts * 2,
      (one) => isShort(one.text) && isLength(one.x) && isBox(one.clip) && Number.isInteger(one.style),
    );
  return isWhole ? (value as TextPicture) : null;
}
