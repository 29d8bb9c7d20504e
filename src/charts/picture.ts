/** An image file of a chart: white background, with title and lines above it. */
import { resolveColours, type TokenColours } from '../ui/token-colours.ts';

/** `lines` are smaller, below the title. */
export type PictureWords = { readonly title: string; readonly lines: readonly string[] };
type WordColours = TokenColours<'surface' | 'text' | 'dim'>;
/** CSS pixels of the chart. `ratio` = pixels of the file for each. */
type Size = { readonly width: number; readonly height: number; readonly ratio: number };
type Write = (text: string, y: number, font: string, colour: string, x?: number) => void;

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

// ---- a drawn SVG chart

const ratio = 2;
const colourNames = ['surface', 'text', 'dim'] as const;
/** What style sheets set on parts of charts: an image has no style sheets. */
const styled = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** In light colours, with its words. A PNG. null if the browser creates none. */
export async function svgPicture(svg: SVGSVGElement, words: PictureWords): Promise<Blob | null> {
  const colours = resolveColours(colourNames, 'light');
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image(width * ratio, height * ratio);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withOwnStyles(svg, width, height))}`;
  await image.decode();
  return pictureWithWords(words, { width: width + 2 * marginPx, height, ratio }, colours, (context, top) =>
    context.drawImage(image, marginPx, top, width, height),
  );
}

function withOwnStyles(svg: SVGSVGElement, width: number, height: number): string {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  host.style.cssText = 'position:absolute;left:-10000px;color-scheme:light';
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const mark of copy.querySelectorAll('[data-reading]')) mark.remove();
  host.append(copy);
  document.body.append(host);
  for (const element of [copy, ...copy.querySelectorAll<SVGElement>('*')]) {
    const style = getComputedStyle(element);
    for (const name of styled) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  host.remove();
  return new XMLSerializer().serializeToString(copy);
}
