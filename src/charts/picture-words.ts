/** An image file of a chart: white background, with title and lines above it. */
import type { TokenColours } from '../ui/token-colours.ts';

/** `lines` are smaller, below the title. */
export type PictureWords = { readonly title: string; readonly lines: readonly string[] };
type WordColours = TokenColours<'surface' | 'text' | 'dim'>;
/** CSS pixels of the chart. `ratio` = pixels of the file for each. */
type Size = { readonly width: number; readonly height: number; readonly ratio: number };
export type Write = (text: string, y: number, font: string, colour: string, x?: number) => void;

export const lineHeight = 20;
export const marginPx = 20;

/** A PNG. `draw` draws the chart below `top`. null if the browser creates none. */
export async function pictureWithWords(
  words: PictureWords,
  { width, height, ratio }: Size,
  colours: WordColours,
  draw: (context: CanvasRenderingContext2D, top: number, write: Write) => void,
): Promise<Blob | null> {
  const head = marginPx + 28 + words.lines.length * lineHeight;
  const picture = document.createElement('canvas');
  picture.width = width * ratio;
  picture.height = (head + height + marginPx) * ratio;
  const context = picture.getContext('2d');
  if (!context) return null;
  context.scale(ratio, ratio);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, head + height + marginPx);
  const family = getComputedStyle(document.body).fontFamily;
  const write: Write = (text, y, font, colour, x = marginPx) => {
    context.font = `${font} ${family}`;
    context.fillStyle = colour;
    context.fillText(text, x, y, width - x - marginPx);
  };
  write(words.title, marginPx + 16, '600 18px', colours.text);
  words.lines.forEach((line, at) => {
    write(line, marginPx + 16 + (at + 1) * lineHeight, '13px', colours.dim);
  });
  draw(context, head, write);
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}
