/** A drawn SVG chart as an image file, in light colours, with its words. */
import { resolveColours } from '../ui/token-colours.ts';
import { marginPx, type PictureWords, pictureWithWords } from './picture-words.ts';

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

/** A PNG. null if the browser creates none. */
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
